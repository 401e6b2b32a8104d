/* picture_ruler: what runs along one side of a picture: file sizes, record sizes, or plain numbers such as depths. */
#ifndef IOSWEEP_REPORT_PICTURE_RULER_H
#define IOSWEEP_REPORT_PICTURE_RULER_H

#include "base/units.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct picture_ruler {
	const char *title; /* "File size" */
	const char *noun; /* "file": before a value, and in file names */
	bool bytes; /* else plain numbers */
	const uint64_t *v; /* ascending, > 0 */
	size_t n;
};

/* "64K", or a plain number. Returns buf. */
const char *picture_ruler_text(const struct picture_ruler *ruler, uint64_t value, char buf[UNITS_TEXT_LEN]);

/* Whether the i-th value is a power of two: of those a picture has labels and lines first. */
bool picture_ruler_is_round(const struct picture_ruler *ruler, size_t i);

/* Width of the widest of these texts. */
double picture_ruler_widest_px(const struct picture_ruler *ruler, double points);

#endif
