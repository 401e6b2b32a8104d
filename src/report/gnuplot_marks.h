/* gnuplot_marks: what is drawn on a surface beside the surface: cliffs, and the sizes that explain them. */
#ifndef IOSWEEP_REPORT_GNUPLOT_MARKS_H
#define IOSWEEP_REPORT_GNUPLOT_MARKS_H

#include "report/gnuplot_cliff.h"
#include "report/gnuplot_page.h"
#include "report/gnuplot_tiles.h"

/* Where the edges of cliffs go. */
struct cliff_edges {
	struct strbuf lines; /* rows `x y z dx dy dz` */
	struct strbuf thin; /* the same, of those that are but possible */
	struct strbuf dots; /* `x y z` */
	double width_px; /* of the lines, for their dashes */
};

void cliff_edges_init(struct cliff_edges *edges, double width_px);
void cliff_edges_release(struct cliff_edges *edges);

/* Adds the visible parts of a cliff's two edges, and their visible points unless the cliff is but possible. */
void marks_add_cliff(struct cliff_edges *edges, const struct tiles *t, const struct cliff_steps *steps);

/* Adds edges, points and labels of all cliffs, as sections cliffs, cliffs_thin and cliff_dots. 0 or -ENOMEM. */
int marks_add_cliffs(struct page *p, const struct tiles *t);

/* Adds the reference lines on floor and wall and their labels, as section refs. */
void marks_add_refs(struct page *p, const struct tiles *t);

#endif
