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

/* Both triangles of a tile, the farther first. */
static void add_triangles(struct tiles *t, size_t ix, size_t iy, const unsigned far[3], const unsigned near[3])
{
	add_triangle(t, ix, iy, far);
	add_triangle(t, ix, iy, near);
}

/* The sides of a tile in the cube's units, and the direction towards the viewer. */
struct outlook {
	double dx, dy, to_x, to_y;
};

static struct outlook outlook_of(const struct tiles *t, size_t ix, size_t iy)
{
	struct outlook o = {
		.dx = log2((double)t->surface->x.v[ix + 1] / (double)t->surface->x.v[ix]) / (t->view->x1 - t->view->x0),
		.dy = log2((double)t->surface->y.v[iy + 1] / (double)t->surface->y.v[iy]) / (t->view->y1 - t->view->y0),
	};

	view_towards(t->view, &o.to_x, &o.to_y);
	return o;
}

/* Along the diagonal from corner 0 to 3, beside which lie corners 1 and 2. */
static void split_across(struct tiles *t, size_t ix, size_t iy)
{
	static const unsigned with1[] = { 0, 1, 3 }, with2[] = { 0, 2, 3 };
	struct outlook o = outlook_of(t, ix, iy);

	/* the diagonal's normal that points to corner 1 */
	if (o.to_x * o.dy - o.to_y * o.dx > 0)
		add_triangles(t, ix, iy, with2, with1);
	else
		add_triangles(t, ix, iy, with1, with2);
}

/* Along the diagonal from corner 1 to 2, beside which lie corners 0 and 3. */
static void split_along(struct tiles *t, size_t ix, size_t iy)
{
	static const unsigned with0[] = { 0, 1, 2 }, with3[] = { 3, 1, 2 };
	struct outlook o = outlook_of(t, ix, iy);

	/* the diagonal's normal that points to corner 3 */
	if (o.to_x * o.dy + o.to_y * o.dx > 0)
		add_triangles(t, ix, iy, with0, with3);
	else
		add_triangles(t, ix, iy, with3, with0);
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
	for (size_t i = 0; i + 1 < s->x.n; i++) {
		for (size_t k = 0; k + 1 < s->y.n; k++) {
			size_t ix = view_near_x(view) > view_far_x(view) ? i : s->x.n - 2 - i;
			size_t iy = view_near_y(view) > view_far_y(view) ? k : s->y.n - 2 - k;

			if (tile_corners(s, ix, iy) >= 3)
				add_tile(t, ix, iy);
		}
	}
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

static void add_quad(struct strbuf *sb, const struct tiles *t, size_t ix, size_t iy)
{
	struct point p[4];
	size_t n = 0;

	for (unsigned corner = 0; corner < 4; corner++)
		if (tile_corner(t->surface, ix, iy, corner))
			p[n++] = tiles_point(t, ix + (corner & 1), iy + (corner >> 1));
	for (; n < 4; n++)
		p[n] = p[n - 1];
	for (size_t i = 0; i < 4; i++)
		strbuf_addf(sb, "%s%.6g %.6g %.7g\n", i == 2 ? "\n" : "", p[i].x, p[i].y, p[i].z);
	strbuf_addstr(sb, "\n\n");
}

void tiles_add_quads(struct strbuf *sb, const struct tiles *t)
{
	for (size_t ix = 0; ix + 1 < t->surface->x.n; ix++)
		for (size_t iy = 0; iy + 1 < t->surface->y.n; iy++)
			if (tile_corners(t->surface, ix, iy) >= 3)
				add_quad(sb, t, ix, iy);
}
