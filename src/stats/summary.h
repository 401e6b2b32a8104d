/* summary: a few repeated measurements of one thing in a few numbers. */
#ifndef IOSWEEP_STATS_SUMMARY_H
#define IOSWEEP_STATS_SUMMARY_H

#include <stddef.h>

struct summary {
	size_t n; /* values that counted */
	double median, min, max; /* NAN when n is 0; the median of an even number is the mean of the middle two */
	double spread; /* (max - min) / median; NAN when n < 2 or the median is 0 */
};

/* Values that are not finite do not count. Reorders values. */
void summary_compute(double *values, size_t n, struct summary *summary);

#endif
