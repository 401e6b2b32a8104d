/*
 * An axis with one or two lines: the tests of one direction take the place of the lines. A row of one file size is
 * then a surface of test by record size, on which only the record size is an axis.
 */
#include "stats/cliff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/cliff_internal.h"

#define CONFIDENCE_MOST 0.6

/* The tests of one direction, and one row of each laid side by side. */
struct family {
	const struct cliff_test *test;
	unsigned *member; /* indexes of tests */
	unsigned n;
	enum cliff_axis axis; /* along which the rows run */
	double *size, *number; /* of the rows' cells; of the tests: 1, 2, 4, ... */
	unsigned size_n;
	double *other; /* sizes of the other axis, of which each gives a row */
	unsigned other_n;
	struct cliff_cell *cell; /* n * size_n */
	double *scratch; /* room for the samples of a cell */
};

static const double *axis_sizes(const struct cliff_grid *g, enum cliff_axis axis, unsigned *n)
{
	*n = axis == CLIFF_X ? g->nx : g->ny;
	return axis == CLIFF_X ? g->x : g->y;
}

static enum cliff_axis across(enum cliff_axis axis)
{
	return axis == CLIFF_X ? CLIFF_Y : CLIFF_X;
}

static const struct cliff_cell *cell_of(const struct cliff_grid *g, enum cliff_axis axis, unsigned k, unsigned o)
{
	return axis == CLIFF_X ? &g->cells[(size_t)k * g->ny + o] : &g->cells[(size_t)o * g->ny + k];
}

static bool cell_counts(const struct cliff_cell *c, enum cliff_axis axis)
{
	return cliff_count_samples(c) > 0 && !(axis == CLIFF_X && c->partial);
}

/* Keeps v ascending and without repeats. */
static void add_size(double *v, unsigned *n, double size)
{
	unsigned k = *n;

	while (k > 0 && v[k - 1] > size)
		k--;
	if (k > 0 && v[k - 1] == size)
		return;
	memmove(v + k + 1, v + k, (*n - k) * sizeof(*v));
	v[k] = size;
	++*n;
}

/* All sizes of the tests along the axis and across it that have a cell. */
static void collect_sizes(struct family *f)
{
	f->size_n = f->other_n = 0;
	for (unsigned t = 0; t < f->n; t++) {
		const struct cliff_grid *g = f->test[f->member[t]].grid;
		unsigned n, m;
		const double *along = axis_sizes(g, f->axis, &n), *other = axis_sizes(g, across(f->axis), &m);

		for (unsigned k = 0; k < n; k++) {
			for (unsigned o = 0; o < m; o++) {
				if (!cell_counts(cell_of(g, f->axis, k, o), f->axis))
					continue;
				add_size(f->size, &f->size_n, along[k]);
				add_size(f->other, &f->other_n, other[o]);
			}
		}
	}
}

static int size_index(const double *v, unsigned n, double size)
{
	for (unsigned k = 0; k < n; k++)
		if (v[k] == size)
			return (int)k;
	return -1;
}

/* The row of `other` from each test. */
static void lay_rows(struct family *f, double other)
{
	for (unsigned t = 0; t < f->n; t++) {
		const struct cliff_grid *g = f->test[f->member[t]].grid;
		unsigned n, m;
		const double *along = axis_sizes(g, f->axis, &n), *across_sizes = axis_sizes(g, across(f->axis), &m);
		int o = size_index(across_sizes, m, other);

		for (unsigned c = 0; c < f->size_n; c++) {
			struct cliff_cell *cell = &f->cell[(size_t)t * f->size_n + c];
			int k = size_index(along, n, f->size[c]);

			*cell = (struct cliff_cell){ 0 };
			if (k >= 0 && o >= 0 && cell_counts(cell_of(g, f->axis, (unsigned)k, (unsigned)o), f->axis))
				*cell = *cell_of(g, f->axis, (unsigned)k, (unsigned)o);
		}
	}
}

static double cell_log2(const struct family *f, unsigned t, double size)
{
	int k = size_index(f->size, f->size_n, size);

	return cliff_cell_log2(&f->cell[(size_t)t * f->size_n + (unsigned)k], f->scratch);
}

/* The cliff of that test which shares a step with c. */
static struct cliff *known(const struct cliff_list *list, size_t first, unsigned test, enum cliff_axis axis,
			   const struct cliff *c)
{
	for (size_t k = first; k < list->n; k++) {
		struct cliff *d = &list->v[k];

		if (d->test == test && d->axis == axis && d->from < c->to && d->to > c->from)
			return d;
	}
	return NULL;
}

/* The other tests vouch for a cliff that one of them had found by itself. */
static void confirm(struct cliff *d, const struct cliff *c)
{
	if ((d->excess < 1) != (c->excess < 1))
		return;
	d->tests = c->lines > d->tests ? c->lines : d->tests;
	d->confidence = fmax(d->confidence, fmin(CONFIDENCE_MOST, c->confidence));
}

/* Does a test whose throughput changes by so much show at least half of the common cliff, less the common trend? */
static bool agrees(double change, const struct cliff *c)
{
	double excess = log2(c->excess), own = change - (log2(c->ratio) - excess);

	return excess < 0 ? own <= CLIFF_HALF * excess : own >= CLIFF_HALF * excess;
}

