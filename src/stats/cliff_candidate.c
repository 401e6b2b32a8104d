/*
 * Every place, width and sign that could be a boundary, with the lines that speak for it.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#define STEP_MAX 3.2 /* octaves: sizes further apart are not neighbours */
#define DIAGONAL_LEAST 3U /* lines, and sizes on both axes */

/* From index a to index a + w of the line's own axis. */
static bool cross_axis(const struct line *l, const struct place *at, struct crossing *x)
{
	int from = l->where[at->a], to = l->where[at->a + (int)at->w];

	x->p = (unsigned)from;
	x->q = (unsigned)to;
	return from >= 0 && to >= 0;
}

/* Along x the ratio grows: the last spot of a octaves, the first of a + w. */
static bool cross_growing(const struct line *l, const struct place *at, struct crossing *x)
{
	unsigned t = 0;

	while (t < l->n && l->spot[t].octave <= at->a)
		t++;
	if (t == 0 || l->spot[t - 1].octave != at->a)
		return false;
	x->p = t - 1;
	while (t < l->n && l->spot[t].octave < at->a + (int)at->w)
		t++;
	x->q = t;
	return t < l->n && l->spot[t].octave == at->a + (int)at->w;
}

/* Along y it falls: from the last spot of a + w octaves to the first of a. */
static bool cross_falling(const struct line *l, const struct place *at, struct crossing *x)
{
	unsigned t = 0;

	while (t < l->n && l->spot[t].octave > at->a)
		t++;
	if (t == 0 || t == l->n || l->spot[t].octave != at->a)
		return false;
	x->q = t;
	while (t > 0 && l->spot[t - 1].octave < at->a + (int)at->w)
		t--;
	if (t == 0 || l->spot[t - 1].octave != at->a + (int)at->w)
		return false;
	x->p = t - 1;
	return true;
}

static void make_own(struct step *st)
{
	st->se = hypot(st->se, st->common);
	st->common = 0;
}

static void turn(struct step *st)
{
	bool before = st->lone_before;

	st->excess = -st->excess;
	st->rise = -st->rise;
	st->lone_before = st->lone_after;
	st->lone_after = before;
}

unsigned place_items(const struct search *q, const struct place *at, double lift, struct item *out)
{
	const struct line_set *set = &q->set[at->along];
	bool falling = at->axis == CLIFF_RATIO && at->along == CLIFF_Y;
	struct crossing x = { .lift = falling ? -lift : lift };
	unsigned n = 0;

	for (unsigned o = 0; o < set->n; o++) {
		const struct line *l = &set->line[o];
		bool found;

		if (at->axis != CLIFF_RATIO)
			found = cross_axis(l, at, &x);
		else
			found = falling ? cross_falling(l, at, &x) : cross_growing(l, at, &x);
		if (!found || !line_step(l, &x, &out[n].step))
			continue;
		/* The lines of a diagonal cross it at other sizes each: nothing is common to them. */
		if (at->axis == CLIFF_RATIO)
			make_own(&out[n].step);
		if (falling)
			turn(&out[n].step);
		out[n++].line = o;
	}
	return n;
}

bool search_place(const struct search *q, struct place *at)
{
	const double *pos = at->along == CLIFF_X ? q->s.lx : q->s.ly;
	int end = at->a + (int)at->w;

	at->width = at->w;
	if (at->axis == CLIFF_RATIO)
		return true;
	if (end >= (int)q->set[at->along].axis_n)
		return false;
	at->width = pos[end] - pos[at->a];
	return at->width <= STEP_MAX;
}

void search_octaves(const struct search *q, int *min, int *max)
{
	const struct line_set *set = &q->set[CLIFF_Y];

	*min = INT_MAX;
	*max = INT_MIN;
	for (unsigned o = 0; o < set->n; o++) {
		for (unsigned t = 0; t < set->line[o].n; t++) {
			int k = set->line[o].spot[t].octave;

			*min = k < *min ? k : *min;
			*max = k > *max ? k : *max;
		}
	}
}

