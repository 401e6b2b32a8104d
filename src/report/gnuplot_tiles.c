#include "report/gnuplot_tiles.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define HIDDEN_CUTS_MAX 64 /* hidden intervals of a line that are kept apart; more melt into the last */
#define DEPTH_SLACK 1e-6 /* a line on the surface lies in its triangles, not behind them */
#define SHORTEST 1e-4 /* a piece of a line below this share of it is rounding, not sight */

struct interval {
	double from, to;
};

/* Corners of a tile: bit 0 is the larger file size, bit 1 the larger record size. */
static bool corner_measured(const struct picture_surface *s, size_t ix, size_t iy, unsigned corner)
{
	return surface_measured(s, ix + (corner & 1), iy + (corner >> 1));
}

static unsigned tile_corners(const struct picture_surface *s, size_t ix, size_t iy)
{
	unsigned n = 0;

	for (unsigned corner = 0; corner < 4; corner++)
		n += corner_measured(s, ix, iy, corner);
	return n;
}

struct point tiles_point(const struct tiles *t, size_t ix, size_t iy)
{
	return (struct point){
		.x = log2((double)t->surface->file_sizes[ix]),
		.y = log2((double)t->surface->record_sizes[iy]),
		.z = value_scale_position(t->scale, surface_at(t->surface, ix, iy)->value),
	};
}

static void add_triangle(struct tiles *t, size_t ix, size_t iy, const unsigned corners[3])
{
	struct triangle *tri = &t->v[t->n++];

	for (unsigned i = 0; i < 3; i++) {
		tri->p[i] = tiles_point(t, ix + (corners[i] & 1), iy + (corners[i] >> 1));
		tri->s[i] = view_project(t->view, tri->p[i]);
	}
}

/* The diagonal from corner 0 to 3 has its far side at corner 2: the viewer stands at large x and small y. */
static void split_across(struct tiles *t, size_t ix, size_t iy)
{
	add_triangle(t, ix, iy, (const unsigned[]){ 0, 2, 3 });
	add_triangle(t, ix, iy, (const unsigned[]){ 0, 1, 3 });
}

/* The diagonal from corner 1 to 2 runs nearly along the sight; which side is the far one depends on the tile. */
static void split_along(struct tiles *t, size_t ix, size_t iy)
{
	double dx = log2((double)t->surface->file_sizes[ix + 1] / (double)t->surface->file_sizes[ix]);
	double dy = log2((double)t->surface->record_sizes[iy + 1] / (double)t->surface->record_sizes[iy]);
	double to_x, to_y;
	bool corner0_far;

	view_towards(&to_x, &to_y);
	/* the normal of the diagonal that points away from corner 0, in the cube's units */
	corner0_far = to_x * dy / (t->view->y1 - t->view->y0) + to_y * dx / (t->view->x1 - t->view->x0) > 0;
	add_triangle(t, ix, iy, corner0_far ? (const unsigned[]){ 0, 1, 2 } : (const unsigned[]){ 3, 1, 2 });
	add_triangle(t, ix, iy, corner0_far ? (const unsigned[]){ 3, 1, 2 } : (const unsigned[]){ 0, 1, 2 });
}

static void add_tile(struct tiles *t, size_t ix, size_t iy)
{
	unsigned three[3], n = 0;

	if (tile_corners(t->surface, ix, iy) == 4) {
		double across = tiles_point(t, ix, iy).z + tiles_point(t, ix + 1, iy + 1).z;
		double along = tiles_point(t, ix + 1, iy).z + tiles_point(t, ix, iy + 1).z;

		if (across <= along)
			split_across(t, ix, iy);
		else
			split_along(t, ix, iy);
		return;
	}
	for (unsigned corner = 0; corner < 4; corner++)
		if (corner_measured(t->surface, ix, iy, corner))
			three[n++] = corner;
	add_triangle(t, ix, iy, three);
}

