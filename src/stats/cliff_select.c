/*
 * The strongest boundary first; then its steps are cut, so that no trend is fitted and nothing is found across
 * them again.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define MOST 24U /* boundaries of one surface */
#define KEEP 0.78 /* a narrower window is taken when it holds this share of the wide one's excess */
#define PLATEAU 0.1 /* of the change of a wide window: what lies between two steps is level when it has no more of it */
#define SHARED_LINES 0.6 /* of the range, in which two windows can be compared */
#define TAIL 0.5 /* a boundary beside a stronger one is its tail below this share of it */
#define INSIDE 1e-9 /* octaves: a step that only touches a boundary is not part of it */

struct found {
	struct cand c;
	bool tail; /* part of one found before */
};

static bool stronger(const struct cand *a, const struct cand *b)
{
	double ra = cand_rank(a), rb = cand_rank(b);

	if (ra != rb)
		return ra > rb;
	if (a->at.w != b->at.w)
		return a->at.w < b->at.w;
	if (a->at.axis != b->at.axis)
		return a->at.axis > b->at.axis;
	return a->at.a < b->at.a;
}

static const struct cand *strongest(const struct search *q)
{
	const struct cand *best = NULL;

	for (size_t k = 0; k < q->n_cand; k++)
		if (q->ok[k] && (!best || stronger(&q->cand[k], best)))
			best = &q->cand[k];
	return best;
}

static bool alike(const struct cand *a, const struct cand *b)
{
	return a->at.axis == b->at.axis && a->at.along == b->at.along && a->sign == b->sign;
}

static int cand_end(const struct cand *c)
{
	return c->at.a + (int)c->at.w;
}

static bool inside(const struct cand *in, const struct cand *out)
{
	return in->at.a >= out->at.a && cand_end(in) <= cand_end(out);
}

/* Mean excess of d in the lines of c, each at most `most`; negative when they share too few lines. */
static double shared_gain(const struct cand *d, const struct cand *c, double most)
{
	unsigned n;
	const struct item *item = cand_range(d, c->first, c->last, &n);
	double sum = 0;

	if (n == 0 || n < SHARED_LINES * c->of)
		return -1;
	for (unsigned k = 0; k < n; k++)
		sum += fmax(0, fmin(most, item[k].step.excess * c->sign));
	return sum / n;
}

/* The widest acceptable window around c, if it gains more than narrow() would take away again. */
static const struct cand *widen(const struct search *q, const struct cand *c)
{
	const struct cand *best = c;

	for (size_t k = 0; k < q->n_cand; k++) {
		const struct cand *d = &q->cand[k];

		if (q->ok[k] && d->at.w > best->at.w && alike(d, c) && inside(c, d) &&
			KEEP * shared_gain(d, c, INFINITY) > fmax(0, shared_gain(best, c, INFINITY)))
			best = d;
	}
	return best;
}

/* The narrowest window inside c that holds enough of its excess in the same lines, accepted by itself or not. */
static const struct cand *narrow(const struct search *q, const struct cand *c)
{
	const struct cand *best = c;
	double most = fabs(c->e), full = shared_gain(c, c, most);

	for (size_t k = 0; k < q->n_cand; k++) {
		const struct cand *d = &q->cand[k];

		if (d->at.w < best->at.w && alike(d, c) && inside(d, c) && shared_gain(d, c, most) >= KEEP * full)
			best = d;
	}
	return best;
}

/* An acceptable step of one size from there on, like c. */
static const struct cand *step_at(const struct search *q, const struct cand *c, int a)
{
	for (size_t k = 0; k < q->n_cand; k++) {
		const struct cand *d = &q->cand[k];

		if (q->ok[k] && d->at.w == 1 && d->at.a == a && alike(d, c))
			return d;
	}
	return NULL;
}

/*
 * Two steps with a plateau between them are two boundaries: an array that has recovered at two chunks and jumps at its
 * stripe. The larger one comes first, the other one is found in its turn.
 */
static const struct cand *split(const struct search *q, const struct cand *c)
{
	const struct cand *low, *high;

	if (c->at.w < 3)
		return c;
	low = step_at(q, c, c->at.a);
	high = step_at(q, c, cand_end(c) - 1);
	if (!low || !high || fabs(low->d + high->d - c->d) > PLATEAU * fabs(c->d))
		return c;
	return stronger(low, high) ? low : high;
}

/* The place of `small` with the lines of `large`. */
static struct cand at_place(const struct cand *small, const struct cand *large, double *scratch)
{
	struct cand c = *small;
	unsigned n;
	const struct item *item = cand_range(small, large->first, large->last, &n);
	double z = fmax(small->z, large->z);

	cand_measure(&c, item, n, scratch);
	c.first = large->first;
	c.last = large->last;
	c.n = large->n;
	c.of = large->of;
	c.z = z;
	return c;
}

