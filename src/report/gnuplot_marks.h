/* gnuplot_marks: what is drawn on a surface beside the surface: cliffs, and the sizes that explain them. */
#ifndef IOSWEEP_REPORT_GNUPLOT_MARKS_H
#define IOSWEEP_REPORT_GNUPLOT_MARKS_H

#include "report/gnuplot_page.h"
#include "report/gnuplot_tiles.h"

/* One line of a cliff's range: the measured cells before and after the step. */
struct cliff_step {
	size_t ix0, iy0, ix1, iy1;
};

struct cliff_steps {
	struct cliff_step *v; /* owned; in order of the range */
	size_t n;
};

/* The lines of the range where both cells are measured. 0 or -ENOMEM. */
int cliff_steps_init(struct cliff_steps *steps, const struct picture_surface *s, const struct picture_cliff *c);
void cliff_steps_release(struct cliff_steps *steps);

/* c->ratio, or where that is NAN the median over the steps; NAN without steps. */
double cliff_ratio(const struct picture_surface *s, const struct picture_cliff *c,
		   const struct cliff_steps *steps);

/* Adds "×0.11"; and the whole mark, "×0.11 at 256M→512M". */
void cliff_add_ratio(struct strbuf *sb, double ratio);
void cliff_add_label(struct strbuf *sb, const struct picture_cliff *c, double ratio);

/* Adds to lines the visible parts of a cliff's two edges, and to dots their visible points (`x y z`). */
void marks_add_cliff(struct strbuf *lines, struct strbuf *dots, const struct tiles *t,
		     const struct cliff_steps *steps);

/* Adds edges, points and labels of all cliffs, as sections cliffs and cliff_dots. 0 or -ENOMEM. */
int marks_add_cliffs(struct page *p, const struct tiles *t);

/* Adds the reference lines on floor and wall and their labels, as section refs. */
void marks_add_refs(struct page *p, const struct tiles *t);

#endif
