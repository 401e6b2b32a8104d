#include "report/gnuplot_marks.h"

#include "report/cliff_stroke.h"
#include "report/gnuplot_cliff.h"
#include "report/gnuplot_lines.h"
#include "report/gnuplot_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define WALL_LEAST 0.15 /* of the value axis: what a drop must have for its label to stand on it */
#define WALL_LEAST_PX 45.0
#define EDGE_PX 2.4 /* as surface.gp draws it */
#define EDGE_STEP_PX 10.0 /* between the boxes that keep labels off an edge */
#define EDGE_HALF_PX 4.0
#define REF_ROWS 3 /* rows of labels above the walls */
#define REF_ROW_PX 22.0
#define REF_SHIFT_PX 6.0
#define REF_BESIDE_PX 45.0
#define REF_LABEL_MAX_PX 320.0

static void add_dot(struct strbuf *dots, const struct tiles *t, struct point p)
{
	if (lines_see(t, p))
		strbuf_addf(dots, "%.6g %.6g %.7g\n", p.x, p.y, p.z);
}

/* Whether the second line of a range follows the first without a hole. */
static bool steps_adjoin(const struct cliff_step *a, const struct cliff_step *b)
{
	return b->ix0 - a->ix0 <= 1 && b->iy0 - a->iy0 <= 1;
}

void cliff_edges_init(struct cliff_edges *edges, double width_px)
{
	strbuf_init(&edges->lines);
	strbuf_init(&edges->thin);
	strbuf_init(&edges->dots);
	edges->width_px = width_px;
}

void cliff_edges_release(struct cliff_edges *edges)
{
	strbuf_release(&edges->lines);
	strbuf_release(&edges->thin);
	strbuf_release(&edges->dots);
}

/* The dashes of an edge from one line of the range to the next. */
static void add_edge(struct cliff_edges *edges, const struct tiles *t, enum picture_sureness sureness,
		     const struct point ends[2])
{
	struct spot from = view_project(t->view, ends[0]), to = view_project(t->view, ends[1]);
	size_t n = cliff_dashes_n(sureness, edges->width_px, hypot(to.x_px - from.x_px, to.y_px - from.y_px));

	for (size_t i = 0; i < n; i++) {
		struct cliff_dash dash = cliff_dash(sureness, n, i);

		lines_add(sureness == PICTURE_POSSIBLE ? &edges->thin : &edges->lines, t,
			  point_between(ends[0], ends[1], dash.from), point_between(ends[0], ends[1], dash.to));
	}
}

void marks_add_cliff(struct cliff_edges *edges, const struct tiles *t, const struct cliff_steps *steps)
{
	struct point before = { 0 }, after = { 0 };

	for (size_t i = 0; i < steps->n; i++) {
		const struct cliff_step *step = &steps->v[i];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);

		if (steps->sureness != PICTURE_POSSIBLE) {
			add_dot(&edges->dots, t, a);
			add_dot(&edges->dots, t, b);
		}
		if (i && steps_adjoin(&steps->v[i - 1], step)) {
			add_edge(edges, t, steps->sureness, (struct point[]){ before, a });
			add_edge(edges, t, steps->sureness, (struct point[]){ after, b });
		}
		before = a;
		after = b;
	}
}

static struct point middle(struct point a, struct point b)
{
	return point_between(a, b, 0.5);
}

/* The steps of a range from its middle outwards. */
static size_t from_middle(size_t n, size_t k)
{
	size_t centre = (n - 1) / 2;

	if (k <= 2 * centre)
		return k % 2 ? centre - (k + 1) / 2 : centre + k / 2;
	return k;
}

static bool label_on_wall(struct page *p, const struct tiles *t, const struct cliff_steps *steps, const char *text)
{
	for (size_t k = 0; k < steps->n; k++) {
		const struct cliff_step *step = &steps->v[from_middle(steps->n, k)];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);
		struct spot from = view_project(t->view, a), to = view_project(t->view, b);
		struct spot at = view_project(t->view, middle(a, b));

		if (fabs(a.z - b.z) < WALL_LEAST * (t->view->z1 - t->view->z0) ||
		    fabs(from.y_px - to.y_px) < WALL_LEAST_PX || !lines_see(t, middle(a, b)))
			continue;
		if (page_try_text(p, at.x_px, at.y_px, text, PAGE_BOXED, PAGE_CLIFF))
			return true;
	}
	return false;
}

