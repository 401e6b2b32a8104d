#include "report/overview_places.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define COLUMNS_MAX 6
#define FAMILY_COLUMNS_MAX 5
#define FAMILIES_N 4
#define LEFT_PX 30.0
#define RIGHT_PX 15.0 /* from the right edge */
#define TOP_PX 124.0 /* from the upper edge */
#define BOTTOM_PX 12.0
#define LEGEND_WIDTH_PX 260.0 /* of a column of its own, where no row has a place left */
#define LEGEND_HEIGHT_PX 200.0
#define FAMILY_LEAST 0.99 /* of the size that panels without families have */

/* A way to lay out n panels. */
struct grid {
	bool families; /* each begins a row */
	size_t columns, rows;
	bool legend_inside; /* some place is left for it */
	struct sketch_box area;
};

static size_t rows_for(size_t n, size_t columns)
{
	return (n + columns - 1) / columns;
}

static size_t family_n(const struct picture_overview *o, unsigned family)
{
	size_t n = 0;

	for (size_t i = 0; i < o->surfaces_n; i++)
		n += (unsigned)o->surfaces[i].family == family;
	return n;
}

static double cell_width(const struct grid *g)
{
	double width = g->area.right - g->area.left - (g->legend_inside ? 0 : LEGEND_WIDTH_PX);

	return width / (double)g->columns;
}

static double cell_height(const struct grid *g)
{
	return (g->area.top - g->area.bottom) / (double)g->rows;
}

static struct grid flowing_grid(const struct sketch_box *area, size_t n, size_t columns)
{
	return (struct grid){ .columns = columns, .rows = rows_for(n + 1, columns), .legend_inside = true, .area = *area };
}

static struct grid family_grid(const struct picture_overview *o, const struct sketch_box *area)
{
	struct grid g = { .families = true, .columns = 1, .area = *area };

	for (unsigned f = 0; f < FAMILIES_N; f++) {
		size_t n = family_n(o, f);

		g.rows += rows_for(n, FAMILY_COLUMNS_MAX);
		if (n > g.columns)
			g.columns = n > FAMILY_COLUMNS_MAX ? FAMILY_COLUMNS_MAX : n;
	}
	for (unsigned f = 0; f < FAMILIES_N; f++)
		if (family_n(o, f) % g.columns && cell_height(&g) > LEGEND_HEIGHT_PX)
			g.legend_inside = true;
	return g;
}

/* How wide a panel of the shape becomes. */
static double panel_size(const struct grid *g, double shape)
{
	return fmin(cell_width(g), cell_height(g) / shape);
}

static struct grid choose_grid(const struct picture_overview *o, const struct sketch_box *area, double shape)
{
	struct grid family = family_grid(o, area), best = flowing_grid(area, o->surfaces_n, 1);

	for (size_t columns = 2; columns <= COLUMNS_MAX; columns++) {
		struct grid g = flowing_grid(area, o->surfaces_n, columns);

		if (panel_size(&g, shape) > panel_size(&best, shape))
			best = g;
	}
	return panel_size(&family, shape) >= FAMILY_LEAST * panel_size(&best, shape) ? family : best;
}

static struct sketch_box place_at(const struct grid *g, size_t row, size_t column)
{
	double left = g->area.left + (double)column * cell_width(g), top = g->area.top - (double)row * cell_height(g);

	return (struct sketch_box){ left, top - cell_height(g), left + cell_width(g), top };
}

static void place_flowing(struct overview_places *places, const struct grid *g, const struct picture_overview *o)
{
	size_t k = 0;

	for (unsigned f = 0; f < FAMILIES_N; f++) {
		for (size_t i = 0; i < o->surfaces_n; i++) {
			if ((unsigned)o->surfaces[i].family != f)
				continue;
			places->at[i] = place_at(g, k / g->columns, k % g->columns);
			k++;
		}
	}
	places->legend = place_at(g, k / g->columns, g->columns - 1);
}

static void place_families(struct overview_places *places, const struct grid *g, const struct picture_overview *o)
{
	size_t row = 0;

	places->legend = g->area;
	places->legend.left = g->area.right - LEGEND_WIDTH_PX;
	for (unsigned f = 0; f < FAMILIES_N; f++) {
		size_t k = 0;

		for (size_t i = 0; i < o->surfaces_n; i++) {
			if ((unsigned)o->surfaces[i].family != f)
				continue;
			places->at[i] = place_at(g, row + k / FAMILY_COLUMNS_MAX, k % FAMILY_COLUMNS_MAX);
			k++;
		}
		row += rows_for(k, FAMILY_COLUMNS_MAX);
		if (g->legend_inside && k % g->columns)
			places->legend = place_at(g, row - 1, g->columns - 1);
	}
}

int overview_places_init(struct overview_places *places, const struct page *p, const struct picture_overview *o,
			 double shape)
{
	const struct sketch_box area = { LEFT_PX, BOTTOM_PX, p->width_px - RIGHT_PX, p->height_px - TOP_PX };
	struct grid g = choose_grid(o, &area, shape);

	*places = (struct overview_places){ .at = calloc(o->surfaces_n + 1, sizeof(*places->at)) };
	if (!places->at)
		return -ENOMEM;
	if (g.families)
		place_families(places, &g, o);
	else
		place_flowing(places, &g, o);
	return 0;
}

void overview_places_release(struct overview_places *places)
{
	free(places->at);
	*places = (struct overview_places){ 0 };
}
