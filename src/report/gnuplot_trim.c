#include "report/gnuplot_trim.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* Fills kept with the numbers of those of n lines that are in the sweep, or of all when none is; returns how many. */
static size_t find_kept(const struct picture_surface *s, line_test *outside, size_t n, size_t *kept)
{
	size_t kept_n = 0;

	for (size_t i = 0; i < n; i++)
		if (!outside(s, i))
			kept[kept_n++] = i;
	if (kept_n)
		return kept_n;
	for (size_t i = 0; i < n; i++)
		kept[i] = i;
	return n;
}

static int allocate(const struct picture_surface *s, struct trimmed_surface *t, size_t **columns, size_t **rows)
{
	t->cells = calloc(s->x.n * s->y.n + 1, sizeof(*t->cells));
	t->x = calloc(s->x.n + 1, sizeof(*t->x));
	t->y = calloc(s->y.n + 1, sizeof(*t->y));
	*columns = calloc(s->x.n + 1, sizeof(**columns));
	*rows = calloc(s->y.n + 1, sizeof(**rows));
	return t->cells && t->x && t->y && *columns && *rows ? 0 : -ENOMEM;
}

static void copy_kept(const struct picture_surface *s, const size_t *columns, const size_t *rows, struct trimmed_surface *t)
{
	for (size_t i = 0; i < t->surface.x.n; i++)
		t->x[i] = s->x.v[columns[i]];
	for (size_t i = 0; i < t->surface.y.n; i++)
		t->y[i] = s->y.v[rows[i]];
	for (size_t ix = 0; ix < t->surface.x.n; ix++)
		for (size_t iy = 0; iy < t->surface.y.n; iy++)
			t->cells[ix * t->surface.y.n + iy] = s->cells[columns[ix] * s->y.n + rows[iy]];
}

int surface_trim(const struct picture_surface *s, struct trimmed_surface *t)
{
	size_t *columns = NULL, *rows = NULL;
	int ret;

	*t = (struct trimmed_surface){ .surface = *s };
	ret = allocate(s, t, &columns, &rows);
	if (!ret) {
		t->surface.x.n = find_kept(s, column_outside, s->x.n, columns);
		t->surface.y.n = find_kept(s, row_outside, s->y.n, rows);
		copy_kept(s, columns, rows, t);
		t->surface.x.v = t->x;
		t->surface.y.v = t->y;
		t->surface.cells = t->cells;
	} else {
		trimmed_surface_release(t);
	}
	free(columns);
	free(rows);
	return ret;
}

void trimmed_surface_release(struct trimmed_surface *t)
{
	free(t->cells);
	free(t->x);
	free(t->y);
	*t = (struct trimmed_surface){ .surface = t->surface };
}
