#include "report/gnuplot_frame.h"


#include <math.h>

static double position(uint64_t size)
{
	return log2((double)size);
}

struct view frame_view(const struct picture_surface *s, const struct value_scale *scale)
{
	struct view v = {
		.x0 = position(s->x.v[0]), .x1 = position(s->x.v[s->x.n - 1]),
		.y0 = position(s->y.v[0]), .y1 = position(s->y.v[s->y.n - 1]),
		.z0 = value_scale_position(scale, scale->low), .z1 = value_scale_position(scale, scale->high),
	};

	if (!(v.x1 > v.x0))
		v.x1 = v.x0 + 1;
	if (!(v.y1 > v.y0))
		v.y1 = v.y0 + 1;
	return v;
}

static void add_vector(struct strbuf *sb, double x0, double y0, double z0, double x1, double y1)
{
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g 0\n", x0, y0, z0, x1 - x0, y1 - y0);
}

void frame_add_grid(struct strbuf *sb, const struct frame *f)
{
	const struct view *v = f->view;
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(f->scale, ticks);

	for (size_t i = 0; i < f->surface->x.n; i++) {
		double x = position(f->surface->x.v[i]);

		add_vector(sb, x, v->y0, v->z0, x, v->y1);
	}
	for (size_t i = 0; i < f->surface->y.n; i++) {
		double y = position(f->surface->y.v[i]);

		add_vector(sb, v->x0, y, v->z0, v->x1, y);
	}
	for (size_t i = 0; i < n; i++) {
		double z = value_scale_position(f->scale, ticks[i]);

		add_vector(sb, v->x0, v->y0, z, v->x0, v->y1);
		add_vector(sb, v->x0, v->y1, z, v->x1, v->y1);
	}
}

static void add_axis_line(struct page *p, const struct view *v, struct point a, struct point b)
{
	struct spot from = view_project(v, a), to = view_project(v, b);

	page_add_line(p, from.x_px, from.y_px, to.x_px, to.y_px, PAGE_AXIS);
}

/* A tick outwards; at becomes its end. */
static void add_tick(struct page *p, struct spot *at, double angle_deg, double length_px)
{
	double dx = cos(angle_deg * M_PI / 180) * length_px, dy = sin(angle_deg * M_PI / 180) * length_px;

	page_add_line(p, at->x_px, at->y_px, at->x_px + dx, at->y_px + dy, PAGE_AXIS);
	at->x_px += dx;
	at->y_px += dy;
}

static void add_value_axis(struct page *p, const struct frame *f)
{
	const struct view *v = f->view;
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(f->scale, ticks);
	char text[UNITS_TEXT_LEN];

	add_axis_line(p, v, (struct point){ v->x0, v->y0, v->z0 }, (struct point){ v->x0, v->y0, v->z1 });
	for (size_t i = n; i-- > 0;) {
		double z = value_scale_position(f->scale, ticks[i]);
		struct spot at = view_project(v, (struct point){ v->x0, v->y0, z });

		add_tick(p, &at, 180, f->tick_px);
		value_scale_tick_text(ticks[i], text, sizeof(text));
		page_try_text(p, at.x_px - 5, at.y_px, text, PAGE_RIGHT, PAGE_INK);
	}
}

static void add_file_axis(struct page *p, const struct frame *f)
{
	const struct view *v = f->view;
	double last = INFINITY, apart = f->file_apart * (v->x1 - v->x0);
	char text[UNITS_TEXT_LEN];

	add_axis_line(p, v, (struct point){ v->x0, v->y0, v->z0 }, (struct point){ v->x1, v->y0, v->z0 });
	for (size_t i = f->surface->x.n; i-- > 0;) {
		double x = position(f->surface->x.v[i]);
		struct spot at = view_project(v, (struct point){ x, v->y0, v->z0 });

		add_tick(p, &at, 180 + view_y_angle_deg(v), f->tick_px);
		picture_ruler_text(&f->surface->x, f->surface->x.v[i], text);
		if (last - x >= apart && page_try_text(p, at.x_px - 3, at.y_px - p->text_points * 1.3, text,
						       PAGE_RIGHT, PAGE_INK))
			last = x;
	}
}

static void add_record_axis(struct page *p, const struct frame *f)
{
	const struct view *v = f->view;
	double last = INFINITY, apart = f->record_apart * (v->y1 - v->y0);
	char text[UNITS_TEXT_LEN];

	add_axis_line(p, v, (struct point){ v->x1, v->y0, v->z0 }, (struct point){ v->x1, v->y1, v->z0 });
	for (size_t i = f->surface->y.n; i-- > 0;) {
		double y = position(f->surface->y.v[i]);
		struct spot at = view_project(v, (struct point){ v->x1, y, v->z0 });

		add_tick(p, &at, view_x_angle_deg(v), f->tick_px);
		picture_ruler_text(&f->surface->y, f->surface->y.v[i], text);
		if (last - y >= apart && page_try_text(p, at.x_px + 10, at.y_px - p->text_points * 0.85, text,
						       PAGE_CENTRE, PAGE_INK))
			last = y;
	}
}

void frame_add_axes(struct page *p, const struct frame *f)
{
	add_value_axis(p, f);
	add_file_axis(p, f);
	add_record_axis(p, f);
}
