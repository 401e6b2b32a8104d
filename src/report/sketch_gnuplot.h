/* sketch_gnuplot: a sketch as the rows and the one plot command that make gnuplot draw it. */
#ifndef IOSWEEP_REPORT_SKETCH_GNUPLOT_H
#define IOSWEEP_REPORT_SKETCH_GNUPLOT_H

#include "base/strbuf.h"
#include "report/sketch.h"

/*
 * Adds the shapes of a sorted sketch to dat, as indexes from *indexes on, which is counted up, and to gp the command
 * that draws them in pixels on axes from 0 to the page's width and height.
 */
void sketch_add_plot(const struct sketch *sk, struct strbuf *dat, struct strbuf *gp, size_t *indexes);

#endif
