/* The heat map: one rectangle a cell, with its number; file sizes to the right, record sizes up, both by rank. */
#include "report/gnuplot_forms.h"

#include "base/units.h"
#include "report/gnuplot_marks.h"
#include "report/gnuplot_text.h"
#include "report/picture_change.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEFT_LEAST_PX 128.0
#define LEFT_BESIDE_LABELS_PX 52.0 /* what the axis title needs beside the widest label */
#define RIGHT_PX 1480.0
#define BOTTOM_PX 135.0
#define TOP_PX 835.0
#define NUMBERS_MAX_X 26
#define NUMBERS_MAX_Y 24
#define NUMBER_POINTS 11.0
#define NUMBER_POINTS_LEAST 7.5
#define NUMBER_POINTS_MOST 22.0
#define GAP_PX 3.0 /* between cells, but never more than GAP_MOST of one */
#define GAP_MOST 0.08
#define SPREAD_BELOW_PX 14.0
#define SPREAD_SHOWN 0.05
#define SPREAD_CELL_LEAST_PX 30.0
#define WHITE_INK_BELOW 0.44 /* of the scale: the palette is dark there */
#define LABEL_ABOVE_PX 17.0
#define LEGEND_Y_PX 38.0

enum hole { HOLE_OUTSIDE, HOLE_PLANNED, HOLE_SKIPPED, HOLE_FAILED };
#define HOLES_N 4

static const char *const hole_names[HOLES_N] = { "outside", "planned", "skipped", "failed" };
static const char *const hole_legends[HOLES_N] = { "not in the sweep", "not measured", "skipped", "failed" };

struct heat {
	struct page *page;
	const struct picture_surface *s;
	struct value_scale scale;
	double left_px; /* of the map */
	double number_points; /* 0: no numbers */
	bool spreads, blanks; /* whether any was met */
	struct strbuf cells, faint, faint_swatch, numbers, spread, holes[HOLES_N], cliffs, swatches[HOLES_N];
};

static double cell_width_px(const struct heat *h)
{
	return (RIGHT_PX - h->left_px) / (double)h->s->x.n;
}

static double cell_height_px(const struct heat *h)
{
	return (TOP_PX - BOTTOM_PX) / (double)h->s->y.n;
}

static double x_px(const struct heat *h, double rank)
{
	return h->left_px + (rank + 0.5) * cell_width_px(h);
}

static double y_px(const struct heat *h, double rank)
{
	return BOTTOM_PX + (rank + 0.5) * cell_height_px(h);
}

static const char *value_text(const struct heat *h, double value, char text[UNITS_TEXT_LEN])
{
	return h->s->change ? picture_change_text(value, text) : units_format_value(value, text);
}

static enum page_colour ink_of(const struct heat *h, const struct picture_cell *cell)
{
	if (cell->faint)
		return PAGE_AXIS;
	if (h->s->change)
		return picture_change_ink(&h->scale, cell->value);
	return value_scale_share(&h->scale, cell->value) < WHITE_INK_BELOW ? PAGE_WHITE : PAGE_INK;
}

/* The size at which the widest number fits into a cell, larger in large cells; 0 where it would be too small. */
static double number_points(const struct heat *h)
{
	double large = fmin(NUMBER_POINTS_MOST, fmin(cell_width_px(h) / 14, cell_height_px(h) / 8));
	double fair = fmax(NUMBER_POINTS, large), widest = 0, room = cell_width_px(h) - 6, points;
	char text[UNITS_TEXT_LEN];

	if (h->s->x.n > NUMBERS_MAX_X || h->s->y.n > NUMBERS_MAX_Y)
		return 0;
	for (size_t i = 0; i < h->s->x.n * h->s->y.n; i++)
		if (h->s->cells[i].state == PICTURE_MEASURED)
			widest = fmax(widest, text_width_px(value_text(h, h->s->cells[i].value, text), fair));
	points = widest > room ? fair * room / widest : fair;
	return points < NUMBER_POINTS_LEAST ? 0 : points;
}

