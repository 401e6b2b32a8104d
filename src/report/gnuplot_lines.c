#include "report/gnuplot_lines.h"

#include <math.h>
#include <stdlib.h>

#define HIDDEN_CUTS_MAX 64 /* hidden intervals of a line that are kept apart; more melt into the last */
#define DEPTH_SLACK 1e-6 /* a line on the surface lies in its triangles, not behind them */
#define SHORTEST 1e-4 /* a piece of a line below this share of it is rounding, not sight */

struct interval {
	double from, to;
};

/* Narrows iv to where at + iv * slope >= 0. */
static bool narrow(struct interval *iv, double at, double slope)
{
	if (slope > 0)
		iv->from = fmax(iv->from, -at / slope);
	else if (slope < 0)
		iv->to = fmin(iv->to, -at / slope);
	else if (at < 0)
		return false;
	return iv->from < iv->to;
}

/* Twice the signed area of the triangle a, b, p on the page. */
static double side(struct spot a, struct spot b, struct spot p)
{
	return (b.x_px - a.x_px) * (p.y_px - a.y_px) - (b.y_px - a.y_px) * (p.x_px - a.x_px);
}

/* How far the plane of the triangle is in front of p; area is twice its signed area. */
static double plane_ahead(const struct triangle *tri, double area, struct spot p)
{
	double w0 = side(tri->s[1], tri->s[2], p) / area, w1 = side(tri->s[2], tri->s[0], p) / area;

	return w0 * tri->s[0].depth + w1 * tri->s[1].depth + (1 - w0 - w1) * tri->s[2].depth - p.depth;
}

/* Which part of the line from a to b (0 to 1) the triangle hides. */
static bool hidden_part(const struct triangle *tri, struct spot a, struct spot b, struct interval *iv)
{
	double area = side(tri->s[0], tri->s[1], tri->s[2]), at;

	*iv = (struct interval){ 0, 1 };
	if (fabs(area) < 1e-6)
		return false;
	for (unsigned i = 0; i < 3; i++) {
		double sign = area > 0 ? 1 : -1;

		at = sign * side(tri->s[i], tri->s[(i + 1) % 3], a);
		if (!narrow(iv, at, sign * side(tri->s[i], tri->s[(i + 1) % 3], b) - at))
			return false;
	}
	at = plane_ahead(tri, area, a) - DEPTH_SLACK;
	return narrow(iv, at, plane_ahead(tri, area, b) - DEPTH_SLACK - at);
}

static bool may_touch(const struct triangle *tri, struct spot a, struct spot b)
{
	double left = fmin(a.x_px, b.x_px), right = fmax(a.x_px, b.x_px);

	return fmax(fmax(tri->s[0].x_px, tri->s[1].x_px), tri->s[2].x_px) >= left &&
	       fmin(fmin(tri->s[0].x_px, tri->s[1].x_px), tri->s[2].x_px) <= right;
}

static int by_start(const void *a, const void *b)
{
	double x = ((const struct interval *)a)->from, y = ((const struct interval *)b)->from;

	return (x > y) - (x < y);
}

static size_t hidden_parts(const struct tiles *t, struct spot a, struct spot b, struct interval *cuts)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct interval iv;

		if (!may_touch(&t->v[i], a, b) || !hidden_part(&t->v[i], a, b, &iv))
			continue;
		if (n < HIDDEN_CUTS_MAX) {
			cuts[n++] = iv;
			continue;
		}
		cuts[n - 1].from = fmin(cuts[n - 1].from, iv.from);
		cuts[n - 1].to = fmax(cuts[n - 1].to, iv.to);
	}
	qsort(cuts, n, sizeof(*cuts), by_start);
	return n;
}

static size_t add_piece(struct strbuf *sb, struct point a, struct point b, double from, double to)
{
	struct point p = point_between(a, b, from), q = point_between(a, b, to);

	if (to - from < SHORTEST)
		return 0;
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g %.7g\n", p.x, p.y, p.z, q.x - p.x, q.y - p.y, q.z - p.z);
	return 1;
}

