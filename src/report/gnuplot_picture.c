#include "report/gnuplot_picture.h"

#include "base/err.h"
#include "base/units.h"
#include "report/gnuplot_files.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_tiles.h"
#include "report/gnuplot_trim.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
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
	e->min = fmin(e->min, cell->value);
	e->max = fmax(e->max, cell->value);
}

struct surface_extent surface_extent(const struct picture_surface *s)
{
	struct surface_extent e = { .min = NAN, .max = NAN };

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

/* A finished page, or the memory that it lacked, to the disk. */
static int write_page(struct page *p, int made, const struct page_name *name, struct picture_jobs *jobs,
		      struct err *err)
{
	int ret = made ? err_sys(err, ERR_CELLS, made, "picture %s/%s", name->mode, name->name) :
		  page_write(p, name, jobs, err);

	page_release(p);
	return ret;
}

static int make_first(struct page *p, const struct picture_surface *s, const struct surface_extent *e)
{
	if (!e->cells)
		return form_nothing(p, s, e);
	if (e->cells == 1)
		return form_number(p, s, e);
	if (e->columns == 1 || e->rows == 1)
		return form_slice(p, s, e);
	if (e->columns < SURFACE_LEAST || e->rows < SURFACE_LEAST)
		return form_heat(p, s, e, s->name);
	return form_surface(p, s, e);
}

static int write_first(const char *run_dir, const struct picture_surface *s, const struct surface_extent *e,
		       struct picture_jobs *jobs, struct err *err)
{
	struct page_name name = { run_dir, s->mode, s->name, s->title, "throughput over file and record size" };
	struct page page;

	page_init(&page);
	return write_page(&page, make_first(&page, s, e), &name, jobs, err);
}

static int write_heat(const char *run_dir, const struct picture_surface *s, const struct surface_extent *e,
		      struct picture_jobs *jobs, struct err *err)
{
	struct page_name name = { run_dir, s->mode, NULL, s->title,
				  "throughput over file and record size, with numbers" };
	struct strbuf heat_name;
	struct page page;
	int ret = 0;

	strbuf_init(&heat_name);
	strbuf_addf(&heat_name, "%s-heat", s->name);
	name.name = heat_name.buf;
	if (e->columns < SURFACE_LEAST || e->rows < SURFACE_LEAST) {
		page_remove(&name);
	} else {
		page_init(&page);
		ret = write_page(&page, form_heat(&page, s, e, heat_name.buf), &name, jobs, err);
	}
	strbuf_release(&heat_name);
	return ret;
}

static int write_surface(const char *run_dir, const struct picture_surface *s, struct picture_jobs *jobs,
			 struct err *err)
{
	struct trimmed_surface trimmed;
	struct surface_extent e;
	int ret;

	if (surface_trim(s, &trimmed))
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", s->mode, s->name);
	e = surface_extent(&trimmed.surface);
	ret = write_first(run_dir, &trimmed.surface, &e, jobs, err) ||
	      write_heat(run_dir, &trimmed.surface, &e, jobs, err);
	free(trimmed.cells);
	return ret ? -1 : 0;
}

static int write_heat_alone(const char *run_dir, const struct picture_surface *s, struct picture_jobs *jobs,
			    struct err *err)
{
	struct page_name name = { run_dir, s->mode, s->name, s->title, "change over file and record size" };
	struct trimmed_surface trimmed;
	struct surface_extent e;
	struct page page;
	int ret;

	if (surface_trim(s, &trimmed))
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", s->mode, s->name);
	e = surface_extent(&trimmed.surface);
	page_init(&page);
	ret = e.cells ? form_heat(&page, &trimmed.surface, &e, s->name) : form_nothing(&page, &trimmed.surface, &e);
	ret = write_page(&page, ret, &name, jobs, err);
	free(trimmed.cells);
	return ret;
}

static int write_trimmed_overview(const char *run_dir, const struct picture_overview *o, struct picture_jobs *jobs,
				  struct err *err)
{
	struct page_name name = { run_dir, o->mode, o->name, o->title, "throughput of all tests on one scale" };
	struct page page;

	page_init(&page);
	return write_page(&page, form_overview(&page, o), &name, jobs, err);
}

static int write_overview(const char *run_dir, const struct picture_overview *o, struct picture_jobs *jobs,
			  struct err *err)
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
	      write_trimmed_overview(run_dir, &copy, jobs, err);
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

int picture_write(const char *run_dir, const struct picture_surface *s, struct picture_jobs *jobs,
		  struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_surface(run_dir, s, jobs, err);
	leave_point_locale(point, before);
	return ret;
}

int picture_write_heat(const char *run_dir, const struct picture_surface *s, struct picture_jobs *jobs,
		       struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_heat_alone(run_dir, s, jobs, err);
	leave_point_locale(point, before);
	return ret;
}

int picture_write_overview(const char *run_dir, const struct picture_overview *o, struct picture_jobs *jobs,
			   struct err *err)
{
	locale_t point = (locale_t)0, before = (locale_t)0;
	int ret;

	if (enter_point_locale(&point, &before, err))
		return -1;
	ret = write_overview(run_dir, o, jobs, err);
	leave_point_locale(point, before);
	return ret;
}
