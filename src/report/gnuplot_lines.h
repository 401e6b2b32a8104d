/*
 * gnuplot_lines: lines on and about a surface, without what the surface hides.
 *
 * A triangle hides the part of a line where both overlap on the page and the triangle is nearer: an interval, found
 * exactly by clipping, since both are straight and there is no perspective. What no interval covers is seen.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_LINES_H
#define IOSWEEP_REPORT_GNUPLOT_LINES_H

#include "report/gnuplot_tiles.h"

/* Adds the visible parts of the line from a to b as rows `x y z dx dy dz`. Returns how many. */
size_t lines_add(struct strbuf *sb, const struct tiles *t, struct point a, struct point b);

/* Whether a point can be seen. */
bool lines_see(const struct tiles *t, struct point p);

/* Adds the visible lines of the grid between measured neighbours, and the open side of three-cornered tiles. */
size_t lines_add_mesh(struct strbuf *sb, const struct tiles *t);

/*
 * Adds a line from the floor for each measured cell that is a corner of no tile, as far as it is seen, and to dots,
 * unless that is NULL, the visible ends (`x y z`).
 */
void lines_add_stems(struct strbuf *stems, struct strbuf *dots, const struct tiles *t);

#endif
