#include "report/raster_sketch.h"

#include "report/gnuplot_text.h"
#include "report/raster_font.h"

#include <math.h>

#define DASH_PX 8.0
#define GAP_PX 6.0

struct canvas {
	struct raster_image *im;
	double scale, height_px;
};

static struct raster_point place(const struct canvas *c, double x, double y)
{
	return (struct raster_point){ x * c->scale, (c->height_px - y) * c->scale };
}

static void draw_dashes(const struct canvas *c, const struct sketch_shape *s)
{
	struct sketch_box b = s->box;
	double length = hypot(b.right - b.left, b.top - b.bottom);
	double dx = length > 0 ? (b.right - b.left) / length : 0, dy = length > 0 ? (b.top - b.bottom) / length : 0;

	for (double at = 0; at < length; at += DASH_PX + GAP_PX) {
		double end = fmin(at + DASH_PX - s->style.size, length);

		raster_line(c->im, place(c, b.left + at * dx, b.bottom + at * dy),
			    place(c, b.left + end * dx, b.bottom + end * dy), s->style.size * c->scale, s->style.rgb);
	}
}

static void draw_text(const struct canvas *c, const struct sketch_shape *s)
{
	double em = s->style.size * SKETCH_PX_PER_POINT, width = text_width_px(s->text, s->style.size);
	double back = s->style.align == SKETCH_LEFT ? 0 : s->style.align == SKETCH_RIGHT ? width : width / 2;
	double angle = s->style.angle_deg * M_PI / 180;
	const struct raster_text how = {
		.at = place(c, s->box.left - back * cos(angle), s->box.bottom - back * sin(angle)),
		.em_px = em * c->scale,
		.angle_deg = s->style.angle_deg,
		.rgb = s->style.rgb,
	};

	raster_add_text(c->im, s->text, &how);
}

static void draw_band(const struct canvas *c, const struct sketch_shape *s)
{
	struct raster_edge from = { s->from.x * c->scale, place(c, 0, s->from.high).y, place(c, 0, s->from.low).y };
	struct raster_edge to = { s->to.x * c->scale, place(c, 0, s->to.high).y, place(c, 0, s->to.low).y };

	raster_band(c->im, from, to, s->style.rgb, SKETCH_BAND_OPACITY);
}

static void draw_shape(const struct canvas *c, const struct sketch_shape *s)
{
	struct raster_point from = place(c, s->box.left, s->box.bottom), to = place(c, s->box.right, s->box.top);

	switch (s->kind) {
	case SKETCH_RECT:
		raster_rect(c->im, from, to, s->style.rgb);
		break;
	case SKETCH_BAND:
		draw_band(c, s);
		break;
	case SKETCH_LINE:
		if (s->style.dashed)
			draw_dashes(c, s);
		else
			raster_line(c->im, from, to, s->style.size * c->scale, s->style.rgb);
		break;
	case SKETCH_DOT:
		raster_disc(c->im, from, s->style.size * c->scale, s->style.rgb);
		break;
	case SKETCH_TEXT:
		draw_text(c, s);
		break;
	}
}

int raster_sketch(struct raster_image *im, const struct sketch *sk, double scale)
{
	struct canvas c = { im, scale, sk->height_px };
	int ret = raster_init(im, (uint32_t)lround(sk->width_px * scale), (uint32_t)lround(sk->height_px * scale));

	for (size_t i = 0; i < sk->n && !ret; i++)
		draw_shape(&c, &sk->v[i]);
	return ret;
}
