/* gnuplot_picture_internal: what the files that write pictures share. Private to gnuplot_picture*.c. */
#ifndef IOSWEEP_REPORT_GNUPLOT_PICTURE_INTERNAL_H
#define IOSWEEP_REPORT_GNUPLOT_PICTURE_INTERNAL_H

#include "report/gnuplot_files.h"
#include "report/gnuplot_picture.h"

/* A file of pictures, and what is in it. */
struct picture_file {
	const struct picture_output *out;
	const char *mode, *name, *suffix; /* its name is made of the two */
	const char *title, *description;
};

/* Fills a page from what it is of; name is that of the file. 0 or -ENOMEM. */
typedef int picture_form(struct page *p, const void *of, const char *name);

/* Writes the page, or without a form takes away what an earlier one has left. 0, or -1 with err. */
int picture_write_file(const struct picture_file *file, picture_form *form, const void *of, struct err *err);

/* As picture_write_overview(), where numbers have a point already. */
int picture_write_overviews(const struct picture_output *out, const struct picture_overview *o, struct err *err);

#endif
