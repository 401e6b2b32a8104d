/* raster_sketch: a sketch as an image, without any other program. */
#ifndef IOSWEEP_REPORT_RASTER_SKETCH_H
#define IOSWEEP_REPORT_RASTER_SKETCH_H

#include "report/raster_image.h"
#include "report/sketch.h"

/* A sorted sketch with so many pixels for each of its own. 0 or -ENOMEM; to be released then. */
int raster_sketch(struct raster_image *im, const struct sketch *sk, double scale);

#endif