/* The common cliff c as one of each test in its range that shows it and has none there yet. */
static int add_to_tests(const struct family *f, const struct cliff *c, double other, size_t first,
			struct cliff_list *out)
{
	int ret = 0;

	for (unsigned t = 0; t < f->n && !ret; t++) {
		double change = cell_log2(f, t, c->to) - cell_log2(f, t, c->from);
		struct cliff own = *c, *had;

		if (f->number[t] < c->other_from || f->number[t] > c->other_to || isnan(change) || !agrees(change, c))
			continue;
		had = known(out, first, f->member[t], f->axis, c);
		if (had) {
			confirm(had, c);
			continue;
		}
		own.axis = own.along = f->axis;
		own.test = f->member[t];
		own.ratio = exp2(change);
		own.other_from = own.other_to = other;
		own.tests = c->lines;
		own.confidence = fmin(CONFIDENCE_MOST, c->confidence);
		ret = cliff_list_add(out, &own);
	}
	return ret;
}

static int family_row(struct family *f, double other, size_t first, struct cliff_list *out)
{
	struct cliff_list common = CLIFF_LIST_INIT;
	struct cliff_grid g = { f->n, f->size_n, f->number, f->size, f->cell, CLIFF_SEEK_Y };
	int ret;

	lay_rows(f, other);
	ret = cliff_detect(&g, &common, NULL);
	for (size_t k = 0; k < common.n && !ret; k++)
		ret = add_to_tests(f, &common.v[k], other, first, out);
	cliff_list_release(&common);
	return ret;
}

static size_t most_samples(const struct family *f)
{
	size_t most = 0;

	for (unsigned t = 0; t < f->n; t++) {
		const struct cliff_grid *g = f->test[f->member[t]].grid;

		for (size_t k = 0; k < (size_t)g->nx * g->ny; k++)
			if (g->cells[k].count > most)
				most = g->cells[k].count;
	}
	return most;
}

static int family_alloc(struct family *f)
{
	size_t sizes = 0, others = 0;

	for (unsigned t = 0; t < f->n; t++) {
		unsigned n, m;

		axis_sizes(f->test[f->member[t]].grid, f->axis, &n);
		axis_sizes(f->test[f->member[t]].grid, across(f->axis), &m);
		sizes += n;
		others += m;
	}
	f->size = calloc(sizes + 1, sizeof(*f->size));
	f->other = calloc(others + 1, sizeof(*f->other));
	f->number = calloc((size_t)f->n + 1, sizeof(*f->number));
	f->cell = calloc(f->n * sizes + 1, sizeof(*f->cell));
	f->scratch = calloc(most_samples(f) + 1, sizeof(*f->scratch));
	if (!f->size || !f->other || !f->number || !f->cell || !f->scratch)
		return -ENOMEM;
	for (unsigned t = 0; t < f->n; t++)
		f->number[t] = t + 1;
	return 0;
}

static void family_release(struct family *f)
{
	free(f->size);
	free(f->other);
	free(f->number);
	free(f->cell);
	free(f->scratch);
}

/* Rows along the axis, if the tests have so few that they cannot be each other's lines within a test. */
static int family_detect(struct family *f, size_t first, struct cliff_list *out)
{
	int ret = family_alloc(f);

	if (!ret)
		collect_sizes(f);
	if (!ret && f->other_n < CLIFF_FEW_LINES)
		for (unsigned o = 0; o < f->other_n && !ret; o++)
			ret = family_row(f, f->other[o], first, out);
	family_release(f);
	return ret;
}

/* Of the tests that have the same direction as test t and seek the axis; none when an earlier one stands for them. */
static unsigned find_members(const struct cliff_test *tests, unsigned n, unsigned t, enum cliff_axis axis,
			     unsigned *member)
{
	unsigned m = 0;

	if (tests[t].direction < 0)
		return 0;
	for (unsigned k = 0; k < n; k++) {
		if (tests[k].direction != tests[t].direction || !(tests[k].grid->seek & (1U << axis)))
			continue;
		if (k < t)
			return 0;
		member[m++] = k;
	}
	return m;
}

static int detect_families(const struct cliff_test *tests, unsigned n, size_t first, struct cliff_list *out)
{
	static const enum cliff_axis axes[] = { CLIFF_Y, CLIFF_X };
	unsigned *member = calloc((size_t)n + 1, sizeof(*member));
	int ret = member ? 0 : -ENOMEM;

	for (unsigned a = 0; a < 2 && !ret; a++) {
		for (unsigned t = 0; t < n && !ret; t++) {
			struct family f = { .test = tests, .member = member, .axis = axes[a] };

			f.n = find_members(tests, n, t, axes[a], member);
			if (f.n >= CLIFF_FEW_LINES)
				ret = family_detect(&f, first, out);
		}
	}
	free(member);
	return ret;
}

int cliff_detect_tests(const struct cliff_test *tests, unsigned n, struct cliff_list *out, struct cliff_sight *sight)
{
	size_t first = out->n;
	int ret = 0;

	for (unsigned t = 0; t < n && !ret; t++) {
		size_t before = out->n;

		ret = cliff_detect(tests[t].grid, out, sight ? &sight[t] : NULL);
		for (size_t k = before; k < out->n; k++)
			out->v[k].test = t;
	}
	if (!ret)
		ret = detect_families(tests, n, first, out);
	if (ret)
		out->n = first;
	return ret;
}
