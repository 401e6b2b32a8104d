/* gnuplot_marks: what is drawn on a surface beside the surface: cliffs, and the sizes that explain them. */
#ifndef IOSWEEP_REPORT_GNUPLOT_MARKS_H
#define IOSWEEP_REPORT_GNUPLOT_MARKS_H

#include "report/gnuplot_cliff.h"
#include "report/gnuplot_page.h"
#include "report/gnuplot_tiles.h"

/* Adds to lines the visible parts of a cliff's two edges, and to dots their visible points (`x y z`). */
void marks_add_cliff(struct strbuf *lines, struct strbuf *dots, const struct tiles *t,
		     const struct cliff_steps *steps);

/* Adds edges, points and labels of all cliffs, as sections cliffs and cliff_dots. 0 or -ENOMEM. */
int marks_add_cliffs(struct page *p, const struct tiles *t);

/* Adds the reference lines on floor and wall and their labels, as section refs. */
void marks_add_refs(struct page *p, const struct tiles *t);

#endif
