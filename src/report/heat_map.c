#include "report/heat_map.h"

#include "base/units.h"
#include "report/cliff_stroke.h"
#include "report/gnuplot_text.h"
#include "report/gnuplot_tiles.h"

#include <math.h>
#include <stdio.h>

#define NUMBERS_MAX_X 26
#define NUMBERS_MAX_Y 24
#define NUMBER_POINTS 11.0
#define NUMBER_POINTS_LEAST 7.5
#define NUMBER_POINTS_MOST 22.0
#define FAINT_POINTS_SHARE 0.9
#define SPREAD_POINTS 8.0
#define SPREAD_BELOW_PX 14.0
#define SPREAD_SHOWN 0.05
#define SPREAD_CELL_LEAST_PX 30.0
#define HATCH_APART_PX 7.0
#define NOISY_PX 5.0 /* between the mark and the corner */
#define NOISY_LEGS_LEAST_PX 4.0
#define INK_GREY 0x555555

double heat_cell_width_px(const struct heat_map *m)
{
	return (m->at.right - m->at.left) / (double)m->s->x.n;
}

double heat_cell_height_px(const struct heat_map *m)
{
	return (m->at.top - m->at.bottom) / (double)m->s->y.n;
}

double heat_x_px(const struct heat_map *m, double rank)
{
	return m->at.left + (rank + 0.5) * heat_cell_width_px(m);
}

double heat_y_px(const struct heat_map *m, double rank)
{
	return m->at.bottom + (rank + 0.5) * heat_cell_height_px(m);
}

double heat_border(size_t near, size_t far)
{
	return (double)near + (far > near ? 0.5 : far < near ? -0.5 : 0);
}

double heat_number_points(const struct heat_map *m)
{
	double width = heat_cell_width_px(m), height = heat_cell_height_px(m), room = width - 6, widest = 0, points;
	double fair = fmax(NUMBER_POINTS, fmin(NUMBER_POINTS_MOST, fmin(width / 14, height / 8)));
	char text[UNITS_TEXT_LEN];

	if (m->s->x.n > NUMBERS_MAX_X || m->s->y.n > NUMBERS_MAX_Y)
		return 0;
	for (size_t i = 0; i < m->s->x.n * m->s->y.n; i++) {
		if (m->s->cells[i].state != PICTURE_MEASURED)
			continue;
		value_scale_text(m->scale, m->s->cells[i].value, text);
		widest = fmax(widest, text_width_px(text, fair));
	}
	points = widest > room ? fair * room / widest : fair;
	points = fmin(points, height * 0.5);
	return points < NUMBER_POINTS_LEAST ? 0 : points;
}

static struct sketch_box cell_box(const struct heat_map *m, size_t ix, size_t iy)
{
	double x = heat_x_px(m, (double)ix), y = heat_y_px(m, (double)iy);
	double half_width = (heat_cell_width_px(m) - m->gap_px) / 2, half_height = (heat_cell_height_px(m) - m->gap_px) / 2;

	return (struct sketch_box){ x - half_width, y - half_height, x + half_width, y + half_height };
}

static void add_spread(struct heat_map *m, struct sketch_box box, const struct picture_cell *cell, uint32_t ink)
{
	const struct sketch_style style = { .rgb = ink, .size = SPREAD_POINTS, .align = SKETCH_CENTRE };
	double half_range = (cell->max - cell->min) / 2 / cell->value;
	double below = SPREAD_BELOW_PX + (m->number_points - NUMBER_POINTS);
	char text[UNITS_TEXT_LEN];

	if (cell->n < 2 || !(half_range > SPREAD_SHOWN) || m->scale->change || heat_cell_height_px(m) < SPREAD_CELL_LEAST_PX)
		return;
	snprintf(text, sizeof(text), "\xc2\xb1%.0f%%", half_range * 100);
	sketch_text(&m->page->sketch, SKETCH_DATA, (box.left + box.right) / 2, (box.bottom + box.top) / 2 - below, text,
		    &style);
	m->spreads = true;
}

static void add_number(struct heat_map *m, struct sketch_box box, const struct picture_cell *cell, uint32_t ink)
{
	bool room = heat_cell_height_px(m) >= SPREAD_CELL_LEAST_PX;
	double y = (box.bottom + box.top) / 2 + (room && !m->scale->change ? 3 : 0);
	struct sketch_style style = { .rgb = ink, .size = m->number_points, .align = SKETCH_CENTRE };
	char text[UNITS_TEXT_LEN];

	if (!(m->number_points > 0))
		return;
	if (cell->faint)
		style.size *= FAINT_POINTS_SHARE;
	value_scale_text(m->scale, cell->value, text);
	sketch_text(&m->page->sketch, SKETCH_DATA, (box.left + box.right) / 2, y, text, &style);
	add_spread(m, box, cell, ink);
}

/* Two lines that cut off the upper right corner. */
void heat_add_noisy(struct page *p, struct sketch_box box, uint32_t ink)
{
	const struct sketch_style style = { .rgb = ink, .size = 1.4 };
	double side = fmin(box.right - box.left, box.top - box.bottom), leg = fmax(side * 0.25, NOISY_LEGS_LEAST_PX);

	leg = fmin(leg, NOISY_PX * 2.4);
	for (double share = 1; share > 0.4; share -= 0.5)
		sketch_line(&p->sketch, SKETCH_DATA,
			    (struct sketch_box){ box.right - leg * share, box.top, box.right, box.top - leg * share }, &style);
}

