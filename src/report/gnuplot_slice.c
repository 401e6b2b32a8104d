/* The page of a slice: head, axes, reference lines and legend; see slice_plot.h for what is drawn in them. */
#include "report/slice_plot.h"

#include "base/units.h"
#include "report/gnuplot_text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LEFT_PX 128.0
#define RIGHT_PX 112.0 /* from the right edge of the page */
#define RIGHT_ALONE_PX 60.0 /* where no line needs a label */
#define BOTTOM_PX 150.0
#define TOP_PX 180.0 /* from the upper edge */
#define TICK_PX 7.0
#define TICK_ROWS 3
#define TICK_ROW_PX 19.0
#define TITLE_BELOW_PX 56.0
#define RANGE_PAD 0.03 /* of the span, at both ends of the axis of sizes */
#define LEGEND_Y_PX 28.0

double slice_x_px(const struct slice_plot *sp, uint64_t size)
{
	return sp->at.left + (log2((double)size) - sp->x0) / (sp->x1 - sp->x0) * (sp->at.right - sp->at.left);
}

double slice_y_px(const struct slice_plot *sp, double value)
{
	return sp->at.bottom + value_scale_share(&sp->scale, value) * (sp->at.top - sp->at.bottom);
}

static bool has_line(const struct slice_plot *sp, size_t line)
{
	size_t i = 0;

	while (i < sp->along->n && slice_cell(sp, line, i)->state != PICTURE_MEASURED)
		i++;
	return i < sp->along->n;
}

/* Whether the k-th of n lines has one of so many places: they are spread evenly over the ranks. */
static bool is_chosen(size_t k, size_t n, size_t places)
{
	if (n <= places || !places)
		return places;
	return k == 0 || k * (places - 1) / (n - 1) != (k - 1) * (places - 1) / (n - 1);
}

/* Those that keep their colour: powers of two before what stands between them. */
static int choose_lines(struct slice_plot *sp)
{
	size_t n[2] = { 0, 0 }, k[2] = { 0, 0 }, places[2];

	sp->colour_of = calloc(sp->other->n + 1, sizeof(*sp->colour_of));
	if (!sp->colour_of)
		return -ENOMEM;
	for (size_t line = 0; line < sp->other->n; line++)
		n[picture_ruler_is_round(sp->other, line)] += has_line(sp, line);
	sp->lines_n = n[false] + n[true];
	places[true] = SLICE_LINES_MAX;
	places[false] = n[true] < SLICE_LINES_MAX ? SLICE_LINES_MAX - n[true] : 0;
	for (size_t line = 0; line < sp->other->n; line++) {
		bool round = picture_ruler_is_round(sp->other, line);

		if (!has_line(sp, line))
			continue;
		sp->colour_of[line] = is_chosen(k[round]++, n[round], places[round]) ? (unsigned)++sp->coloured_n : SLICE_GREY;
	}
	return 0;
}

/* The range of the passes is drawn too. */
static struct surface_extent with_passes(const struct picture_surface *s, const struct surface_extent *e)
{
	struct surface_extent wide = *e;

	for (size_t i = 0; i < s->x.n * s->y.n; i++) {
		const struct picture_cell *cell = &s->cells[i];

		if (cell->state != PICTURE_MEASURED || cell->n < 2)
			continue;
		wide.range.max = fmax(wide.range.max, cell->max);
		if (cell->min > 0) {
			wide.range.min = fmin(wide.range.min, cell->min);
			wide.range.least = fmin(wide.range.least, cell->min);
		}
	}
	return wide;
}

/* The first and last size at which any cell is measured. */
static void find_ends(const struct slice_plot *sp, double *first, double *last)
{
	*first = INFINITY;
	*last = -INFINITY;
	for (size_t line = 0; line < sp->other->n; line++) {
		for (size_t i = 0; i < sp->along->n; i++) {
			double x = log2((double)sp->along->v[i]);

			if (slice_cell(sp, line, i)->state == PICTURE_OUTSIDE)
				continue;
			*first = fmin(*first, x);
			*last = fmax(*last, x);
		}
	}
}

