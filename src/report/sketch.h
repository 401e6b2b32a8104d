/*
 * sketch: a flat drawing, in pixels from the lower left corner of the page. Heat maps, slices and the labels over a
 * surface are sketches: gnuplot draws them (sketch_gnuplot.h), and where there is none the rasteriser does
 * (raster_sketch.h), from the same shapes.
 *
 * Shapes are painted by layer; within a layer rectangles, bands, lines, dots and texts in this order, and those of
 * one kind as they were added.
 */
#ifndef IOSWEEP_REPORT_SKETCH_H
#define IOSWEEP_REPORT_SKETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SKETCH_PX_PER_POINT (96.0 / 72.0)
#define SKETCH_BAND_OPACITY 0.16

enum sketch_layer {
	SKETCH_GROUND, /* grids and frames */
	SKETCH_FILL, /* cells, bands */
	SKETCH_DATA, /* lines, numbers */
	SKETCH_HALO, /* what sets a mark off from the data */
	SKETCH_MARK,
	SKETCH_LABEL,
};

enum sketch_kind { SKETCH_RECT, SKETCH_BAND, SKETCH_LINE, SKETCH_DOT, SKETCH_TEXT };

enum sketch_align { SKETCH_LEFT, SKETCH_CENTRE, SKETCH_RIGHT };

struct sketch_box {
	double left, bottom, right, top; /* px */
};

/* A piece of a band: its lower and upper edge at x. */
struct sketch_span {
	double x, low, high;
};

struct sketch_style {
	uint32_t rgb;
	double size; /* width of a line and radius of a dot in pixels, size of a text in points */
	bool dashed; /* a line */
	enum sketch_align align; /* of a text; y is the middle of its height */
	double angle_deg; /* of a text, about its point */
};

struct sketch_shape {
	enum sketch_kind kind;
	enum sketch_layer layer;
	struct sketch_style style;
	struct sketch_box box; /* RECT; LINE: from left, bottom to right, top; DOT and TEXT: at left, bottom */
	struct sketch_span from, to; /* BAND */
	char *text; /* TEXT: UTF-8 of what text_add_clean() leaves; owned */
};

struct sketch {
	double width_px, height_px;
	struct sketch_shape *v; /* owned */
	size_t n, alloc;
	bool failed; /* memory ran out: shapes are missing */
};

void sketch_init(struct sketch *sk, double width_px, double height_px);
void sketch_release(struct sketch *sk);

/* A shape with none or no extent is fine. */
void sketch_rect(struct sketch *sk, enum sketch_layer layer, struct sketch_box box, uint32_t rgb);
void sketch_line(struct sketch *sk, enum sketch_layer layer, struct sketch_box ends, const struct sketch_style *style);
void sketch_dot(struct sketch *sk, enum sketch_layer layer, double x, double y, const struct sketch_style *style);
void sketch_band(struct sketch *sk, const struct sketch_span *from, const struct sketch_span *to, uint32_t rgb);
void sketch_text(struct sketch *sk, enum sketch_layer layer, double x, double y, const char *text,
		 const struct sketch_style *style);

/* The outline of a box, and diagonal lines across it: steep ones lean to the right, else to the left. */
void sketch_outline(struct sketch *sk, enum sketch_layer layer, struct sketch_box box, const struct sketch_style *style);
void sketch_hatch(struct sketch *sk, enum sketch_layer layer, struct sketch_box box, const struct sketch_style *style,
		  double apart_px);

/* How many texts of a layer stand in the box, at least in part; and takes them away. */
size_t sketch_texts_in(const struct sketch *sk, enum sketch_layer layer, struct sketch_box box);
void sketch_remove_texts_in(struct sketch *sk, enum sketch_layer layer, struct sketch_box box);

/* Sorts the shapes into the order of painting, those of one style together within a layer and kind. */
void sketch_sort(struct sketch *sk);

/* Whether two shapes can be drawn by one command: all is the same but places, texts and (but for bands) colours. */
bool sketch_alike(const struct sketch_shape *a, const struct sketch_shape *b);

#endif
