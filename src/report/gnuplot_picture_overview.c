#include "report/gnuplot_picture_internal.h"

#include "base/err.h"
#include "report/gnuplot_forms.h"
#include "report/gnuplot_trim.h"

#include <errno.h>
#include <stdlib.h>

static int form_surfaces(struct page *p, const void *of, const char *name)
{
	return form_overview(p, of, name);
}

static int form_heat_maps(struct page *p, const void *of, const char *name)
{
	return form_overview_heat(p, of, name);
}

static int write_overview_page(const struct picture_output *out, const struct picture_overview *o, const char *suffix,
			       picture_form *form, struct err *err)
{
	const struct picture_file file = { out, o->mode, o->name, suffix, o->title, "all tests on one scale" };

	return picture_write_file(&file, form, o, err);
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
	int ret = write_overview_page(out, o, "", space ? form_surfaces : form_heat_maps, err);

	return ret ? ret : write_overview_page(out, o, "-heat", space ? form_heat_maps : NULL, err);
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