static void add_measured(struct heat_map *m, size_t ix, size_t iy)
{
	const struct picture_cell *cell = surface_at(m->s, ix, iy);
	double share = value_scale_share(m->scale, cell->value);
	uint32_t ink = cell->faint ? INK_GREY : palette_ink(m->page->palette, share);
	struct sketch_box box = cell_box(m, ix, iy);

	sketch_rect(&m->page->sketch, SKETCH_FILL, box, cell->faint ? HEAT_FAINT : palette_at(m->page->palette, share));
	add_number(m, box, cell, ink);
	if (cell->noisy)
		heat_add_noisy(m->page, box, ink);
	m->noisy = m->noisy || cell->noisy;
	m->faint = m->faint || cell->faint;
}

void heat_add_hole(struct page *p, struct sketch_box box, enum heat_hole hole)
{
	static const struct sketch_style styles[HEAT_HOLES_N] = {
		[HEAT_OUTSIDE] = { .rgb = 0xcccccc, .size = 1 },
		[HEAT_PLANNED] = { .rgb = 0x8d9db5, .size = 1.6 },
		[HEAT_SKIPPED] = { .rgb = 0xc98a2b, .size = 1.2 },
		[HEAT_FAILED] = { .rgb = 0xb71c1c, .size = 1 },
	};
	double apart = hole == HEAT_OUTSIDE ? HATCH_APART_PX * 1.4 : HATCH_APART_PX;

	apart = fmin(apart, fmax((box.top - box.bottom) / 2, 2));
	sketch_hatch(&p->sketch, SKETCH_FILL, box, &styles[hole], apart);
	sketch_outline(&p->sketch, SKETCH_FILL, box, &styles[hole]);
}

static void add_cell(struct heat_map *m, size_t ix, size_t iy)
{
	static const enum heat_hole holes[] = {
		[PICTURE_OUTSIDE] = HEAT_OUTSIDE, [PICTURE_PLANNED] = HEAT_PLANNED,
		[PICTURE_SKIPPED] = HEAT_SKIPPED, [PICTURE_FAILED] = HEAT_FAILED,
	};
	enum picture_state state = surface_at(m->s, ix, iy)->state;

	if (state == PICTURE_MEASURED) {
		add_measured(m, ix, iy);
	} else if (surface_blank(m->s, ix, iy)) {
		m->blanks = true;
	} else if (m->holes || state != PICTURE_OUTSIDE) {
		heat_add_hole(m->page, cell_box(m, ix, iy), holes[state]);
		m->met[holes[state]] = true;
	}
}

void heat_add_cells(struct heat_map *m)
{
	for (size_t ix = 0; ix < m->s->x.n; ix++)
		for (size_t iy = 0; iy < m->s->y.n; iy++)
			add_cell(m, ix, iy);
}

struct stroke {
	double width_px; /* where it is whole */
	enum picture_sureness sureness;
};

static void add_stroke(const struct heat_map *m, struct sketch_box ranks, const struct stroke *stroke)
{
	const struct sketch_style halo = { .rgb = PAGE_WHITE, .size = stroke->width_px + 2 };
	const struct sketch_style line = { .rgb = PAGE_CLIFF, .size = stroke->width_px };
	const struct sketch_box at = { heat_x_px(m, ranks.left), heat_y_px(m, ranks.bottom), heat_x_px(m, ranks.right),
				       heat_y_px(m, ranks.top) };

	sketch_line(&m->page->sketch, SKETCH_HALO, at, &halo);
	cliff_stroke_add(&m->page->sketch, SKETCH_MARK, at, &line, stroke->sureness);
}

static void add_stair(const struct heat_map *m, const struct cliff_step *step, const struct cliff_step *next,
		      const struct stroke *stroke)
{
	double x = (double)step->ix0, y = heat_border(step->iy0, step->iy1);

	add_stroke(m, (struct sketch_box){ x - 0.5, y, x + 0.5, y }, stroke);
	if (next && next->ix0 == step->ix0 + 1 && next->iy0 != step->iy0)
		add_stroke(m, (struct sketch_box){ x + 0.5, y, x + 0.5, heat_border(next->iy0, next->iy1) }, stroke);
}

/*
 * The border between the two cells of one line; a diagonal boundary becomes stairs. Where the cells are no neighbours
 * there are two borders, so that the numbers between them stay clear.
 */
static void add_border(const struct heat_map *m, const struct cliff_steps *steps, size_t i, const struct stroke *stroke)
{
	const struct cliff_step *step = &steps->v[i], *next = i + 1 < steps->n ? step + 1 : NULL;
	double x0 = heat_border(step->ix0, step->ix1), x1 = heat_border(step->ix1, step->ix0);
	double x = (double)step->ix0, y = (double)step->iy0, y1 = heat_border(step->iy1, step->iy0);

	if (step->iy0 == step->iy1) {
		add_stroke(m, (struct sketch_box){ x0, y - 0.5, x0, y + 0.5 }, stroke);
		if (x1 > x0 || x1 < x0)
			add_stroke(m, (struct sketch_box){ x1, y - 0.5, x1, y + 0.5 }, stroke);
		return;
	}
	add_stair(m, step, next, stroke);
	if (y1 > heat_border(step->iy0, step->iy1) || y1 < heat_border(step->iy0, step->iy1))
		add_stroke(m, (struct sketch_box){ x - 0.5, y1, x + 0.5, y1 }, stroke);
}

void heat_add_borders(const struct heat_map *m, const struct cliff_steps *steps, double width_px)
{
	const struct stroke stroke = { width_px, steps->sureness };

	for (size_t i = 0; i < steps->n; i++)
		add_border(m, steps, i, &stroke);
}
