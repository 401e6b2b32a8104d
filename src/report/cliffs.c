#include "report/cliffs.h"

#include "base/err.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINES_LEAST 3U /* of a size of a run that is searched for quotients */

enum axis cliffs_axis(const struct run_cliffs *cliffs, enum cliff_axis axis)
{
	if (axis == CLIFF_RATIO)
		return AXES_N;
	return axis == CLIFF_X ? cliffs->first : cliffs->second;
}

double cliffs_place(const struct resultset *rs, const struct run_cliffs *cliffs, enum cliff_axis axis, size_t i)
{
	size_t ix = i / resultset_y(rs)->n, iy = i % resultset_y(rs)->n;
	double x = (double)resultset_x(rs)->v[ix], y = (double)resultset_y(rs)->v[iy];
	double first = rs->x == cliffs->first ? x : y, second = rs->x == cliffs->first ? y : x;

	if (axis == CLIFF_RATIO)
		return first / second;
	return axis == CLIFF_X ? first : second;
}

/* What the detector borrows for one mode. */
struct input {
	const struct resultset *rs;
	enum axis first, second;
	double *x, *y; /* the axes */
	struct cliff_grid *grids;
	struct cliff_test *tests;
	struct cliff_cell *cells; /* tests_n * nx * ny */
	double *samples; /* all of them */
	unsigned *passes; /* theirs */
};

static void input_release(struct input *in)
{
	free(in->x);
	free(in->y);
	free(in->grids);
	free(in->tests);
	free(in->cells);
	free(in->samples);
	free(in->passes);
}

static size_t count_samples(const struct mode_cliffs *m)
{
	size_t n = 0;

	for (size_t t = 0; t < m->tests_n; t++) {
		for (size_t c = 0; c < m->tests[t]->cells_n; c++)
			n += m->tests[t]->cells[c].samples_n;
	}
	return n;
}

static int input_allocate(const struct mode_cliffs *m, struct input *in)
{
	size_t cells = resultset_cells_n(in->rs);

	in->x = calloc(in->rs->axes[in->first].n + 1, sizeof(*in->x));
	in->y = calloc(in->rs->axes[in->second].n + 1, sizeof(*in->y));
	in->grids = calloc(m->tests_n, sizeof(*in->grids));
	in->tests = calloc(m->tests_n, sizeof(*in->tests));
	in->cells = calloc(m->tests_n * cells + 1, sizeof(*in->cells));
	in->samples = calloc(count_samples(m) + 1, sizeof(*in->samples));
	in->passes = calloc(count_samples(m) + 1, sizeof(*in->passes));
	return in->x && in->y && in->grids && in->tests && in->cells && in->samples && in->passes ? 0 : -ENOMEM;
}

static void copy_axis(const struct size_list *sizes, double *axis)
{
	for (size_t i = 0; i < sizes->n; i++)
		axis[i] = (double)sizes->v[i];
}

/* The cell of the detector's grid, whose first axis may be y. */
static const struct cell *cell_at(const struct input *in, const struct surface *s, size_t i)
{
	size_t n = in->rs->axes[in->second].n;

	return in->rs->x == in->first ? surface_cell(in->rs, s, i / n, i % n) : surface_cell(in->rs, s, i % n, i / n);
}

/* Copies a surface's samples behind the n that are there; returns how many there are then. */
static size_t copy_cells(struct input *in, const struct surface *s, struct cliff_cell *cells, size_t n)
{
	for (size_t c = 0; c < s->cells_n; c++) {
		const struct cell *cell = cell_at(in, s, c);

		cells[c] = (struct cliff_cell){
			.samples = &in->samples[n],
			.count = (unsigned)cell->samples_n,
			.partial = cell->cut && in->first == AXIS_FILE_SIZE,
			.passes = &in->passes[n],
		};
		for (size_t i = 0; i < cell->samples_n; i++, n++) {
			in->samples[n] = cell->samples[i]->throughput_mib_s;
			in->passes[n] = (unsigned)cell->samples[i]->pass;
		}
	}
	return n;
}

static bool was_refined(const struct cell *cell)
{
	return !strcmp(cell->samples[0]->purpose, SAMPLE_REFINE);
}

/*
 * File sizes that came in to halve a boundary in records per file have a cell for a record or two each. As sizes of the
 * axis they would only part those that all records have.
 */
static void set_aside(const struct input *in, const struct surface *s, struct cliff_cell *cells)
{
	size_t ny = in->rs->axes[in->second].n;

	for (size_t i = 0; i < in->rs->axes[in->first].n; i++) {
		size_t measured = 0, refined = 0;

		for (size_t j = 0; j < ny; j++) {
			const struct cell *cell = cell_at(in, s, i * ny + j);

			measured += cell->samples_n > 0;
			refined += cell->samples_n && was_refined(cell);
		}
		for (size_t j = 0; j < ny && refined == measured && measured < LINES_LEAST; j++)
			cells[i * ny + j].aside = true;
	}
}

/* The file size is the first axis wherever it is one. */
static unsigned seek(const struct input *in, unsigned pattern_flags)
{
	unsigned seek = CLIFF_SEEK_X | CLIFF_SEEK_Y;

	if (in->first == AXIS_FILE_SIZE && in->second == AXIS_RECORD)
		seek |= CLIFF_SEEK_RATIO;
	if (in->first == AXIS_FILE_SIZE && (pattern_flags & PATTERN_FILE_SIZE_IS_NO_AXIS))
		seek = CLIFF_SEEK_Y;
	return seek;
}

