#include "report/cliffs.h"

#include "base/err.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

const char *cliff_axis_name(enum cliff_axis axis)
{
	switch (axis) {
	case CLIFF_X:
		return "file_size";
	case CLIFF_Y:
		return "record_size";
	default:
		return "records_per_file";
	}
}

/* What the detector borrows for one mode. */
struct input {
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

static size_t count_samples(const struct resultset *rs, const struct mode_cliffs *m)
{
	size_t n = 0;

	for (size_t t = 0; t < m->tests_n; t++) {
		for (size_t c = 0; c < rs->file_sizes.n * rs->records.n; c++)
			n += m->tests[t]->cells[c].samples_n;
	}
	return n;
}

static int input_allocate(const struct resultset *rs, const struct mode_cliffs *m, struct input *in)
{
	size_t cells = rs->file_sizes.n * rs->records.n;

	in->x = calloc(rs->file_sizes.n + 1, sizeof(*in->x));
	in->y = calloc(rs->records.n + 1, sizeof(*in->y));
	in->grids = calloc(m->tests_n, sizeof(*in->grids));
	in->tests = calloc(m->tests_n, sizeof(*in->tests));
	in->cells = calloc(m->tests_n * cells + 1, sizeof(*in->cells));
	in->samples = calloc(count_samples(rs, m) + 1, sizeof(*in->samples));
	in->passes = calloc(count_samples(rs, m) + 1, sizeof(*in->passes));
	return in->x && in->y && in->grids && in->tests && in->cells && in->samples && in->passes ? 0 : -ENOMEM;
}

static void copy_axis(const struct size_list *sizes, double *axis)
{
	for (size_t i = 0; i < sizes->n; i++)
		axis[i] = (double)sizes->v[i];
}

/* Copies a surface's samples behind the n that are there; returns how many there are then. */
static size_t copy_cells(const struct resultset *rs, const struct surface *s, struct cliff_cell *cells, struct input *in,
			 size_t n)
{
	for (size_t c = 0; c < rs->file_sizes.n * rs->records.n; c++) {
		const struct cell *cell = &s->cells[c];

		cells[c] = (struct cliff_cell){
			.samples = &in->samples[n],
			.count = (unsigned)cell->samples_n,
			.partial = cell->cut,
			.passes = &in->passes[n],
		};
		for (size_t i = 0; i < cell->samples_n; i++, n++) {
			in->samples[n] = cell->samples[i]->throughput_mib_s;
			in->passes[n] = (unsigned)cell->samples[i]->pass;
		}
	}
	return n;
}

static void describe_test(const struct surface *s, struct cliff_grid *grid, struct cliff_test *test)
{
	const struct pattern *pattern = pattern_find(s->test->pattern);
	unsigned flags = pattern ? pattern->flags : 0;
	bool reads = flags & PATTERN_READS, writes = flags & PATTERN_WRITES;

	grid->seek = flags & PATTERN_FILE_SIZE_IS_NO_AXIS ? CLIFF_SEEK_Y : CLIFF_SEEK_ALL;
	*test = (struct cliff_test){ .grid = grid, .direction = reads == writes ? -1 : writes };
}

static double strength(const struct cliff_group *g)
{
	return g->confidence * fabs(log2(g->ratio));
}

/* As the header says. Groups that are alike in all of that differ in their first member. */
static int for_the_reader(const void *a, const void *b)
{
	const struct cliff_group *g = a, *h = b;
	bool sure = g->confidence >= CLIFFS_SURE;

	if (sure != (h->confidence >= CLIFFS_SURE))
		return sure ? -1 : 1;
	if (strength(g) != strength(h))
		return strength(g) > strength(h) ? -1 : 1;
	if (g->count != h->count)
		return g->count > h->count ? -1 : 1;
	if (g->from != h->from)
		return g->from < h->from ? -1 : 1;
	return (g->first > h->first) - (g->first < h->first);
}

static int detect(const struct resultset *rs, struct mode_cliffs *m)
{
	size_t cells = rs->file_sizes.n * rs->records.n, samples = 0;
	struct input in = { 0 };
	int ret = input_allocate(rs, m, &in);

	if (ret)
		goto out;
	copy_axis(&rs->file_sizes, in.x);
	copy_axis(&rs->records, in.y);
	for (size_t t = 0; t < m->tests_n; t++) {
		in.grids[t] = (struct cliff_grid){
			.nx = (unsigned)rs->file_sizes.n,
			.ny = (unsigned)rs->records.n,
			.x = in.x,
			.y = in.y,
			.cells = &in.cells[t * cells],
		};
		samples = copy_cells(rs, m->tests[t], &in.cells[t * cells], &in, samples);
		describe_test(m->tests[t], &in.grids[t], &in.tests[t]);
	}
	ret = cliff_detect_tests(in.tests, (unsigned)m->tests_n, &m->list, m->sight);
	if (!ret)
		ret = cliff_merge(&m->list, &m->merge);
	if (!ret)
		qsort(m->merge.group, m->merge.n, sizeof(*m->merge.group), for_the_reader);
out:
	input_release(&in);
	return ret;
}

static int find_in_mode(const struct resultset *rs, enum mode mode, struct mode_cliffs *m)
{
	m->tests = calloc(rs->surfaces_n + 1, sizeof(*m->tests));
	m->sight = calloc(rs->surfaces_n + 1, sizeof(*m->sight));
	if (!m->tests || !m->sight)
		return -ENOMEM;
	m->tests_n = 0;
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].mode == mode && rs->surfaces[i].measured_n)
			m->tests[m->tests_n++] = &rs->surfaces[i];
	}
	return m->tests_n ? detect(rs, m) : 0;
}

int cliffs_find(const struct resultset *rs, struct run_cliffs *cliffs, struct err *err)
{
	int ret;

	*cliffs = (struct run_cliffs){ 0 };
	for (int mode = 0; mode < MODES_N; mode++) {
		ret = find_in_mode(rs, (enum mode)mode, &cliffs->modes[mode]);
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
		free(m->causes);
		cliff_list_release(&m->list);
		cliff_merge_release(&m->merge);
	}
	cause_facts_release(&cliffs->facts);
	*cliffs = (struct run_cliffs){ 0 };
}
