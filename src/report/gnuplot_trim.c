#include "report/gnuplot_trim.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool cell_outside(const struct picture_surface *s, size_t ix, size_t iy)
{
	return s->cells[ix * s->y.n + iy].state == PICTURE_OUTSIDE;
}

static bool column_outside(const struct picture_surface *s, size_t ix)
{
	size_t iy = 0;

	while (iy < s->y.n && cell_outside(s, ix, iy))
		iy++;
	return iy == s->y.n;
}

static bool row_outside(const struct picture_surface *s, size_t iy)
{
	size_t ix = 0;

	while (ix < s->x.n && cell_outside(s, ix, iy))
		ix++;
	return ix == s->x.n;
}

typedef bool line_test(const struct picture_surface *s, size_t i);

/* What is left of n lines: [*first, *end); all of them when none is in the sweep. */
static void find_ends(const struct picture_surface *s, line_test *outside, size_t n, size_t *first, size_t *end)
{
	*first = 0;
	*end = n;
	while (*first < n && outside(s, *first))
		++*first;
	if (*first == n)
		*first = 0;
	else
		while (outside(s, *end - 1))
			--*end;
}

int surface_trim(const struct picture_surface *s, struct trimmed_surface *t)
{
	size_t x0, x1, y0, y1;

	find_ends(s, column_outside, s->x.n, &x0, &x1);
	find_ends(s, row_outside, s->y.n, &y0, &y1);
	*t = (struct trimmed_surface){ .surface = *s };
	t->surface.x.n = x1 - x0;
	t->surface.y.n = y1 - y0;
	t->surface.x.v += x0;
	t->surface.y.v += y0;
	t->cells = calloc(t->surface.x.n * t->surface.y.n + 1, sizeof(*t->cells));
	if (!t->cells)
		return -ENOMEM;
	for (size_t ix = x0; ix < x1; ix++)
		memcpy(t->cells + (ix - x0) * t->surface.y.n, s->cells + ix * s->y.n + y0,
		       t->surface.y.n * sizeof(*t->cells));
	t->surface.cells = t->cells;
	return 0;
}
