#include "report/gnuplot_picture.h"

#include "base/err.h"
#include "base/units.h"
#include "report/gnuplot_files.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_tiles.h"
#include "report/gnuplot_trim.h"
#include "report/picture_change.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SURFACE_LEAST 3 /* rows and columns: below, the heat map shows more */

static void count_cell(struct surface_extent *e, const struct picture_cell *cell)
{
	e->failed += cell->state == PICTURE_FAILED;
	e->skipped += cell->state == PICTURE_SKIPPED;
	e->planned += cell->state == PICTURE_PLANNED;
	if (cell->state != PICTURE_MEASURED)
		return;
	e->cells++;
	e->range.min = fmin(e->range.min, cell->value);
	e->range.max = fmax(e->range.max, cell->value);
	if (cell->value > 0)
		e->range.least = fmin(e->range.least, cell->value);
}

struct surface_extent surface_extent(const struct picture_surface *s)
{
	struct surface_extent e = { .range = { NAN, NAN, NAN } };

	for (size_t ix = 0; ix < s->x.n; ix++) {
		size_t before = e.cells;

		for (size_t iy = 0; iy < s->y.n; iy++)
			count_cell(&e, surface_at(s, ix, iy));
		e.columns += e.cells > before;
	}
	for (size_t iy = 0; iy < s->y.n; iy++) {
		size_t ix = 0;

		while (ix < s->x.n && !surface_measured(s, ix, iy))
			ix++;
		e.rows += ix < s->x.n;
	}
	return e;
}

void surface_add_holes(struct strbuf *sb, const struct surface_extent *e)
{
	const char *between = "";

	if (e->failed) {
		strbuf_addf(sb, "%zu %s failed", e->failed, e->failed == 1 ? "cell" : "cells");
		between = ", ";
	}
	if (e->skipped) {
		strbuf_addf(sb, "%s%zu skipped", between, e->skipped);
		between = ", ";
	}
	if (e->planned)
		strbuf_addf(sb, "%s%zu not measured", between, e->planned);
}

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

/* A finished page, or the memory that it lacked, to the disk. */
static int write_page(struct page *p, int made, const struct page_name *name, struct err *err)
{
	int ret = made ? err_sys(err, ERR_CELLS, made, "picture %s/%s", name->mode, name->name) :
		  page_write(p, name, err);

	page_release(p);
	return ret;
}

/* One of the pictures of a surface, by what its file's name ends in. */
struct part {
	const char *suffix, *description;
	unsigned kind; /* that asks for it */
	bool (*fits)(const struct surface_extent *e);
	int (*form)(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name);
};

static bool has_surface(const struct surface_extent *e)
{
	return e->columns >= SURFACE_LEAST && e->rows >= SURFACE_LEAST;
}

static bool has_slices(const struct surface_extent *e)
{
	return e->columns > 1 && e->rows > 1;
}

static int form_first(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	const struct slice_form slice = { s, e, e->columns == 1 };

	if (!e->cells)
		return form_nothing(p, s, e);
	if (e->cells == 1)
		return form_number(p, s, e);
	if (e->columns == 1 || e->rows == 1)
		return form_slice(p, &slice, name);
	if (!has_surface(e))
		return form_heat(p, s, e, name);
	return form_surface(p, s, e);
}

static int form_over_x(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	const struct slice_form slice = { s, e, false };

	return form_slice(p, &slice, name);
}

static int form_over_y(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	const struct slice_form slice = { s, e, true };

	return form_slice(p, &slice, name);
}

static int form_heat_alone(struct page *p, const struct picture_surface *s, const struct surface_extent *e,
			   const char *name)
{
	return e->cells ? form_heat(p, s, e, name) : form_nothing(p, s, e);
}

static int write_part(const struct picture_output *out, const struct picture_surface *s,
		      const struct surface_extent *e, const struct part *part, struct err *err)
{
	struct page_name name = { out, s->mode, NULL, s->title, part->description };
	struct strbuf text;
	struct page page;
	int ret = 0;

	strbuf_init(&text);
	strbuf_addf(&text, "%s%s", s->name, part->suffix);
	name.name = text.buf;
	if (!part->fits || part->fits(e)) {
		page_init(&page, out->options);
		ret = write_page(&page, part->form(&page, s, e, text.buf), &name, err);
	} else {
		page_remove(&name);
	}
	strbuf_release(&text);
	return ret;
}

