/*
 * cliff_stroke: how the line of a cliff is drawn, by how sure it is: whole where it was confirmed, in dashes where it was
 * not measured again, thinner and in dots where it is only possible. One that was rejected has no line.
 *
 * The dashes are cut here, each piece of a line holding a whole number of them, so that they look alike in space and on
 * paper, and whoever draws them needs no pattern of its own.
 */
#ifndef IOSWEEP_REPORT_CLIFF_STROKE_H
#define IOSWEEP_REPORT_CLIFF_STROKE_H

#include "report/gnuplot_page.h"

/* Part of a line, as shares of its length. */
struct cliff_dash {
	double from, to;
};

/* The i-th dash of the n into which a piece of that length falls where a whole line would have that width. */
size_t cliff_dashes_n(enum picture_sureness sureness, double width_px, double length_px);
struct cliff_dash cliff_dash(enum picture_sureness sureness, size_t n, size_t i);

/* The line between two points of the page. style is that of a whole one. */
void cliff_stroke_add(struct sketch *sk, enum sketch_layer layer, struct sketch_box ends, const struct sketch_style *style,
		      enum picture_sureness sureness);

/* Whether a surface has such a cliff, and what a legend calls it. */
bool cliff_stroke_met(const struct picture_surface *s, enum picture_sureness sureness);
const char *cliff_stroke_name(enum picture_sureness sureness);

/* A row that explains those of a surface, from x on; returns where it ends. */
double cliff_stroke_add_legend(struct page *p, const struct picture_surface *s, double x, double y);

#endif
