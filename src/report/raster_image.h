/*
 * raster_image: an image in memory and smooth shapes on it, for pictures where there is no gnuplot. Coordinates are
 * pixels from the upper left corner, y downwards; the middle of the first pixel is at 0.5, 0.5.
 */
#ifndef IOSWEEP_REPORT_RASTER_IMAGE_H
#define IOSWEEP_REPORT_RASTER_IMAGE_H

#include <stddef.h>
#include <stdint.h>

struct raster_image {
	uint32_t width, height;
	uint8_t *rgb; /* rows from the top; owned */
};

struct raster_point {
	double x, y;
};

/* White. 0 or -ENOMEM. */
int raster_init(struct raster_image *im, uint32_t width, uint32_t height);
void raster_release(struct raster_image *im);

void raster_rect(struct raster_image *im, struct raster_point a, struct raster_point b, uint32_t rgb);

/* A line with round ends. */
void raster_line(struct raster_image *im, struct raster_point a, struct raster_point b, double width, uint32_t rgb);

void raster_disc(struct raster_image *im, struct raster_point at, double radius, uint32_t rgb);

/* What lies between two edges: at an x the band reaches from top to bottom. */
struct raster_edge {
	double x, top, bottom;
};

void raster_band(struct raster_image *im, struct raster_edge from, struct raster_edge to, uint32_t rgb, double opacity);

#endif
