#include "report/overview_line.h"

#include "report/cliff_stroke.h"
#include "report/gnuplot_cliff.h"
#include "report/gnuplot_tiles.h"
#include "report/overview_panel.h"

#include <errno.h>
#include <math.h>

#define LEFT_PX 56.0
#define RIGHT_PX 30.0
#define FOOT_PX 52.0
#define TICK_PX 5.0
#define LABELS_BELOW_PX 13.0
#define TITLE_BELOW_PX 32.0
#define SIZES_PAD 0.04 /* of the span, on both sides */
#define ROW_APART_PX 15.0 /* of labels of values */
#define LINE_RGB 0x777777U
#define LINE_PX 1.6
#define DOT_PX 4.0
#define CLIFF_PX 2.4

struct line {
	struct page *page;
	const struct picture_surface *s;
	const struct value_scale *scale;
	struct sketch_box at;
	bool over_y; /* it runs along y */
	size_t fixed; /* where on the other side */
	const struct picture_ruler *along, *other;
	double first, last; /* log2 at its ends */
};

bool overview_is_line(const struct surface_extent *e)
{
	return e->cells && (e->columns == 1 || e->rows == 1);
}

static const struct picture_cell *cell_at(const struct line *l, size_t i)
{
	return l->over_y ? surface_at(l->s, l->fixed, i) : surface_at(l->s, i, l->fixed);
}

static bool measured(const struct line *l, size_t i)
{
	return i < l->along->n && cell_at(l, i)->state == PICTURE_MEASURED;
}

/* A single cell lies on a line of both kinds: then along the side that has more sizes. */
static void find_line(struct line *l, const struct surface_extent *e)
{
	const struct picture_surface *s = l->s;
	size_t ix = 0, iy = 0;

	while (!surface_measured(s, ix, iy)) {
		iy = (iy + 1) % s->y.n;
		ix += !iy;
	}
	l->over_y = e->columns == 1 && (e->rows > 1 || s->y.n >= s->x.n);
	l->fixed = l->over_y ? ix : iy;
	l->along = l->over_y ? &s->y : &s->x;
	l->other = l->over_y ? &s->x : &s->y;
}

static void find_ends(struct line *l)
{
	double pad;

	l->first = INFINITY;
	l->last = -INFINITY;
	for (size_t i = 0; i < l->along->n; i++) {
		if (!measured(l, i))
			continue;
		l->first = fmin(l->first, log2((double)l->along->v[i]));
		l->last = fmax(l->last, log2((double)l->along->v[i]));
	}
	pad = l->last > l->first ? (l->last - l->first) * SIZES_PAD : 1;
	l->first -= pad;
	l->last += pad;
}

static double x_px(const struct line *l, size_t i)
{
	double share = (log2((double)l->along->v[i]) - l->first) / (l->last - l->first);

	return l->at.left + share * (l->at.right - l->at.left);
}

static double y_px(const struct line *l, double value)
{
	return l->at.bottom + value_scale_share(l->scale, value) * (l->at.top - l->at.bottom);
}

static void add_values(const struct line *l)
{
	const struct sketch_style grid = { .rgb = PAGE_GRID, .size = 1 };
	double ticks[SCALE_TICKS_MAX], last = INFINITY;
	size_t n = value_scale_ticks(l->scale, ticks);
	char text[UNITS_TEXT_LEN];

	page_add_line(l->page, l->at.left, l->at.bottom, l->at.left, l->at.top, PAGE_AXIS);
	for (size_t i = n; i-- > 0;) {
		double y = y_px(l, ticks[i]);

		sketch_line(&l->page->sketch, SKETCH_GROUND, (struct sketch_box){ l->at.left, y, l->at.right, y }, &grid);
		page_add_line(l->page, l->at.left, y, l->at.left - TICK_PX, y, PAGE_AXIS);
		value_scale_tick_text(l->scale, ticks[i], text);
		if (last - y >= ROW_APART_PX &&
		    page_try_text(l->page, l->at.left - TICK_PX - 4, y, text, PAGE_RIGHT, PAGE_INK))
			last = y;
	}
}

/* "Record size, file 64M" below the sizes, the largest of which have labels first. */
static void add_sizes(const struct line *l)
{
	char text[UNITS_TEXT_LEN];
	struct strbuf title;

	page_add_line(l->page, l->at.left, l->at.bottom, l->at.right, l->at.bottom, PAGE_AXIS);
	for (size_t i = l->along->n; i-- > 0;) {
		double x;

		if (!measured(l, i))
			continue;
		x = x_px(l, i);
		page_add_line(l->page, x, l->at.bottom, x, l->at.bottom - TICK_PX, PAGE_AXIS);
		page_try_text(l->page, x, l->at.bottom - LABELS_BELOW_PX, picture_ruler_text(l->along, l->along->v[i], text),
			      PAGE_CENTRE, PAGE_INK);
	}
	strbuf_init(&title);
	strbuf_addf(&title, "%s, %s %s", l->along->title, l->other->noun,
		    picture_ruler_text(l->other, l->other->v[l->fixed], text));
	page_try_text(l->page, (l->at.left + l->at.right) / 2, l->at.bottom - TITLE_BELOW_PX, title.buf, PAGE_CENTRE,
		      PAGE_GREY);
	page_release_text(l->page, &title);
}

static struct sketch_box step_ends(const struct line *l, size_t from, size_t to)
{
	return (struct sketch_box){ x_px(l, from), y_px(l, cell_at(l, from)->value), x_px(l, to),
				    y_px(l, cell_at(l, to)->value) };
}

static void add_points(const struct line *l)
{
	const struct sketch_style step = { .rgb = LINE_RGB, .size = LINE_PX };

	for (size_t i = 0; i < l->along->n; i++) {
		struct sketch_style dot = { .size = DOT_PX };

		if (!measured(l, i))
			continue;
		dot.rgb = palette_at(l->page->palette, value_scale_share(l->scale, cell_at(l, i)->value));
		sketch_dot(&l->page->sketch, SKETCH_MARK, x_px(l, i), y_px(l, cell_at(l, i)->value), &dot);
		if (measured(l, i + 1))
			sketch_line(&l->page->sketch, SKETCH_DATA, step_ends(l, i, i + 1), &step);
	}
}

static int add_cliffs(const struct line *l)
{
	const struct sketch_style style = { .rgb = PAGE_CLIFF, .size = CLIFF_PX };

	for (size_t i = 0; i < l->s->cliffs_n; i++) {
		struct cliff_steps steps;

		if (cliff_steps_init(&steps, l->s, &l->s->cliffs[i]))
			return -ENOMEM;
		for (size_t k = 0; k < steps.n; k++) {
			const struct cliff_step *step = &steps.v[k];

			cliff_stroke_add(&l->page->sketch, SKETCH_MARK,
					 step_ends(l, l->over_y ? step->iy0 : step->ix0, l->over_y ? step->iy1 : step->ix1),
					 &style, steps.sureness);
		}
		cliff_steps_release(&steps);
	}
	return 0;
}

int overview_add_line(struct page *p, const struct picture_surface *s, const struct value_scale *scale,
		      struct sketch_box at)
{
	const struct surface_extent e = surface_extent(s);
	struct line l = { .page = p, .s = s, .scale = scale,
			  .at = { at.left + LEFT_PX, at.bottom + FOOT_PX, at.right - RIGHT_PX, at.top - OVERVIEW_HEAD_PX } };

	find_line(&l, &e);
	find_ends(&l);
	add_values(&l);
	add_sizes(&l);
	add_points(&l);
	return add_cliffs(&l);
}
