/*
 * What could have been seen: changes of growing size are put at each place, and the rules of the search asked.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LARGEST 4.0 /* octaves: what x16 does not show, nothing does */
#define HALVINGS 9 /* to within a hundredth of an octave */
#define PLACES_SEEN 0.9

static bool visible(const struct search *q, const struct place *at, double lift)
{
	struct cand c = { .at = *at, .sign = lift < 0 ? -1 : 1, .item = q->item };

	c.m = place_items(q, at, lift, q->item);
	return cand_pool(&c, q->s.scratch) && cand_acceptable(&c, q->s.repeats, search_lines(q, at->axis));
}

/* Least change of that sign that would be reported at the place; infinite where none would. */
static double least_visible(const struct search *q, const struct place *at, int sign)
{
	double low = 0, high = LARGEST;

	if (!visible(q, at, sign * high))
		return INFINITY;
	for (unsigned k = 0; k < HALVINGS; k++) {
		double mid = 0.5 * (low + high);

		if (visible(q, at, sign * mid))
			high = mid;
		else
			low = mid;
	}
	return high;
}

/* At the ends of the grid, where most lines show one cell on a side, other rules hold. */
static bool inner_place(const struct search *q, const struct place *at)
{
	unsigned m = place_items(q, at, 0, q->item), lone = 0;

	for (unsigned k = 0; k < m; k++)
		lone += q->item[k].step.lone_before || q->item[k].step.lone_after;
	return m > 0 && 2 * lone <= m;
}

/* The place's values for a fall and a jump; again: no larger than they were. */
static void look(const struct search *q, const struct place *at, bool again, double *out)
{
	for (int up = 0; up < 2; up++) {
		double least = least_visible(q, at, up ? 1 : -1);

		out[up] = again ? fmin(out[up], least) : least;
	}
}

/* Nine of ten values are at most this; places that too few lines reach to show anything are left out. */
static double most_of(double *v, size_t n)
{
	size_t finite = 0;

	for (size_t k = 0; k < n; k++)
		if (isfinite(v[k]))
			v[finite++] = v[k];
	if (finite == 0)
		return NAN;
	return exp2(cliff_quantile(v, finite, (size_t)ceil(PLACES_SEEN * (double)finite) - 1));
}

static double axis_sight(const struct search *q, enum cliff_axis axis, double *out)
{
	struct place at = { .axis = axis, .along = axis, .w = 1 };
	size_t n = 0;

	for (; at.a < (int)q->set[axis].axis_n; at.a++) {
		if (!search_place(q, &at) || !inner_place(q, &at))
			continue;
		look(q, &at, false, out + n);
		n += 2;
	}
	return most_of(out, n);
}

/* A diagonal is reported when it shows along x or along y. */
static double ratio_sight(const struct search *q, double *out)
{
	static const enum cliff_axis both[] = { CLIFF_X, CLIFF_Y };
	struct place at = { .axis = CLIFF_RATIO, .w = 1 };
	size_t n = 0;
	int max;

	for (search_octaves(q, &at.a, &max); at.a <= max; at.a++) {
		bool either = false;

		for (unsigned k = 0; k < 2; k++) {
			at.along = both[k];
			if (!search_place(q, &at) || !inner_place(q, &at))
				continue;
			look(q, &at, either, out + n);
			either = true;
		}
		n += either ? 2 : 0;
	}
	return most_of(out, n);
}

static size_t most_places(const struct search *q)
{
	size_t most = (size_t)q->s.nx + q->s.ny;
	int min, max;

	if (!search_has_diagonals(q))
		return most;
	search_octaves(q, &min, &max);
	return most + (size_t)(max - min) + 1;
}

int search_sight(const struct search *q, struct cliff_sight *sight)
{
	double *places = calloc(2 * most_places(q) + 1, sizeof(*places));

	if (!places)
		return -ENOMEM;
	sight->factor[CLIFF_X] = q->seek & CLIFF_SEEK_X ? axis_sight(q, CLIFF_X, places) : NAN;
	sight->factor[CLIFF_Y] = q->seek & CLIFF_SEEK_Y ? axis_sight(q, CLIFF_Y, places) : NAN;
	sight->factor[CLIFF_RATIO] = search_has_diagonals(q) ? ratio_sight(q, places) : NAN;
	free(places);
	return 0;
}
