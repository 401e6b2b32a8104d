#include "sweep/look.h"

#include "base/err.h"
#include "store/journal.h"
#include "sweep/tally.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The run's configuration and plan with the sizes that the cells need. */
struct view {
	struct config config;
	struct plan plan;
	struct estimate estimate;
	struct tally tally;
};

/* Keeps the list ascending; it has room. */
static void add_size(struct size_list *list, uint64_t size)
{
	size_t at = list->n;

	while (at > 0 && list->v[at - 1] > size)
		at--;
	if (at > 0 && list->v[at - 1] == size)
		return;
	for (size_t i = list->n++; i > at; i--)
		list->v[i] = list->v[i - 1];
	list->v[at] = size;
}

static int collect_sizes(const struct look *look, struct config *config)
{
	config->file_sizes = (struct size_list){ calloc(look->cells_n + 1, sizeof(uint64_t)), 0 };
	config->records = (struct size_list){ calloc(look->cells_n + 1, sizeof(uint64_t)), 0 };
	if (!config->file_sizes.v || !config->records.v)
		return -ENOMEM;
	for (size_t i = 0; i < look->cells_n; i++) {
		add_size(&config->file_sizes, look->cells[i].file_size);
		add_size(&config->records, look->cells[i].record_size);
	}
	return 0;
}

static bool find_place(const struct tally *tally, const struct look_cell *cell, struct cell_place *place)
{
	struct sample sample;

	sample_init(&sample);
	snprintf(sample.mode, sizeof(sample.mode), "%s", mode_name(cell->mode));
	snprintf(sample.test, sizeof(sample.test), "%s", cell->test);
	sample.file_size_bytes = cell->file_size;
	sample.record_size_bytes = cell->record_size;
	sample.depth = cell->depth;
	sample.jobs = cell->jobs;
	return tally_find(tally, &sample, place);
}

/* Returns how many cells there are to measure. */
static size_t choose_cells(const struct look *look, struct tally *tally)
{
	struct cell_place place;
	size_t n = 0;

	tally_choose(tally, false);
	for (size_t i = 0; i < look->cells_n; i++) {
		if (!find_place(tally, &look->cells[i], &place))
			continue;
		tally_cell(tally, &place)->chosen = true;
		n++;
	}
	return n;
}

static int make_view(const struct sweep *sweep, const struct look *look, struct view *v)
{
	int ret;

	v->config = *sweep->plan->config;
	v->config.passes = look->passes;
	ret = collect_sizes(look, &v->config);
	v->plan = *sweep->plan;
	v->plan.config = &v->config;
	if (sweep->estimate)
		v->estimate = *sweep->estimate;
	v->estimate.plan = &v->plan;
	return ret ? ret : tally_init(&v->tally, &v->plan);
}

struct stored {
	const struct look *look;
	struct tally *tally;
};

static int note_stored(struct sample *sample, void *arg)
{
	const struct stored *stored = arg;
	struct cell_place place;

	if (strcmp(sample->purpose, stored->look->purpose) || sample->pass < stored->look->first_pass ||
	    sample->pass >= stored->look->first_pass + stored->look->passes ||
	    !tally_find(stored->tally, sample, &place))
		return 0;
	return tally_add(stored->tally, &place, sample);
}

/* What the look has measured already, in a run that is gone on with. 0, or -1 with err. */
static int add_stored(const struct look *look, struct tally *tally, struct err *err)
{
	struct stored stored = { look, tally };
	const struct journal_visitor visitor = { note_stored, &stored, 0 };
	struct journal_contents counts;

	return look->run_dir ? journal_each(look->run_dir, &visitor, &counts, err) : 0;
}

int look_run(const struct sweep *sweep, const struct look *look, struct sweep_result *result, struct err *err)
{
	struct view v = { .tally = { .cells_n = 0 } };
	struct sweep part = *sweep;
	int ret = make_view(sweep, look, &v);

	*result = (struct sweep_result){ 0 };
	if (ret) {
		ret = err_sys(err, ERR_ENVIRONMENT, ret, "looking again");
	} else if (choose_cells(look, &v.tally)) {
		v.tally.sequence = look->sequence;
		part.plan = &v.plan;
		part.tally = &v.tally;
		part.precision = 0;
		part.precondition = false;
		part.first_pass = look->first_pass;
		part.purpose = look->purpose;
		part.estimate = sweep->estimate ? &v.estimate : NULL;
		ret = add_stored(look, &v.tally, err);
		if (!ret)
			ret = sweep_run(&part, result, err);
	}
	tally_release(&v.tally);
	free(v.config.file_sizes.v);
	free(v.config.records.v);
	return ret;
}