static void add_number(struct heat *h, size_t ix, size_t iy)
{
	const struct picture_cell *cell = surface_at(h->s, ix, iy);
	enum page_colour ink = ink_of(h, cell);
	double half_range = (cell->max - cell->min) / 2 / cell->value;
	char text[UNITS_TEXT_LEN];

	if (!(h->number_points > 0))
		return;
	value_text(h, cell->value, text);
	strbuf_addf(&h->numbers, "%zu %zu \"%s\" %u\n", ix, iy, text, (unsigned)ink);
	if (h->s->change || cell->n < 2 || !(half_range > SPREAD_SHOWN) || cell_height_px(h) < SPREAD_CELL_LEAST_PX)
		return;
	strbuf_addf(&h->spread, "%zu %zu \"\xc2\xb1%.0f%%\" %u\n", ix, iy, half_range * 100, (unsigned)ink);
	h->spreads = true;
}

static void add_cell(struct heat *h, size_t ix, size_t iy)
{
	static const enum hole holes[] = {
		[PICTURE_OUTSIDE] = HOLE_OUTSIDE, [PICTURE_PLANNED] = HOLE_PLANNED,
		[PICTURE_SKIPPED] = HOLE_SKIPPED, [PICTURE_FAILED] = HOLE_FAILED,
	};
	const struct picture_cell *cell = surface_at(h->s, ix, iy);

	if (cell->state == PICTURE_MEASURED && cell->faint) {
		strbuf_addf(&h->faint, "%zu %zu\n", ix, iy);
		add_number(h, ix, iy);
	} else if (cell->state == PICTURE_MEASURED) {
		strbuf_addf(&h->cells, "%zu %zu %.7g\n", ix, iy, value_scale_position(&h->scale, cell->value));
		add_number(h, ix, iy);
	} else if (surface_blank(h->s, ix, iy)) {
		h->blanks = true;
	} else {
		strbuf_addf(&h->holes[holes[cell->state]], "%zu %zu\n", ix, iy);
	}
}

static void add_stroke(struct heat *h, double x0, double y0, double x1, double y1)
{
	strbuf_addf(&h->cliffs, "%g %g %g %g\n", x0, y0, x1 - x0, y1 - y0);
}

/* The border of a step's first cell towards the second, or of the second towards the first; of neighbours the same. */
static double border_of(size_t near, size_t far)
{
	return (double)near + (far > near ? 0.5 : far < near ? -0.5 : 0);
}

static void add_stair(struct heat *h, const struct cliff_step *step, const struct cliff_step *next)
{
	double x = (double)step->ix0, y = border_of(step->iy0, step->iy1);

	add_stroke(h, x - 0.5, y, x + 0.5, y);
	if (next && next->ix0 == step->ix0 + 1 && next->iy0 != step->iy0)
		add_stroke(h, x + 0.5, y, x + 0.5, border_of(next->iy0, next->iy1));
}

/*
 * The border between the two cells of one line; a diagonal boundary becomes stairs. Where the cells are no neighbours
 * there are two borders, so that the numbers between them stay clear.
 */
static void add_border(struct heat *h, const struct cliff_steps *steps, size_t i)
{
	const struct cliff_step *step = &steps->v[i], *next = i + 1 < steps->n ? step + 1 : NULL;
	double x0 = border_of(step->ix0, step->ix1), x1 = border_of(step->ix1, step->ix0);
	double y = (double)step->iy0, y1 = border_of(step->iy1, step->iy0);

	if (step->iy0 == step->iy1) {
		add_stroke(h, x0, y - 0.5, x0, y + 0.5);
		if (x0 != x1)
			add_stroke(h, x1, y - 0.5, x1, y + 0.5);
		return;
	}
	add_stair(h, step, next);
	if (y1 != border_of(step->iy0, step->iy1))
		add_stroke(h, (double)step->ix0 - 0.5, y1, (double)step->ix0 + 0.5, y1);
}

/* On the border before the second cell of a line, and there where four cells meet, off their numbers. */
static bool label_on_border(struct heat *h, const struct cliff_step *step, const char *text)
{
	double x = border_of(step->ix1, step->ix0), y = border_of(step->iy1, step->iy0);

	if (step->ix0 == step->ix1 && step->ix0 + 1 < h->s->x.n)
		x += 0.5;
	if (step->iy0 == step->iy1 && step->iy0 + 1 < h->s->y.n)
		y += 0.5;
	return page_try_text(h->page, x_px(h, x), y_px(h, y), text, PAGE_BOXED, PAGE_CLIFF);
}

