/* What is drawn where there is no surface, no map and no line: one number, or the reason why there is none. */
#include "report/gnuplot_forms.h"

#include "base/units.h"
#include "report/gnuplot_text.h"
#include "report/gnuplot_tiles.h"

#define LINE_POINTS 16.0
#define LINE_MAX_PX 1300.0

static void add_clean_string(struct page *p, const char *name, const char *text)
{
	struct strbuf clean;

	strbuf_init(&clean);
	text_add_clean(&clean, text, LINE_POINTS, LINE_MAX_PX);
	page_add_string(p, name, clean.buf);
	strbuf_release(&clean);
}

static void add_holes(struct page *p, const char *name, const struct surface_extent *e)
{
	struct strbuf text;

	strbuf_init(&text);
	surface_add_holes(&text, e);
	page_add_string(p, name, text.buf);
	strbuf_release(&text);
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
	char value[UNITS_TEXT_LEN], file[UNITS_TEXT_LEN], record[UNITS_TEXT_LEN];
	struct strbuf text;
	size_t at = 0;

	while (s->cells[at].state != PICTURE_MEASURED)
		at++;
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	strbuf_init(&text);
	strbuf_addf(&text, "%s %s", units_format_value(s->cells[at].value, value), s->unit);
	page_add_string(p, "NUMBER", text.buf);
	strbuf_reset(&text);
	strbuf_addf(&text, "%s %s, %s %s, ", s->x.noun, picture_ruler_text(&s->x, s->x.v[at / s->y.n], file),
		    s->y.noun, picture_ruler_text(&s->y, s->y.v[at % s->y.n], record));
	add_passes(&text, &s->cells[at]);
	add_clean_string(p, "DETAIL", text.buf);
	add_holes(p, "NOTE", e);
	strbuf_release(&text);
	page_finish(p, s->name, "number.gp");
	return 0;
}

int form_nothing(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	page_add_head(p, s->title, s->caption1, s->caption2);
	surface_add_table(p, s);
	add_clean_string(p, "REASON", s->reason ? s->reason : "");
	add_holes(p, "NOTE", e);
	page_finish(p, s->name, "nothing.gp");
	return 0;
}