static int plot_init(struct slice_plot *sp, struct page *p, const struct slice_form *form)
{
	struct surface_extent wide = with_passes(form->s, form->e);
	double pad;

	*sp = (struct slice_plot){ .page = p, .s = form->s, .over_y = form->over_y };
	sp->along = sp->over_y ? &sp->s->y : &sp->s->x;
	sp->other = sp->over_y ? &sp->s->x : &sp->s->y;
	sp->scale = surface_scale_of_lines(form->s, &wide, p->options->scale);
	find_ends(sp, &sp->x0, &sp->x1);
	pad = sp->x1 > sp->x0 ? (sp->x1 - sp->x0) * RANGE_PAD : 1;
	sp->x0 -= pad;
	sp->x1 += pad;
	if (choose_lines(sp))
		return -ENOMEM;
	sp->at = (struct sketch_box){ LEFT_PX, BOTTOM_PX, p->width_px - (sp->lines_n > 1 ? RIGHT_PX : RIGHT_ALONE_PX),
				      p->height_px - TOP_PX };
	return 0;
}

static bool place_tick_label(struct slice_plot *sp, uint64_t size, unsigned row)
{
	double x = slice_x_px(sp, size), y = sp->at.bottom - 20 - row * TICK_ROW_PX;
	char text[UNITS_TEXT_LEN];
	struct sketch_box box;

	picture_ruler_text(sp->along, size, text);
	box = page_text_box(sp->page, x, y, text, PAGE_CENTRE);
	box.left -= 5;
	box.right += 5;
	if (!page_free(sp->page, box))
		return false;
	page_add_text(sp->page, x, y, text, PAGE_CENTRE, PAGE_INK);
	return true;
}

bool slice_on_axis(const struct slice_plot *sp, uint64_t size)
{
	double x = log2((double)size);

	return x >= sp->x0 && x <= sp->x1;
}

/* Powers of two in the first row; the others in whichever row has room. Returns the last row that was used. */
static unsigned add_tick_labels(struct slice_plot *sp)
{
	const struct picture_ruler *a = sp->along;
	unsigned last = 0;

	for (size_t i = a->n; i-- > 0;)
		if (!(a->v[i] & (a->v[i] - 1)) && slice_on_axis(sp, a->v[i]))
			place_tick_label(sp, a->v[i], 0);
	for (size_t i = a->n; i-- > 0;) {
		unsigned row = 0;

		if (!(a->v[i] & (a->v[i] - 1)) || !slice_on_axis(sp, a->v[i]))
			continue;
		while (row < TICK_ROWS && !place_tick_label(sp, a->v[i], row))
			row++;
		if (row < TICK_ROWS && row > last)
			last = row;
	}
	return last;
}

static void add_size_axis(struct slice_plot *sp)
{
	const struct sketch_box *at = &sp->at;
	unsigned rows;

	page_add_line(sp->page, at->left, at->bottom, at->right, at->bottom, PAGE_AXIS);
	for (size_t i = 0; i < sp->along->n; i++) {
		double x = slice_x_px(sp, sp->along->v[i]);

		if (slice_on_axis(sp, sp->along->v[i]))
			page_add_line(sp->page, x, at->bottom, x, at->bottom - TICK_PX, PAGE_AXIS);
	}
	rows = add_tick_labels(sp);
	page_add_title(sp->page, (at->left + at->right) / 2, at->bottom - TITLE_BELOW_PX - rows * TICK_ROW_PX,
		       sp->along->title, 0);
}

