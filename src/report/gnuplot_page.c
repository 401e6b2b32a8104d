#include "report/gnuplot_page.h"

#include "report/gnuplot_text.h"
#include "report/templates.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define TITLE_POINTS 24.0
#define TITLE_Y_PX 966.0
#define CAPTION1_Y_PX 924.0
#define CAPTION2_Y_PX 898.0
#define CAPTION_POINTS 13.0
#define EDGE_PX 4.0 /* nothing is placed nearer to the edge of the page */

static const char *const align_names[PAGE_ALIGNS_N] = { "left", "centre", "right", "boxed", "heading" };

void page_init(struct page *p)
{
	memset(p, 0, sizeof(*p));
	p->text_points = PAGE_TEXT_POINTS;
	strbuf_init(&p->dat);
	strbuf_init(&p->gp);
	strbuf_init(&p->lines);
	for (unsigned i = 0; i < PAGE_ALIGNS_N; i++)
		strbuf_init(&p->text[i]);
}

void page_release(struct page *p)
{
	strbuf_release(&p->dat);
	strbuf_release(&p->gp);
	strbuf_release(&p->lines);
	for (unsigned i = 0; i < PAGE_ALIGNS_N; i++)
		strbuf_release(&p->text[i]);
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

static struct page_box text_box(double x, double y, const char *text, double points, enum page_align align)
{
	double width = text_width_px(text, points), height = text_height_px(points);
	double share = align == PAGE_LEFT || align == PAGE_HEADING ? 0 : align == PAGE_RIGHT ? 1 : 0.5;
	double left = x - width * share;
	double pad = align == PAGE_BOXED ? 5 : 1;

	return (struct page_box){ left - pad, y - height / 2 - pad, left + width + pad, y + height / 2 + pad };
}

static double align_points(const struct page *p, enum page_align align)
{
	return align == PAGE_BOXED || align == PAGE_HEADING ? PAGE_MARK_POINTS : p->text_points;
}

struct page_box page_text_box(const struct page *p, double x, double y, const char *text, enum page_align align)
{
	return text_box(x, y, text, align_points(p, align), align);
}

bool page_free(const struct page *p, struct page_box box)
{
	if (box.left < EDGE_PX || box.right > PICTURE_WIDTH_PX - EDGE_PX || box.bottom < EDGE_PX ||
	    box.top > PICTURE_HEIGHT_PX - EDGE_PX)
		return false;
	for (size_t i = 0; i < p->taken_n; i++) {
		const struct page_box *b = &p->taken[i];

		if (box.left < b->right && b->left < box.right && box.bottom < b->top && b->bottom < box.top)
			return false;
	}
	return true;
}

void page_take(struct page *p, struct page_box box)
{
	if (p->taken_n < PAGE_BOXES_MAX)
		p->taken[p->taken_n++] = box;
}

void page_add_text(struct page *p, double x, double y, const char *text, enum page_align align,
		   enum page_colour colour)
{
	struct strbuf *sb = &p->text[align];

	page_take(p, page_text_box(p, x, y, text, align));
	strbuf_addf(sb, "%.1f %.1f ", x, y);
	text_add_field(sb, text);
	strbuf_addf(sb, " %u\n", (unsigned)colour);
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
	strbuf_addf(&p->lines, "%.1f %.1f %.1f %.1f %u\n", x0, y0, x1 - x0, y1 - y0, (unsigned)colour);
}

static void add_head_line(struct page *p, const char *name, const char *text, double points, double y)
{
	struct strbuf clean;

	strbuf_init(&clean);
	text_add_clean(&clean, text ? text : "", points, PICTURE_WIDTH_PX - 2 * PAGE_MARGIN_PX);
	page_add_string(p, name, clean.buf);
	if (clean.len)
		page_take(p, text_box(PAGE_MARGIN_PX, y, clean.buf, points, PAGE_LEFT));
	strbuf_release(&clean);
}

void page_add_head(struct page *p, const char *title, const char *caption1, const char *caption2)
{
	add_head_line(p, "TITLE", title, TITLE_POINTS, TITLE_Y_PX);
	add_head_line(p, "CAPTION1", caption1, CAPTION_POINTS, CAPTION1_Y_PX);
	add_head_line(p, "CAPTION2", caption2, CAPTION_POINTS, CAPTION2_Y_PX);
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
	char section[32];

	for (unsigned i = 0; i < PAGE_ALIGNS_N; i++) {
		snprintf(section, sizeof(section), "text_%s", align_names[i]);
		page_add_section(p, section, "x_px y_px text colour", &p->text[i]);
	}
	page_add_section(p, "lines", "x_px y_px dx dy colour", &p->lines);
	strbuf_addf(&p->gp, "TEXT_FONT = ',%g'\nMARK_FONT = ',%g'\n", p->text_points, PAGE_MARK_POINTS);
	strbuf_addf(&p->gp, "DATA = '%s.dat'\nif (!exists(\"OUT\")) OUT = '%s.png'\n", name, name);
	add_template(p, "begin.gp");
	add_template(p, template_name);
	add_template(p, "end.gp");
}
