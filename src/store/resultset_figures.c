/* The figures of cells and surfaces: medians, intervals, verdicts. */
#include "store/resultset_build.h"

#include "model/contamination.h"
#include "stats/summary.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define MOST_FACTOR 1000 /* to the ends of an interval; wider ones say nothing */

/* Of one surface. */
struct figures {
	const struct metric *metric;
	struct surface *surface;
	struct judged *judged; /* by cell */
	double *values, *logs; /* room for all samples, or one value of each cell */
	uint64_t *passes;
};

static int compare_passes(const void *va, const void *vb)
{
	const struct sample *a = *(const struct sample *const *)va, *b = *(const struct sample *const *)vb;

	return (a->pass > b->pass) - (a->pass < b->pass);
}

/* Fills the judged cell from `at` in logs and passes on. Returns how many places it took. */
static size_t add_judged(struct figures *f, size_t cell, size_t at)
{
	const struct cell *from = &f->surface->cells[cell];
	size_t n = 0;

	for (size_t i = 0; i < from->samples_n; i++) {
		double value = f->metric->value(from->samples[i]);

		if (!(value > 0) || !isfinite(value))
			continue;
		f->logs[at + n] = log(value);
		f->passes[at + n++] = from->samples[i]->pass;
	}
	f->judged[cell] = (struct judged){
		.logs = f->logs + at,
		.passes = f->passes + at,
		.n = n,
		.contaminated = contamination_marks(from->samples, from->samples_n),
	};
	return n;
}

static int judge(struct figures *f, const struct judge_rule *rule)
{
	struct surface *s = f->surface;
	struct judge_first first;
	size_t at = 0;

	assert(s->cells);
	for (size_t i = 0; i < s->cells_n; i++) {
		if (s->cells[i].samples_n)
			qsort(s->cells[i].samples, s->cells[i].samples_n, sizeof(*s->cells[i].samples), compare_passes);
		at += add_judged(f, i, at);
	}
	if (judge_cells(f->judged, s->cells_n, rule, &first))
		return -ENOMEM;
	s->first_left_out = first.left_out;
	s->first_ratio = first.ratio;
	return 0;
}

/* How many samples at the start do not count. */
static size_t left_out(const struct cell *cell, const struct judged *judged)
{
	return judged->from && cell->samples_n && cell->samples[0]->pass == judged->passes[0];
}

static void finish_cell(const struct figures *f, struct cell *cell, const struct judged *judged)
{
	struct summary summary;

	cell->left_out = left_out(cell, judged);
	for (size_t i = 0; i < cell->samples_n; i++) {
		f->values[i] = f->metric->value(cell->samples[i]);
		cell->cut |= cell->samples[i]->cut == 1;
		cell->fell |= cell->samples[i]->fell == 1;
	}
	summary_compute(f->values + cell->left_out, cell->samples_n - cell->left_out, &summary);
	cell->median = summary.median;
	cell->min = summary.min;
	cell->max = summary.max;
	cell->spread = summary.spread;
	cell->low = summary.median * exp(-judged->half_width);
	cell->high = summary.median * exp(judged->half_width);
	if (!(judged->half_width < log(MOST_FACTOR)))
		cell->low = cell->high = NAN;
	cell->drift = expm1(judged->drift);
	cell->verdict = judged->verdict;
}

/* The metric is itself a figure of the cell: its spread. */
static void turn_to_spread(struct cell *cell)
{
	cell->median = cell->min = cell->max = 100 * cell->spread;
	cell->spread = cell->low = cell->high = NAN;
}

static void finish_surface(const struct figures *f)
{
	struct surface *s = f->surface;
	struct summary spread;

	for (int i = 0; i < VERDICTS_N; i++)
		s->verdicts[i] = 0;
	for (size_t i = 0; i < s->cells_n; i++) {
		struct cell *cell = &s->cells[i];

		if (!cell->samples_n)
			continue;
		finish_cell(f, cell, &f->judged[i]);
		s->verdicts[cell->verdict]++;
		if (f->metric->of_cell)
			turn_to_spread(cell);
	}
	for (size_t i = 0; i < s->cells_n; i++)
		f->values[i] = s->cells[i].spread;
	summary_compute(f->values, s->cells_n, &spread);
	s->typical_spread = spread.median;
}

struct judge_rule resultset_rule(const struct resultset *rs)
{
	struct judge_rule rule = JUDGE_RULE;

	if (rs->config.precision > 0)
		rule.precision = rs->config.precision;
	return rule;
}

int resultset_summarise(struct resultset *rs)
{
	size_t cells_n = resultset_cells_n(rs), room = cells_n + rs->samples_n + 1;
	struct figures f = {
		.metric = rs->metric,
		.judged = calloc(cells_n + 1, sizeof(*f.judged)),
		.values = calloc(room, sizeof(*f.values)),
		.logs = calloc(room, sizeof(*f.logs)),
		.passes = calloc(room, sizeof(*f.passes)),
	};
	const struct judge_rule rule = resultset_rule(rs);
	int ret = f.judged && f.values && f.logs && f.passes ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < rs->surfaces_n; i++) {
		f.surface = &rs->surfaces[i];
		ret = judge(&f, &rule);
		if (!ret)
			finish_surface(&f);
	}
	free(f.judged);
	free(f.values);
	free(f.logs);
	free(f.passes);
	return ret;
}
