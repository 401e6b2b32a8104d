/*
 * gnuplot_trim: a surface without the sizes of its axes at which nothing is in the sweep: record sizes above the largest
 * file, and those that a run which refines has measured for other tests alone.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_TRIM_H
#define IOSWEEP_REPORT_GNUPLOT_TRIM_H

#include "report/gnuplot_picture.h"

#include <stdint.h>

struct trimmed_surface {
	struct picture_surface surface; /* borrows from the one that was trimmed, but for sizes and cells */
	struct picture_cell *cells; /* owned, like the sizes */
	uint64_t *x, *y;
};

/* 0 or -ENOMEM; then there is nothing to release. A surface with nothing in the sweep keeps its axes. */
int surface_trim(const struct picture_surface *s, struct trimmed_surface *t);
void trimmed_surface_release(struct trimmed_surface *t);

#endif
