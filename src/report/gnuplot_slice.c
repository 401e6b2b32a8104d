/* One row or column of cells as a line over the other size, on log-log axes, with the range of the passes. */
#include "report/gnuplot_forms.h"

#include "report/gnuplot_marks.h"
#include "report/gnuplot_text.h"

#include <errno.h>
#include <math.h>

#define LEFT_PX 128.0
#define RIGHT_PX 1480.0
#define BOTTOM_PX 150.0
#define TOP_PX 820.0
#define TICK_ROWS 3
#define TICK_ROW_PX 19.0
#define REF_LABEL_MAX_PX 300.0
#define RANGE_PAD 0.03 /* of the span, at both ends of the axis of sizes */

struct slice {
	struct page *page;
	const struct picture_surface *s;
	bool over_records; /* else over file sizes */
	size_t at; /* rank of the one size on the other axis */
	const struct picture_ruler *along, *other;
	struct value_scale scale;
	double x0, x1;
};

static const struct picture_cell *slice_cell(const struct slice *sl, size_t i)
{
	return sl->over_records ? surface_at(sl->s, sl->at, i) : surface_at(sl->s, i, sl->at);
}

static double slice_x_px(const struct slice *sl, uint64_t size)
{
	return LEFT_PX + (log2((double)size) - sl->x0) / (sl->x1 - sl->x0) * (RIGHT_PX - LEFT_PX);
}

static double slice_y_px(const struct slice *sl, double value)
{
	return BOTTOM_PX + value_scale_share(&sl->scale, value) * (TOP_PX - BOTTOM_PX);
}

static bool cell_measured(const struct slice *sl, size_t i)
{
	return slice_cell(sl, i)->state == PICTURE_MEASURED;
}

static void slice_init(struct slice *sl, struct page *p, const struct picture_surface *s,
		       const struct surface_extent *e)
{
	double low = e->min, high = e->max, pad;

	*sl = (struct slice){ .page = p, .s = s, .over_records = e->columns == 1 };
	sl->along = sl->over_records ? &s->y : &s->x;
	sl->other = sl->over_records ? &s->x : &s->y;
	for (size_t i = 0; i < s->x.n * s->y.n; i++) {
		if (s->cells[i].state != PICTURE_MEASURED)
			continue;
		sl->at = sl->over_records ? i / s->y.n : i % s->y.n;
		low = s->cells[i].min > 0 ? fmin(low, s->cells[i].min) : low;
		high = fmax(high, s->cells[i].max);
	}
	sl->scale = value_scale_log(low, high);
	sl->x0 = log2((double)sl->along->v[0]);
	sl->x1 = log2((double)sl->along->v[sl->along->n - 1]);
	pad = (sl->x1 - sl->x0) * RANGE_PAD;
	sl->x0 -= pad;
	sl->x1 += pad;
}

static void add_points(struct slice *sl)
{
	struct strbuf line, bars, failed;
	bool open = false;

	strbuf_init(&line);
	strbuf_init(&bars);
	strbuf_init(&failed);
	for (size_t i = 0; i < sl->along->n; i++) {
		const struct picture_cell *cell = slice_cell(sl, i);
		double x = log2((double)sl->along->v[i]);

		if (cell->state == PICTURE_FAILED)
			strbuf_addf(&failed, "%.6g %.7g\n", x, value_scale_position(&sl->scale, sl->scale.low));
		if (cell->state != PICTURE_MEASURED) {
			/* a blank line interrupts the line; two would end the index */
			if (open)
				strbuf_addch(&line, '\n');
			open = false;
			continue;
		}
		open = true;
		strbuf_addf(&line, "%.6g %.7g\n", x, value_scale_position(&sl->scale, cell->value));
		if (cell->n > 1 && cell->min > 0)
			strbuf_addf(&bars, "%.6g %.7g %.7g %.7g\n", x,
				    value_scale_position(&sl->scale, cell->value),
				    value_scale_position(&sl->scale, cell->min),
				    value_scale_position(&sl->scale, cell->max));
	}
	page_add_section(sl->page, "line", "size value", &line);
	page_add_section(sl->page, "bars", "size value min max", &bars);
	page_add_section(sl->page, "failed", "size value", &failed);
	strbuf_release(&line);
	strbuf_release(&bars);
	strbuf_release(&failed);
}

