#include "report/gnuplot_tiles.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool tile_corner(const struct picture_surface *s, size_t ix, size_t iy, unsigned corner)
{
	return surface_measured(s, ix + (corner & 1), iy + (corner >> 1));
}

unsigned tile_corners(const struct picture_surface *s, size_t ix, size_t iy)
{
	unsigned n = 0;

	for (unsigned corner = 0; corner < 4; corner++)
		n += tile_corner(s, ix, iy, corner);
	return n;
}

struct point tiles_point(const struct tiles *t, size_t ix, size_t iy)
{
	return (struct point){
		.x = log2((double)t->surface->x.v[ix]),
		.y = log2((double)t->surface->y.v[iy]),
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
	double dx = log2((double)t->surface->x.v[ix + 1] / (double)t->surface->x.v[ix]);
	double dy = log2((double)t->surface->y.v[iy + 1] / (double)t->surface->y.v[iy]);
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
		if (tile_corner(t->surface, ix, iy, corner))
			three[n++] = corner;
	add_triangle(t, ix, iy, three);
}

int tiles_init(struct tiles *t, const struct picture_surface *s, const struct value_scale *scale,
	       const struct view *view)
{
	*t = (struct tiles){ .surface = s, .scale = scale, .view = view };
	if (s->x.n < 2 || s->y.n < 2)
		return 0;
	t->v = calloc((s->x.n - 1) * (s->y.n - 1) * 2, sizeof(*t->v));
	if (!t->v)
		return -ENOMEM;
	for (size_t ix = 0; ix + 1 < s->x.n; ix++)
		for (size_t iy = s->y.n - 1; iy-- > 0;)
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

struct polygon {
	struct point p[8]; /* a triangle cut by two planes has at most five corners */
	size_t n;
};

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
			kept.p[kept.n] = point_between(a, b, above_a / (above_a - above_b));
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
