#include "report/overview_panel.h"

#include "base/units.h"
#include "report/cliff_stroke.h"
#include "report/gnuplot_bar.h"
#include "report/gnuplot_text.h"
#include "report/picture_change.h"

#include <math.h>

#define BAR_WIDTH_MOST_PX 300.0
#define BAR_HEIGHT_PX 22.0
#define LEGEND_LINE_PX 24.0
#define CLIFF_PX 2.0
#define SWATCH_PX 34.0

bool overview_scale(const struct picture_overview *o, enum picture_scale kind, struct value_scale *scale)
{
	struct value_range all = { NAN, NAN, NAN };

	for (size_t i = 0; i < o->surfaces_n; i++) {
		struct surface_extent e = surface_extent(&o->surfaces[i]);

		all.min = fmin(all.min, e.range.min);
		all.max = fmax(all.max, e.range.max);
		all.least = fmin(all.least, e.range.least);
	}
	if (isnan(all.min))
		return false;
	*scale = o->surfaces[0].change ? picture_change_scale(&o->surfaces[0]) : value_scale_of_lines(&all, kind);
	return true;
}

int overview_begin(struct page *p, const struct picture_overview *o, double shape, struct overview_places *places)
{
	int ret = overview_places_init(places, p, o, shape);

	if (ret)
		return ret;
	page_add_head(p, o->title, o->caption1, o->caption2);
	p->text_points = OVERVIEW_POINTS;
	p->palette = surface_palette(&o->surfaces[0]);
	return 0;
}

void overview_add_head(struct page *p, const struct picture_surface *s, struct sketch_box at)
{
	double y = at.top - OVERVIEW_HEAD_PX / 2, right = at.right - 14, room = right - at.left - 10;
	struct surface_extent e = surface_extent(s);
	char low[UNITS_TEXT_LEN], high[UNITS_TEXT_LEN];
	struct strbuf text;

	strbuf_init(&text);
	if (e.cells) {
		strbuf_addf(&text, "%s\xe2\x80\x93%s", units_format_value(e.range.min, low),
			    units_format_value(e.range.max, high));
		page_add_text(p, right, y, text.buf, PAGE_RIGHT, PAGE_GREY);
		room -= text_width_px(text.buf, OVERVIEW_POINTS) + 12;
		strbuf_reset(&text);
	}
	text_add_clean(&text, s->title, PAGE_MARK_POINTS, room);
	page_add_text(p, at.left + 8, y, text.buf, PAGE_HEADING, PAGE_INK);
	page_release_text(p, &text);
}

static void add_line(struct page *p, double x, double *y, const char *text, enum page_colour colour)
{
	page_try_text(p, x, *y, text, PAGE_LEFT, colour);
	*y -= LEGEND_LINE_PX;
}

static void add_side(struct page *p, double x, double *y, const char *arrow, const struct picture_ruler *ruler)
{
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text, "%s  %s", arrow, ruler->title);
	add_line(p, x, y, text.buf, PAGE_GREY);
	page_release_text(p, &text);
}

static bool cliff_met(const struct picture_overview *o, enum picture_sureness sureness)
{
	for (size_t i = 0; i < o->surfaces_n; i++)
		if (cliff_stroke_met(&o->surfaces[i], sureness))
			return true;
	return false;
}

/* A line for each kind of cliff that is marked, with a piece of it. */
static void add_cliffs(struct page *p, const struct picture_overview *o, double x, double *y)
{
	const struct sketch_style style = { .rgb = PAGE_CLIFF, .size = CLIFF_PX };

	for (enum picture_sureness k = PICTURE_CONFIRMED; k < PICTURE_SURENESS_N; k++) {
		struct sketch_box swatch = { x, *y, x + SWATCH_PX, *y };

		if (!cliff_met(o, k))
			continue;
		cliff_stroke_add(&p->sketch, SKETCH_LABEL, swatch, &style, k);
		add_line(p, x + SWATCH_PX + 8, y, cliff_stroke_name(k), PAGE_CLIFF);
	}
}

void overview_add_legend(struct page *p, const struct overview_legend *l)
{
	double left = l->at.left + 30, width = fmin(l->at.right - l->at.left - 60, BAR_WIDTH_MOST_PX);
	double top = fmin(l->at.top - 24, (l->at.top + l->at.bottom) / 2 + 95), bar = top - 18 - BAR_HEIGHT_PX;
	const struct picture_surface *first = &l->o->surfaces[0];
	double y = bar - 48;
	struct strbuf title;

	strbuf_init(&title);
	strbuf_addf(&title, "%s (%s scale, all panels)", first->unit, l->scale->log ? "log" : "linear");
	bar_add(p, l->scale, (struct sketch_box){ left, bar, left + width, bar + BAR_HEIGHT_PX }, title.buf);
	if (l->x_arrow) {
		add_side(p, left, &y, l->x_arrow, &first->x);
		add_side(p, left, &y, l->y_arrow, &first->y);
	}
	add_cliffs(p, l->o, left, &y);
	if (l->failed)
		add_line(p, left, &y, "red hatch: failed", PAGE_FAILED);
	if (l->noisy)
		add_line(p, left, &y, "marked corner: noisy", PAGE_GREY);
	page_release_text(p, &title);
}

void overview_add_nothing(struct page *p, const struct picture_overview *o, const char *name)
{
	page_add_head(p, o->title, o->caption1, o->caption2);
	plain_add_nothing(p, NULL);
	page_finish(p, name, NULL);
}