static bool in_lines(const struct cand *c, unsigned line)
{
	return line >= c->first && line <= c->last;
}

/* Is the step from spot t of the line a part of c? The set runs along the line; c may run along the other axis. */
static bool step_in(const struct cand *c, enum cliff_axis along, const struct line *l, unsigned t)
{
	const struct spot *p = &l->spot[t], *q = &l->spot[t + 1];

	if (c->at.axis == CLIFF_RATIO) {
		bool mine = along == c->at.along ? in_lines(c, l->other)
						 : in_lines(c, p->at) || in_lines(c, q->at);

		return mine && fmin(p->ratio, q->ratio) < cand_end(c) - INSIDE &&
			fmax(p->ratio, q->ratio) > c->at.a + INSIDE;
	}
	return along == c->at.axis && in_lines(c, l->other) && (int)p->at < cand_end(c) && (int)q->at > c->at.a;
}

static void cut_steps(struct search *q, const struct cand *c)
{
	for (int along = CLIFF_X; along <= CLIFF_Y; along++) {
		for (unsigned o = 0; o < q->set[along].n; o++) {
			struct line *l = &q->set[along].line[o];
			bool changed = false;

			for (unsigned t = 0; t + 1 < l->n; t++) {
				if (l->spot[t].cut || !step_in(c, (enum cliff_axis)along, l, t))
					continue;
				l->spot[t].cut = changed = true;
			}
			if (changed)
				line_trends(l);
		}
	}
}

/* The same place again in other lines is the same boundary; what trails beside a stronger one is its tail. */
static bool join(struct found *f, const struct cand *c)
{
	struct cand *g = &f->c;
	bool apart = c->last < g->first || c->first > g->last;

	if (f->tail || !alike(g, c))
		return false;
	if (c->at.a < cand_end(g) && cand_end(c) > g->at.a && apart) {
		g->first = c->first < g->first ? c->first : g->first;
		g->last = c->last > g->last ? c->last : g->last;
		g->n += c->n;
		g->of += c->of;
		return true;
	}
	return (cand_end(g) == c->at.a || cand_end(c) == g->at.a) && !apart && fabs(c->e) < TAIL * fabs(g->e);
}

static unsigned find_all(struct search *q, struct found *found)
{
	unsigned n = 0;

	for (; n < MOST; n++) {
		const struct cand *wide, *tight, *part;
		bool tail = false;

		search_candidates(q);
		wide = strongest(q);
		if (!wide)
			break;
		wide = widen(q, wide);
		tight = narrow(q, wide);
		part = split(q, tight);
		found[n].c = part != tight ? *part : tight == wide ? *wide : at_place(tight, wide, q->s.scratch);
		cut_steps(q, &found[n].c);
		for (unsigned k = 0; k < n; k++)
			tail = join(&found[k], &found[n].c) || tail;
		found[n].tail = tail;
	}
	return n;
}

/* A cell that stands alone on its side may do so because the next boundary begins behind it. */
static bool at_end(const struct search *q, const struct cand *c)
{
	return c->at.axis == CLIFF_RATIO || c->at.a == 0 || cand_end(c) + 1 == (int)q->set[c->at.axis].axis_n;
}

static struct cliff to_cliff(const struct search *q, const struct cand *c)
{
	const double *own = c->at.axis == CLIFF_X ? q->s.x : q->s.y;
	const double *other = c->at.along == CLIFF_X ? q->s.y : q->s.x;
	bool ratio = c->at.axis == CLIFF_RATIO;

	return (struct cliff){
		.axis = c->at.axis,
		.along = c->at.along,
		.from = ratio ? exp2(c->at.a) : own[c->at.a],
		.to = ratio ? exp2(cand_end(c)) : own[cand_end(c)],
		.ratio = exp2(c->d),
		.excess = exp2(c->e),
		.trend = (c->d - c->e) / c->at.width,
		.other_from = other[c->first],
		.other_to = other[c->last],
		.lines = c->n,
		.of_lines = c->m,
		.range_lines = c->of,
		.steps = c->at.w,
		.edge = c->lone > 0.5 && at_end(q, c),
		.keep = c->keep,
		.z = c->z,
		.confidence = cand_confidence(c, q->s.repeats, search_lines(q, c->at.axis)),
	};
}

int search_select(struct search *q, struct cliff_list *out)
{
	struct found *found = calloc(MOST, sizeof(*found));
	size_t before = out->n;
	unsigned n;
	int ret = 0;

	if (!found)
		return -ENOMEM;
	n = find_all(q, found);
	for (unsigned k = 0; k < n && !ret; k++) {
		struct cliff c;

		if (found[k].tail)
			continue;
		c = to_cliff(q, &found[k].c);
		ret = cliff_list_add(out, &c);
	}
	if (ret)
		out->n = before;
	free(found);
	return ret;
}