/* At the upper end of a border between columns where nothing stands there, else above the map. */
static bool label_on_top(struct heat *h, const struct cliff_step *step, const char *text)
{
	size_t above = step->iy0 + 1;
	bool blank = above < h->s->y.n && surface_blank(h->s, step->ix0, above);
	double y = blank ? y_px(h, (double)step->iy0 + 0.5) : TOP_PX;

	return page_try_text(h->page, x_px(h, border_of(step->ix1, step->ix0)), y + LABEL_ABOVE_PX, text,
			     PAGE_BOXED, PAGE_CLIFF);
}

static void add_cliff_label(struct heat *h, const struct picture_cliff *c, const struct cliff_steps *steps)
{
	bool placed = false;
	struct strbuf text;

	strbuf_init(&text);
	cliff_add_ratio(&text, cliff_ratio(h->s, c, steps));
	if (c->axis == PICTURE_X)
		placed = label_on_top(h, &steps->v[steps->n - 1], text.buf);
	for (size_t k = 0; k < steps->n && !placed; k++)
		placed = label_on_border(h, &steps->v[(steps->n / 2 + k) % steps->n], text.buf);
	strbuf_release(&text);
}

static int add_cliffs(struct heat *h)
{
	for (size_t i = 0; i < h->s->cliffs_n; i++) {
		struct cliff_steps steps;

		if (cliff_steps_init(&steps, h->s, &h->s->cliffs[i]))
			return -ENOMEM;
		for (size_t k = 0; k < steps.n; k++)
			add_border(h, &steps, k);
		if (steps.n)
			add_cliff_label(h, &h->s->cliffs[i], &steps);
		cliff_steps_release(&steps);
	}
	return 0;
}

/* Every so manieth size from the largest down, so that neighbours keep their distance. */
static size_t label_every(double need_px, double cell_px)
{
	return cell_px >= need_px ? 1 : (size_t)ceil(need_px / cell_px);
}

static void add_axis(struct page *p, const char *name, const struct picture_ruler *ruler, size_t every)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addf(&p->gp, "set %s (", name);
	for (size_t i = 0; i < ruler->n; i++)
		strbuf_addf(&p->gp, "%s'%s' %zu", i ? ", " : "",
			    (ruler->n - 1 - i) % every ? "" : picture_ruler_text(ruler, ruler->v[i], text), i);
	strbuf_addstr(&p->gp, ")\n");
}

static void add_axes(struct heat *h)
{
	const struct picture_surface *s = h->s;
	double width = cell_width_px(h), height = cell_height_px(h);
	size_t every = label_every(picture_ruler_widest_px(&s->x, PAGE_TEXT_POINTS) + 10, width);

	add_axis(h->page, "xtics", &s->x, every);
	add_axis(h->page, "ytics", &s->y, label_every(20, height));
	strbuf_addf(&h->page->gp, "LEFT = %.1f\nNX = %zu\nNY = %zu\n", h->left_px, s->x.n, s->y.n);
	strbuf_addf(&h->page->gp, "HALF_X = %.5f\nHALF_Y = %.5f\n", 0.5 - fmin(GAP_PX / width, GAP_MOST) / 2,
		    0.5 - fmin(GAP_PX / height, GAP_MOST) / 2);
	strbuf_addf(&h->page->gp, "NUMBER_FONT = ',%.1f'\nNUMBER_DY = %.5f\nSPREAD_DY = %.5f\n", h->number_points,
		    h->spreads ? 3 / height : 0, (SPREAD_BELOW_PX + (h->number_points - NUMBER_POINTS)) / height);
	strbuf_addf(&h->page->gp, "set cbrange [%.7g:%.7g]\nset cbtics font ',13' (",
		    value_scale_position(&h->scale, h->scale.low), value_scale_position(&h->scale, h->scale.high));
	if (h->s->change)
		picture_change_add_ticks(&h->page->gp, &h->scale);
	else
		value_scale_add_ticks(&h->page->gp, &h->scale);
	strbuf_addstr(&h->page->gp, ")\n");
}

/* Takes the width of a swatch, if there is one, and of the text; what does not fit any more is left out. */
static void add_legend(struct heat *h, double *x, struct strbuf *swatches, const char *text)
{
	double start = swatches ? *x + 38 : *x, width = text_width_px(text, PAGE_TEXT_POINTS);

	if (start + width > PICTURE_WIDTH_PX - 20)
		return;
	if (swatches)
		strbuf_addf(swatches, "%.1f %.1f\n", *x + 15, LEGEND_Y_PX);
	page_add_text(h->page, start, LEGEND_Y_PX, text, PAGE_LEFT, PAGE_GREY);
	*x = start + width + 34;
}

