/*
 * The causes of a run's cliffs: what is known of the machine, asked about each cliff with its test and its grid. What
 * several tests share is one boundary, so all of them are asked about the place that the clearest has it at. Where that has
 * no name and lies inside the place of a test's own cliff, the test is asked about its own: writes that fall at the stripe
 * are not to lose its name to reads that fall a little above. Nothing is more than near to it then, as two places were tried.
 */
#include "report/cliffs.h"

#include "base/err.h"
#include "model/raid_geometry.h"
#include "pattern/pattern.h"
#include "stats/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME 1e-9 /* quotients of sizes that differ by less are one */

/* One test while its cliffs are asked about. */
struct inquiry {
	const struct resultset *rs;
	const struct run_cliffs *cliffs;
	size_t *group; /* of each cliff of the mode: index into its merge.group */
	const struct surface *surface;
	struct cause_test test;
	struct cause_boundary *sure; /* of this test */
	size_t sure_n;
	double *grid, *values; /* room for all cells, and for all samples */
};

static bool is_same(double a, double b)
{
	return fabs(a - b) <= SAME * fabs(b);
}

static double place_of(const struct inquiry *q, enum cliff_axis axis, size_t i)
{
	return cliffs_place(q->rs, q->cliffs, axis, i);
}

static size_t count_samples(const struct surface *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->cells_n; i++)
		n += s->cells[i].samples_n;
	return n;
}

/* What the device did of the work at one side of a cliff: the median of the samples that know. */
static double share_at(const struct inquiry *q, const struct cliff *c, double at)
{
	struct summary summary;
	size_t n = 0;

	for (size_t i = 0; i < q->surface->cells_n; i++) {
		double line = place_of(q, c->along == CLIFF_X ? CLIFF_Y : CLIFF_X, i);
		const struct cell *cell = &q->surface->cells[i];

		if (line < c->other_from || line > c->other_to || !is_same(place_of(q, c->axis, i), at))
			continue;
		for (size_t k = 0; k < cell->samples_n; k++)
			q->values[n++] = cell->samples[k]->device_share;
	}
	summary_compute(q->values, n, &summary);
	return summary.median;
}

/* As cause.h has it; CLIFF_AXES, which no fact has to do with, for depth and jobs. */
static enum cliff_axis cause_axis(const struct run_cliffs *cliffs, enum cliff_axis axis)
{
	enum axis of = cliffs_axis(cliffs, axis);

	if (of == AXES_N)
		return CLIFF_RATIO;
	return of == AXIS_FILE_SIZE ? CLIFF_X : of == AXIS_RECORD ? CLIFF_Y : CLIFF_AXES;
}

static struct cause_boundary boundary_at(const struct inquiry *q, const struct cliff *c, double from, double to)
{
	return (struct cause_boundary){
		.axis = cause_axis(q->cliffs, c->axis),
		.from = from,
		.to = to,
		.fall = c->excess < 1,
		.device_share = { share_at(q, c, from), share_at(q, c, to) },
	};
}

static struct cause_boundary boundary_of(const struct inquiry *q, const struct mode_cliffs *m, size_t cliff)
{
	const struct cliff_group *g = &m->merge.group[q->group[cliff]];

	return boundary_at(q, &m->list.v[cliff], g->from, g->to);
}

static int by_value(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* The places along the axis at which this test has cells; returns how many. */
static size_t fill_grid(const struct inquiry *q, enum cliff_axis axis)
{
	size_t all = 0, n = 0;

	for (size_t i = 0; i < q->surface->cells_n; i++) {
		if (q->surface->cells[i].samples_n)
			q->grid[all++] = place_of(q, axis, i);
	}
	qsort(q->grid, all, sizeof(*q->grid), by_value);
	for (size_t i = 0; i < all; i++) {
		if (!n || !is_same(q->grid[n - 1], q->grid[i]))
			q->grid[n++] = q->grid[i];
	}
	return n;
}

/* By what the samples say; where they do not, by the mode. */
static bool is_direct(const struct surface *s)
{
	for (size_t i = 0; i < s->cells_n; i++) {
		for (size_t k = 0; k < s->cells[i].samples_n; k++) {
			if (s->cells[i].samples[k]->direct >= 0)
				return s->cells[i].samples[k]->direct;
		}
	}
	return s->mode == MODE_DEVICE;
}

/* The kernel reads ahead of tests that read the whole file record by record, in whichever direction. */
static bool reads_in_order(const char *pattern)
{
	return !strcmp(pattern, "read") || !strcmp(pattern, "reread") || !strcmp(pattern, "backward");
}

static struct cause_test describe_test(const struct surface *s)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);
	unsigned flags = pattern ? pattern->flags : 0;

	return (struct cause_test){
		.reads = flags & PATTERN_READS,
		.writes = flags & PATTERN_WRITES,
		.sequential_read = reads_in_order(s->test->pattern),
		.stride = !strcmp(s->test->pattern, "stride"),
		.direct = is_direct(s),
	};
}

