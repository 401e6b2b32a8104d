/*
 * picture_change: how ratios of two runs are drawn: by their binary logarithm, on a palette that is white at 1
 * and has two colours that colour-blind people tell apart (brown for less, blue for more), as far as most of
 * the ratios reach.
 */
#ifndef IOSWEEP_REPORT_PICTURE_CHANGE_H
#define IOSWEEP_REPORT_PICTURE_CHANGE_H

#include "base/units.h"
#include "report/gnuplot_picture.h"
#include "report/gnuplot_scale.h"

/*
 * From 1/limit to limit: the 95th percentile of the measured cells that are not within noise, rounded up to
 * half an octave. What lies beyond has the colour of the end.
 */
struct value_scale picture_change_scale(const struct picture_surface *s);

/* "-41%", "+5.2%", "x12.0". Returns buf. */
const char *picture_change_text(double ratio, char buf[UNITS_TEXT_LEN]);

/* Octaves or halves of them. Returns how many. */
size_t picture_change_ticks(const struct value_scale *scale, double ticks[SCALE_TICKS_MAX]);

#endif
