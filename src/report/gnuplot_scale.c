#include "report/gnuplot_scale.h"

#include "base/strbuf.h"
#include "report/picture_change.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#define LOG_HEADROOM 1.06 /* above the largest value, so that no peak touches the frame */
#define LINEAR_HEADROOM 1.03
#define LOG_RANGE_LEAST 3.0 /* less would show noise as mountains */

/* The mantissas of ticks by the range that they have to fill: the first row that is wide enough. */
static const struct tick_row {
	double range_most;
	size_t n;
	double mantissas[8];
} tick_rows[] = {
	{ 8, 8, { 1, 1.5, 2, 3, 4, 5, 6, 8 } },
	{ 4000, 3, { 1, 2, 5 } },
	{ INFINITY, 1, { 1 } },
};

double value_scale_position(const struct value_scale *s, double value)
{
	return s->log ? log10(fmax(value, s->low)) : value;
}

double value_scale_share(const struct value_scale *s, double value)
{
	double low = value_scale_position(s, s->low);

	return (value_scale_position(s, value) - low) / (value_scale_position(s, s->high) - low);
}

/* The largest of 1, 2, 5 times a power of ten that is not above value. */
static double round_down(double value)
{
	double decade = pow(10, floor(log10(value)));
	double mantissa = value / decade * (1 + 1e-12);

	return decade * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

static struct value_scale log_scale(const struct value_range *r)
{
	struct value_scale s = { .log = true, .low = round_down(r->least), .high = r->max * LOG_HEADROOM };

	assert(r->least > 0 && r->least <= r->max);
	if (s.high < s.low * LOG_RANGE_LEAST)
		s.high = s.low * LOG_RANGE_LEAST;
	return s;
}

static struct value_scale linear_scale(const struct value_range *r)
{
	return (struct value_scale){ .log = false, .low = 0, .high = r->max > 0 ? r->max * LINEAR_HEADROOM : 1 };
}

static struct value_scale scale_as_asked(const struct value_range *r, enum picture_scale kind, bool log)
{
	if (isnan(r->least) || kind == PICTURE_SCALE_LINEAR)
		return linear_scale(r);
	return log || kind == PICTURE_SCALE_LOG ? log_scale(r) : linear_scale(r);
}

struct value_scale value_scale_for(const struct value_range *range, enum picture_scale kind)
{
	return scale_as_asked(range, kind, range->min > 0 && range->max / range->min > SCALE_LOG_ABOVE);
}

struct value_scale value_scale_of_lines(const struct value_range *range, enum picture_scale kind)
{
	return scale_as_asked(range, kind, range->min > 0);
}

static size_t log_ticks(const struct value_scale *s, double ticks[SCALE_TICKS_MAX])
{
	const double slack = 1 + 1e-9, low = s->low / slack, high = s->high * slack;
	const struct tick_row *row = tick_rows;
	size_t n = 0;

	while (s->high / s->low >= row->range_most)
		row++;
	for (int e = (int)floor(log10(low)); e <= (int)floor(log10(high)); e++) {
		for (size_t m = 0; m < row->n && n < SCALE_TICKS_MAX; m++) {
			double tick = row->mantissas[m] * pow(10, e);

			if (tick >= low && tick <= high)
				ticks[n++] = tick;
		}
	}
	return n;
}

static size_t linear_ticks(const struct value_scale *s, double ticks[SCALE_TICKS_MAX])
{
	double rough = (s->high - s->low) / 6, decade = pow(10, floor(log10(rough)));
	double mantissa = rough / decade * (1 - 1e-12), step;
	size_t n = 0;

	step = decade * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 2.5 ? 2.5 : mantissa <= 5 ? 5 : 10);
	for (double k = ceil(s->low / step); k * step <= s->high && n < SCALE_TICKS_MAX; k++)
		ticks[n++] = k * step;
	return n;
}

size_t value_scale_ticks(const struct value_scale *s, double ticks[SCALE_TICKS_MAX])
{
	if (s->change)
		return picture_change_ticks(s, ticks);
	return s->log ? log_ticks(s, ticks) : linear_ticks(s, ticks);
}

const char *value_scale_tick_text(const struct value_scale *s, double tick, char buf[UNITS_TEXT_LEN])
{
	if (s->change)
		return picture_change_text(tick, buf);
	/* a tick is a round number: %g alone would write the large ones with an exponent */
	snprintf(buf, UNITS_TEXT_LEN, tick >= 1e5 ? "%.0f" : "%.6g", tick);
	return buf;
}

const char *value_scale_text(const struct value_scale *s, double value, char buf[UNITS_TEXT_LEN])
{
	return s->change ? picture_change_text(value, buf) : units_format_value(value, buf);
}

void value_scale_add_ticks(struct strbuf *sb, const struct value_scale *s)
{
	double ticks[SCALE_TICKS_MAX];
	size_t n = value_scale_ticks(s, ticks);
	char text[UNITS_TEXT_LEN];

	for (size_t i = 0; i < n; i++)
		strbuf_addf(sb, "%s'%s' %.7g", i ? ", " : "", value_scale_tick_text(s, ticks[i], text),
			    value_scale_position(s, ticks[i]));
}
