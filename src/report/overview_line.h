/*
 * overview_line: the panel of a test that is measured along one line only. Nothing in space stands on a line, so that
 * its panel is flat: the values over the sizes, as a slice has them.
 */
#ifndef IOSWEEP_REPORT_OVERVIEW_LINE_H
#define IOSWEEP_REPORT_OVERVIEW_LINE_H

#include "report/gnuplot_forms.h"

#include <stdbool.h>

/* Whether all that is measured of the surface lies in one row or in one column, if anything is. */
bool overview_is_line(const struct surface_extent *e);

/* Draws it into the place below its head. 0 or -ENOMEM. */
int overview_add_line(struct page *p, const struct picture_surface *s, const struct value_scale *scale,
		      struct sketch_box at);

#endif
