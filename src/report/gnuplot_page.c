#include "report/gnuplot_page.h"

#include "report/gnuplot_terminal.h"
#include "report/gnuplot_text.h"
#include "report/sketch_gnuplot.h"
#include "report/templates.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define TITLE_POINTS 24.0
#define TITLE_DOWN_PX 34.0 /* from the upper edge */
#define CAPTION1_DOWN_PX 76.0
#define CAPTION2_DOWN_PX 102.0
#define CAPTION_POINTS 13.0
#define EDGE_PX 4.0 /* nothing is placed nearer to the edge of the page */
#define LINE_PX 1.2
#define BOX_PAD_PX 5.0
#define LINE_STEP_PX 4.0 /* between the boxes that keep a line free */
#define LINE_HALF_PX 2.0

void page_init(struct page *p, const struct picture_options *options)
{
	double scale = fmin(options->width_px / (double)PICTURE_WIDTH_PX, options->height_px / (double)PICTURE_HEIGHT_PX);

	memset(p, 0, sizeof(*p));
	p->options = options;
	p->palette = &palette_values;
	p->scale = scale;
	p->width_px = options->width_px / scale;
	p->height_px = options->height_px / scale;
	p->text_points = PAGE_TEXT_POINTS;
	strbuf_init(&p->dat);
	strbuf_init(&p->gp);
	sketch_init(&p->sketch, p->width_px, p->height_px);
}

void page_release(struct page *p)
{
	strbuf_release(&p->dat);
	strbuf_release(&p->gp);
	sketch_release(&p->sketch);
}

void page_release_text(struct page *p, struct strbuf *text)
{
	p->sketch.failed |= strbuf_failed(text);
	strbuf_release(text);
}

static size_t count(const char *text, size_t len, const char *what)
{
	size_t n = 0, what_len = strlen(what);

	for (const char *s = text; (s = memmem(s, len - (size_t)(s - text), what, what_len)); s += what_len)
		n++;
	return n;
}

void page_add_section(struct page *p, const char *name, const char *columns, const struct strbuf *body)
{
	size_t len = body->len, first = p->indexes;

	p->sketch.failed |= strbuf_failed(body);
	while (len > 1 && body->buf[len - 1] == '\n' && body->buf[len - 2] == '\n')
		len--;
	strbuf_addf(&p->gp, "N_%s = %zu\n", name, count(body->buf, len, "\n"));
	if (!len)
		return;
	strbuf_addf(&p->dat, "\n\n# %s\n# %s\n", name, columns);
	strbuf_add(&p->dat, body->buf, len);
	p->indexes += 1 + count(body->buf, len, "\n\n\n");
	strbuf_addf(&p->gp, "FIRST_%s = %zu\nLAST_%s = %zu\n", name, first, name, p->indexes - 1);
}

void page_add_string(struct page *p, const char *name, const char *text)
{
	strbuf_addf(&p->gp, "%s = ", name);
	text_add_quoted(&p->gp, text);
	strbuf_addch(&p->gp, '\n');
}

static struct sketch_box text_box(double x, double y, const char *text, double points, enum page_align align)
{
	double width = text_width_px(text, points), height = text_height_px(points);
	double share = align == PAGE_LEFT || align == PAGE_HEADING ? 0 : align == PAGE_RIGHT ? 1 : 0.5;
	double left = x - width * share;
	double pad = align == PAGE_BOXED ? BOX_PAD_PX : 1;

	return (struct sketch_box){ left - pad, y - height / 2 - pad, left + width + pad, y + height / 2 + pad };
}

static double align_points(const struct page *p, enum page_align align)
{
	return align == PAGE_BOXED || align == PAGE_HEADING ? PAGE_MARK_POINTS : p->text_points;
}

struct sketch_box page_text_box(const struct page *p, double x, double y, const char *text, enum page_align align)
{
	return text_box(x, y, text, align_points(p, align), align);
}

