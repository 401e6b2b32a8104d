/*
 * Lines of the surface, the trends along them, and the part of a step that the trends do not explain.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define SPAN 4U /* cells on each side that make the trend */
#define WHOLE_LEAST 4U /* cells of a line whose overall slope stands in where neither side has a trend */
#define TRUSTED 3U /* cells under a trend that is carried one cell outward */

static double theil_sen(const struct spot *v, unsigned n, double *scratch)
{
	size_t m = 0;

	for (unsigned a = 1; a < n; a++)
		for (unsigned b = 0; b < a; b++)
			scratch[m++] = (v[a].val - v[b].val) / (v[a].pos - v[b].pos);
	return cliff_median(scratch, m);
}

static struct slope slope_over(const struct spot *v, unsigned n)
{
	double pair[SPAN * (SPAN - 1) / 2];

	return n < 2 ? (struct slope){ NAN, 0 } : (struct slope){ theil_sen(v, n, pair), n };
}

void line_trends(struct line *l)
{
	for (unsigned k = 0; k < l->n; k++) {
		unsigned a = k, b = k;

		while (a > 0 && k - a < SPAN - 1 && !l->spot[a - 1].cut)
			a--;
		while (b + 1 < l->n && b - k < SPAN - 1 && !l->spot[b].cut)
			b++;
		l->spot[k].before = slope_over(l->spot + a, k - a + 1);
		l->spot[k].after = slope_over(l->spot + k, b - k + 1);
	}
}

static void line_fill(const struct line_set *set, struct line *l, const struct surface *s)
{
	for (unsigned k = 0; k < set->axis_n; k++) {
		unsigned i = set->along == CLIFF_X ? k : l->other, j = set->along == CLIFF_X ? l->other : k;
		size_t at = surface_at(s, i, j);

		l->where[k] = -1;
		if (isnan(s->val[at]) || (set->along == CLIFF_X && s->cell[at]->partial))
			continue;
		l->where[k] = (int)l->n;
		l->spot[l->n++] = (struct spot){
			.at = k,
			.pos = set->along == CLIFF_X ? s->lx[i] : s->ly[j],
			.val = s->val[at],
			.se = s->se[at],
			.common = set->along == CLIFF_X ? s->common_x[i] : s->common_y[j],
			.ratio = s->lx[i] - s->ly[j],
			.octave = (int)rint(s->lx[i] - s->ly[j]),
			.single = cliff_count_samples(s->cell[at]) < 3,
		};
	}
}

int line_set_init(struct line_set *set, struct surface *s, enum cliff_axis along)
{
	size_t cells = (size_t)s->nx * s->ny;

	*set = (struct line_set){ .along = along };
	set->n = along == CLIFF_X ? s->ny : s->nx;
	set->axis_n = along == CLIFF_X ? s->nx : s->ny;
	set->line = calloc((size_t)set->n + 1, sizeof(*set->line));
	set->spots = calloc(cells + 1, sizeof(*set->spots));
	set->where = calloc(cells + 1, sizeof(*set->where));
	if (!set->line || !set->spots || !set->where) {
		line_set_release(set);
		return -ENOMEM;
	}
	for (unsigned o = 0; o < set->n; o++) {
		struct line *l = &set->line[o];

		l->other = o;
		l->spot = set->spots + (size_t)o * set->axis_n;
		l->where = set->where + (size_t)o * set->axis_n;
		line_fill(set, l, s);
		line_trends(l);
		l->whole = l->n >= WHOLE_LEAST ? theil_sen(l->spot, l->n, s->scratch) : NAN;
		set->useful += l->n >= 2;
	}
	return 0;
}

void line_set_release(struct line_set *set)
{
	free(set->line);
	free(set->spots);
	free(set->where);
	*set = (struct line_set){ 0 };
}

static double clamp(double v, double limit)
{
	return fmax(-limit, fmin(limit, v));
}

