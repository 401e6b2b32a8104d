/* The small surfaces of all tests on one page, on one scale: reads, writes, stdio, each in rows of their own. */
#include "report/gnuplot_forms.h"

#include "base/units.h"
#include "report/gnuplot_frame.h"
#include "report/gnuplot_lines.h"
#include "report/gnuplot_marks.h"
#include "report/gnuplot_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS_MAX 5
#define FAMILIES_N 4
#define LEFT_PX 30.0
#define RIGHT_PX 1585.0
#define TOP_PX 876.0
#define BOTTOM_PX 12.0
#define LEGEND_WIDTH_PX 260.0 /* of a column of its own, where no row has a place left */
#define LEGEND_HEIGHT_PX 200.0
#define BAR_HEIGHT_PX 22.0

/* Inside a place: what title and labels take, and how far the picture may be from its natural shape. */
#define HEAD_PX 30.0
#define FOOT_PX 34.0
#define BESIDE_LEFT_PX 56.0
#define BESIDE_RIGHT_PX 26.0
#define HEIGHT_MOST 1.1 /* of the width between the margins */

/* What a unit between the margins becomes on the page: the cube turned by the view's angles. */
#define CUBE_WIDTH 1.40
#define CUBE_HEIGHT 1.57

#define BANDS 16
#define TEXT_POINTS 10.0
#define TICK_PX 5.0
#define LABELS_APART 0.12

struct place {
	double left, right, bottom, top; /* px */
};

struct overview {
	const struct picture_overview *o;
	struct page *page;
	struct value_scale scale;
	size_t columns, rows;
	size_t family_n[FAMILIES_N]; /* surfaces of each */
	bool legend_inside; /* some row has a place left */
	bool cliffs;
};

static size_t rows_of(size_t n)
{
	return (n + COLUMNS_MAX - 1) / COLUMNS_MAX;
}

static void count_places(struct overview *v)
{
	for (size_t i = 0; i < v->o->surfaces_n; i++)
		v->family_n[v->o->surfaces[i].family]++;
	for (unsigned f = 0; f < FAMILIES_N; f++) {
		size_t n = v->family_n[f];

		v->rows += rows_of(n);
		if (n > v->columns)
			v->columns = n > COLUMNS_MAX ? COLUMNS_MAX : n;
	}
	for (unsigned f = 0; f < FAMILIES_N; f++)
		if (v->family_n[f] % v->columns && (TOP_PX - BOTTOM_PX) / (double)v->rows > LEGEND_HEIGHT_PX)
			v->legend_inside = true;
}

static struct place place_at(const struct overview *v, size_t row, size_t column)
{
	double right = v->legend_inside ? RIGHT_PX : RIGHT_PX - LEGEND_WIDTH_PX;
	double width = (right - LEFT_PX) / (double)v->columns, height = (TOP_PX - BOTTOM_PX) / (double)v->rows;
	double left = LEFT_PX + (double)column * width, top = TOP_PX - (double)row * height;

	return (struct place){ left, left + width, top - height, top };
}

/* The k-th surface of the family that begins at row. */
static struct place place_of(const struct overview *v, size_t first_row, size_t k)
{
	return place_at(v, first_row + k / COLUMNS_MAX, k % COLUMNS_MAX);
}

static void set_margins(struct view *view, const struct place *at)
{
	double width = (at->right - at->left - BESIDE_LEFT_PX - BESIDE_RIGHT_PX) / CUBE_WIDTH;
	double height = fmin((at->top - at->bottom - HEAD_PX - FOOT_PX) / CUBE_HEIGHT, width * HEIGHT_MOST);
	double x = (at->left + BESIDE_LEFT_PX + at->right - BESIDE_RIGHT_PX) / 2;
	double y = at->top - HEAD_PX - height * CUBE_HEIGHT / 2;

	view->left_px = x - width / 2;
	view->right_px = x + width / 2;
	view->bottom_px = y - height / 2;
	view->top_px = y + height / 2;
}

/* The commands of a panel as one string, which the template evaluates. */
static void add_panel_commands(struct page *p, const struct view *view, size_t k)
{
	struct strbuf commands;
	char name[32];

	strbuf_init(&commands);
	view_add_commands(&commands, view);
	for (char *s = commands.buf; *s; s++)
		*s = *s == '\n' ? ';' : *s;
	snprintf(name, sizeof(name), "PANEL_%zu", k);
	page_add_string(p, name, commands.buf);
	strbuf_release(&commands);
}

