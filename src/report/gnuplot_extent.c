#include "report/gnuplot_extent.h"

#include "report/gnuplot_tiles.h"

#include <math.h>

#define SPACE_LEAST 3 /* rows and columns */

static void count_cell(struct surface_extent *e, const struct picture_cell *cell)
{
	e->failed += cell->state == PICTURE_FAILED;
	e->skipped += cell->state == PICTURE_SKIPPED;
	e->planned += cell->state == PICTURE_PLANNED;
	if (cell->state != PICTURE_MEASURED)
		return;
	e->cells++;
	e->range.min = fmin(e->range.min, cell->value);
	e->range.max = fmax(e->range.max, cell->value);
	if (cell->value > 0)
		e->range.least = fmin(e->range.least, cell->value);
}

struct surface_extent surface_extent(const struct picture_surface *s)
{
	struct surface_extent e = { .range = { NAN, NAN, NAN } };

	for (size_t ix = 0; ix < s->x.n; ix++) {
		size_t before = e.cells;

		for (size_t iy = 0; iy < s->y.n; iy++)
			count_cell(&e, surface_at(s, ix, iy));
		e.columns += e.cells > before;
	}
	for (size_t iy = 0; iy < s->y.n; iy++) {
		size_t ix = 0;

		while (ix < s->x.n && !surface_measured(s, ix, iy))
			ix++;
		e.rows += ix < s->x.n;
	}
	return e;
}

bool surface_has_space(const struct surface_extent *e)
{
	return e->columns >= SPACE_LEAST && e->rows >= SPACE_LEAST;
}

bool surface_has_slices(const struct surface_extent *e)
{
	return e->columns > 1 && e->rows > 1;
}

void surface_add_holes(struct strbuf *sb, const struct surface_extent *e)
{
	const char *between = "";

	if (e->failed) {
		strbuf_addf(sb, "%zu %s failed", e->failed, e->failed == 1 ? "cell" : "cells");
		between = ", ";
	}
	if (e->skipped) {
		strbuf_addf(sb, "%s%zu skipped", between, e->skipped);
		between = ", ";
	}
	if (e->planned)
		strbuf_addf(sb, "%s%zu not measured", between, e->planned);
}
