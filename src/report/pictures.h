/*
 * pictures: a run's surfaces and overviews as gnuplot data and scripts, and as PNG.
 *
 * Everything in a picture comes from the resultset and its cliffs; see gnuplot_picture.h for what is drawn and
 * draw.h for how gnuplot is run.
 */
#ifndef IOSWEEP_REPORT_PICTURES_H
#define IOSWEEP_REPORT_PICTURES_H

#include "report/cliffs.h"
#include "report/gnuplot_picture.h"
#include "store/resultset.h"

struct err;

/* Writes gnuplot/ for every mode and test and appends the pictures to out->jobs. 0, or -1 with err. */
int pictures_write(const struct resultset *rs, const struct run_cliffs *cliffs, const struct picture_output *out,
		   struct err *err);

/*
 * Draws them into png/ or what the format is, with what they show as text inside, and adds to remark, unless that is
 * NULL, what the user should know of them. *drawn: how many there are. 0, or -1 with err.
 */
int pictures_draw(const struct resultset *rs, const struct picture_output *out, struct strbuf *remark, size_t *drawn,
		  struct err *err);

#endif