static int write_parts(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	char over_x[48], over_y[48];
	struct surface_extent e = surface_extent(s);
	/* what is drawn in the place of a surface is also what there is in the place of the others */
	unsigned first = PICTURES_SURFACE | (has_surface(&e) ? 0 : PICTURES_HEAT) | (has_slices(&e) ? 0 : PICTURES_SLICES);
	const struct part parts[] = {
		{ "", "values over both sides", first, NULL, form_first },
		{ "-heat", "values over both sides, with numbers", PICTURES_HEAT, has_surface, form_heat },
		{ over_y, "values over one side, a line for each size of the other", PICTURES_SLICES, has_slices,
		  form_over_y },
		{ over_x, "values over one side, a line for each size of the other", PICTURES_SLICES, has_slices,
		  form_over_x },
	};
	int ret = 0;

	snprintf(over_x, sizeof(over_x), "-over-%s", s->x.noun);
	snprintf(over_y, sizeof(over_y), "-over-%s", s->y.noun);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && !ret; i++)
		if (out->options->kinds & parts[i].kind)
			ret = write_part(out, s, &e, &parts[i], err);
	return ret;
}

static int write_surface(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	struct trimmed_surface trimmed;
	int ret;

	if (surface_trim(s, &trimmed))
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", s->mode, s->name);
	ret = write_parts(out, &trimmed.surface, err);
	free(trimmed.cells);
	return ret ? -1 : 0;
}

static int write_heat_alone(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	const struct part part = { "", "change over both sides", PICTURES_HEAT, NULL, form_heat_alone };
	struct trimmed_surface trimmed;
	struct surface_extent e;
	int ret;

	if (surface_trim(s, &trimmed))
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", s->mode, s->name);
	e = surface_extent(&trimmed.surface);
	ret = write_part(out, &trimmed.surface, &e, &part, err);
	free(trimmed.cells);
	return ret;
}

typedef int overview_form(struct page *p, const struct picture_overview *o, const char *name);

static int write_overview_page(const struct picture_output *out, const struct picture_overview *o, const char *suffix,
			       overview_form *form, struct err *err)
{
	struct page_name name = { out, o->mode, NULL, o->title, "all tests on one scale" };
	struct strbuf text;
	struct page page;
	int ret = 0;

	strbuf_init(&text);
	strbuf_addf(&text, "%s%s", o->name, suffix);
	name.name = text.buf;
	if (form) {
		page_init(&page, out->options);
		ret = write_page(&page, form(&page, o, text.buf), &name, err);
	} else {
		page_remove(&name);
	}
	strbuf_release(&text);
	return ret;
}

static bool any_surface(const struct picture_overview *o)
{
	for (size_t i = 0; i < o->surfaces_n; i++) {
		struct surface_extent e = surface_extent(&o->surfaces[i]);

		if (has_surface(&e))
			return true;
	}
	return false;
}

/* Surfaces and heat maps; where no test has a surface the heat maps take their place. */
static int write_trimmed_overviews(const struct picture_output *out, const struct picture_overview *o, struct err *err)
{
	bool space = any_surface(o);
	int ret = write_overview_page(out, o, "", space ? form_overview : form_overview_heat, err);

	return ret ? ret : write_overview_page(out, o, "-heat", space ? form_overview_heat : NULL, err);
}

static int write_overview(const struct picture_output *out, const struct picture_overview *o, struct err *err)
{
	struct trimmed_surface *trimmed = calloc(o->surfaces_n + 1, sizeof(*trimmed));
	struct picture_surface *surfaces = calloc(o->surfaces_n + 1, sizeof(*surfaces));
	struct picture_overview copy = *o;
	int ret = trimmed && surfaces ? 0 : -ENOMEM;

	for (size_t i = 0; i < o->surfaces_n && !ret; i++) {
		ret = surface_trim(&o->surfaces[i], &trimmed[i]);
		surfaces[i] = trimmed[i].surface;
	}
	copy.surfaces = surfaces;
	ret = ret ? err_sys(err, ERR_CELLS, ret, "picture %s/%s", o->mode, o->name) :
	      write_trimmed_overviews(out, &copy, err);
	for (size_t i = 0; trimmed && i < o->surfaces_n; i++)
		free(trimmed[i].cells);
	free(trimmed);
	free(surfaces);
	return ret;
}

/* Makes numbers have a point in this thread. 0, or -1 with err. */
static int enter_point_locale(locale_t *point, locale_t *before, struct err *err)
{
	*point = newlocale(LC_NUMERIC_MASK, "C", NULL);
	if (!*point)
		return err_sys(err, ERR_CELLS, errno, "pictures");
	*before = uselocale(*point);
	return 0;
}

static void leave_point_locale(locale_t point, locale_t before)
{
	uselocale(before);
	freelocale(point);
}

int picture_write(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_surface(out, s, err);
	leave_point_locale(point, before);
	return ret;
}

int picture_write_heat(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_heat_alone(out, s, err);
	leave_point_locale(point, before);
	return ret;
}

int picture_write_overview(const struct picture_output *out, const struct picture_overview *o, struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_overview(out, o, err);
	leave_point_locale(point, before);
	return ret;
}