static void describe_test(const struct input *in, const struct surface *s, struct cliff_grid *grid,
			  struct cliff_test *test)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);
	unsigned flags = pattern ? pattern->flags : 0;
	bool reads = flags & PATTERN_READS, writes = flags & PATTERN_WRITES;

	grid->seek = seek(in, flags);
	*test = (struct cliff_test){ .grid = grid, .direction = reads == writes ? -1 : writes };
}

/* Found and confirmed ones are equal. */
static int rank(const struct mode_cliffs *m, const struct cliff_group *g)
{
	enum cliff_status status = cliffs_group_status(m, g);

	return cliffs_is_sure(status) ? CLIFF_FOUND : (int)status;
}

static double strength(const struct cliff_group *g)
{
	return g->confidence * fabs(log2(g->ratio));
}

/* As the header says. Groups that are alike in all of that differ in their first member. */
static int for_the_reader(const void *a, const void *b, void *mode)
{
	const struct cliff_group *g = a, *h = b;

	if (rank(mode, g) != rank(mode, h))
		return rank(mode, g) - rank(mode, h);
	if (strength(g) != strength(h))
		return strength(g) > strength(h) ? -1 : 1;
	if (g->count != h->count)
		return g->count > h->count ? -1 : 1;
	if (g->from != h->from)
		return g->from < h->from ? -1 : 1;
	return (g->first > h->first) - (g->first < h->first);
}

static int detect(const struct resultset *rs, const struct run_cliffs *cliffs, struct mode_cliffs *m)
{
	size_t cells = resultset_cells_n(rs), samples = 0;
	struct input in = { .rs = rs, .first = cliffs->first, .second = cliffs->second };
	int ret = input_allocate(m, &in);

	if (ret)
		goto out;
	copy_axis(&rs->axes[in.first], in.x);
	copy_axis(&rs->axes[in.second], in.y);
	for (size_t t = 0; t < m->tests_n; t++) {
		in.grids[t] = (struct cliff_grid){
			.nx = (unsigned)rs->axes[in.first].n,
			.ny = (unsigned)rs->axes[in.second].n,
			.x = in.x,
			.y = in.y,
			.cells = &in.cells[t * cells],
		};
		samples = copy_cells(&in, m->tests[t], &in.cells[t * cells], samples);
		describe_test(&in, m->tests[t], &in.grids[t], &in.tests[t]);
		if (in.grids[t].seek & CLIFF_SEEK_RATIO)
			set_aside(&in, m->tests[t], &in.cells[t * cells]);
	}
	ret = cliff_detect_tests(in.tests, (unsigned)m->tests_n, &m->list, m->sight);
	if (!ret)
		ret = cliff_merge(&m->list, &m->merge);
	if (!ret)
		ret = cliffs_judge(rs, m);
	for (size_t t = 0; t < m->tests_n && !ret; t++)
		ret = anomalies_add(rs, m, m->tests[t], &in.grids[t], (unsigned)t);
	if (!ret)
		anomalies_sort(m);
	if (!ret)
		qsort_r(m->merge.group, m->merge.n, sizeof(*m->merge.group), for_the_reader, m);
out:
	input_release(&in);
	return ret;
}

static int find_in_mode(const struct resultset *rs, enum mode mode, struct run_cliffs *cliffs)
{
	struct mode_cliffs *m = &cliffs->modes[mode];

	m->tests = calloc(rs->surfaces_n + 1, sizeof(*m->tests));
	m->sight = calloc(rs->surfaces_n + 1, sizeof(*m->sight));
	if (!m->tests || !m->sight)
		return -ENOMEM;
	m->tests_n = 0;
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].mode == mode && rs->surfaces[i].measured_n)
			m->tests[m->tests_n++] = &rs->surfaces[i];
	}
	return m->tests_n ? detect(rs, cliffs, m) : 0;
}

int cliffs_find(const struct resultset *rs, struct run_cliffs *cliffs, struct err *err)
{
	int ret;

	*cliffs = (struct run_cliffs){
		.first = rs->x < rs->y ? rs->x : rs->y,
		.second = rs->x < rs->y ? rs->y : rs->x,
	};
	for (int mode = 0; mode < MODES_N; mode++) {
		ret = find_in_mode(rs, (enum mode)mode, cliffs);
		if (ret)
			return err_sys(err, ERR_ENVIRONMENT, ret, "finding cliffs");
	}
	return cliffs_explain(rs, NULL, cliffs, err);
}

void cliffs_release(struct run_cliffs *cliffs)
{
	for (int mode = 0; mode < MODES_N; mode++) {
		struct mode_cliffs *m = &cliffs->modes[mode];

		free(m->tests);
		free(m->sight);
		free(m->status);
		free(m->again);
		free(m->disturbed);
		free(m->confidence);
		free(m->causes);
		free(m->anomalies);
		cliff_list_release(&m->list);
		cliff_merge_release(&m->merge);
	}
	cause_facts_release(&cliffs->facts);
	*cliffs = (struct run_cliffs){ 0 };
}