bool search_has_diagonals(const struct search *q)
{
	return q->s.nx >= DIAGONAL_LEAST && q->s.ny >= DIAGONAL_LEAST && (q->seek & CLIFF_SEEK_RATIO);
}

/* Adds both signs of a place. Returns how many of the items behind `item` they use. */
static unsigned add_place(struct search *q, const struct place *at, struct item *item)
{
	unsigned m = place_items(q, at, 0, item), used = 0;

	if (m == 0 || (at->axis == CLIFF_RATIO && m < DIAGONAL_LEAST))
		return 0;
	for (int sign = -1; sign <= 1; sign += 2) {
		struct cand *c = &q->cand[q->n_cand];

		*c = (struct cand){ .at = *at, .sign = sign, .item = item, .m = m };
		if (!cand_pool(c, q->s.scratch))
			continue;
		q->ok[q->n_cand++] = cand_acceptable(c, q->s.repeats, search_lines(q, at->axis));
		used = m;
	}
	return used;
}

/* All places of an axis as seen along one set of lines. Returns where the next items can stand. */
static struct item *add_axis(struct search *q, enum cliff_axis axis, enum cliff_axis along, struct item *item)
{
	struct place at = { .axis = axis, .along = along };
	int min = 0, max = (int)q->set[along].axis_n - 1;

	if (axis == CLIFF_RATIO)
		search_octaves(q, &min, &max);
	for (at.w = 1; at.w <= CLIFF_WIDEST; at.w++)
		for (at.a = min; at.a <= max; at.a++)
			if (search_place(q, &at))
				item += add_place(q, &at, item);
	return item;
}

void search_candidates(struct search *q)
{
	struct item *item = q->item;

	q->n_cand = 0;
	if (q->seek & CLIFF_SEEK_X)
		item = add_axis(q, CLIFF_X, CLIFF_X, item);
	if (q->seek & CLIFF_SEEK_Y)
		item = add_axis(q, CLIFF_Y, CLIFF_Y, item);
	if (!search_has_diagonals(q))
		return;
	item = add_axis(q, CLIFF_RATIO, CLIFF_X, item);
	add_axis(q, CLIFF_RATIO, CLIFF_Y, item);
}

/* Room for the most there can be: four families, three widths, each cell the start of one step of each. */
static int search_alloc(struct search *q)
{
	size_t cells = (size_t)q->s.nx * q->s.ny, places = (size_t)q->s.nx + q->s.ny;
	int min, max;

	if (search_has_diagonals(q)) {
		search_octaves(q, &min, &max);
		places += 2 * ((size_t)(max - min) + 1);
	}
	q->item = calloc(4 * CLIFF_WIDEST * cells + q->s.nx + q->s.ny, sizeof(*q->item));
	q->cand = calloc(2 * CLIFF_WIDEST * places + 1, sizeof(*q->cand));
	q->ok = calloc(2 * CLIFF_WIDEST * places + 1, sizeof(*q->ok));
	return q->item && q->cand && q->ok ? 0 : -ENOMEM;
}

int search_init(struct search *q, const struct cliff_grid *grid)
{
	int ret;

	*q = (struct search){ .seek = grid->seek };
	ret = surface_init(&q->s, grid);
	if (ret)
		return ret;
	if (q->s.present) {
		cliff_noise(&q->s);
		ret = cliff_agree(&q->s);
	}
	if (!ret)
		ret = line_set_init(&q->set[CLIFF_X], &q->s, CLIFF_X);
	if (!ret)
		ret = line_set_init(&q->set[CLIFF_Y], &q->s, CLIFF_Y);
	if (!ret)
		ret = search_alloc(q);
	if (ret)
		search_release(q);
	return ret;
}

void search_release(struct search *q)
{
	free(q->item);
	free(q->cand);
	free(q->ok);
	line_set_release(&q->set[CLIFF_X]);
	line_set_release(&q->set[CLIFF_Y]);
	surface_release(&q->s);
	*q = (struct search){ 0 };
}
