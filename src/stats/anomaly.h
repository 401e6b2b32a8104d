/*
 * anomaly: single cells of a surface that are unlike their neighbours.
 *
 * A cell is one when it lies below (or above) both its neighbours along one axis, and below (or above) the line through
 * its neighbours along the other: so neither a cliff, nor a slope, nor a record size that is good or bad for all files
 * makes one, but an accident of one measurement does, and a thing that the system does at that place alone. Two or three
 * such cells side by side are found as well, where they are deep enough. At the ends of an axis the line is that through
 * the next two; on a single line the one axis is enough. It must be 0.4 octave at least (a quarter less, a third more),
 * and six standard errors.
 *
 * Pure functions of their arguments.
 */
#ifndef IOSWEEP_STATS_ANOMALY_H
#define IOSWEEP_STATS_ANOMALY_H

#include "stats/cliff.h"

struct anomaly {
	unsigned i, j; /* indexes into the grid's x and y */
	enum cliff_axis along; /* CLIFF_X or CLIFF_Y: the axis along which both neighbours differ */
	unsigned before, after; /* their indexes on it */
	double ratio; /* to what lies between these two: below 1 a dip, above a peak */
};

struct anomaly_list {
	struct anomaly *v; /* owned */
	size_t n;
};

/* The largest first. 0, -ENOMEM or -EINVAL; nothing to release then. */
int anomaly_find(const struct cliff_grid *grid, struct anomaly_list *out);

/* The same ratio of three cells with samples of their own; at are their places. NAN where one has none. */
double anomaly_ratio(const struct cliff_cell *before, const struct cliff_cell *own, const struct cliff_cell *after,
		     const double at[3]);

#endif
