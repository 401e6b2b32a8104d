#include "cli/run_setup_internal.h"

#include "base/err.h"
#include "cli/leftovers.h"
#include "cli/resume_check.h"
#include "model/envfacts.h"
#include "store/journal.h"
#include "store/run_config.h"
#include "store/rundir.h"

#include <errno.h>

static int check_config(const json_t *run, const char *run_dir, struct err *err)
{
	if (rundir_config_is_whole(run))
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "%s/run.json: the configuration is not that with which the run began; start a new run",
		       run_dir);
}

static int read_stored(struct run_setup *run, const char *run_dir, struct err *err)
{
	uint64_t cut_bytes;
	bool newer;

	if (rundir_read(run_dir, &run->stored, &newer, err) ||
	    resume_check_version(run->stored, newer, run_dir, err) || check_config(run->stored, run_dir, err) ||
	    journal_reopen(run_dir, &run->journal, &cut_bytes, err))
		return -1;
	if (cut_bytes)
		strbuf_addf(&run->remarks, "half a sample (%llu bytes) at the end of the journal was cut off\n",
			    (unsigned long long)cut_bytes);
	if (run_config_from_json(json_object_get(run->stored, "config"), newer, &run->config, err))
		return err_clause(err, "%s/run.json", run_dir);
	if (config_set_string(&run->config.output, run_dir))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", run_dir);
	return 0;
}

static int find_target(struct run_setup *run, struct err *err)
{
	const char *path = envfacts_string(json_object_get(run->stored, "environment"), "file_system.target");
	struct strbuf mark;

	if (!run->config.target)
		return 0;
	if (path && config_set_string(&run->config.target, path))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", path);
	strbuf_init(&mark);
	leftovers_mark(run->config.output, &mark);
	leftovers_remove(run->config.target, mark.buf, &run->remarks);
	strbuf_release(&mark);
	return 0;
}

int run_setup_open_stored(struct run_setup *run, const char *run_dir, struct err *err)
{
	return read_stored(run, run_dir, err) ? -1 : find_target(run, err);
}

/* What has become of the plan on a target that is not what it was. */
int run_setup_reopen_output(struct run_setup *run, struct err *err)
{
	uint64_t cells;

	run_setup_remark_same_disk(run);
	if (!envfacts_u64(run->stored, "plan.cells", &cells) || cells == run->plan.cells)
		return 0;
	return err_set(err, ERR_ENVIRONMENT, "%s: the run had %llu cells and would now have %llu; start a new one",
		       run->config.output, (unsigned long long)cells, (unsigned long long)run->plan.cells);
}

static int note_sample(struct sample *sample, void *arg)
{
	struct tally *tally = arg;
	struct cell_place place;

	tally_note(tally, sample);
	return !*sample->purpose && tally_find(tally, sample, &place) ? tally_add(tally, &place, sample) : 0;
}

int run_setup_fill_tally(struct run_setup *run, struct err *err)
{
	const struct journal_visitor visitor = { note_sample, &run->tally, 0 };
	struct journal_contents counts;
	int ret = tally_init(&run->tally, &run->plan);

	if (ret) {
		run->tally = (struct tally){ .cells = NULL };
		return err_sys(err, ERR_ENVIRONMENT, ret, "tally");
	}
	return run->stored ? journal_each(run->config.output, &visitor, &counts, err) : 0;
}

int run_setup_go_on(struct run_setup *run, struct err *err)
{
	run->started_ns = clock_epoch_ns(&run->clock);
	run->started = true;
	rundir_remove_unfinished(run->config.output);
	return rundir_reopen(run->config.output, target_name(run->target), err);
}
