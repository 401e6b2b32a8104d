#include "stats/anomaly.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/cliff_internal.h"

#define LEAST 0.4 /* octaves */
#define LEAST_Z 6.0
#define FAR 3.2 /* octaves: sizes further apart are no neighbours */
#define SAMPLES_MOST 16U

/* A line of the surface and a cell on it. */
struct row {
	const struct surface *s;
	bool along_x;
	unsigned line, k, n;
};

static size_t cell_at(const struct row *r, unsigned k)
{
	return r->along_x ? surface_at(r->s, k, r->line) : surface_at(r->s, r->line, k);
}

static double position(const struct row *r, unsigned k)
{
	return r->along_x ? r->s->lx[k] : r->s->ly[k];
}

/* The next cell in that direction that has a value; -1: none that is near. */
static int neighbour(const struct row *r, unsigned from, int step)
{
	for (int k = (int)from + step; k >= 0 && k < (int)r->n; k += step) {
		if (isnan(r->s->val[cell_at(r, (unsigned)k)]))
			continue;
		return fabs(position(r, (unsigned)k) - position(r, from)) <= FAR ? k : -1;
	}
	return -1;
}

static double through(const struct row *r, int a, int b)
{
	double va = r->s->val[cell_at(r, (unsigned)a)], vb = r->s->val[cell_at(r, (unsigned)b)];
	double pa = position(r, (unsigned)a), pb = position(r, (unsigned)b);

	return va + (vb - va) * (position(r, r->k) - pa) / (pb - pa);
}

/* How far the cell lies from the line through its neighbours, or through the next two at an end; NAN: there are none. */
static double off_line(const struct row *r)
{
	int before = neighbour(r, r->k, -1), after = neighbour(r, r->k, 1);
	double v = r->s->val[cell_at(r, r->k)];

	if (before >= 0 && after >= 0)
		return v - through(r, before, after);
	if (before < 0)
		before = after >= 0 ? neighbour(r, (unsigned)after, 1) : -1;
	else
		after = neighbour(r, (unsigned)before, -1);
	return before >= 0 && after >= 0 ? v - through(r, before, after) : NAN;
}

/* What it takes, by how well the three are known. */
static double least(const struct row *r, int before, int after)
{
	double se = fmax(r->s->se[cell_at(r, (unsigned)before)], r->s->se[cell_at(r, (unsigned)after)]);

	return fmax(LEAST, LEAST_Z * hypot(r->s->se[cell_at(r, r->k)], se));
}

/* Below or above both neighbours of the row, and off the line of the other row the same way, if that has one. */
static bool differs(const struct row *r, const struct row *other, struct anomaly *out)
{
	int before = neighbour(r, r->k, -1), after = neighbour(r, r->k, 1);
	double v = r->s->val[cell_at(r, r->k)], low, high, enough, across = off_line(other);
	int sign;

	if (before < 0 || after < 0)
		return false;
	enough = least(r, before, after);
	low = v - r->s->val[cell_at(r, (unsigned)before)];
	high = v - r->s->val[cell_at(r, (unsigned)after)];
	sign = low < 0 ? -1 : 1;
	if (sign * low < enough || sign * high < enough || (other->n > 1 && !(sign * across >= enough)))
		return false;
	out->along = r->along_x ? CLIFF_X : CLIFF_Y;
	out->before = (unsigned)before;
	out->after = (unsigned)after;
	out->ratio = exp2(v - through(r, before, after));
	return true;
}

static bool is_anomaly(const struct surface *s, unsigned i, unsigned j, struct anomaly *out)
{
	struct row along_y = { s, false, i, j, s->ny }, along_x = { s, true, j, i, s->nx };

	out->i = i;
	out->j = j;
	return differs(&along_y, &along_x, out) || differs(&along_x, &along_y, out);
}

static unsigned index_of(const double *sizes, double size)
{
	unsigned k = 0;

	while (sizes[k] != size)
		k++;
	return k;
}

/* The surface has no empty rows and columns, the grid may have. */
static void to_grid(const struct surface *s, const struct cliff_grid *g, struct anomaly *a)
{
	const double *own = a->along == CLIFF_X ? s->x : s->y, *all = a->along == CLIFF_X ? g->x : g->y;

	a->i = index_of(g->x, s->x[a->i]);
	a->j = index_of(g->y, s->y[a->j]);
	a->before = index_of(all, own[a->before]);
	a->after = index_of(all, own[a->after]);
}

static int by_size(const void *a, const void *b)
{
	double p = fabs(log2(((const struct anomaly *)a)->ratio)), q = fabs(log2(((const struct anomaly *)b)->ratio));

	return (p < q) - (p > q);
}

static void search_cells(const struct surface *s, const struct cliff_grid *grid, struct anomaly_list *out)
{
	for (unsigned i = 0; i < s->nx; i++) {
		for (unsigned j = 0; j < s->ny; j++) {
			struct anomaly a;

			if (isnan(s->val[surface_at(s, i, j)]) || !is_anomaly(s, i, j, &a))
				continue;
			to_grid(s, grid, &a);
			out->v[out->n++] = a;
		}
	}
	qsort(out->v, out->n, sizeof(*out->v), by_size);
}

int anomaly_find(const struct cliff_grid *grid, struct anomaly_list *out)
{
	struct surface s;
	int ret = surface_init(&s, grid);

	*out = (struct anomaly_list){ 0 };
	if (ret)
		return ret;
	if (s.present)
		cliff_noise(&s);
	out->v = calloc(s.present + 1, sizeof(*out->v));
	if (out->v)
		search_cells(&s, grid, out);
	else
		ret = -ENOMEM;
	surface_release(&s);
	return ret;
}

static double middle(const struct cliff_cell *cell)
{
	struct cliff_cell few = *cell;
	double scratch[SAMPLES_MOST];

	few.count = few.count < SAMPLES_MOST ? few.count : SAMPLES_MOST;
	return cliff_cell_log2(&few, scratch);
}

double anomaly_ratio(const struct cliff_cell *before, const struct cliff_cell *own, const struct cliff_cell *after,
		     const double at[3])
{
	double low = middle(before), high = middle(after);

	return exp2(middle(own) - low - (high - low) * log2(at[1] / at[0]) / log2(at[2] / at[0]));
}