static bool boxes_meet(struct sketch_box a, struct sketch_box b)
{
	return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

bool page_free(const struct page *p, struct sketch_box box)
{
	if (box.left < EDGE_PX || box.right > p->width_px - EDGE_PX || box.bottom < EDGE_PX ||
	    box.top > p->height_px - EDGE_PX)
		return false;
	for (size_t i = 0; i < p->taken_n; i++)
		if (boxes_meet(box, p->taken[i]))
			return false;
	return true;
}

void page_take(struct page *p, struct sketch_box box)
{
	if (p->taken_n < PAGE_BOXES_MAX)
		p->taken[p->taken_n++] = box;
}

static struct sketch_box line_box(struct sketch_box ends, double share)
{
	double x = ends.left + (ends.right - ends.left) * share, y = ends.bottom + (ends.top - ends.bottom) * share;

	return (struct sketch_box){ x - LINE_HALF_PX, y - LINE_HALF_PX, x + LINE_HALF_PX, y + LINE_HALF_PX };
}

static double line_steps(struct sketch_box ends)
{
	return ceil(hypot(ends.right - ends.left, ends.top - ends.bottom) / LINE_STEP_PX) + 1;
}

static bool box_free_of_text(const struct page *p, struct sketch_box box)
{
	for (size_t i = 0; i < p->taken_n; i++)
		if (p->taken_by_text[i] && boxes_meet(box, p->taken[i]))
			return false;
	return true;
}

bool page_line_free(const struct page *p, struct sketch_box ends)
{
	double n = line_steps(ends), i = 0;

	while (i <= n && box_free_of_text(p, line_box(ends, i / n)))
		i++;
	return i > n;
}

void page_take_line(struct page *p, struct sketch_box ends)
{
	double n = line_steps(ends);

	for (double i = 0; i <= n; i++)
		page_take(p, line_box(ends, i / n));
}

static void add_box(struct page *p, struct sketch_box box)
{
	const struct sketch_style border = { .rgb = PAGE_CLIFF, .size = 1 };

	sketch_rect(&p->sketch, SKETCH_LABEL, box, PAGE_WHITE);
	sketch_outline(&p->sketch, SKETCH_LABEL, box, &border);
}

void page_add_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour)
{
	static const enum sketch_align aligns[] = {
		[PAGE_LEFT] = SKETCH_LEFT,     [PAGE_CENTRE] = SKETCH_CENTRE, [PAGE_RIGHT] = SKETCH_RIGHT,
		[PAGE_BOXED] = SKETCH_CENTRE, [PAGE_HEADING] = SKETCH_LEFT,
	};
	const struct sketch_style style = { .rgb = colour, .size = align_points(p, align), .align = aligns[align] };
	struct sketch_box box = page_text_box(p, x, y, text, align);

	page_take(p, box);
	if (p->taken_n)
		p->taken_by_text[p->taken_n - 1] = true;
	if (align == PAGE_BOXED)
		add_box(p, box);
	sketch_text(&p->sketch, SKETCH_LABEL, x, y, text, &style);
}

bool page_try_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour)
{
	if (!page_free(p, page_text_box(p, x, y, text, align)))
		return false;
	page_add_text(p, x, y, text, align, colour);
	return true;
}

void page_add_line(struct page *p, double x0, double y0, double x1, double y1, enum page_colour colour)
{
	const struct sketch_style style = { .rgb = colour, .size = LINE_PX };

	sketch_line(&p->sketch, SKETCH_LABEL, (struct sketch_box){ x0, y0, x1, y1 }, &style);
}

void page_add_title(struct page *p, double x, double y, const char *text, double angle_deg)
{
	const struct sketch_style style = { .rgb = PAGE_INK, .size = PAGE_TITLE_POINTS, .align = SKETCH_CENTRE,
					    .angle_deg = angle_deg };

	sketch_text(&p->sketch, SKETCH_LABEL, x, y, text, &style);
}

static void add_head_line(struct page *p, const char *text, double down_px, const struct sketch_style *style)
{
	double y = p->height_px - down_px;
	struct strbuf clean;

	strbuf_init(&clean);
	text_add_clean(&clean, text ? text : "", style->size, p->width_px - 2 * PAGE_MARGIN_PX);
	if (clean.len) {
		sketch_text(&p->sketch, SKETCH_LABEL, PAGE_MARGIN_PX, y, clean.buf, style);
		page_take(p, text_box(PAGE_MARGIN_PX, y, clean.buf, style->size, PAGE_LEFT));
	}
	page_release_text(p, &clean);
}

void page_add_head(struct page *p, const char *title, const char *caption1, const char *caption2)
{
	const struct sketch_style large = { .rgb = PAGE_INK, .size = TITLE_POINTS };
	const struct sketch_style small = { .rgb = PAGE_GREY, .size = CAPTION_POINTS };

	add_head_line(p, title, TITLE_DOWN_PX, &large);
	add_head_line(p, caption1, CAPTION1_DOWN_PX, &small);
	add_head_line(p, caption2, CAPTION2_DOWN_PX, &small);
}

static void add_template(struct page *p, const char *name)
{
	for (size_t i = 0; i < template_files_n; i++) {
		if (strcmp(template_files[i].name, name))
			continue;
		strbuf_addch(&p->gp, '\n');
		strbuf_addstr(&p->gp, template_files[i].text);
		return;
	}
	assert(!"every template is built in");
}

void page_finish(struct page *p, const char *name, const char *template_name)
{
	strbuf_addf(&p->gp, "DATA = '%s.dat'\nPAGE_WIDTH = %.7g\nPAGE_HEIGHT = %.7g\n", name, p->width_px, p->height_px);
	terminal_add_commands(&p->gp, p->options, p->scale);
	palette_add_commands(&p->gp, p->palette);
	add_template(p, "begin.gp");
	p->flat = !template_name;
	if (template_name)
		add_template(p, template_name);
	add_template(p, "flat.gp");
	sketch_sort(&p->sketch);
	sketch_add_plot(&p->sketch, &p->dat, &p->gp, &p->indexes);
	add_template(p, "end.gp");
}
