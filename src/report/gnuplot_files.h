/* gnuplot_files: the files of a page, and the list of pictures to draw. */
#ifndef IOSWEEP_REPORT_GNUPLOT_FILES_H
#define IOSWEEP_REPORT_GNUPLOT_FILES_H

#include "report/gnuplot_page.h"

struct err;

/* Which picture, and where. */
struct page_name {
	const struct picture_output *out;
	const char *mode, *name;
	const char *title, *description; /* for the job */
};

/*
 * Writes RUN/gnuplot/MODE/NAME.dat and .gp, replacing older ones, and appends the job; that of a flat page takes its
 * sketch. 0, or -1 with err.
 */
int page_write(struct page *p, const struct page_name *name, struct err *err);

/* Removes the files and the picture of that name, if there are any: what an earlier state of the run left. */
void page_remove(const struct page_name *name);

#endif
