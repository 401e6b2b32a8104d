/* gnuplot_scale: the axis of the values, linear from 0 or logarithmic, and its ticks. */
#ifndef IOSWEEP_REPORT_GNUPLOT_SCALE_H
#define IOSWEEP_REPORT_GNUPLOT_SCALE_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

#define SCALE_LOG_ABOVE 50.0 /* max/min from which an axis becomes logarithmic */
#define SCALE_TICKS_MAX 32

struct value_scale {
	bool log;
	double low, high; /* the values at the ends of the axis */
};

/* min and max of what is to be drawn, 0 < min <= max. */
struct value_scale value_scale_for(double min, double max);
struct value_scale value_scale_log(double min, double max);

/* Where a value lies: log10 of it, or itself. As share: 0 at low, 1 at high. */
double value_scale_position(const struct value_scale *s, double value);
double value_scale_share(const struct value_scale *s, double value);

/* Round values from low to high, ascending, at most SCALE_TICKS_MAX. Returns how many. */
size_t value_scale_ticks(const struct value_scale *s, double ticks[SCALE_TICKS_MAX]);

/* "100", "0.05", "100000". Returns buf. */
const char *value_scale_tick_text(double tick, char *buf, size_t len);

/* Adds `'100' 2, '200' 2.30103`: what gnuplot's `set cbtics (...)` takes. */
void value_scale_add_ticks(struct strbuf *sb, const struct value_scale *s);

#endif