static bool label_above_spot(struct page *p, struct spot at, const char *text)
{
	static const double rises[] = { 55, 85, 115, 150, 190, 235 }, shifts[] = { 0, -60, 60, -120, 120 };

	for (size_t r = 0; r < sizeof(rises) / sizeof(rises[0]); r++) {
		for (size_t s = 0; s < sizeof(shifts) / sizeof(shifts[0]); s++) {
			double x = at.x_px + shifts[s], y = at.y_px + rises[r];
			struct sketch_box box = page_text_box(p, x, y, text, PAGE_BOXED), leader;

			leader = (struct sketch_box){ at.x_px, at.y_px, x, box.bottom };
			if (!page_free(p, box) || !page_line_free(p, leader))
				continue;
			page_add_line(p, at.x_px, at.y_px, x, box.bottom, PAGE_CLIFF);
			page_take_line(p, leader);
			page_add_text(p, x, y, text, PAGE_BOXED, PAGE_CLIFF);
			return true;
		}
	}
	return false;
}

/* Above the upper edge, at a point of it that can be seen. */
static bool label_above(struct page *p, const struct tiles *t, const struct cliff_steps *steps, const char *text)
{
	for (size_t k = 0; k < steps->n; k++) {
		const struct cliff_step *step = &steps->v[from_middle(steps->n, k)];
		struct point a = tiles_point(t, step->ix0, step->iy0), b = tiles_point(t, step->ix1, step->iy1);
		struct point upper = a.z > b.z ? a : b;

		if (lines_see(t, upper) && label_above_spot(p, view_project(t->view, upper), text))
			return true;
	}
	return false;
}

static void add_label(struct page *p, const struct tiles *t, const struct picture_cliff *c,
		      const struct cliff_steps *steps)
{
	struct strbuf label;

	strbuf_init(&label);
	cliff_add_label(&label, t->surface, c, cliff_ratio(t->surface, c, steps));
	if (!label_on_wall(p, t, steps, label.buf))
		label_above(p, t, steps, label.buf);
	page_release_text(p, &label);
}

static void take_edge(struct page *p, const struct tiles *t, struct point a, struct point b)
{
	struct spot from = view_project(t->view, a), to = view_project(t->view, b);
	double length_px = hypot(to.x_px - from.x_px, to.y_px - from.y_px), n = ceil(length_px / EDGE_STEP_PX) + 1;

	for (double i = 0; i <= n; i++) {
		struct point at = point_between(a, b, i / n);
		struct spot spot = view_project(t->view, at);

		if (lines_see(t, at))
			page_take(p, (struct sketch_box){ spot.x_px - EDGE_HALF_PX, spot.y_px - EDGE_HALF_PX,
							spot.x_px + EDGE_HALF_PX, spot.y_px + EDGE_HALF_PX });
	}
}

/* So that no label covers the edge of a cliff. */
static void take_edges(struct page *p, const struct tiles *t, const struct cliff_steps *steps)
{
	for (size_t i = 0; i < steps->n; i++) {
		const struct cliff_step *b = &steps->v[i], *a = i && steps_adjoin(b - 1, b) ? b - 1 : b;

		take_edge(p, t, tiles_point(t, a->ix0, a->iy0), tiles_point(t, b->ix0, b->iy0));
		take_edge(p, t, tiles_point(t, a->ix1, a->iy1), tiles_point(t, b->ix1, b->iy1));
	}
}

static void add_cliffs(struct page *p, const struct tiles *t, const struct cliff_steps *steps)
{
	struct cliff_edges edges;

	cliff_edges_init(&edges, EDGE_PX);
	for (size_t i = 0; i < t->surface->cliffs_n; i++) {
		marks_add_cliff(&edges, t, &steps[i]);
		take_edges(p, t, &steps[i]);
	}
	for (size_t i = 0; i < t->surface->cliffs_n; i++)
		if (steps[i].n)
			add_label(p, t, &t->surface->cliffs[i], &steps[i]);
	page_add_section(p, "cliffs", "x y z dx dy dz", &edges.lines);
	page_add_section(p, "cliffs_thin", "x y z dx dy dz", &edges.thin);
	page_add_section(p, "cliff_dots", "x y z", &edges.dots);
	cliff_edges_release(&edges);
}

