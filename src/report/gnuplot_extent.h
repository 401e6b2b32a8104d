/* gnuplot_extent: what is measured of a surface, on which it depends what can be drawn of it. */
#ifndef IOSWEEP_REPORT_GNUPLOT_EXTENT_H
#define IOSWEEP_REPORT_GNUPLOT_EXTENT_H

#include "base/strbuf.h"
#include "report/gnuplot_picture.h"
#include "report/gnuplot_scale.h"

#include <stdbool.h>
#include <stddef.h>

struct surface_extent {
	size_t cells, columns, rows; /* measured cells; file sizes and record sizes that have any */
	size_t failed, skipped, planned;
	struct value_range range; /* of the values; NAN when none */
};

struct surface_extent surface_extent(const struct picture_surface *s);

/* Whether it is one in space: with less the heat map shows more. Whether its slices are more than one line. */
bool surface_has_space(const struct surface_extent *e);
bool surface_has_slices(const struct surface_extent *e);

/* Adds "3 cells failed, 2 skipped, 5 not measured"; nothing when there are none. */
void surface_add_holes(struct strbuf *sb, const struct surface_extent *e);

#endif
