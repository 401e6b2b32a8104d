/* gnuplot_bar: the bar that tells which colour is which value. */
#ifndef IOSWEEP_REPORT_GNUPLOT_BAR_H
#define IOSWEEP_REPORT_GNUPLOT_BAR_H

#include "report/gnuplot_page.h"
#include "report/gnuplot_scale.h"

/*
 * Adds the page's palette as a bar, the ticks of the scale with their labels to its right or, of a bar that is wider
 * than high, below it, and the title above; all takes its place.
 */
void bar_add(struct page *p, const struct value_scale *scale, struct sketch_box at, const char *title);

/* The bar of a whole page, at its right edge. */
void bar_add_beside(struct page *p, const struct value_scale *scale, const char *title);

#endif