int marks_add_cliffs(struct page *p, const struct tiles *t)
{
	struct cliff_steps *steps = calloc(t->surface->cliffs_n + 1, sizeof(*steps));
	int ret = steps ? 0 : -ENOMEM;

	for (size_t i = 0; i < t->surface->cliffs_n && !ret; i++)
		ret = cliff_steps_init(&steps[i], t->surface, &t->surface->cliffs[i]);
	if (!ret)
		add_cliffs(p, t, steps);
	for (size_t i = 0; steps && i < t->surface->cliffs_n; i++)
		cliff_steps_release(&steps[i]);
	free(steps);
	return ret;
}

static void add_vector(struct strbuf *sb, struct point a, struct point b)
{
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g %.7g\n", a.x, a.y, a.z, b.x - a.x, b.y - a.y, b.z - a.z);
}

/* A label in one of the rows above its line; higher up a leader joins both, which crosses no other label. */
static bool try_ref_label(struct page *p, struct spot top, unsigned row, double shift_px, const char *text)
{
	double y = top.y_px + 14 + row * REF_ROW_PX, half_px = text_width_px(text, p->text_points) / 2;
	struct sketch_box leader = { top.x_px - 2, top.y_px + 2, top.x_px + 2, y - 10 };

	if (row && !page_free(p, leader))
		return false;
	if (!page_try_text(p, top.x_px + shift_px, y, text, PAGE_CENTRE, PAGE_FACT))
		return false;
	if (row) {
		page_add_line(p, top.x_px, top.y_px, top.x_px, y - 10, PAGE_FACT);
		page_take(p, leader);
	} else if (fabs(shift_px) > half_px) {
		page_add_line(p, top.x_px, top.y_px, top.x_px + shift_px - copysign(half_px + 2, shift_px), y,
			      PAGE_FACT);
	}
	return true;
}

/* Right above the line, else a little to either side, else a row higher. */
static void add_ref_label(struct page *p, struct spot top, const char *label)
{
	struct strbuf text;
	double reach_px;
	bool placed = false;

	strbuf_init(&text);
	text_add_clean(&text, label, p->text_points, REF_LABEL_MAX_PX);
	reach_px = text_width_px(text.buf, p->text_points) / 2 + REF_BESIDE_PX;
	for (unsigned row = 0; row < REF_ROWS && !placed; row++)
		for (double shift = 0; shift <= (row ? 0 : reach_px) && !placed; shift += REF_SHIFT_PX)
			placed = try_ref_label(p, top, row, -shift, text.buf) ||
				 try_ref_label(p, top, row, shift, text.buf);
	page_release_text(p, &text);
}

static void add_ref(struct page *p, const struct tiles *t, const struct picture_ref *ref, struct strbuf *lines)
{
	const struct view *v = t->view;
	bool file = ref->axis == PICTURE_X;
	double at = log2((double)ref->size_bytes);
	struct point front = file ? (struct point){ at, view_near_y(v), v->z0 } :
				    (struct point){ view_near_x(v), at, v->z0 };
	struct point back = file ? (struct point){ at, view_far_y(v), v->z0 } : (struct point){ view_far_x(v), at, v->z0 };
	struct point top = { back.x, back.y, v->z1 };

	if (at < (file ? v->x0 : v->y0) || at > (file ? v->x1 : v->y1))
		return;
	add_vector(lines, front, back);
	add_vector(lines, back, top);
	add_ref_label(p, view_project(v, top), ref->label);
}

void marks_add_refs(struct page *p, const struct tiles *t)
{
	struct strbuf lines;

	strbuf_init(&lines);
	for (size_t i = 0; i < t->surface->refs_n; i++)
		add_ref(p, t, &t->surface->refs[i], &lines);
	page_add_section(p, "refs", "x y z dx dy dz", &lines);
	page_release_text(p, &lines);
}
