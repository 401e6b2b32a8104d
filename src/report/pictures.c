#include "report/pictures_internal.h"

#include "base/err.h"
#include "report/overview_place.h"

#include <math.h>

static void widen(struct value_range *range, const struct picture_surface *s)
{
	for (size_t i = 0; i < s->x.n * s->y.n; i++) {
		const struct picture_cell *cell = &s->cells[i];

		if (cell->state != PICTURE_MEASURED)
			continue;
		range->min = fmin(range->min, cell->value);
		range->max = fmax(range->max, cell->n > 1 ? cell->max : cell->value);
		if (cell->value > 0)
			range->least = fmin(range->least, cell->n > 1 && cell->min > 0 ? cell->min : cell->value);
	}
}

static void set_common_scale(struct picture_page *page)
{
	for (size_t i = 0; i < page->surfaces_n; i++)
		widen(&page->common, &page->surfaces[i]);
	for (size_t i = 0; i < page->surfaces_n && !isnan(page->common.min); i++)
		page->surfaces[i].range = &page->common;
}

static int write_page(struct picture_page *page, const struct picture_output *out, struct err *err)
{
	if (out->options->common_scale)
		set_common_scale(page);
	for (size_t i = 0; i < page->surfaces_n; i++) {
		if (picture_write(out, &page->surfaces[i], err))
			return -1;
	}
	for (size_t i = 0; i < page->surfaces_n && (out->options->kinds & PICTURES_OVERVIEW); i++) {
		if (overview_place_leads(page->sources, page->surfaces_n, i) &&
		    picture_page_write_overview(page, page->sources[i], out, err))
			return -1;
	}
	return 0;
}

int pictures_write(const struct resultset *rs, const struct run_cliffs *cliffs, const struct picture_output *out,
		   struct err *err)
{
	int ret = 0;

	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		struct picture_page page;

		ret = picture_page_init(&page, rs, cliffs, (enum mode)mode);
		if (ret)
			err_sys(err, ERR_ENVIRONMENT, ret, "pictures");
		else
			ret = write_page(&page, out, err);
		picture_page_release(&page);
	}
	return ret ? -1 : 0;
}
