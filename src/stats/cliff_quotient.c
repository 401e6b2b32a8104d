/*
 * A quotient's boundary is found in whole octaves, since only so do all lines of a grid cross it at the same places.
 * Where lines have cells between, it is narrowed here.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define KEEP 0.78 /* see cliff_select.c */
#define SAME 1e-6
#define LINES_LEAST 3U
#define ALIKE 0.2 /* of the change: lines that differ more from the median of all say nothing of these */
#define QUOTIENTS_MOST 64U /* within a boundary; there are more only where sizes follow no rule */

struct narrowing {
	const struct cliff_grid *grid;
	double *scratch; /* samples of a cell */
	unsigned *line; /* indexes of y: those that have a cell at both ends */
	unsigned lines_n;
	double *whole, *change; /* of each line, and what is sorted of them */
	double quotient[QUOTIENTS_MOST]; /* those that occur from end to end */
	size_t n;
};

static bool is_same(double a, double b)
{
	return fabs(a - b) <= SAME * b;
}

/* What y has at that quotient; NAN: nothing. */
static double value_at(const struct narrowing *n, unsigned j, double quotient)
{
	const struct cliff_grid *g = n->grid;

	for (unsigned i = 0; i < g->nx; i++)
		if (is_same(g->x[i], quotient * g->y[j]))
			return cliff_cell_log2(&g->cells[(size_t)i * g->ny + j], n->scratch);
	return NAN;
}

/* Whether the boundary holds where y crosses it: its range is one of y, or of x. */
static bool in_range(const struct cliff *c, double y)
{
	double at = c->along == CLIFF_X ? y : y * c->to;

	return at > c->other_from * (1 - SAME) && at < c->other_to * (1 + SAME);
}

static void find_lines(struct narrowing *n, const struct cliff *c)
{
	for (unsigned j = 0; j < n->grid->ny; j++) {
		double whole = value_at(n, j, c->to) - value_at(n, j, c->from);

		if (!in_range(c, n->grid->y[j]) || isnan(whole))
			continue;
		n->whole[n->lines_n] = whole;
		n->line[n->lines_n++] = j;
	}
}

static void add_quotient(struct narrowing *n, double quotient)
{
	for (size_t k = 0; k < n->n; k++)
		if (is_same(n->quotient[k], quotient))
			return;
	if (n->n < QUOTIENTS_MOST)
		n->quotient[n->n++] = quotient;
}

/* The ends are among them. */
static void find_quotients(struct narrowing *n, const struct cliff *c)
{
	const struct cliff_grid *g = n->grid;

	for (unsigned k = 0; k < n->lines_n; k++) {
		for (unsigned i = 0; i < g->nx; i++) {
			double q = g->x[i] / g->y[n->line[k]];

			if (q > c->from * (1 - SAME) && q < c->to * (1 + SAME) &&
			    cliff_count_samples(&g->cells[(size_t)i * g->ny + n->line[k]]))
				add_quotient(n, q);
		}
	}
}

/*
 * The share of the change that lies in a window, in the lines that have its ends; 0 where these are too few, or not like
 * the others.
 */
static double share_of(const struct narrowing *n, const struct cliff *c, const double window[2])
{
	double *own = n->change, *all = n->change + n->grid->ny, whole, most = log2(c->ratio);
	unsigned m = 0;

	for (unsigned k = 0; k < n->lines_n; k++) {
		own[m] = value_at(n, n->line[k], window[1]) - value_at(n, n->line[k], window[0]);
		all[m] = n->whole[k];
		m += !isnan(own[m]);
	}
	if (m < LINES_LEAST)
		return 0;
	whole = cliff_median(all, m);
	return fabs(whole - most) <= ALIKE * fabs(most) ? cliff_median(own, m) / whole : 0;
}

static void narrow(const struct narrowing *n, struct cliff *c)
{
	double best[2] = { c->from, c->to }, kept = 1, change;

	for (size_t a = 0; a < n->n; a++) {
		for (size_t b = 0; b < n->n; b++) {
			const double window[2] = { n->quotient[a], n->quotient[b] };
			double share;

			if (window[1] < window[0] * (1 + SAME) || window[1] / window[0] > best[1] / best[0] * (1 - SAME))
				continue;
			share = share_of(n, c, window);
			if (share < KEEP)
				continue;
			best[0] = window[0];
			best[1] = window[1];
			kept = share;
		}
	}
	change = kept * log2(c->ratio);
	if (best[1] / best[0] < c->to / c->from * (1 - SAME)) {
		c->ratio = exp2(change);
		c->excess = exp2(change - c->trend * log2(best[1] / best[0]));
	}
	c->from = best[0];
	c->to = best[1];
}

static size_t most_samples(const struct cliff_grid *g)
{
	size_t most = 0;

	for (size_t k = 0; k < (size_t)g->nx * g->ny; k++)
		most = g->cells[k].count > most ? g->cells[k].count : most;
	return most;
}

int cliff_narrow_quotient(const struct cliff_grid *grid, struct cliff *c)
{
	struct narrowing n = {
		.grid = grid,
		.scratch = calloc(most_samples(grid) + 1, sizeof(*n.scratch)),
		.line = calloc((size_t)grid->ny + 1, sizeof(*n.line)),
		.whole = calloc((size_t)grid->ny + 1, sizeof(*n.whole)),
		.change = calloc(2 * (size_t)grid->ny + 2, sizeof(*n.change)),
	};
	int ret = n.scratch && n.line && n.whole && n.change ? 0 : -ENOMEM;

	if (!ret) {
		find_lines(&n, c);
		find_quotients(&n, c);
		narrow(&n, c);
	}
	free(n.scratch);
	free(n.line);
	free(n.whole);
	free(n.change);
	return ret;
}
