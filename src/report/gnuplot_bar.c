#include "report/gnuplot_bar.h"

#include "base/units.h"

#include <math.h>

#define STEPS 120.0
#define SEAM_PX 0.6 /* by which a step reaches under the next */
#define TICK_PX 5.0
#define BAR_RIGHT_PX 104.0 /* from the right edge of the page to the left of the bar */
#define BAR_WIDTH_PX 22.0

static bool lies(struct sketch_box at)
{
	return at.right - at.left > at.top - at.bottom;
}

static void add_steps(struct page *p, struct sketch_box at)
{
	double width = (at.right - at.left) / STEPS, height = (at.top - at.bottom) / STEPS;

	for (double i = 0; i < STEPS; i++) {
		bool last = i + 1 >= STEPS;
		struct sketch_box step = at;

		if (lies(at)) {
			step.left = at.left + i * width;
			step.right = last ? at.right : step.left + width + SEAM_PX;
		} else {
			step.bottom = at.bottom + i * height;
			step.top = last ? at.top : step.bottom + height + SEAM_PX;
		}
		sketch_rect(&p->sketch, SKETCH_FILL, step, palette_at(p->palette, (i + 0.5) / STEPS));
	}
}

static void add_tick(struct page *p, const struct value_scale *scale, struct sketch_box at, double tick)
{
	double share = value_scale_share(scale, tick);
	double x = at.left + share * (at.right - at.left), y = at.bottom + share * (at.top - at.bottom);
	char text[UNITS_TEXT_LEN];

	value_scale_tick_text(scale, tick, text);
	if (lies(at)) {
		if (page_try_text(p, x, at.bottom - TICK_PX - 11, text, PAGE_CENTRE, PAGE_INK))
			page_add_line(p, x, at.bottom, x, at.bottom - TICK_PX, PAGE_AXIS);
	} else if (page_try_text(p, at.right + TICK_PX + 5, y, text, PAGE_LEFT, PAGE_INK)) {
		page_add_line(p, at.right, y, at.right + TICK_PX, y, PAGE_AXIS);
	}
}

void bar_add(struct page *p, const struct value_scale *scale, struct sketch_box at, const char *title)
{
	const struct sketch_style border = { .rgb = PAGE_AXIS, .size = 1 };
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(scale, ticks);

	add_steps(p, at);
	sketch_outline(&p->sketch, SKETCH_LABEL, at, &border);
	page_take(p, at);
	page_add_text(p, at.left, at.top + (lies(at) ? 18 : 24), title, PAGE_LEFT, PAGE_INK); /* clear of a tick at the top */
	for (size_t i = n; i-- > 0;)
		add_tick(p, scale, at, ticks[i]);
}

void bar_add_beside(struct page *p, const struct value_scale *scale, const char *title)
{
	double left = p->width_px - BAR_RIGHT_PX, middle = p->height_px * 0.53;

	bar_add(p, scale, (struct sketch_box){ left, middle - 250, left + BAR_WIDTH_PX, middle + 250 }, title);
}
