#include "report/gnuplot_picture_internal.h"

#include "base/err.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_trim.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

static int write_page(const struct page_name *name, picture_form *form, const void *of, struct err *err)
{
	struct page *page = malloc(sizeof(*page));
	int ret;

	if (!page)
		return err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", name->mode, name->name);
	page_init(page, name->out->options);
	ret = form(page, of, name->name);
	ret = ret ? err_sys(err, ERR_CELLS, ret, "picture %s/%s", name->mode, name->name) : page_write(page, name, err);
	page_release(page);
	free(page);
	return ret;
}

int picture_write_file(const struct picture_file *file, picture_form *form, const void *of, struct err *err)
{
	struct page_name name = { file->out, file->mode, NULL, file->title, file->description };
	struct strbuf text;
	int ret = 0;

	strbuf_init(&text);
	strbuf_addf(&text, "%s%s", file->name, file->suffix);
	name.name = text.buf;
	if (!form)
		page_remove(&name);
	else if (strbuf_failed(&text))
		ret = err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", file->mode, file->name);
	else
		ret = write_page(&name, form, of, err);
	strbuf_release(&text);
	return ret;
}

/* One of the pictures of a surface, by what its file's name ends in. */
struct part {
	const char *suffix, *description;
	unsigned kind; /* that asks for it */
	bool (*fits)(const struct surface_extent *e);
	int (*form)(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name);
};

static int form_first(struct page *p, const struct picture_surface *s, const struct surface_extent *e, const char *name)
{
	const struct slice_form slice = { s, e, e->columns == 1 };

	if (!e->cells)
		return form_nothing(p, s, e);
	if (e->cells == 1)
		return form_number(p, s, e);
	if (e->columns == 1 || e->rows == 1)
		return form_slice(p, &slice, name);
	if (!surface_has_space(e))
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

/* What a page of a surface is formed of. */
struct formed {
	const struct part *part;
	const struct picture_surface *surface;
	const struct surface_extent *extent;
};

static int form_part(struct page *p, const void *of, const char *name)
{
	const struct formed *f = of;

	return f->part->form(p, f->surface, f->extent, name);
}

static int write_part(const struct picture_output *out, const struct picture_surface *s,
		      const struct surface_extent *e, const struct part *part, struct err *err)
{
	const struct picture_file file = { out, s->mode, s->name, part->suffix, s->title, part->description };
	const struct formed formed = { part, s, e };

	return picture_write_file(&file, !part->fits || part->fits(e) ? form_part : NULL, &formed, err);
}

static int write_parts(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	char over_x[48], over_y[48];
	struct surface_extent e = surface_extent(s);
	/* what is drawn in the place of a surface is also what there is in the place of the others */
	unsigned first = PICTURES_SURFACE | (surface_has_space(&e) ? 0 : PICTURES_HEAT) | (surface_has_slices(&e) ? 0 : PICTURES_SLICES);
	const struct part parts[] = {
		{ "", "values over both sides", first, NULL, form_first },
		{ "-heat", "values over both sides, with numbers", PICTURES_HEAT, surface_has_space, form_heat },
		{ over_y, "values over one side, a line for each size of the other", PICTURES_SLICES, surface_has_slices,
		  form_over_y },
		{ over_x, "values over one side, a line for each size of the other", PICTURES_SLICES, surface_has_slices,
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
	trimmed_surface_release(&trimmed);
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
	trimmed_surface_release(&trimmed);
	return ret;
}

/* Numbers have a point in this thread. */
struct point_locale {
	locale_t own, before;
};

/* 0, or -1 with err. */
static int enter_point_locale(struct point_locale *locale, struct err *err)
{
	locale->own = newlocale(LC_NUMERIC_MASK, "C", NULL);
	if (!locale->own) {
		err_sys(err, ERR_CELLS, errno, "pictures");
		return -1;
	}
	locale->before = uselocale(locale->own);
	return 0;
}

static void leave_point_locale(const struct point_locale *locale)
{
	uselocale(locale->before);
	freelocale(locale->own);
}

int picture_write(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	struct point_locale locale;
	int ret = enter_point_locale(&locale, err);

	if (ret)
		return ret;
	ret = write_surface(out, s, err);
	leave_point_locale(&locale);
	return ret;
}

int picture_write_heat(const struct picture_output *out, const struct picture_surface *s, struct err *err)
{
	struct point_locale locale;
	int ret = enter_point_locale(&locale, err);

	if (ret)
		return ret;
	ret = write_heat_alone(out, s, err);
	leave_point_locale(&locale);
	return ret;
}

int picture_write_overview(const struct picture_output *out, const struct picture_overview *o, struct err *err)
{
	struct point_locale locale;
	int ret = enter_point_locale(&locale, err);

	if (ret)
		return ret;
	ret = picture_write_overviews(out, o, err);
	leave_point_locale(&locale);
	return ret;
}
