/*
 * metric: what of a sample a table or a surface shows. One list, in which every row names its unit.
 */
#ifndef IOSWEEP_MODEL_METRIC_H
#define IOSWEEP_MODEL_METRIC_H

#include "model/sample.h"

#include <stdbool.h>

/* Which of two figures is the better one. */
enum metric_better { METRIC_HIGHER, METRIC_LOWER, METRIC_NEITHER };

struct metric {
	const char *name; /* "p99", as an option's value and in file names */
	const char *title, *unit, *help; /* "99th percentile of the latency", "us" */
	double (*value)(const struct sample *sample); /* in the unit; NAN where the sample has none */
	/* A figure of the cell instead: the spread of its samples' values, in the unit percent. */
	bool of_cell;
	enum metric_better better;
	/* Figures that differ by less, as a share, may be the same: that of the histogram where they come from one. */
	double resolution;
};

extern const struct metric *const metrics[]; /* the first is throughput, the default */
extern const size_t metrics_n;

bool metric_is_throughput(const struct metric *metric);
bool metric_is_rate(const struct metric *metric); /* throughput or iops: never 0 where something was done */

#endif
