/* draw_one: one picture, from its script or its sketch to the file of its name. See draw.h. */
#ifndef IOSWEEP_REPORT_DRAW_ONE_H
#define IOSWEEP_REPORT_DRAW_ONE_H

#include "report/draw.h"

#include <stdbool.h>

/* What pictures are drawn with. */
struct draw_means {
	const struct draw *d;
	char **environment; /* of gnuplot_environment() */
	bool usable; /* there is a gnuplot */
};

enum draw_outcome { DRAWN, DRAWN_PLAINLY, DRAW_FAILED }; /* plainly: without gnuplot */

/* One for which gnuplot fails is rasterised if it can be; err holds gnuplot's reason then. Else err says why it failed. */
enum draw_outcome draw_one(const struct draw_means *means, const struct picture_job *job, struct err *err);

#endif
