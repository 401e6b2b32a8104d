#include "report/picture_ruler.h"

#include "report/gnuplot_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const char *picture_ruler_text(const struct picture_ruler *ruler, uint64_t value, char buf[UNITS_TEXT_LEN])
{
	if (ruler->bytes)
		return units_format_size(value, buf);
	snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64, value);
	return buf;
}

bool picture_ruler_is_round(const struct picture_ruler *ruler, size_t i)
{
	return !(ruler->v[i] & (ruler->v[i] - 1));
}

double picture_ruler_widest_px(const struct picture_ruler *ruler, double points)
{
	char text[UNITS_TEXT_LEN];
	double widest = 0;

	for (size_t i = 0; i < ruler->n; i++)
		widest = fmax(widest, text_width_px(picture_ruler_text(ruler, ruler->v[i], text), points));
	return widest;
}
