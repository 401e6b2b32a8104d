/*
 * gnuplot_tiles: the surface as triangles.
 *
 * A tile lies between two neighbouring file sizes and two neighbouring record sizes and needs four or three
 * measured corners; nothing is drawn across a hole. Four corners are split along the lower diagonal, so that a
 * single low point makes a pit and a single high one a peak, not a ridge. Triangles come back to front, which
 * on a grid seen from a fixed side is an order of the tiles, so that drawing them in turn hides what is behind
 * (the painter's algorithm is exact here).
 *
 * A triangle is cut into strips of nearly one height, each of one colour, since gnuplot gives a polygon one
 * colour and a wall must show all those that it crosses.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_TILES_H
#define IOSWEEP_REPORT_GNUPLOT_TILES_H

#include "report/gnuplot_picture.h"
#include "report/gnuplot_scale.h"
#include "report/gnuplot_view.h"
#include "base/strbuf.h"

#include <stdbool.h>

struct triangle {
	struct point p[3];
	struct spot s[3]; /* the same corners on the page */
};

struct tiles {
	const struct picture_surface *surface; /* borrowed, like the two below */
	const struct value_scale *scale;
	const struct view *view;
	struct triangle *v; /* owned, back to front */
	size_t n;
};

/* 0 or -ENOMEM. */
int tiles_init(struct tiles *t, const struct picture_surface *s, const struct value_scale *scale,
	       const struct view *view);
void tiles_release(struct tiles *t);

static inline const struct picture_cell *surface_at(const struct picture_surface *s, size_t ix, size_t iy)
{
	return &s->cells[ix * s->y.n + iy];
}

static inline bool surface_measured(const struct picture_surface *s, size_t ix, size_t iy)
{
	return surface_at(s, ix, iy)->state == PICTURE_MEASURED;
}

/* Never in a sweep, since a record is no larger than its file. */
static inline bool surface_blank(const struct picture_surface *s, size_t ix, size_t iy)
{
	return s->x.bytes && s->y.bytes && surface_at(s, ix, iy)->state == PICTURE_OUTSIDE && s->y.v[iy] > s->x.v[ix];
}

/*
 * Whether a corner of the tile that begins at ix, iy is measured: bit 0 of corner is the larger file size, bit 1
 * the larger record size. And how many are.
 */
bool tile_corner(const struct picture_surface *s, size_t ix, size_t iy, unsigned corner);
unsigned tile_corners(const struct picture_surface *s, size_t ix, size_t iy);

/* A cell's place in the plot. Only where it is measured. */
struct point tiles_point(const struct tiles *t, size_t ix, size_t iy);

/*
 * Adds the strips, bands of them to the whole z axis: quads of `x y z colour`, each an index of its own, since
 * pm3d would join what only one blank line divides.
 */
void tiles_add_strips(struct strbuf *sb, const struct tiles *t, unsigned bands);

/* Adds the tiles whole, each an index of its own, as quads of `x y z`; one of three corners has its last one twice. */
void tiles_add_quads(struct strbuf *sb, const struct tiles *t);

#endif