int tiles_init(struct tiles *t, const struct picture_surface *s, const struct value_scale *scale,
	       const struct view *view)
{
	*t = (struct tiles){ .surface = s, .scale = scale, .view = view };
	if (s->nx < 2 || s->ny < 2)
		return 0;
	t->v = calloc((s->nx - 1) * (s->ny - 1) * 2, sizeof(*t->v));
	if (!t->v)
		return -ENOMEM;
	for (size_t ix = 0; ix + 1 < s->nx; ix++)
		for (size_t iy = s->ny - 1; iy-- > 0;)
			if (tile_corners(s, ix, iy) >= 3)
				add_tile(t, ix, iy);
	return 0;
}

void tiles_release(struct tiles *t)
{
	free(t->v);
	t->v = NULL;
	t->n = 0;
}

static bool holds_cell(const struct tiles *t, size_t ix, size_t iy)
{
	const struct picture_surface *s = t->surface;

	for (size_t x = ix ? ix - 1 : 0; x <= ix && x + 1 < s->nx; x++)
		for (size_t y = iy ? iy - 1 : 0; y <= iy && y + 1 < s->ny; y++)
			if (tile_corners(s, x, y) >= 3)
				return true;
	return false;
}

struct polygon {
	struct point p[8]; /* a triangle cut by two planes has at most five corners */
	size_t n;
};

static struct point between(struct point a, struct point b, double share)
{
	return (struct point){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share };
}

/* Keeps what lies above (sign 1) or below (sign -1) a height: Sutherland and Hodgman, CACM 17 (1974). */
static struct polygon cut(const struct polygon *from, double height, double sign)
{
	struct polygon kept = { .n = 0 };

	for (size_t i = 0; i < from->n; i++) {
		struct point a = from->p[i], b = from->p[(i + 1) % from->n];
		double above_a = (a.z - height) * sign, above_b = (b.z - height) * sign;

		if (above_a >= 0)
			kept.p[kept.n++] = a;
		if ((above_a > 0 && above_b < 0) || (above_a < 0 && above_b > 0)) {
			kept.p[kept.n] = between(a, b, above_a / (above_a - above_b));
			kept.p[kept.n++].z = height;
		}
	}
	return kept;
}

static void add_corner(struct strbuf *sb, struct point p, double colour)
{
	strbuf_addf(sb, "%.5g %.5g %.6g %.5g\n", p.x, p.y, p.z, colour);
}

/* pm3d wants two rows of two points; a triangle has its last corner twice. */
static void add_polygon(struct strbuf *sb, const struct polygon *poly, double colour)
{
	for (size_t i = 1; i + 1 < poly->n; i += 2) {
		size_t last = i + 2 < poly->n ? i + 2 : i + 1;

		add_corner(sb, poly->p[0], colour);
		add_corner(sb, poly->p[i], colour);
		strbuf_addch(sb, '\n');
		add_corner(sb, poly->p[last], colour);
		add_corner(sb, poly->p[i + 1], colour);
		strbuf_addstr(sb, "\n\n");
	}
}

static void add_strips(struct strbuf *sb, const struct triangle *tri, double z0, double step)
{
	double low = fmin(fmin(tri->p[0].z, tri->p[1].z), tri->p[2].z);
	double high = fmax(fmax(tri->p[0].z, tri->p[1].z), tri->p[2].z);
	struct polygon whole = { .n = 3, .p = { tri->p[0], tri->p[1], tri->p[2] } };
	double first = floor((low - z0) / step), last = ceil((high - z0) / step);

	if (last <= first + 1) {
		add_polygon(sb, &whole, (tri->p[0].z + tri->p[1].z + tri->p[2].z) / 3);
		return;
	}
	for (double band = first; band < last; band++) {
		double from = z0 + band * step, to = z0 + (band + 1) * step;
		struct polygon upper = cut(&whole, from, 1), strip = cut(&upper, to, -1);

		if (strip.n >= 3)
			add_polygon(sb, &strip, (fmax(from, low) + fmin(to, high)) / 2);
	}
}

