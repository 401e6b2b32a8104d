#include "report/gnuplot_frame.h"

#include "report/gnuplot_text.h"

#include <math.h>

#define LABEL_GAP_PX 4.0 /* between a tick and its label */

static double position(uint64_t size)
{
	return log2((double)size);
}

struct view frame_view(const struct page *p, const struct picture_surface *s, const struct value_scale *scale)
{
	struct view v = {
		.x0 = position(s->x.v[0]), .x1 = position(s->x.v[s->x.n - 1]),
		.y0 = position(s->y.v[0]), .y1 = position(s->y.v[s->y.n - 1]),
		.z0 = value_scale_position(scale, scale->low), .z1 = value_scale_position(scale, scale->high),
		.page_width_px = p->width_px, .page_height_px = p->height_px,
		.rot_x_deg = p->options->rot_x_deg, .rot_z_deg = p->options->rot_z_deg,
	};

	if (!(v.x1 > v.x0))
		v.x1 = v.x0 + 1;
	if (!(v.y1 > v.y0))
		v.y1 = v.y0 + 1;
	return v;
}

static void add_vector(struct strbuf *sb, struct point a, struct point b)
{
	strbuf_addf(sb, "%.6g %.6g %.7g %.6g %.6g 0\n", a.x, a.y, a.z, b.x - a.x, b.y - a.y);
}

void frame_add_grid(struct strbuf *sb, const struct frame *f)
{
	const struct view *v = f->view;
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(f->scale, ticks);

	for (size_t i = 0; i < f->surface->x.n; i++) {
		double x = position(f->surface->x.v[i]);

		add_vector(sb, (struct point){ x, v->y0, v->z0 }, (struct point){ x, v->y1, v->z0 });
	}
	for (size_t i = 0; i < f->surface->y.n; i++) {
		double y = position(f->surface->y.v[i]);

		add_vector(sb, (struct point){ v->x0, y, v->z0 }, (struct point){ v->x1, y, v->z0 });
	}
	for (size_t i = 0; i < n; i++) {
		double z = value_scale_position(f->scale, ticks[i]);

		add_vector(sb, (struct point){ view_far_x(v), v->y0, z }, (struct point){ view_far_x(v), v->y1, z });
		add_vector(sb, (struct point){ v->x0, view_far_y(v), z }, (struct point){ v->x1, view_far_y(v), z });
	}
}

static void add_axis_line(struct page *p, const struct view *v, struct point a, struct point b)
{
	struct spot from = view_project(v, a), to = view_project(v, b);

	page_add_line(p, from.x_px, from.y_px, to.x_px, to.y_px, PAGE_AXIS);
}

/* The left one of the two upright edges between a near and a far side. */
static struct point value_axis_foot(const struct view *v)
{
	struct point a = { view_far_x(v), view_near_y(v), v->z0 }, b = { view_near_x(v), view_far_y(v), v->z0 };

	return view_project(v, a).x_px < view_project(v, b).x_px ? a : b;
}

static void add_value_axis(struct page *p, const struct frame *f)
{
	const struct view *v = f->view;
	struct point foot = value_axis_foot(v);
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(f->scale, ticks);
	char text[UNITS_TEXT_LEN];

	add_axis_line(p, v, foot, (struct point){ foot.x, foot.y, v->z1 });
	for (size_t i = n; i-- > 0;) {
		double z = value_scale_position(f->scale, ticks[i]);
		struct spot at = view_project(v, (struct point){ foot.x, foot.y, z });

		page_add_line(p, at.x_px, at.y_px, at.x_px - f->tick_px, at.y_px, PAGE_AXIS);
		value_scale_tick_text(f->scale, ticks[i], text);
		page_try_text(p, at.x_px - f->tick_px - 5, at.y_px, text, PAGE_RIGHT, PAGE_INK);
	}
}

