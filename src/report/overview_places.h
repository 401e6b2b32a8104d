/*
 * overview_places: where the panels of an overview stand, and its legend.
 *
 * Reads, writes, stdio and the others have rows of their own, where that leaves the panels as large as they would be
 * if all followed one another.
 */
#ifndef IOSWEEP_REPORT_OVERVIEW_PLACES_H
#define IOSWEEP_REPORT_OVERVIEW_PLACES_H

#include "report/gnuplot_page.h"

struct overview_places {
	struct sketch_box *at; /* [surfaces_n], in the order of the overview's surfaces; owned */
	struct sketch_box legend;
};

/* shape: height over width that suits a panel. 0 or -ENOMEM. */
int overview_places_init(struct overview_places *places, const struct page *p, const struct picture_overview *o,
			 double shape);
void overview_places_release(struct overview_places *places);

#endif