static void add_value_axis(struct slice_plot *sp)
{
	const struct sketch_style grid = { .rgb = PAGE_GRID, .size = 1 };
	const struct sketch_box *at = &sp->at;
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(&sp->scale, ticks);
	char text[UNITS_TEXT_LEN];
	struct strbuf title;

	page_add_line(sp->page, at->left, at->bottom, at->left, at->top, PAGE_AXIS);
	for (size_t i = 0; i < n; i++) {
		double y = slice_y_px(sp, ticks[i]);

		value_scale_tick_text(&sp->scale, ticks[i], text);
		sketch_line(&sp->page->sketch, SKETCH_GROUND, (struct sketch_box){ at->left, y, at->right, y }, &grid);
		if (page_try_text(sp->page, at->left - TICK_PX - 5, y, text, PAGE_RIGHT, PAGE_INK))
			page_add_line(sp->page, at->left, y, at->left - TICK_PX, y, PAGE_AXIS);
	}
	strbuf_init(&title);
	surface_add_value_title(&title, sp->s, &sp->scale);
	page_add_title(sp->page, 30, (at->bottom + at->top) / 2, title.buf, 90);
	page_release_text(sp->page, &title);
}

static void add_lower(struct strbuf *sb, const char *title)
{
	strbuf_addch(sb, (char)tolower((unsigned char)*title));
	strbuf_addstr(sb, title + 1);
}

/* ": over record size, a line for each file size" */
static void add_lines_words(struct strbuf *sb, const struct slice_plot *sp)
{
	strbuf_addstr(sb, ": over ");
	add_lower(sb, sp->along->title);
	strbuf_addstr(sb, ", a line for each ");
	add_lower(sb, sp->other->title);
}

/* "Random read over record size", or where there is but one line "Random read, file 64M". */
static void add_head(struct slice_plot *sp)
{
	char text[UNITS_TEXT_LEN];
	struct strbuf title;
	size_t only = 0;

	strbuf_init(&title);
	while (sp->colour_of[only] == SLICE_NONE)
		only++;
	strbuf_addf(&title, "%s", sp->s->title);
	if (sp->lines_n == 1)
		strbuf_addf(&title, ", %s %s", sp->other->noun, picture_ruler_text(sp->other, sp->other->v[only], text));
	else
		add_lines_words(&title, sp);
	page_add_head(sp->page, title.buf, sp->s->caption1, sp->s->caption2);
	page_release_text(sp->page, &title);
}

static void add_legend(struct slice_plot *sp, const struct surface_extent *e)
{
	double x = sp->at.left, y = LEGEND_Y_PX;
	struct strbuf text;

	strbuf_init(&text);
	if (sp->bands)
		strbuf_addstr(&text, "bands: range of the passes");
	if (sp->noisy)
		strbuf_addf(&text, "%shollow: noisy", text.len ? "   " : "");
	if (sp->coloured_n < sp->lines_n)
		strbuf_addf(&text, "%sgrey: the other %zu", text.len ? "   " : "", sp->lines_n - sp->coloured_n);
	if (text.len)
		page_add_text(sp->page, x, y, text.buf, PAGE_LEFT, PAGE_GREY);
	x += text.len ? text_width_px(text.buf, sp->page->text_points) + 40 : 0;
	strbuf_reset(&text);
	surface_add_holes(&text, e);
	if (text.len)
		page_add_text(sp->page, x, y, text.buf, PAGE_LEFT, PAGE_FAILED);
	x += text.len ? text_width_px(text.buf, sp->page->text_points) + 40 : 0;
	slice_add_cliff_legend(sp, x, y);
	if (sp->lines_n > 1)
		page_try_text(sp->page, sp->at.right + 8, sp->at.top + 14, sp->other->title, PAGE_LEFT, PAGE_GREY);
	page_release_text(sp->page, &text);
}

int form_slice(struct page *p, const struct slice_form *form, const char *name)
{
	struct slice_plot sp;
	int ret = plot_init(&sp, p, form);

	if (!ret) {
		add_head(&sp);
		surface_add_table(p, form->s);
		slice_add_refs(&sp);
		add_size_axis(&sp);
		add_value_axis(&sp);
		ret = slice_add_lines(&sp);
	}
	if (!ret) {
		slice_add_labels(&sp);
		ret = slice_add_cliffs(&sp);
		add_legend(&sp, form->e);
		page_finish(p, name, NULL);
	}
	free(sp.colour_of);
	free(sp.taken);
	return ret;
}
