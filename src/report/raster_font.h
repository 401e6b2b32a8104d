/*
 * raster_font: a font of strokes, of iosweep's own, for pictures that are drawn without gnuplot. A glyph is as wide as
 * that of DejaVu Sans, with which pages are laid out; letters with accents lose them.
 */
#ifndef IOSWEEP_REPORT_RASTER_FONT_H
#define IOSWEEP_REPORT_RASTER_FONT_H

#include "report/raster_image.h"

/* How a text stands on the image. */
struct raster_text {
	struct raster_point at; /* the left end of the middle of its height */
	double em_px;
	double angle_deg; /* counter-clockwise, about at */
	uint32_t rgb;
};

/* text is UTF-8. */
void raster_add_text(struct raster_image *im, const char *text, const struct raster_text *how);

#endif