static bool lies_inside(const struct cause_boundary *b, const struct cliff *c)
{
	return c->from <= b->from && b->to <= c->to && (c->from < b->from || b->to < c->to);
}

static struct cause cause_at_own_place(const struct inquiry *q, const struct cause_question *question, const struct cliff *c)
{
	struct cause_boundary own = boundary_at(q, c, c->from, c->to);
	struct cause cause = cause_find(question, &own);

	if (cause.how == CAUSE_AT)
		cause.how = CAUSE_NEAR;
	return cause;
}

static void ask(const struct inquiry *q, const struct cause_facts *facts, struct mode_cliffs *m, size_t cliff)
{
	const struct cliff *c = &m->list.v[cliff];
	struct cause_boundary boundary = boundary_of(q, m, cliff);
	struct cause_question question = {
		.facts = facts->v,
		.facts_n = facts->n,
		.test = &q->test,
		.grid = q->grid,
		.grid_n = fill_grid(q, c->axis),
		.others = q->sure,
		.others_n = q->sure_n,
	};

	m->causes[cliff] = cause_find(&question, &boundary);
	if (m->causes[cliff].how == CAUSE_NONE && lies_inside(&boundary, c))
		m->causes[cliff] = cause_at_own_place(q, &question, c);
}

static void ask_of_test(struct inquiry *q, const struct cause_facts *facts, struct mode_cliffs *m, size_t test)
{
	q->surface = m->tests[test];
	q->test = describe_test(q->surface);
	q->sure_n = 0;
	for (size_t i = 0; i < m->list.n; i++) {
		if (m->list.v[i].test == test && cliffs_is_sure(m->status[i]))
			q->sure[q->sure_n++] = boundary_of(q, m, i);
	}
	for (size_t i = 0; i < m->list.n; i++) {
		if (m->list.v[i].test == test)
			ask(q, facts, m, i);
	}
}

static void fill_groups(const struct cliff_merge *merge, size_t *group)
{
	for (size_t g = 0; g < merge->n; g++) {
		for (size_t i = 0; i < merge->group[g].count; i++)
			group[merge->member[merge->group[g].first + i]] = g;
	}
}

static size_t most_samples(const struct mode_cliffs *m)
{
	size_t most = 0;

	for (size_t t = 0; t < m->tests_n; t++) {
		size_t n = count_samples(m->tests[t]);

		most = n > most ? n : most;
	}
	return most;
}

static int explain_mode(const struct resultset *rs, const struct run_cliffs *cliffs, struct mode_cliffs *m)
{
	struct inquiry q = { .rs = rs, .cliffs = cliffs };
	int ret;

	free(m->causes);
	m->causes = calloc(m->list.n + 1, sizeof(*m->causes));
	q.group = calloc(m->list.n + 1, sizeof(*q.group));
	q.sure = calloc(m->list.n + 1, sizeof(*q.sure));
	q.grid = calloc(resultset_cells_n(rs) + 1, sizeof(*q.grid));
	q.values = calloc(most_samples(m) + 1, sizeof(*q.values));
	ret = m->causes && q.group && q.sure && q.grid && q.values ? 0 : -ENOMEM;
	if (!ret)
		fill_groups(&m->merge, q.group);
	for (size_t t = 0; t < m->tests_n && !ret; t++)
		ask_of_test(&q, &cliffs->facts, m, t);
	free(q.group);
	free(q.sure);
	free(q.grid);
	free(q.values);
	return ret;
}

static int explain(const struct resultset *rs, const struct raid_geometry *raid, struct run_cliffs *cliffs)
{
	int ret;

	cause_facts_release(&cliffs->facts);
	placement_find(rs, raid, &cliffs->placement);
	ret = cause_facts_collect(rs->environment, raid, rs->config.stride, &cliffs->facts);
	for (int mode = 0; mode < MODES_N && !ret; mode++)
		ret = explain_mode(rs, cliffs, &cliffs->modes[mode]);
	return ret;
}

int cliffs_explain(const struct resultset *rs, const char *raid, struct run_cliffs *cliffs, struct err *err)
{
	const char *text = raid ? raid : rs->config.raid;
	struct raid_geometry geometry;
	struct err why = ERR_INIT;
	int ret;

	if (text && raid_geometry_parse(text, &geometry, &why))
		return err_set(err, ERR_ENVIRONMENT, "%s: raid: %s", rs->run_dir, why.text);
	ret = explain(rs, text ? &geometry : NULL, cliffs);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "causes of cliffs") : 0;
}
