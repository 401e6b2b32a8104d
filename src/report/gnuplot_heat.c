/* One test as a heat map with its numbers, on a page of its own. */
#include "report/gnuplot_forms.h"

#include "report/cliff_stroke.h"
#include "report/gnuplot_bar.h"
#include "report/gnuplot_text.h"
#include "report/gnuplot_tiles.h"
#include "report/heat_map.h"

#include <errno.h>
#include <math.h>

#define LEFT_LEAST_PX 128.0
#define LEFT_BESIDE_LABELS_PX 52.0 /* what the axis title needs beside the widest label */
#define RIGHT_PX 120.0 /* from the right edge of the page */
#define BOTTOM_PX 135.0
#define TOP_PX 165.0 /* from the upper edge */
#define GAP_PX 3.0 /* between cells, but never more than GAP_MOST of one */
#define GAP_MOST 0.08
#define CLIFF_PX 3.0
#define LABEL_ABOVE_PX 17.0
#define LEGEND_Y_PX 38.0
#define LEGEND_APART_PX 34.0
#define SWATCH_PX 30.0

/* Where a page has room for the map. */
static struct sketch_box map_place(const struct page *p, const struct picture_surface *s)
{
	double left = fmax(LEFT_LEAST_PX, LEFT_BESIDE_LABELS_PX + picture_ruler_widest_px(&s->y, PAGE_TEXT_POINTS));

	return (struct sketch_box){ left, BOTTOM_PX, p->width_px - RIGHT_PX, p->height_px - TOP_PX };
}

/* Where a label may stand that is but a ratio. Numbers of cells under it go, if those may be covered. */
static bool try_label(struct heat_map *m, double x_px, double y_px, const char *text, bool cover)
{
	struct sketch_box box = page_text_box(m->page, x_px, y_px, text, PAGE_BOXED);

	if (!page_free(m->page, box) || (!cover && sketch_texts_in(&m->page->sketch, SKETCH_DATA, box)))
		return false;
	sketch_remove_texts_in(&m->page->sketch, SKETCH_DATA, box);
	page_add_text(m->page, x_px, y_px, text, PAGE_BOXED, PAGE_CLIFF);
	return true;
}

/* On the border before the second cell of a line, and there where four cells meet, off their numbers. */
static bool label_on_border(struct heat_map *m, const struct cliff_step *step, const char *text, bool cover)
{
	double x = heat_border(step->ix1, step->ix0), y = heat_border(step->iy1, step->iy0);

	if (step->ix0 == step->ix1 && step->ix0 + 1 < m->s->x.n)
		x += 0.5;
	if (step->iy0 == step->iy1 && step->iy0 + 1 < m->s->y.n)
		y += 0.5;
	return try_label(m, heat_x_px(m, x), heat_y_px(m, y), text, cover);
}

/* At the upper end of a border between columns where nothing stands there, else above the map. */
static bool label_on_top(struct heat_map *m, const struct cliff_step *step, const char *text)
{
	size_t above = step->iy0 + 1;
	bool blank = above < m->s->y.n && surface_blank(m->s, step->ix0, above);
	double y = blank ? heat_y_px(m, (double)step->iy0 + 0.5) : m->at.top;

	return try_label(m, heat_x_px(m, heat_border(step->ix1, step->ix0)), y + LABEL_ABOVE_PX, text, false);
}

static void add_cliff_label(struct heat_map *m, const struct picture_cliff *c, const struct cliff_steps *steps)
{
	bool placed = false;
	struct strbuf text;

	strbuf_init(&text);
	cliff_add_ratio(&text, c, cliff_ratio(m->s, c, steps));
	if (c->axis == PICTURE_X)
		placed = label_on_top(m, &steps->v[steps->n - 1], text.buf);
	for (size_t k = 0; k < 2 * steps->n && !placed; k++)
		placed = label_on_border(m, &steps->v[(steps->n / 2 + k) % steps->n], text.buf, k >= steps->n);
	page_release_text(m->page, &text);
}

static int add_cliffs(struct heat_map *m)
{
	for (size_t i = 0; i < m->s->cliffs_n; i++) {
		struct cliff_steps steps;

		if (cliff_steps_init(&steps, m->s, &m->s->cliffs[i]))
			return -ENOMEM;
		heat_add_borders(m, &steps, CLIFF_PX);
		if (steps.n)
			add_cliff_label(m, &m->s->cliffs[i], &steps);
		cliff_steps_release(&steps);
	}
	return 0;
}

/* Every so manieth size from the largest down, so that neighbours keep their distance. */
static size_t label_every(double need_px, double cell_px)
{
	return cell_px >= need_px ? 1 : (size_t)ceil(need_px / cell_px);
}

