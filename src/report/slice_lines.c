/* The lines of a slice: bands, points and the labels at their ends. */
#include "report/slice_plot.h"

#include "base/units.h"
#include "report/gnuplot_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LINE_PX 2.2
#define GREY_LINE_PX 1.0
#define DOT_PX 3.6
#define GREY 0xc4c4c4
#define TAKEN_STEP_PX 8.0
#define TAKEN_HALF_PX 4.0
#define LABEL_BESIDE_PX 11.0
#define LABEL_TRIES 12
#define LABEL_STEP_PX 9.0
#define END_LABEL_PX 22.0
#define SPREAD_ROUNDS 200

/* Dark enough on white, and apart also for the colour-blind. */
static const struct palette line_palette = {
	.stops = { 0x440154, 0x3b528b, 0x1f7f8c, 0x2e8b57, 0x7a7f00, 0xb35c00 },
	.n = 6,
};

static uint32_t colour(const struct slice_plot *sp, size_t line)
{
	unsigned number = sp->colour_of[line];

	if (number == SLICE_GREY)
		return GREY;
	return palette_at(&line_palette, sp->coloured_n > 1 ? (number - 1.0) / ((double)sp->coloured_n - 1) : 0.4);
}

bool slice_free(const struct slice_plot *sp, struct sketch_box box)
{
	if (!page_free(sp->page, box) || box.bottom < sp->at.bottom + 2 || box.top > sp->at.top - 2)
		return false;
	for (size_t i = 0; i < sp->taken_n; i++) {
		const struct sketch_box *b = &sp->taken[i];

		if (box.left < b->right && b->left < box.right && box.bottom < b->top && b->bottom < box.top)
			return false;
	}
	return true;
}