static void add_legends(struct heat *h)
{
	double x = h->left_px;

	for (unsigned i = HOLES_N; i-- > 0;)
		if (h->holes[i].len)
			add_legend(h, &x, &h->swatches[i], hole_legends[i]);
	if (h->faint.len)
		add_legend(h, &x, &h->faint_swatch, "no more than noise");
	if (h->cliffs.len) {
		page_add_line(h->page, x, LEGEND_Y_PX, x + 30, LEGEND_Y_PX, PAGE_CLIFF);
		page_add_line(h->page, x, LEGEND_Y_PX + 1, x + 30, LEGEND_Y_PX + 1, PAGE_CLIFF);
		x += 38;
		add_legend(h, &x, NULL, "cliff (ratio)");
	}
	if (h->spreads)
		add_legend(h, &x, NULL, "\xc2\xb1n%: half the range of the passes, shown above 5 %");
	if (h->blanks)
		add_legend(h, &x, NULL, "blank: record larger than file");
}

static void add_sections(struct heat *h)
{
	char name[32];

	page_add_section(h->page, "cells", "x y colour", &h->cells);
	page_add_section(h->page, "faint", "x y", &h->faint);
	page_add_section(h->page, "swatch_faint", "x_px y_px", &h->faint_swatch);
	page_add_section(h->page, "numbers", "x y text ink", &h->numbers);
	page_add_section(h->page, "spread", "x y text ink", &h->spread);
	page_add_section(h->page, "cliffs", "x y dx dy", &h->cliffs);
	for (unsigned i = 0; i < HOLES_N; i++) {
		snprintf(name, sizeof(name), "hole_%s", hole_names[i]);
		page_add_section(h->page, name, "x y", &h->holes[i]);
		snprintf(name, sizeof(name), "swatch_%s", hole_names[i]);
		page_add_section(h->page, name, "x_px y_px", &h->swatches[i]);
	}
}

static void heat_init(struct heat *h)
{
	strbuf_init(&h->cells);
	strbuf_init(&h->faint);
	strbuf_init(&h->faint_swatch);
	strbuf_init(&h->numbers);
	strbuf_init(&h->spread);
	strbuf_init(&h->cliffs);
	for (unsigned i = 0; i < HOLES_N; i++) {
		strbuf_init(&h->holes[i]);
		strbuf_init(&h->swatches[i]);
	}
}

static void heat_release(struct heat *h)
{
	strbuf_release(&h->cells);
	strbuf_release(&h->faint);
	strbuf_release(&h->faint_swatch);
	strbuf_release(&h->numbers);
	strbuf_release(&h->spread);
	strbuf_release(&h->cliffs);
	for (unsigned i = 0; i < HOLES_N; i++) {
		strbuf_release(&h->holes[i]);
		strbuf_release(&h->swatches[i]);
	}
}

int form_heat(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	struct heat h = { .page = p, .s = s };
	int ret;

	heat_init(&h);
	h.scale = s->change ? picture_change_scale(s) : value_scale_for(e->min, e->max);
	h.left_px = fmax(LEFT_LEAST_PX, LEFT_BESIDE_LABELS_PX + picture_ruler_widest_px(&s->y, PAGE_TEXT_POINTS));
	h.number_points = number_points(&h);
	page_add_head(p, s->title, s->caption1, s->caption2);
	page_add_string(p, "UNIT", s->unit);
	page_add_string(p, "X_TITLE", s->x.title);
	page_add_string(p, "Y_TITLE", s->y.title);
	strbuf_addf(&p->gp, "CHANGE = %d\nBAR_TITLE = UNIT.'%s'\n", s->change, h.scale.log ? ", log" : "");
	surface_add_table(p, s);
	for (size_t ix = 0; ix < s->x.n; ix++)
		for (size_t iy = 0; iy < s->y.n; iy++)
			add_cell(&h, ix, iy);
	add_axes(&h);
	ret = add_cliffs(&h);
	add_legends(&h);
	add_sections(&h);
	page_finish(p, name, "heat.gp");
	heat_release(&h);
	return ret;
}
