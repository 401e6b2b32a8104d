/*
 * What could have been seen, from the same steps and the same rules as the search.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Least change at one place if all lines that reach it show it; NAN where it cannot be accepted at all. */
static double place_sight(const struct search *q, const struct place *at)
{
	struct item *item = q->item;
	double *scratch = q->s.scratch, se, trend;
	unsigned lines = search_lines(q, at->axis), m = place_items(q, at, item), lone = 0;
	struct cand c = { .at = *at };

	for (unsigned k = 0; k < m; k++)
		lone += item[k].step.lone_before || item[k].step.lone_after;
	if (m == 0 || 2 * lone > m || (lines >= CLIFF_FEW_LINES && m < CLIFF_FEW_LINES))
		return NAN;
	se = items_error(item, m, scratch);
	cand_measure(&c, item, m, scratch);
	trend = c.d - c.e;
	return rule_least_excess(lines, q->s.repeats, se, trend);
}

/* Of the middle place: half of the places are judged more sharply. out has room for all of them. */
static double axis_sight(const struct search *q, enum cliff_axis axis, enum cliff_axis along, double *out)
{
	int min = 0, max = (int)q->set[along].axis_n - 1;
	struct place at;
	size_t n = 0;

	if (axis == CLIFF_RATIO)
		search_octaves(q, &min, &max);
	for (int a = min; a <= max; a++) {
		if (!search_place(q, axis, along, a, 1, &at))
			continue;
		out[n] = place_sight(q, &at);
		n += !isnan(out[n]);
	}
	return n ? cliff_median(out, n) : NAN;
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
	double octaves[CLIFF_AXES] = { NAN, NAN, NAN };
	double *places = calloc(most_places(q) + 1, sizeof(*places));

	if (!places)
		return -ENOMEM;
	if (q->seek & CLIFF_SEEK_X)
		octaves[CLIFF_X] = axis_sight(q, CLIFF_X, CLIFF_X, places);
	if (q->seek & CLIFF_SEEK_Y)
		octaves[CLIFF_Y] = axis_sight(q, CLIFF_Y, CLIFF_Y, places);
	if (search_has_diagonals(q))
		octaves[CLIFF_RATIO] = fmin(axis_sight(q, CLIFF_RATIO, CLIFF_X, places),
					    axis_sight(q, CLIFF_RATIO, CLIFF_Y, places));
	for (int axis = 0; axis < CLIFF_AXES; axis++)
		sight->factor[axis] = exp2(octaves[axis]);
	free(places);
	return 0;
}
