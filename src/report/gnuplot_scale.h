/*
 * gnuplot_scale: the axis of the values, linear from 0 or logarithmic, and its ticks. A 0 has no place on a log axis:
 * it stands at its lower end.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_SCALE_H
#define IOSWEEP_REPORT_GNUPLOT_SCALE_H

#include "base/units.h"
#include "report/picture_options.h"

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

#define SCALE_LOG_ABOVE 50.0 /* max/min from which an axis becomes logarithmic */
#define SCALE_TICKS_MAX 32

struct value_scale {
	bool log;
	bool change; /* values are ratios: ticks and numbers are those of picture_change.h */
	double low, high; /* the values at the ends of the axis */
};

/* What is to be drawn: 0 <= min <= max. */
struct value_range {
	double min, max;
	double least; /* that is not 0; NAN: there is none, and the axis cannot be logarithmic */
};

/* auto is logarithmic where max/min is large and no value is 0. */
struct value_scale value_scale_for(const struct value_range *range, enum picture_scale kind);

/* For pictures in which distances are ratios: auto is logarithmic unless a value is 0. */
struct value_scale value_scale_of_lines(const struct value_range *range, enum picture_scale kind);

/* Where a value lies: log10 of it, or itself. As share: 0 at low, 1 at high. */
double value_scale_position(const struct value_scale *s, double value);
double value_scale_share(const struct value_scale *s, double value);

/* Round values from low to high, ascending, at most SCALE_TICKS_MAX. Returns how many. */
size_t value_scale_ticks(const struct value_scale *s, double ticks[SCALE_TICKS_MAX]);

/* "100", "0.05", "100000". Returns buf. */
const char *value_scale_tick_text(const struct value_scale *s, double tick, char buf[UNITS_TEXT_LEN]);

/* A value to three digits, or a change. Returns buf. */
const char *value_scale_text(const struct value_scale *s, double value, char buf[UNITS_TEXT_LEN]);

/* Adds `'100' 2, '200' 2.30103`: what gnuplot's `set cbtics (...)` takes. */
void value_scale_add_ticks(struct strbuf *sb, const struct value_scale *s);

#endif