static bool place_tick_label(struct slice *sl, uint64_t size, unsigned row)
{
	char text[UNITS_TEXT_LEN];
	double x = slice_x_px(sl, size), y = BOTTOM_PX - 24 - row * TICK_ROW_PX;
	struct page_box box;

	picture_ruler_text(sl->along, size, text);
	box = page_text_box(sl->page, x, y, text, PAGE_CENTRE);
	box.left -= 5;
	box.right += 5;
	if (!page_free(sl->page, box))
		return false;
	page_add_text(sl->page, x, y, text, PAGE_CENTRE, PAGE_INK);
	return true;
}

/* Powers of two in the first row; the others in whichever row has room. Returns the last row that was used. */
static unsigned add_tick_labels(struct slice *sl)
{
	unsigned last = 0;

	for (size_t i = sl->along->n; i-- > 0;)
		if (!(sl->along->v[i] & (sl->along->v[i] - 1)))
			place_tick_label(sl, sl->along->v[i], 0);
	for (size_t i = sl->along->n; i-- > 0;) {
		unsigned row = 0;

		if (!(sl->along->v[i] & (sl->along->v[i] - 1)))
			continue;
		while (row < TICK_ROWS && !place_tick_label(sl, sl->along->v[i], row))
			row++;
		if (row < TICK_ROWS && row > last)
			last = row;
	}
	return last;
}

static void add_axes(struct slice *sl)
{
	struct strbuf *gp = &sl->page->gp;

	strbuf_addf(gp, "Y0 = %.7g\nY1 = %.7g\n", value_scale_position(&sl->scale, sl->scale.low),
		    value_scale_position(&sl->scale, sl->scale.high));
	strbuf_addf(gp, "set xrange [%.7g:%.7g]\nset yrange [Y0:Y1]\nset xtics (", sl->x0, sl->x1);
	for (size_t i = 0; i < sl->along->n; i++)
		strbuf_addf(gp, "%s'' %.6g", i ? ", " : "", log2((double)sl->along->v[i]));
	strbuf_addstr(gp, ")\nset ytics (");
	value_scale_add_ticks(gp, &sl->scale);
	strbuf_addstr(gp, ")\n");
	page_add_string(sl->page, "XTITLE", sl->along->title);
	strbuf_addstr(gp, "YTITLE = QUANTITY.', '.UNIT.' (log scale)'\n");
	strbuf_addf(gp, "XTITLE_Y = %.1f\n", BOTTOM_PX - 62 - add_tick_labels(sl) * TICK_ROW_PX);
}

static void add_refs(struct slice *sl)
{
	enum picture_axis axis = sl->over_records ? PICTURE_Y : PICTURE_X;
	struct strbuf lines, text;

	strbuf_init(&lines);
	strbuf_init(&text);
	for (size_t i = 0; i < sl->s->refs_n; i++) {
		const struct picture_ref *ref = &sl->s->refs[i];
		double x = slice_x_px(sl, ref->size_bytes);

		if (ref->axis != axis || x < LEFT_PX || x > RIGHT_PX)
			continue;
		strbuf_addf(&lines, "%.6g\n", log2((double)ref->size_bytes));
		strbuf_reset(&text);
		text_add_clean(&text, ref->label, sl->page->text_points, REF_LABEL_MAX_PX);
		for (unsigned row = 0; row < 2; row++) {
			double y = TOP_PX + 14 + row * 21;

			if (page_try_text(sl->page, x, y, text.buf, PAGE_CENTRE, PAGE_FACT))
				break;
		}
	}
	page_add_section(sl->page, "refs", "size", &lines);
	strbuf_release(&lines);
	strbuf_release(&text);
}