static int take(struct slice_plot *sp, double x, double y)
{
	if (sp->taken_n == sp->taken_alloc) {
		size_t alloc = sp->taken_alloc ? sp->taken_alloc * 2 : 1024;
		struct sketch_box *grown = realloc(sp->taken, alloc * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		sp->taken = grown;
		sp->taken_alloc = alloc;
	}
	sp->taken[sp->taken_n++] = (struct sketch_box){ x - TAKEN_HALF_PX, y - TAKEN_HALF_PX, x + TAKEN_HALF_PX,
							y + TAKEN_HALF_PX };
	return 0;
}

static int take_segment(struct slice_plot *sp, struct sketch_box seg)
{
	double n = ceil(hypot(seg.right - seg.left, seg.top - seg.bottom) / TAKEN_STEP_PX);
	int ret = 0;

	for (double i = 0; i <= n && !ret; i++)
		ret = take(sp, seg.left + (seg.right - seg.left) * (n > 0 ? i / n : 0),
			   seg.bottom + (seg.top - seg.bottom) * (n > 0 ? i / n : 0));
	return ret;
}

static struct sketch_span span_of(const struct slice_plot *sp, size_t line, size_t i)
{
	const struct picture_cell *cell = slice_cell(sp, line, i);
	bool range = cell->n > 1 && isfinite(cell->min) && isfinite(cell->max);

	return (struct sketch_span){ slice_x_px(sp, sp->along->v[i]), slice_y_px(sp, range ? cell->min : cell->value),
				     slice_y_px(sp, range ? cell->max : cell->value) };
}

static void add_band(struct slice_plot *sp, size_t line, size_t i0, size_t i1)
{
	struct sketch_span from = span_of(sp, line, i0), to = span_of(sp, line, i1);

	if (!(from.high - from.low > 0.5) && !(to.high - to.low > 0.5))
		return;
	sp->bands = true;
	sketch_band(&sp->page->sketch, &from, &to, colour(sp, line));
}

static int add_segment(struct slice_plot *sp, size_t line, size_t i0, size_t i1)
{
	bool grey = sp->colour_of[line] == SLICE_GREY;
	const struct sketch_style style = { .rgb = colour(sp, line), .size = grey ? GREY_LINE_PX : LINE_PX };
	const struct sketch_box seg = { slice_x_px(sp, sp->along->v[i0]), slice_y_px(sp, slice_cell(sp, line, i0)->value),
					slice_x_px(sp, sp->along->v[i1]), slice_y_px(sp, slice_cell(sp, line, i1)->value) };

	sketch_line(&sp->page->sketch, grey ? SKETCH_FILL : SKETCH_DATA, seg, &style);
	if (grey)
		return 0;
	add_band(sp, line, i0, i1);
	return take_segment(sp, seg);
}

/* A range without neighbours has no band: a bar. */
static void add_bar(struct slice_plot *sp, size_t line, size_t i)
{
	const struct sketch_style style = { .rgb = colour(sp, line), .size = 1.3 };
	struct sketch_span span = span_of(sp, line, i);

	sketch_line(&sp->page->sketch, SKETCH_DATA, (struct sketch_box){ span.x, span.low, span.x, span.high }, &style);
}

static int add_point(struct slice_plot *sp, size_t line, size_t i)
{
	const struct picture_cell *cell = slice_cell(sp, line, i);
	double x = slice_x_px(sp, sp->along->v[i]), y = slice_y_px(sp, cell->value);
	struct sketch_style style = { .rgb = colour(sp, line), .size = DOT_PX };

	if (sp->colour_of[line] == SLICE_GREY)
		return 0;
	sketch_dot(&sp->page->sketch, SKETCH_DATA, x, y, &style);
	if (cell->noisy) {
		style = (struct sketch_style){ .rgb = PAGE_WHITE, .size = DOT_PX - 1.4 };
		sketch_dot(&sp->page->sketch, SKETCH_HALO, x, y, &style);
		sp->noisy = true;
	}
	return take(sp, x, y);
}

static bool measured(const struct slice_plot *sp, size_t line, size_t i)
{
	return i < sp->along->n && slice_cell(sp, line, i)->state == PICTURE_MEASURED;
}

static void add_failed(struct slice_plot *sp, size_t i)
{
	const struct sketch_style style = { .rgb = PAGE_FAILED, .size = 1.8 };
	double x = slice_x_px(sp, sp->along->v[i]), y = sp->at.bottom;

	sketch_line(&sp->page->sketch, SKETCH_MARK, (struct sketch_box){ x - 6, y - 6, x + 6, y + 6 }, &style);
	sketch_line(&sp->page->sketch, SKETCH_MARK, (struct sketch_box){ x - 6, y + 6, x + 6, y - 6 }, &style);
}

static int add_line(struct slice_plot *sp, size_t line)
{
	int ret = 0;

	for (size_t i = 0; i < sp->along->n && !ret; i++) {
		if (slice_cell(sp, line, i)->state == PICTURE_FAILED)
			add_failed(sp, i);
		if (!measured(sp, line, i))
			continue;
		ret = add_point(sp, line, i);
		if (!ret && measured(sp, line, i + 1))
			ret = add_segment(sp, line, i, i + 1);
		else if (!ret && !(i && measured(sp, line, i - 1)))
			add_bar(sp, line, i);
	}
	return ret;
}

int slice_add_lines(struct slice_plot *sp)
{
	int ret = 0;

	for (size_t line = 0; line < sp->other->n && !ret; line++)
		if (sp->colour_of[line] != SLICE_NONE)
			ret = add_line(sp, line);
	return ret;
}

static void put_label(struct slice_plot *sp, size_t line, struct sketch_box from, const char *text)
{
	uint32_t rgb = colour(sp, line);
	const struct sketch_style thin = { .rgb = rgb, .size = 0.9 };

	if (fabs(from.top - from.bottom) > 4)
		sketch_line(&sp->page->sketch, SKETCH_LABEL, (struct sketch_box){ from.left + 4, from.bottom, from.right - 2,
										  from.top }, &thin);
	page_add_text(sp->page, from.right, from.top, text, PAGE_LEFT, (enum page_colour)rgb);
}

static size_t last_measured(const struct slice_plot *sp, size_t line)
{
	size_t last = sp->along->n - 1;

	while (!measured(sp, line, last))
		last--;
	return last;
}

static bool has_label(const struct slice_plot *sp, size_t line)
{
	return sp->colour_of[line] != SLICE_NONE && sp->colour_of[line] != SLICE_GREY && sp->lines_n > 1;
}

/* Beside the end of its line, or a little higher or lower; clear of the lines where that can be. */
static void add_label(struct slice_plot *sp, size_t line)
{
	size_t last = last_measured(sp, line);
	double x = slice_x_px(sp, sp->along->v[last]), y = slice_y_px(sp, slice_cell(sp, line, last)->value);
	char text[UNITS_TEXT_LEN];

	picture_ruler_text(sp->other, sp->other->v[line], text);
	for (unsigned clear = 2; clear-- > 0;) {
		for (unsigned i = 0; i < LABEL_TRIES * 2; i++) {
			double shift = (i % 2 ? -1 : 1) * LABEL_STEP_PX * ceil(i / 2.0);
			double at_x = x + LABEL_BESIDE_PX + fmin(fabs(shift) / 3, 12), at_y = y + shift;
			struct sketch_box box = page_text_box(sp->page, at_x, at_y, text, PAGE_LEFT);

			if (clear ? !slice_free(sp, box) : !page_free(sp->page, box))
				continue;
			put_label(sp, line, (struct sketch_box){ x, y, at_x, at_y }, text);
			return;
		}
	}
}

/* A label of a line that goes as far as the axis. */
struct end_label {
	size_t line;
	double y, at; /* of the line's end, and where the label is put */
};

static int by_height(const void *a, const void *b)
{
	const struct end_label *x = a, *y = b;

	return x->y > y->y ? 1 : x->y < y->y ? -1 : x->line < y->line ? -1 : 1;
}

/* Pushes neighbours apart, half of the way each, until all keep their distance, and none is too high. */
static void spread(struct end_label *labels, size_t n, double apart, double highest)
{
	for (unsigned round = 0; n && round < SPREAD_ROUNDS; round++) {
		labels[n - 1].at = fmin(labels[n - 1].at, highest);
		for (size_t i = 0; i + 1 < n; i++) {
			double lack = labels[i].at + apart - labels[i + 1].at;

			if (lack > 0) {
				labels[i].at -= lack / 2;
				labels[i + 1].at += lack / 2;
			}
		}
	}
}

/* The labels at the right edge, in the order of the lines, so that no leader crosses another. */
static void add_end_labels(struct slice_plot *sp, size_t end)
{
	struct end_label labels[SLICE_LINES_MAX] = { { 0, 0, 0 } };
	double x = slice_x_px(sp, sp->along->v[end]);
	char text[UNITS_TEXT_LEN];
	size_t n = 0;

	for (size_t line = 0; line < sp->other->n; line++) {
		double y;

		if (!has_label(sp, line) || last_measured(sp, line) != end)
			continue;
		y = slice_y_px(sp, slice_cell(sp, line, end)->value);
		labels[n++] = (struct end_label){ line, y, y };
	}
	qsort(labels, n, sizeof(*labels), by_height);
	spread(labels, n, text_height_px(sp->page->text_points) + 5, sp->at.top - 4);
	for (size_t i = 0; i < n; i++) {
		picture_ruler_text(sp->other, sp->other->v[labels[i].line], text);
		put_label(sp, labels[i].line, (struct sketch_box){ x, labels[i].y, x + END_LABEL_PX, labels[i].at }, text);
	}
}

void slice_add_labels(struct slice_plot *sp)
{
	size_t end = 0;

	for (size_t line = 0; line < sp->other->n; line++)
		if (has_label(sp, line) && last_measured(sp, line) > end)
			end = last_measured(sp, line);
	add_end_labels(sp, end);
	for (size_t line = sp->other->n; line-- > 0;)
		if (has_label(sp, line) && last_measured(sp, line) != end)
			add_label(sp, line);
}
