#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static bool sample_ok(double sample)
{
	return isfinite(sample) && sample > 0;
}

size_t cliff_count_samples(const struct cliff_cell *cell)
{
	size_t n = 0;

	for (unsigned k = 0; k < cell->count; k++)
		n += sample_ok(cell->samples[k]);
	return n;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

size_t cliff_samples_log2(const struct cliff_cell *cell, double *out)
{
	size_t n = 0;

	for (unsigned k = 0; k < cell->count; k++)
		if (sample_ok(cell->samples[k]))
			out[n++] = cell->samples[k];
	if (n > 1)
		qsort(out, n, sizeof(*out), by_value);
	for (size_t k = 0; k < n; k++)
		out[k] = log2(out[k]);
	return n;
}

static bool sizes_ok(const double *v, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		if (!isfinite(v[k]) || v[k] <= 0 || (k > 0 && v[k] <= v[k - 1]))
			return false;
	return true;
}

static bool grid_ok(const struct cliff_grid *g)
{
	return g->nx <= CLIFF_MAX_SIZES && g->ny <= CLIFF_MAX_SIZES && sizes_ok(g->x, g->nx) &&
		sizes_ok(g->y, g->ny);
}

/* Marks what is not empty. Returns the largest number of samples in a cell. */
static size_t find_used(const struct cliff_grid *g, bool *row, bool *column)
{
	size_t most = 0;

	for (unsigned i = 0; i < g->nx; i++) {
		for (unsigned j = 0; j < g->ny; j++) {
			const struct cliff_cell *c = &g->cells[(size_t)i * g->ny + j];

			if (c->aside || cliff_count_samples(c) == 0)
				continue;
			row[i] = column[j] = true;
			if (c->count > most)
				most = c->count;
		}
	}
	return most;
}

static unsigned keep_sizes(const double *size, const bool *used, unsigned n, double *kept)
{
	unsigned m = 0;

	for (unsigned k = 0; k < n; k++)
		if (used[k])
			kept[m++] = size[k];
	return m;
}

static void log_sizes(const double *size, unsigned n, double *out)
{
	for (unsigned k = 0; k < n; k++)
		out[k] = log2(size[k]);
}

/* Room for a value of every cell, or all pairs of a line, and behind that the samples of a cell. */
static size_t scratch_size(const struct surface *s, size_t samples)
{
	size_t longest = s->nx > s->ny ? s->nx : s->ny, cells = (size_t)s->nx * s->ny;

	return (longest * longest > cells ? longest * longest : cells) + samples;
}

double cliff_cell_log2(const struct cliff_cell *cell, double *scratch)
{
	size_t n = cliff_samples_log2(cell, scratch);

	if (n == 0)
		return NAN;
	if (n & 1)
		return scratch[n / 2];
	return log2(0.5 * (exp2(scratch[n / 2 - 1]) + exp2(scratch[n / 2])));
}

static void take_cells(struct surface *s, const struct cliff_grid *g, const bool *row, const bool *column)
{
	static const struct cliff_cell absent = { 0 };
	size_t k = 0, repeated = 0;

	for (unsigned i = 0; i < g->nx; i++) {
		for (unsigned j = 0; j < g->ny; j++) {
			const struct cliff_cell *c = &g->cells[(size_t)i * g->ny + j];
			size_t n = c->aside ? 0 : cliff_count_samples(c);

			if (!row[i] || !column[j])
				continue;
			s->cell[k] = n ? c : &absent;
			s->val[k++] = n ? cliff_cell_log2(c, s->scratch) : NAN;
			s->present += n > 0;
			repeated += n >= 3;
		}
	}
	s->repeats = s->present && 2 * repeated >= s->present;
}

static int surface_fill(struct surface *s, const struct cliff_grid *g, bool *row, bool *column)
{
	size_t samples = find_used(g, row, column), cells;

	s->x = calloc((size_t)g->nx + 1, 2 * sizeof(*s->x));
	s->y = calloc((size_t)g->ny + 1, 2 * sizeof(*s->y));
	if (!s->x || !s->y)
		return -ENOMEM;
	s->lx = s->x + g->nx;
	s->ly = s->y + g->ny;
	s->nx = keep_sizes(g->x, row, g->nx, s->x);
	s->ny = keep_sizes(g->y, column, g->ny, s->y);
	log_sizes(s->x, s->nx, s->lx);
	log_sizes(s->y, s->ny, s->ly);
	cells = (size_t)s->nx * s->ny;
	s->val = calloc(cells + 1, sizeof(*s->val));
	s->se = calloc(cells + 1, sizeof(*s->se));
	s->common_x = calloc((size_t)s->nx + 1, sizeof(*s->common_x));
	s->common_y = calloc((size_t)s->ny + 1, sizeof(*s->common_y));
	s->cell = calloc(cells + 1, sizeof(*s->cell));
	s->scratch = calloc(scratch_size(s, samples) + 1, sizeof(*s->scratch));
	if (!s->val || !s->se || !s->common_x || !s->common_y || !s->cell || !s->scratch)
		return -ENOMEM;
	take_cells(s, g, row, column);
	return 0;
}

int surface_init(struct surface *s, const struct cliff_grid *grid)
{
	bool *used;
	int ret;

	*s = (struct surface){ 0 };
	if (!grid_ok(grid))
		return -EINVAL;
	used = calloc((size_t)grid->nx + grid->ny + 1, sizeof(*used));
	if (!used)
		return -ENOMEM;
	ret = surface_fill(s, grid, used, used + grid->nx);
	free(used);
	if (ret)
		surface_release(s);
	return ret;
}

void surface_release(struct surface *s)
{
	free(s->x);
	free(s->y);
	free(s->val);
	free(s->se);
	free(s->common_x);
	free(s->common_y);
	free(s->cell);
	free(s->scratch);
	*s = (struct surface){ 0 };
}