size_t lines_add(struct strbuf *sb, const struct tiles *t, struct point a, struct point b)
{
	struct interval cuts[HIDDEN_CUTS_MAX] = { { 0, 0 } };
	size_t n = hidden_parts(t, view_project(t->view, a), view_project(t->view, b), cuts), pieces = 0;
	double seen = 0;

	for (size_t i = 0; i < n; i++) {
		if (cuts[i].from > seen)
			pieces += add_piece(sb, a, b, seen, cuts[i].from);
		seen = fmax(seen, cuts[i].to);
	}
	return pieces + add_piece(sb, a, b, seen, 1);
}

bool lines_see(const struct tiles *t, struct point p)
{
	struct spot a = view_project(t->view, p), b = a;
	struct interval cuts[HIDDEN_CUTS_MAX] = { { 0, 0 } };

	return hidden_parts(t, a, b, cuts) == 0;
}

static bool tile_drawn(const struct picture_surface *s, size_t ix, size_t iy)
{
	return ix + 1 < s->x.n && iy + 1 < s->y.n && tile_corners(s, ix, iy) >= 3;
}

static size_t add_grid_lines(struct strbuf *sb, const struct tiles *t, size_t ix, size_t iy)
{
	const struct picture_surface *s = t->surface;
	struct point at = tiles_point(t, ix, iy);
	size_t n = 0;

	if (ix + 1 < s->x.n && surface_measured(s, ix + 1, iy) &&
	    (tile_drawn(s, ix, iy) || (iy && tile_drawn(s, ix, iy - 1))))
		n += lines_add(sb, t, at, tiles_point(t, ix + 1, iy));
	if (iy + 1 < s->y.n && surface_measured(s, ix, iy + 1) &&
	    (tile_drawn(s, ix, iy) || (ix && tile_drawn(s, ix - 1, iy))))
		n += lines_add(sb, t, at, tiles_point(t, ix, iy + 1));
	return n;
}

/* The side of a three-cornered tile that faces its missing corner. */
static size_t add_open_side(struct strbuf *sb, const struct tiles *t, size_t ix, size_t iy)
{
	bool across;

	if (!tile_drawn(t->surface, ix, iy) || tile_corners(t->surface, ix, iy) != 3)
		return 0;
	across = tile_corner(t->surface, ix, iy, 0) && tile_corner(t->surface, ix, iy, 3);
	if (across)
		return lines_add(sb, t, tiles_point(t, ix, iy), tiles_point(t, ix + 1, iy + 1));
	return lines_add(sb, t, tiles_point(t, ix + 1, iy), tiles_point(t, ix, iy + 1));
}

size_t lines_add_mesh(struct strbuf *sb, const struct tiles *t)
{
	size_t n = 0;

	for (size_t ix = 0; ix < t->surface->x.n; ix++) {
		for (size_t iy = 0; iy < t->surface->y.n; iy++) {
			if (surface_measured(t->surface, ix, iy))
				n += add_grid_lines(sb, t, ix, iy);
			n += add_open_side(sb, t, ix, iy);
		}
	}
	return n;
}

static bool holds_cell(const struct tiles *t, size_t ix, size_t iy)
{
	const struct picture_surface *s = t->surface;

	for (size_t x = ix ? ix - 1 : 0; x <= ix && x + 1 < s->x.n; x++)
		for (size_t y = iy ? iy - 1 : 0; y <= iy && y + 1 < s->y.n; y++)
			if (tile_corners(s, x, y) >= 3)
				return true;
	return false;
}

void lines_add_stems(struct strbuf *stems, struct strbuf *dots, const struct tiles *t)
{
	for (size_t ix = 0; ix < t->surface->x.n; ix++) {
		for (size_t iy = t->surface->y.n; iy-- > 0;) {
			struct point top, foot;

			if (!surface_measured(t->surface, ix, iy) || holds_cell(t, ix, iy))
				continue;
			foot = top = tiles_point(t, ix, iy);
			foot.z = t->view->z0;
			lines_add(stems, t, foot, top);
			if (dots && lines_see(t, top))
				strbuf_addf(dots, "%.6g %.6g %.7g\n", top.x, top.y, top.z);
		}
	}
}