/* What a step of this width may be by its trends alone. */
struct allowed {
	double low, high;
};

/*
 * Between the slopes of both sides: a knee is no cliff. A side that was not measured may be level, and on the
 * small side also as steep as a fixed cost per operation makes it.
 */
static struct allowed step_allowed(const struct line *l, unsigned p, unsigned q)
{
	double width = l->spot[q].pos - l->spot[p].pos, rise[2];
	bool no_small = p == 0, no_large = q == l->n - 1;
	struct allowed may = { INFINITY, -INFINITY };
	unsigned n = 0;

	if (l->spot[p].before.cells)
		rise[n++] = l->spot[p].before.rise;
	if (l->spot[q].after.cells)
		rise[n++] = l->spot[q].after.rise;
	if (!n && !isnan(l->whole))
		rise[n++] = l->whole;
	if (n < 2 || no_small || no_large)
		may = (struct allowed){ 0, 0 };
	if (no_small)
		may.high = CLIFF_SLOPE_MAX * width;
	for (unsigned k = 0; k < n; k++) {
		double d = clamp(rise[k], CLIFF_SLOPE_MAX) * width;

		may.low = fmin(may.low, d);
		may.high = fmax(may.high, d);
	}
	return may;
}

static double outside(double rise, struct allowed may)
{
	return rise < may.low ? rise - may.low : rise > may.high ? rise - may.high : 0;
}

/* The slope of the step's own side, if it can be trusted, else of the other, else level. */
static double rise_beyond(struct slope own, struct slope other)
{
	if (own.cells >= TRUSTED)
		return clamp(own.rise, CLIFF_SLOPE_MAX);
	return other.cells >= TRUSTED ? clamp(other.rise, CLIFF_SLOPE_MAX) : 0;
}

/* Share of the excess that is left when either end is replaced by the cell behind it, less the trend. */
static double step_keep(const struct line *l, const struct crossing *x, const struct step *st, struct allowed may)
{
	const struct spot *p = &l->spot[x->p], *q = &l->spot[x->q];
	double keep = 1, trend;

	if (st->excess == 0)
		return keep;
	if (!st->lone_after) {
		trend = rise_beyond(q->after, p->before) * (q[1].pos - q->pos);
		keep = fmin(keep, outside(q[1].val + x->lift - trend - p->val, may) / st->excess);
	}
	if (!st->lone_before) {
		trend = rise_beyond(p->before, q->after) * (p->pos - p[-1].pos);
		keep = fmin(keep, outside(q->val + x->lift - p[-1].val - trend, may) / st->excess);
	}
	return keep;
}

/* Share that the slope's own error adds to the variance of the step, by the cells of the weaker slope. */
static double slope_variance(struct slope before, struct slope after)
{
	static const double by_cells[SPAN + 1] = { 0, 0, 1.4, 0.5, 0.25 };
	unsigned weaker = SPAN;

	if (before.cells)
		weaker = before.cells;
	if (after.cells && after.cells < weaker)
		weaker = after.cells;
	return by_cells[weaker];
}

bool line_step(const struct line *l, const struct crossing *x, struct step *out)
{
	const struct spot *p = &l->spot[x->p], *q = &l->spot[x->q];
	struct allowed may;
	double loss;

	for (const struct spot *t = p; t < q; t++)
		if (t->cut)
			return false;
	may = step_allowed(l, x->p, x->q);
	out->rise = q->val + x->lift - p->val;
	out->excess = outside(out->rise, may);
	loss = sqrt(1 + slope_variance(p->before, q->after));
	out->se = hypot(p->se, q->se) * loss;
	out->common = hypot(p->common, q->common) * loss;
	out->single = p->single || q->single;
	out->lone_before = x->p == 0 || p[-1].cut;
	out->lone_after = x->q == l->n - 1 || q->cut;
	out->keep = step_keep(l, x, out, may);
	return true;
}
