/* gnuplot_picture_internal: what the files that write pictures share. Private to gnuplot_picture*.c. */
#ifndef IOSWEEP_REPORT_GNUPLOT_PICTURE_INTERNAL_H
#define IOSWEEP_REPORT_GNUPLOT_PICTURE_INTERNAL_H

#include "report/gnuplot_files.h"
#include "report/gnuplot_picture.h"

/*
 * A finished page (made: 0), or the memory that it lacked (-ENOMEM), to the disk; releases the page. 0, or -1 with err.
 */
int picture_write_page(struct page *p, int made, const struct page_name *name, struct err *err);

/* As picture_write_overview(), where numbers have a point already. */
int picture_write_overviews(const struct picture_output *out, const struct picture_overview *o, struct err *err);

#endif
