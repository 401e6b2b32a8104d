/* What is drawn where there is no surface, no map and no line: one number, or the reason why there is none. */
#include "report/gnuplot_forms.h"

#include "base/units.h"
#include "report/gnuplot_text.h"
#include "report/gnuplot_tiles.h"

#define MARGIN_PX 100.0
#define NUMBER_POINTS 54.0
#define REASON_POINTS 28.0
#define LINE_POINTS 16.0
#define LINE_PX 40.0

/* A line of text in the middle of the page, up_px above it, on white. */
static void add_line(struct page *p, double up_px, const char *text, struct sketch_style style)
{
	double x = p->width_px / 2, y = p->height_px / 2 + up_px, width, height = text_height_px(style.size);
	struct strbuf clean;

	strbuf_init(&clean);
	text_add_clean(&clean, text, style.size, p->width_px - 3 * MARGIN_PX);
	width = text_width_px(clean.buf, style.size);
	style.align = SKETCH_CENTRE;
	if (clean.len)
		sketch_rect(&p->sketch, SKETCH_LABEL, (struct sketch_box){ x - width / 2 - 20, y - height * 0.8,
									   x + width / 2 + 20, y + height * 0.8 }, PAGE_WHITE);
	sketch_text(&p->sketch, SKETCH_LABEL, x, y, clean.buf, &style);
	page_release_text(p, &clean);
}

static void add_holes(struct page *p, double up_px, const struct surface_extent *e)
{
	struct strbuf text;

	strbuf_init(&text);
	surface_add_holes(&text, e);
	add_line(p, up_px, text.buf, (struct sketch_style){ .rgb = PAGE_FAILED, .size = LINE_POINTS });
	page_release_text(p, &text);
}

static void add_passes(struct strbuf *sb, const struct picture_cell *cell)
{
	char low[UNITS_TEXT_LEN], high[UNITS_TEXT_LEN];

	if (cell->n < 2)
		strbuf_addstr(sb, "1 pass: spread unknown");
	else
		strbuf_addf(sb, "%u passes: %s\xe2\x80\x93%s", cell->n, units_format_value(cell->min, low),
			    units_format_value(cell->max, high));
}

int form_number(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	char value[UNITS_TEXT_LEN], x[UNITS_TEXT_LEN], y[UNITS_TEXT_LEN];
	struct strbuf text;
	size_t at = 0;

	while (s->cells[at].state != PICTURE_MEASURED)
		at++;
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	strbuf_init(&text);
	strbuf_addf(&text, "%s %s", units_format_value(s->cells[at].value, value), s->unit);
	add_line(p, LINE_PX, text.buf, (struct sketch_style){ .rgb = PAGE_INK, .size = NUMBER_POINTS });
	strbuf_reset(&text);
	strbuf_addf(&text, "%s %s, %s %s, ", s->x.noun, picture_ruler_text(&s->x, s->x.v[at / s->y.n], x), s->y.noun,
		    picture_ruler_text(&s->y, s->y.v[at % s->y.n], y));
	add_passes(&text, &s->cells[at]);
	add_line(p, -2 * LINE_PX, text.buf, (struct sketch_style){ .rgb = PAGE_GREY, .size = LINE_POINTS });
	add_holes(p, -3 * LINE_PX, e);
	page_release_text(p, &text);
	page_finish(p, s->name, NULL);
	return 0;
}

void plain_add_nothing(struct page *p, const char *reason)
{
	const struct sketch_style frame = { .rgb = 0xbbbbbb, .size = 1 }, hatch = { .rgb = 0xe8e8e8, .size = 1.4 };
	const struct sketch_box box = { MARGIN_PX, MARGIN_PX * 0.6, p->width_px - MARGIN_PX,
					p->height_px - PAGE_CAPTIONS_END_PX - 24 };

	sketch_hatch(&p->sketch, SKETCH_GROUND, box, &hatch, 14);
	sketch_outline(&p->sketch, SKETCH_FILL, box, &frame);
	add_line(p, LINE_PX, "no measurement to draw",
		 (struct sketch_style){ .rgb = PAGE_FAILED, .size = REASON_POINTS });
	add_line(p, -LINE_PX, reason ? reason : "", (struct sketch_style){ .rgb = PAGE_GREY, .size = LINE_POINTS });
}

int form_nothing(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	plain_add_nothing(p, s->reason);
	add_holes(p, -2 * LINE_PX, e);
	page_finish(p, s->name, NULL);
	return 0;
}
