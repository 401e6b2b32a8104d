/* overview_panel: what the panels of both kinds of overview have: the head, the scale of all, the legend. */
#ifndef IOSWEEP_REPORT_OVERVIEW_PANEL_H
#define IOSWEEP_REPORT_OVERVIEW_PANEL_H

#include "report/gnuplot_forms.h"
#include "report/overview_places.h"

#define OVERVIEW_POINTS 10.0
#define OVERVIEW_HEAD_PX 30.0 /* what title and range of a panel take */

/* The scale of all surfaces, logarithmic unless asked otherwise. False when nothing is measured. */
bool overview_scale(const struct picture_overview *o, enum picture_scale kind, struct value_scale *scale);

/* The head of the page, its palette, and the places of its panels, of this height over width. 0 or -ENOMEM. */
int overview_begin(struct page *p, const struct picture_overview *o, double shape, struct overview_places *places);

/* Title on the left, the range of the values on the right, in the upper part of the place. */
void overview_add_head(struct page *p, const struct picture_surface *s, struct sketch_box at);

struct overview_legend {
	const struct picture_overview *o;
	const struct value_scale *scale;
	struct sketch_box at;
	const char *x_arrow, *y_arrow; /* how the sides run; NULL: each panel says so itself */
	bool failed, noisy; /* whether any is marked */
};

void overview_add_legend(struct page *p, const struct overview_legend *l);

/* A page without panels. */
void overview_add_nothing(struct page *p, const struct picture_overview *o, const char *name);

#endif
