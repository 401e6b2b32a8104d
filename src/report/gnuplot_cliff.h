/* gnuplot_cliff: the cells that a cliff runs between, and what its mark says. */
#ifndef IOSWEEP_REPORT_GNUPLOT_CLIFF_H
#define IOSWEEP_REPORT_GNUPLOT_CLIFF_H

#include "base/strbuf.h"
#include "report/gnuplot_picture.h"

/* One line of a cliff's range: the measured cells before and after the step. */
struct cliff_step {
	size_t ix0, iy0, ix1, iy1;
};

struct cliff_steps {
	struct cliff_step *v; /* owned; in order of the range */
	size_t n;
	enum picture_sureness sureness; /* the cliff's */
};

/* The lines of the range where both cells are measured. 0 or -ENOMEM. */
int cliff_steps_init(struct cliff_steps *steps, const struct picture_surface *s, const struct picture_cliff *c);
void cliff_steps_release(struct cliff_steps *steps);

/* c->ratio, or where that is NAN the median over the steps; NAN without steps. */
double cliff_ratio(const struct picture_surface *s, const struct picture_cliff *c,
		   const struct cliff_steps *steps);

/* Adds "×0.11", or "×0.11?" where it is but possible; and the whole mark, "×0.11 at 256M→512M". */
void cliff_add_ratio(struct strbuf *sb, const struct picture_cliff *c, double ratio);
void cliff_add_label(struct strbuf *sb, const struct picture_surface *s, const struct picture_cliff *c, double ratio);

#endif