/* One of the floor's two axes, and how it lies on the page. */
struct floor_axis {
	const struct picture_ruler *ruler;
	struct point from, to; /* its ends */
	double out_x, out_y; /* the unit vector away from the floor, along the other axis */
	double apart; /* of labels */
};

/* The end of the axis at a position along it. */
static struct point along(const struct floor_axis *a, double share)
{
	return point_between(a->from, a->to, share);
}

static struct floor_axis floor_axis(const struct frame *f, bool x)
{
	const struct view *v = f->view;
	struct floor_axis a = {
		.ruler = x ? &f->surface->x : &f->surface->y,
		.from = x ? (struct point){ v->x0, view_near_y(v), v->z0 } : (struct point){ view_near_x(v), v->y0, v->z0 },
		.to = x ? (struct point){ v->x1, view_near_y(v), v->z0 } : (struct point){ view_near_x(v), v->y1, v->z0 },
		.apart = x ? f->file_apart : f->record_apart,
	};
	struct point inner = a.from;
	struct spot edge, inside;
	double length;

	if (x)
		inner.y = view_far_y(v);
	else
		inner.x = view_far_x(v);
	edge = view_project(v, a.from);
	inside = view_project(v, inner);
	length = hypot(edge.x_px - inside.x_px, edge.y_px - inside.y_px);
	a.out_x = length > 0 ? (edge.x_px - inside.x_px) / length : 0;
	a.out_y = length > 0 ? (edge.y_px - inside.y_px) / length : -1;
	return a;
}

/*
 * Where the middle of a label stands: so far outwards from the tick's end that its box, pushed along the way out,
 * touches that end.
 */
static struct spot label_spot(const struct page *p, const struct floor_axis *a, struct spot end, const char *text)
{
	struct sketch_box box = page_text_box(p, 0, 0, text, PAGE_CENTRE);
	double half_width = (box.right - box.left) / 2, half_height = (box.top - box.bottom) / 2;
	/* flat ways out, which are crowded, lead down more steeply */
	double x = a->out_x, y = fmin(a->out_y, -0.35), reach = fmin(half_width / fmax(fabs(x), 1e-6),
								    half_height / fmax(fabs(y), 1e-6));

	return (struct spot){ end.x_px + x * (reach + LABEL_GAP_PX), end.y_px + y * (reach + LABEL_GAP_PX), 0 };
}

/* Where the i-th size has its tick, as share of the axis, and its label. */
struct floor_label {
	double share;
	struct spot end, at;
	char text[UNITS_TEXT_LEN];
};

static double ruler_share(const struct picture_ruler *r, size_t i)
{
	double first = position(r->v[0]), span = position(r->v[r->n - 1]) - first;

	return span > 0 ? (position(r->v[i]) - first) / span : 0;
}

static struct floor_label floor_label(struct page *p, const struct frame *f, const struct floor_axis *a, size_t i)
{
	const struct picture_ruler *r = a->ruler;
	struct floor_label label = { .share = ruler_share(r, i) };
	struct spot tick = view_project(f->view, along(a, label.share));

	label.end = (struct spot){ tick.x_px + a->out_x * f->tick_px, tick.y_px + a->out_y * f->tick_px, 0 };
	picture_ruler_text(r, r->v[i], label.text);
	label.at = label_spot(p, a, label.end, label.text);
	return label;
}

static bool apart(struct sketch_box a, struct sketch_box b)
{
	return a.left >= b.right || b.left >= a.right || a.bottom >= b.top || b.bottom >= a.top;
}

/* Whether every so manieth size, from the largest down, has room for its label. */
static bool labels_fit(struct page *p, const struct frame *f, const struct floor_axis *a, size_t every)
{
	struct sketch_box last = { 0, 0, 0, 0 };

	for (size_t k = 0; k < a->ruler->n; k += every) {
		struct floor_label label = floor_label(p, f, a, a->ruler->n - 1 - k);
		struct sketch_box box = page_text_box(p, label.at.x_px, label.at.y_px, label.text, PAGE_CENTRE);

		if (k && !apart(box, last))
			return false;
		last = box;
	}
	return true;
}