static void add_panel_section(struct page *p, const char *name, size_t k, const struct strbuf *body)
{
	char numbered[32];

	snprintf(numbered, sizeof(numbered), "%s_%zu", name, k);
	page_add_section(p, numbered, !strcmp(name, "tiles") ? "x y z colour" : "x y z dx dy dz", body);
}

/* Title on the left, the range of the values on the right. */
static void add_panel_head(struct page *p, const struct picture_surface *s, const struct surface_extent *e,
			   const struct place *at)
{
	double y = at->top - HEAD_PX / 2, right = at->right - 14, room = right - at->left - 10;
	char low[UNITS_TEXT_LEN], high[UNITS_TEXT_LEN];
	struct strbuf text;

	strbuf_init(&text);
	if (e->cells) {
		strbuf_addf(&text, "%s\xe2\x80\x93%s", units_format_value(e->min, low),
			    units_format_value(e->max, high));
		page_add_text(p, right, y, text.buf, PAGE_RIGHT, PAGE_GREY);
		room -= text_width_px(text.buf, TEXT_POINTS) + 12;
		strbuf_reset(&text);
	}
	text_add_clean(&text, s->title, PAGE_MARK_POINTS, room);
	page_add_text(p, at->left + 8, y, text.buf, PAGE_HEADING, PAGE_INK);
	strbuf_release(&text);
}

static int add_cliffs(struct strbuf *lines, const struct tiles *t)
{
	struct strbuf dots;

	strbuf_init(&dots);
	for (size_t i = 0; i < t->surface->cliffs_n; i++) {
		struct cliff_steps steps;

		if (cliff_steps_init(&steps, t->surface, &t->surface->cliffs[i])) {
			strbuf_release(&dots);
			return -ENOMEM;
		}
		marks_add_cliff(lines, &dots, t, &steps);
		cliff_steps_release(&steps);
	}
	strbuf_release(&dots);
	return 0;
}

static int add_panel_sections(struct overview *v, const struct tiles *t, size_t k)
{
	struct frame frame = { t->surface, t->scale, t->view, TICK_PX, LABELS_APART, LABELS_APART };
	struct strbuf body;
	int ret;

	strbuf_init(&body);
	frame_add_grid(&body, &frame);
	add_panel_section(v->page, "grid", k, &body);
	strbuf_reset(&body);
	tiles_add_strips(&body, t, BANDS);
	add_panel_section(v->page, "tiles", k, &body);
	strbuf_reset(&body);
	lines_add_mesh(&body, t);
	lines_add_stems(&body, NULL, t);
	add_panel_section(v->page, "mesh", k, &body);
	strbuf_reset(&body);
	ret = add_cliffs(&body, t);
	v->cliffs = v->cliffs || body.len;
	add_panel_section(v->page, "cliffs", k, &body);
	strbuf_release(&body);
	frame_add_axes(v->page, &frame);
	return ret;
}

static int add_panel(struct overview *v, const struct picture_surface *s, const struct place *at, size_t k)
{
	struct surface_extent e = surface_extent(s);
	struct view view = frame_view(s, &v->scale);
	struct tiles tiles;
	int ret;

	add_panel_head(v->page, s, &e, at);
	set_margins(&view, at);
	add_panel_commands(v->page, &view, k);
	ret = tiles_init(&tiles, s, &v->scale, &view);
	if (ret)
		return ret;
	ret = add_panel_sections(v, &tiles, k);
	tiles_release(&tiles);
	if (!e.cells)
		page_add_text(v->page, (view.left_px + view.right_px) / 2, (view.bottom_px + view.top_px) / 2,
			      "no measurement", PAGE_CENTRE, PAGE_FAILED);
	return ret;
}

static int add_panels(struct overview *v)
{
	size_t row = 0, panels = 0;

	for (unsigned f = 0; f < FAMILIES_N; f++) {
		size_t k = 0;

		for (size_t i = 0; i < v->o->surfaces_n; i++) {
			struct place at = place_of(v, row, k);

			if ((unsigned)v->o->surfaces[i].family != f)
				continue;
			if (add_panel(v, &v->o->surfaces[i], &at, ++panels))
				return -ENOMEM;
			k++;
		}
		row += rows_of(v->family_n[f]);
	}
	strbuf_addf(&v->page->gp, "N_PANELS = %zu\n", panels);
	return 0;
}

