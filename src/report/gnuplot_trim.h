/*
 * gnuplot_trim: a surface without the sizes at the ends of its axes where nothing is in the sweep, such as record
 * sizes above the largest file.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_TRIM_H
#define IOSWEEP_REPORT_GNUPLOT_TRIM_H

#include "report/gnuplot_picture.h"

struct trimmed_surface {
	struct picture_surface surface; /* borrows from the one that was trimmed, but for the cells */
	struct picture_cell *cells; /* to be freed */
};

/* 0 or -ENOMEM; then there is nothing to free. A surface with nothing in the sweep keeps its axes. */
int surface_trim(const struct picture_surface *s, struct trimmed_surface *t);

#endif