void tiles_add_strips(struct strbuf *sb, const struct tiles *t, unsigned bands)
{
	double step = (t->view->z1 - t->view->z0) / bands;

	for (size_t i = 0; i < t->n; i++)
		add_strips(sb, &t->v[i], t->view->z0, step);
}

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
	struct point p = between(a, b, from), q = between(a, b, to);

	if (to - from < SHORTEST)
		return 0;
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g %.7g\n", p.x, p.y, p.z, q.x - p.x, q.y - p.y, q.z - p.z);
	return 1;
}

size_t tiles_add_line(struct strbuf *sb, const struct tiles *t, struct point a, struct point b)
{
	struct interval cuts[HIDDEN_CUTS_MAX];
	size_t n = hidden_parts(t, view_project(t->view, a), view_project(t->view, b), cuts), pieces = 0;
	double seen = 0;

	for (size_t i = 0; i < n; i++) {
		if (cuts[i].from > seen)
			pieces += add_piece(sb, a, b, seen, cuts[i].from);
		seen = fmax(seen, cuts[i].to);
	}
	return pieces + add_piece(sb, a, b, seen, 1);
}

bool tiles_sees(const struct tiles *t, struct point p)
{
	struct spot a = view_project(t->view, p), b = a;
	struct interval cuts[HIDDEN_CUTS_MAX];

	return hidden_parts(t, a, b, cuts) == 0;
}

static bool tile_drawn(const struct picture_surface *s, size_t ix, size_t iy)
{
	return ix + 1 < s->nx && iy + 1 < s->ny && tile_corners(s, ix, iy) >= 3;
}

static size_t add_grid_lines(struct strbuf *sb, const struct tiles *t, size_t ix, size_t iy)
{
	const struct picture_surface *s = t->surface;
	struct point at = tiles_point(t, ix, iy);
	size_t n = 0;

	if (ix + 1 < s->nx && surface_measured(s, ix + 1, iy) &&
	    (tile_drawn(s, ix, iy) || (iy && tile_drawn(s, ix, iy - 1))))
		n += tiles_add_line(sb, t, at, tiles_point(t, ix + 1, iy));
	if (iy + 1 < s->ny && surface_measured(s, ix, iy + 1) &&
	    (tile_drawn(s, ix, iy) || (ix && tile_drawn(s, ix - 1, iy))))
		n += tiles_add_line(sb, t, at, tiles_point(t, ix, iy + 1));
	return n;
}

/* The side of a three-cornered tile that faces its missing corner. */
static size_t add_open_side(struct strbuf *sb, const struct tiles *t, size_t ix, size_t iy)
{
	bool across;

	if (!tile_drawn(t->surface, ix, iy) || tile_corners(t->surface, ix, iy) != 3)
		return 0;
	across = corner_measured(t->surface, ix, iy, 0) && corner_measured(t->surface, ix, iy, 3);
	if (across)
		return tiles_add_line(sb, t, tiles_point(t, ix, iy), tiles_point(t, ix + 1, iy + 1));
	return tiles_add_line(sb, t, tiles_point(t, ix + 1, iy), tiles_point(t, ix, iy + 1));
}

size_t tiles_add_mesh(struct strbuf *sb, const struct tiles *t)
{
	size_t n = 0;

	for (size_t ix = 0; ix < t->surface->nx; ix++) {
		for (size_t iy = 0; iy < t->surface->ny; iy++) {
			if (surface_measured(t->surface, ix, iy))
				n += add_grid_lines(sb, t, ix, iy);
			n += add_open_side(sb, t, ix, iy);
		}
	}
	return n;
}

void tiles_add_stems(struct strbuf *stems, struct strbuf *dots, const struct tiles *t)
{
	for (size_t ix = 0; ix < t->surface->nx; ix++) {
		for (size_t iy = t->surface->ny; iy-- > 0;) {
			struct point top, foot;

			if (!surface_measured(t->surface, ix, iy) || holds_cell(t, ix, iy))
				continue;
			foot = top = tiles_point(t, ix, iy);
			foot.z = t->view->z0;
			tiles_add_line(stems, t, foot, top);
			if (dots && tiles_sees(t, top))
				strbuf_addf(dots, "%.6g %.6g %.7g\n", top.x, top.y, top.z);
		}
	}
}
