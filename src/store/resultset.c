#include "store/resultset.h"

#include "base/err.h"
#include "store/journal.h"
#include "store/resultset_build.h"
#include "store/run_config.h"
#include "store/rundir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int copy_text(const json_t *run, const char *key, char **text)
{
	const char *value = json_string_value(json_object_get(run, key));

	*text = strdup(value ? value : "");
	return *text ? 0 : -ENOMEM;
}

static int read_run(struct resultset *rs, const char *run_dir, struct err *err)
{
	bool newer;

	if (rundir_read(run_dir, &rs->run, &newer, err))
		return -1;
	if (run_config_from_json(json_object_get(rs->run, "config"), newer, &rs->config, err))
		return err_clause(err, "%s/run.json", run_dir);
	rs->environment = json_object_get(rs->run, "environment");
	if (copy_text(rs->run, "version", &rs->version) || copy_text(rs->run, "started", &rs->started))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot load %s", run_dir);
	return 0;
}

/* Leaves out what was stored later. */
static void cut_off(struct journal_contents *contents, uint64_t last_sequence)
{
	size_t kept = 0;

	for (size_t i = 0; i < contents->samples_n; i++) {
		struct sample *sample = &contents->samples[i];

		if (sample->sequence != SAMPLE_ABSENT && sample->sequence > last_sequence)
			sample_release(sample);
		else
			contents->samples[kept++] = *sample;
	}
	contents->samples_n = kept;
}

static int read_journal(struct resultset *rs, const char *run_dir, uint64_t last_sequence, struct err *err)
{
	struct journal_contents contents = { 0 };

	if (journal_load(run_dir, 0, &contents, err))
		return -1;
	cut_off(&contents, last_sequence);
	rs->samples = contents.samples;
	rs->samples_n = contents.samples_n;
	rs->damaged_lines = contents.damaged_lines;
	return 0;
}

int resultset_load_until(const char *run_dir, uint64_t last_sequence, struct resultset **rs, struct err *err)
{
	struct resultset *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot load %s", run_dir);
	config_init(&r->config);
	r->run_dir = strdup(run_dir);
	if (!r->run_dir)
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot load %s", run_dir);
	else
		ret = read_run(r, run_dir, err) || read_journal(r, run_dir, last_sequence, err) ? -1 : 0;
	r->metric = metrics[0];
	if (!ret && resultset_build(r))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot load %s", run_dir);
	if (ret)
		resultset_free(r);
	else
		*rs = r;
	return ret;
}

int resultset_load(const char *run_dir, struct resultset **rs, struct err *err)
{
	return resultset_load_until(run_dir, UINT64_MAX, rs, err);
}

int resultset_set_metric(struct resultset *rs, const struct metric *metric, struct err *err)
{
	rs->metric = metric;
	if (resultset_summarise(rs))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", metric->name);
	return 0;
}

int resultset_set_axes(struct resultset *rs, const struct axis_pair *pair, struct err *err)
{
	if (pair->x < AXES_N && pair->x == pair->y)
		return err_set(err, ERR_USAGE, "--x and --y are both %s; a surface stands on two axes", axes[pair->x].name);
	resultset_choose_axes(rs, pair->x, pair->y);
	if (resultset_build_surfaces(rs))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "surfaces");
	return 0;
}

uint64_t surface_value(const struct resultset *rs, const struct surface *s, size_t i, enum axis axis)
{
	if (axis == rs->x)
		return resultset_x(rs)->v[i / resultset_y(rs)->n];
	return axis == rs->y ? resultset_y(rs)->v[i % resultset_y(rs)->n] : s->fixed[axis];
}

void resultset_free(struct resultset *rs)
{
	if (!rs)
		return;
	resultset_release_surfaces(rs);
	for (size_t i = 0; i < rs->samples_n; i++)
		sample_release(&rs->samples[i]);
	free(rs->samples);
	for (int axis = 0; axis < AXES_N; axis++)
		size_list_release(&rs->axes[axis]);
	config_release(&rs->config);
	json_decref(rs->run);
	free(rs->run_dir);
	free(rs->version);
	free(rs->started);
	free(rs);
}
