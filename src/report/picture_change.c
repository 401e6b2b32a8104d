#include "report/picture_change.h"

#include <math.h>
#include <stdio.h>

#define OCTAVES_LEAST 0.5
#define OCTAVES_MOST 10.0
#define OCTAVE_STEPS 2 /* a limit is a whole number of half octaves */
#define WITHIN_LIMIT 0.95 /* of the cells */
#define AS_FACTOR_FROM 10.0
#define AS_FACTOR_TO 0.05 /* percentages would all be about -100 */

static bool within(const struct picture_cell *cell, double octaves)
{
	return fabs(log2(cell->value)) <= octaves * (1 + 1e-9);
}

/* Whether most of the cells that have a colour keep it. */
static bool enough(const struct picture_surface *s, double octaves)
{
	size_t n = 0, inside = 0;

	for (size_t i = 0; i < s->x.n * s->y.n; i++) {
		if (s->cells[i].state != PICTURE_MEASURED || s->cells[i].faint)
			continue;
		n++;
		inside += within(&s->cells[i], octaves);
	}
	return (double)inside >= WITHIN_LIMIT * (double)n;
}

struct value_scale picture_change_scale(const struct picture_surface *s)
{
	double octaves = OCTAVES_LEAST;

	while (octaves < OCTAVES_MOST && !enough(s, octaves))
		octaves += 1.0 / OCTAVE_STEPS;
	return (struct value_scale){ .log = true, .change = true, .low = exp2(-octaves), .high = exp2(octaves) };
}

const char *picture_change_text(double ratio, char buf[UNITS_TEXT_LEN])
{
	double percent = 100 * (ratio - 1);
	char value[UNITS_TEXT_LEN];

	if (ratio >= AS_FACTOR_FROM || ratio <= AS_FACTOR_TO)
		snprintf(buf, UNITS_TEXT_LEN, "x%.20s", units_format_value(ratio, value));
	else if (fabs(percent) < 0.05)
		snprintf(buf, UNITS_TEXT_LEN, "0.0%%"); /* of no sign */
	else
		snprintf(buf, UNITS_TEXT_LEN, "%+.*f%%", fabs(percent) < 9.95 ? 1 : 0, percent);
	return buf;
}

size_t picture_change_ticks(const struct value_scale *scale, double ticks[SCALE_TICKS_MAX])
{
	double octaves = log2(scale->high), step = octaves > 4 ? 2 : octaves > 1 ? 1 : octaves / 2;
	size_t n = 0;

	for (double at = -step * floor(octaves / step); at <= octaves * (1 + 1e-9) && n < SCALE_TICKS_MAX; at += step)
		ticks[n++] = exp2(at);
	return n;
}