/* In the last row that has a place left, else in a column of its own. */
static struct place legend_place(const struct overview *v)
{
	size_t row = v->rows;

	for (unsigned f = FAMILIES_N; f-- > 0 && v->legend_inside;) {
		size_t rows = rows_of(v->family_n[f]);

		row -= rows;
		if (v->family_n[f] && v->family_n[f] % v->columns)
			return place_at(v, row + rows - 1, v->columns - 1);
	}
	return (struct place){ RIGHT_PX - LEGEND_WIDTH_PX, RIGHT_PX, BOTTOM_PX, TOP_PX };
}

static void add_bar_labels(struct overview *v, double left, double width, double y)
{
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(&v->scale, ticks);
	char text[UNITS_TEXT_LEN];

	for (size_t i = 0; i < n; i++) {
		double x = left + value_scale_share(&v->scale, ticks[i]) * width;

		value_scale_tick_text(ticks[i], text, sizeof(text));
		if (page_try_text(v->page, x, y - 14, text, PAGE_CENTRE, PAGE_INK))
			page_add_line(v->page, x, y, x, y - 5, PAGE_AXIS);
	}
}

static void add_axis_line(struct overview *v, double x_px, double y_px, const char *arrow,
			  const struct picture_ruler *ruler, const char *where)
{
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text, "%s  %s (%s axis)", arrow, ruler->title, where);
	page_add_text(v->page, x_px, y_px, text.buf, PAGE_LEFT, PAGE_GREY);
	strbuf_release(&text);
}

static void add_legend(struct overview *v)
{
	struct place at = legend_place(v);
	double left = at.left + 30, width = fmin(at.right - at.left - 60, 300);
	double top = fmin(at.top - 40, (at.top + at.bottom) / 2 + 90), bar = top - 18 - BAR_HEIGHT_PX;
	struct strbuf title;

	strbuf_init(&title);
	strbuf_addf(&title, "%s (log scale, all panels)", v->o->surfaces[0].unit);
	page_add_text(v->page, left, top, title.buf, PAGE_LEFT, PAGE_INK);
	strbuf_addf(&v->page->gp, "BAR_X = %.1f\nBAR_Y = %.1f\nBAR_WIDTH = %.1f\n", left, bar, width);
	add_bar_labels(v, left, width, bar);
	add_axis_line(v, left, bar - 48, "\xe2\x86\x98", &v->o->surfaces[0].x, "left");
	add_axis_line(v, left, bar - 72, "\xe2\x86\x97", &v->o->surfaces[0].y, "right");
	if (v->cliffs)
		page_add_text(v->page, left, bar - 96, "red line: cliff", PAGE_LEFT, PAGE_CLIFF);
	strbuf_release(&title);
}

static bool common_range(const struct picture_overview *o, double *min, double *max)
{
	*min = *max = NAN;
	for (size_t i = 0; i < o->surfaces_n; i++) {
		struct surface_extent e = surface_extent(&o->surfaces[i]);

		*min = fmin(*min, e.min);
		*max = fmax(*max, e.max);
	}
	return !isnan(*min);
}

int form_overview(struct page *p, const struct picture_overview *o)
{
	struct overview v = { .o = o, .page = p };
	double min, max;
	int ret;

	page_add_head(p, o->title, o->caption1, o->caption2);
	if (!common_range(o, &min, &max)) {
		page_add_string(p, "REASON", "");
		page_add_string(p, "NOTE", "");
		page_finish(p, o->name, "nothing.gp");
		return 0;
	}
	p->text_points = TEXT_POINTS;
	v.scale = value_scale_log(min, max);
	strbuf_addf(&p->gp, "set cbrange [%.7g:%.7g]\n", value_scale_position(&v.scale, v.scale.low),
		    value_scale_position(&v.scale, v.scale.high));
	count_places(&v);
	ret = add_panels(&v);
	add_legend(&v);
	page_finish(p, o->name, "overview.gp");
	return ret;
}
