#include "report/gnuplot_forms.h"

#include "report/gnuplot_tiles.h"
#include "report/picture_change.h"

static void add_table_row(struct strbuf *sb, const struct picture_surface *s, size_t ix, size_t iy)
{
	const struct picture_cell *cell = surface_at(s, ix, iy);

	strbuf_addf(sb, "%llu %llu %.7g %.7g %.7g %u\n", (unsigned long long)s->x.v[ix],
		    (unsigned long long)s->y.v[iy], cell->value, cell->min, cell->max, cell->n);
}

void surface_add_table(struct page *p, const struct picture_surface *s)
{
	bool block = false;

	strbuf_addf(&p->dat, "# %s, %s mode, in %s\n# file_size record_size value min max n\n", s->name, s->mode,
		    s->unit);
	for (size_t ix = 0; ix < s->x.n; ix++) {
		bool rows = false;

		for (size_t iy = 0; iy < s->y.n; iy++) {
			if (!surface_measured(s, ix, iy))
				continue;
			if (block && !rows)
				strbuf_addch(&p->dat, '\n');
			rows = block = true;
			add_table_row(&p->dat, s, ix, iy);
		}
	}
	p->indexes += block;
}

void surface_add_value_title(struct strbuf *sb, const struct picture_surface *s, const struct value_scale *scale)
{
	strbuf_addf(sb, "%s, %s (%s scale)", s->quantity, s->unit, scale->log ? "log" : "linear");
}

struct value_scale surface_scale(const struct picture_surface *s, const struct surface_extent *e,
				 enum picture_scale kind)
{
	if (s->change)
		return picture_change_scale(s);
	return value_scale_for(s->range ? s->range : &e->range, kind);
}

struct value_scale surface_scale_of_lines(const struct picture_surface *s, const struct surface_extent *e,
					  enum picture_scale kind)
{
	if (s->change)
		return picture_change_scale(s);
	return value_scale_of_lines(s->range ? s->range : &e->range, kind);
}

const struct palette *surface_palette(const struct picture_surface *s)
{
	return s->change ? &palette_ratios : &palette_values;
}
