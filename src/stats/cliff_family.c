/*
 * The rows of several tests laid side by side: a surface of test by size.
 */
#include "stats/cliff_family.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/cliff_internal.h"

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

void family_lay_rows(struct family *f, double other)
{
	for (unsigned t = 0; t < f->n; t++) {
		const struct cliff_grid *g = f->test[f->member[t]].grid;
		unsigned n, m;
		const double *along = axis_sizes(g, f->axis, &n);
		const double *others = axis_sizes(g, across(f->axis), &m);
		int o = size_index(others, m, other);

		for (unsigned c = 0; c < f->size_n; c++) {
			const struct cliff_cell *cell = NULL;
			int k = size_index(along, n, f->size[c]);

			if (k >= 0 && o >= 0)
				cell = cell_of(g, f->axis, (unsigned)k, (unsigned)o);
			f->cell[(size_t)t * f->size_n + c] = cell && cell_counts(cell, f->axis)
				? *cell
				: (struct cliff_cell){ 0 };
		}
	}
}

double family_log2(const struct family *f, unsigned t, double size)
{
	int k = size_index(f->size, f->size_n, size);

	return cliff_cell_log2(&f->cell[(size_t)t * f->size_n + (unsigned)k], f->scratch);
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

void family_release(struct family *f)
{
	free(f->size);
	free(f->other);
	free(f->number);
	free(f->cell);
	free(f->scratch);
}

int family_init(struct family *f)
{
	int ret = family_alloc(f);

	if (ret)
		family_release(f);
	else
		collect_sizes(f);
	return ret;
}
