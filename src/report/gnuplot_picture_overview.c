#include "report/gnuplot_picture_internal.h"

#include "base/err.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_trim.h"

#include <errno.h>
#include <stdlib.h>

typedef int overview_form(struct page *p, const struct picture_overview *o, const char *name);

static int write_overview_page(const struct picture_output *out, const struct picture_overview *o, const char *suffix,
			       overview_form *form, struct err *err)
{
	struct page_name name = { out, o->mode, NULL, o->title, "all tests on one scale" };
	struct page *page = malloc(sizeof(*page));
	struct strbuf text;
	int ret = 0;

	strbuf_init(&text);
	strbuf_addf(&text, "%s%s", o->name, suffix);
	name.name = text.buf;
	if (!form) {
		page_remove(&name);
	} else if (!page || strbuf_failed(&text)) {
		ret = err_sys(err, ERR_CELLS, ENOMEM, "picture %s/%s", o->mode, o->name);
	} else {
		page_init(page, out->options);
		ret = picture_write_page(page, form(page, o, text.buf), &name, err);
	}
	strbuf_release(&text);
	free(page);
	return ret;
}

static bool any_surface(const struct picture_overview *o)
{
	for (size_t i = 0; i < o->surfaces_n; i++) {
		struct surface_extent e = surface_extent(&o->surfaces[i]);

		if (surface_has_space(&e))
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

int picture_write_overviews(const struct picture_output *out, const struct picture_overview *o, struct err *err)
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
		trimmed_surface_release(&trimmed[i]);
	free(trimmed);
	free(surfaces);
	return ret;
}