static void add_x_axis(struct heat_map *m)
{
	const struct picture_ruler *x = &m->s->x;
	size_t every = label_every(picture_ruler_widest_px(x, PAGE_TEXT_POINTS) + 10, heat_cell_width_px(m));
	char text[UNITS_TEXT_LEN];

	for (size_t i = 0; i < x->n; i++)
		if (!((x->n - 1 - i) % every))
			page_try_text(m->page, heat_x_px(m, (double)i), m->at.bottom - 20, picture_ruler_text(x, x->v[i], text),
				      PAGE_CENTRE, PAGE_INK);
	page_add_title(m->page, (m->at.left + m->at.right) / 2, m->at.bottom - 53, x->title, 0);
}

static void add_y_axis(struct heat_map *m)
{
	const struct picture_ruler *y = &m->s->y;
	size_t every = label_every(20, heat_cell_height_px(m));
	char text[UNITS_TEXT_LEN];

	for (size_t i = 0; i < y->n; i++)
		if (!((y->n - 1 - i) % every))
			page_try_text(m->page, m->at.left - 12, heat_y_px(m, (double)i), picture_ruler_text(y, y->v[i], text),
				      PAGE_RIGHT, PAGE_INK);
	page_add_title(m->page, 20, (m->at.bottom + m->at.top) / 2, y->title, 90);
}

/* Where the next entry of the legend begins; false where the text does not fit any more. */
static bool add_legend(struct heat_map *m, double *x, double swatch_px, const char *text)
{
	double start = *x + swatch_px, width = text_width_px(text, PAGE_TEXT_POINTS);

	if (start + width > m->page->width_px - 20)
		return false;
	page_add_text(m->page, start, LEGEND_Y_PX, text, PAGE_LEFT, PAGE_GREY);
	*x = start + width + LEGEND_APART_PX;
	return true;
}

static struct sketch_box swatch_at(double x)
{
	return (struct sketch_box){ x, LEGEND_Y_PX - 10, x + SWATCH_PX, LEGEND_Y_PX + 10 };
}

static void add_hole_legends(struct heat_map *m, double *x)
{
	static const char *const legends[HEAT_HOLES_N] = { "not in the sweep", "not measured", "skipped", "failed" };

	for (unsigned i = HEAT_HOLES_N; i-- > 0;) {
		struct sketch_box swatch = swatch_at(*x);

		if (m->met[i] && add_legend(m, x, SWATCH_PX + 8, legends[i]))
			heat_add_hole(m->page, swatch, (enum heat_hole)i);
	}
}

static void add_cliff_legends(struct heat_map *m, double *x)
{
	const struct sketch_style stroke = { .rgb = PAGE_CLIFF, .size = CLIFF_PX };

	for (enum picture_sureness k = PICTURE_CONFIRMED; k < PICTURE_SURENESS_N; k++) {
		struct sketch_box swatch = { *x, LEGEND_Y_PX, *x + SWATCH_PX, LEGEND_Y_PX };

		if (cliff_stroke_met(m->s, k) && add_legend(m, x, SWATCH_PX + 8, cliff_stroke_name(k)))
			cliff_stroke_add(&m->page->sketch, SKETCH_MARK, swatch, &stroke, k);
	}
}

static void add_legends(struct heat_map *m)
{
	double x = m->at.left, before;

	add_hole_legends(m, &x);
	before = x;
	if (m->faint && add_legend(m, &x, SWATCH_PX + 8, "no more than noise"))
		sketch_rect(&m->page->sketch, SKETCH_FILL, swatch_at(before), HEAT_FAINT);
	before = x;
	if (m->noisy && add_legend(m, &x, SWATCH_PX + 8, "noisy")) {
		sketch_rect(&m->page->sketch, SKETCH_FILL, swatch_at(before), HEAT_FAINT);
		heat_add_noisy(m->page, swatch_at(before), PAGE_INK);
	}
	add_cliff_legends(m, &x);
	if (m->spreads)
		add_legend(m, &x, 0, "\xc2\xb1n%: half the range of the passes, above 5 %");
	if (m->blanks)
		add_legend(m, &x, 0, "blank: record larger than file");
}

static void add_bar(struct page *p, const struct picture_surface *s, const struct value_scale *scale)
{
	struct strbuf title;

	strbuf_init(&title);
	strbuf_addf(&title, "%s%s", s->unit, scale->log && !scale->change ? ", log" : "");
	bar_add_beside(p, scale, title.buf);
	page_release_text(p, &title);
}

int form_heat(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	struct value_scale scale = surface_scale(s, e, p->options->scale);
	struct heat_map m = { .page = p, .s = s, .scale = &scale, .at = map_place(p, s), .holes = true };
	int ret;

	p->palette = surface_palette(s);
	m.gap_px = fmin(GAP_PX, GAP_MOST * fmin(heat_cell_width_px(&m), heat_cell_height_px(&m)));
	m.number_points = heat_number_points(&m);
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	heat_add_cells(&m);
	add_bar(p, s, &scale);
	add_x_axis(&m);
	add_y_axis(&m);
	ret = add_cliffs(&m);
	add_legends(&m);
	page_finish(p, name, NULL);
	return ret;
}
