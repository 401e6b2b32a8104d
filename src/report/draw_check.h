/* draw_check: whether a vector picture that a program drew is whole, as far as its first and last bytes tell. */
#ifndef IOSWEEP_REPORT_DRAW_CHECK_H
#define IOSWEEP_REPORT_DRAW_CHECK_H

#include "report/picture_options.h"

struct err;

/* 0, or -1 with err (ERR_CELLS). Not for PNG: png_text_rewrite() looks at all of it. */
int draw_check(const char *path, enum picture_format format, struct err *err);

#endif