/* The line and its points are taken, roughly, so that no label covers them. */
static void take_points(struct slice *sl)
{
	for (size_t i = 0; i < sl->along->n; i++) {
		double x, y;

		if (!cell_measured(sl, i))
			continue;
		x = slice_x_px(sl, sl->along->v[i]);
		y = slice_y_px(sl, slice_cell(sl, i)->value);
		page_take(sl->page, (struct page_box){ x - 8, y - 8, x + 8, y + 8 });
	}
}

static void place_cliff_label(struct slice *sl, double x, double low_px, double high_px, const char *text)
{
	const double tries[] = { low_px - 32, high_px + 32, low_px - 58, high_px + 58, low_px - 90, high_px + 90 };

	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		struct page_box box = page_text_box(sl->page, x, tries[i], text, PAGE_BOXED);

		if (box.bottom < BOTTOM_PX + 2 || box.top > TOP_PX - 2 || !page_free(sl->page, box))
			continue;
		page_add_text(sl->page, x, tries[i], text, PAGE_BOXED, PAGE_CLIFF);
		return;
	}
}

static int add_cliff(struct slice *sl, const struct picture_cliff *c, struct strbuf *lines)
{
	struct cliff_steps steps;
	struct strbuf label;

	if (cliff_steps_init(&steps, sl->s, c))
		return -ENOMEM;
	strbuf_init(&label);
	for (size_t i = 0; i < steps.n; i++) {
		const struct picture_cell *a = surface_at(sl->s, steps.v[i].ix0, steps.v[i].iy0);
		const struct picture_cell *b = surface_at(sl->s, steps.v[i].ix1, steps.v[i].iy1);
		double xa = log2((double)c->from), xb = log2((double)c->to);
		double ya = value_scale_position(&sl->scale, a->value);
		double yb = value_scale_position(&sl->scale, b->value);

		strbuf_addf(lines, "%.6g %.7g %.6g %.7g\n", xa, ya, xb - xa, yb - ya);
		strbuf_reset(&label);
		cliff_add_label(&label, sl->s, c, cliff_ratio(sl->s, c, &steps));
		place_cliff_label(sl, (slice_x_px(sl, c->from) + slice_x_px(sl, c->to)) / 2,
				  slice_y_px(sl, fmin(a->value, b->value)),
				  slice_y_px(sl, fmax(a->value, b->value)), label.buf);
	}
	strbuf_release(&label);
	cliff_steps_release(&steps);
	return 0;
}

static int add_cliffs(struct slice *sl)
{
	enum picture_axis axis = sl->over_records ? PICTURE_Y : PICTURE_X;
	struct strbuf lines;
	int ret = 0;

	strbuf_init(&lines);
	take_points(sl);
	for (size_t i = 0; i < sl->s->cliffs_n && !ret; i++)
		if (sl->s->cliffs[i].axis == axis)
			ret = add_cliff(sl, &sl->s->cliffs[i], &lines);
	page_add_section(sl->page, "cliffs", "x y dx dy", &lines);
	strbuf_release(&lines);
	return ret;
}

/* "Random read: file size 64M" and the holes of the sweep. */
static void add_head(struct slice *sl, const struct surface_extent *e)
{
	struct strbuf title, note;
	char text[UNITS_TEXT_LEN];

	strbuf_init(&title);
	strbuf_init(&note);
	picture_ruler_text(sl->other, sl->other->v[sl->at], text);
	strbuf_addf(&title, "%s, %s %s", sl->s->title, sl->other->noun, text);
	page_add_head(sl->page, title.buf, sl->s->caption1, sl->s->caption2);
	surface_add_holes(&note, e);
	page_add_string(sl->page, "NOTE", note.buf);
	page_add_string(sl->page, "UNIT", sl->s->unit);
	page_add_string(sl->page, "QUANTITY", sl->s->quantity);
	strbuf_release(&title);
	strbuf_release(&note);
}

int form_slice(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	struct slice sl;
	int ret;

	slice_init(&sl, p, s, e);
	add_head(&sl, e);
	surface_add_table(p, s);
	add_axes(&sl);
	add_points(&sl);
	add_refs(&sl);
	ret = add_cliffs(&sl);
	page_finish(p, s->name, "slice.gp");
	return ret;
}
