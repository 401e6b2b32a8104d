/*
 * draw_check: whether a vector picture that a program drew is whole, as far as its first and last bytes tell, and its
 * date, which is that of the drawing and would make each one another file.
 */
#ifndef IOSWEEP_REPORT_DRAW_CHECK_H
#define IOSWEEP_REPORT_DRAW_CHECK_H

#include "report/picture_options.h"

struct err;

/*
 * date is ISO 8601 in UTC, "2026-01-31T22:15:00Z", and takes the place of the one in a PDF or PostScript file; NULL: the
 * epoch does. 0, or -1 with err (ERR_CELLS). Not for PNG: png_text_rewrite() looks at all of it.
 */
int draw_check(const char *path, enum picture_format format, const char *date, struct err *err);

#endif