static bool is_regular(const struct picture_ruler *r)
{
	for (size_t i = 2; i < r->n; i++)
		if (r->v[i] != 2 * r->v[i - 1] || r->v[i - 1] != 2 * r->v[i - 2])
			return false;
	return true;
}

/* Sizes that double lose every second label rather than one here and there. */
static size_t label_every(struct page *p, const struct frame *f, const struct floor_axis *a)
{
	size_t every = 1;

	while (is_regular(a->ruler) && every < a->ruler->n && !labels_fit(p, f, a, every))
		every++;
	return every;
}

/* Whether a power of two stands so near that there is room for one label only. */
static bool beside_round(const struct floor_axis *a, size_t i)
{
	const struct picture_ruler *r = a->ruler;

	for (size_t k = 0; k < r->n; k++)
		if (picture_ruler_is_round(r, k) && fabs(ruler_share(r, k) - ruler_share(r, i)) < a->apart)
			return true;
	return false;
}

/* Those of one kind, powers of two or what is left, from the largest down. */
static void add_floor_labels(struct page *p, const struct frame *f, const struct floor_axis *a, bool round)
{
	size_t every = label_every(p, f, a);
	double last = INFINITY;

	for (size_t k = 0; k < a->ruler->n; k += every) {
		size_t i = a->ruler->n - 1 - k;
		struct floor_label label = floor_label(p, f, a, i);

		if (picture_ruler_is_round(a->ruler, i) != round || (!round && beside_round(a, i)))
			continue;
		if (last - label.share >= a->apart &&
		    page_try_text(p, label.at.x_px, label.at.y_px, label.text, PAGE_CENTRE, PAGE_INK))
			last = label.share;
	}
}

static void add_floor_axis(struct page *p, const struct frame *f, const struct floor_axis *a)
{
	add_axis_line(p, f->view, a->from, a->to);
	for (size_t i = 0; i < a->ruler->n; i++) {
		struct floor_label label = floor_label(p, f, a, i);
		struct spot tick = view_project(f->view, along(a, label.share));

		page_add_line(p, tick.x_px, tick.y_px, label.end.x_px, label.end.y_px, PAGE_AXIS);
	}
	add_floor_labels(p, f, a, true);
	add_floor_labels(p, f, a, false);
}

/* Beyond the widest label, along the axis and never upside down. */
static void add_floor_title(struct page *p, const struct frame *f, const struct floor_axis *a)
{
	struct spot from = view_project(f->view, a->from), to = view_project(f->view, a->to);
	struct spot middle = view_project(f->view, along(a, 0.5));
	double angle = atan2(to.y_px - from.y_px, to.x_px - from.x_px) * 180 / M_PI;
	/* across the axis, from its line: what labels take of that way, and the title's own half height */
	double turn = angle * M_PI / 180, across_x = -sin(turn), across_y = cos(turn), side;
	double beyond = f->titles_px + f->tick_px + fabs(across_x) * picture_ruler_widest_px(a->ruler, p->text_points) +
			fabs(across_y) * text_height_px(p->text_points);

	angle = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
	side = across_x * a->out_x + across_y * a->out_y < 0 ? -1 : 1;
	page_add_title(p, middle.x_px + side * across_x * beyond, middle.y_px + side * across_y * beyond, a->ruler->title,
		       angle);
}

void frame_add_axes(struct page *p, const struct frame *f)
{
	struct floor_axis x = floor_axis(f, true), y = floor_axis(f, false);

	add_value_axis(p, f);
	add_floor_axis(p, f, &x);
	add_floor_axis(p, f, &y);
	if (isnan(f->titles_px))
		return;
	add_floor_title(p, f, &x);
	add_floor_title(p, f, &y);
}
