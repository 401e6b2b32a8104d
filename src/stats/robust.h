/*
 * robust: the middle of a few values of which some may be far out, and how well it is known.
 *
 * A pass of a cell is now and then disturbed by something that has nothing to do with the cell, and is then off by any
 * factor. The mean follows such a value, and the standard deviation even more: the interval stays wide however many
 * good values there are. So the middle is the median, and the scatter is Qn of P. Rousseeuw and C. Croux, "Alternatives
 * to the Median Absolute Deviation", Journal of the American Statistical Association 88 (1993), p. 1273-1283: of all
 * distances between two values the k-th smallest, k = h (h - 1) / 2, h = n / 2 + 1. Half of the values may be anything.
 *
 * Qn squared, times a factor, is taken for a variance with fewer degrees of freedom than n - 1: so many that its logarithm
 * scatters as much as that of normal values' Qn squared does, and the factor makes its mean that of the logarithm of a
 * variance. Both, and the standard deviation of a median, were found by simulation (4 million samples of each n).
 */
#ifndef IOSWEEP_STATS_ROBUST_H
#define IOSWEEP_STATS_ROBUST_H

#include "stats/interval.h"

#include <stddef.h>

struct robust {
	size_t n;
	double median; /* NAN when n is 0; of an even number the mean of the middle two */
	struct noise scatter; /* of one value, by Qn; unknown when n < 2 */
	struct noise plain; /* the variance about the mean, with n - 1 degrees */
};

/* All values must be finite. Sorts them. */
struct robust robust_of(double *values, size_t n);

/* Standard deviation of the median of n normal values, in that of one; n >= 1. */
double robust_median_sd(size_t n);

/*
 * What is known of the noise of one value: the prior, what other cells tell of it, and the cell's own scatter are joined by
 * their degrees of freedom, see stats/interval.h; without one the plain variance has to do, since two or three values say
 * too little about which of them is out. A variance counts as floor at least.
 */
struct noise robust_noise(const struct robust *r, struct noise prior, double floor);

/*
 * Half of the width of the median's t interval, with that noise. INFINITY: not known.
 */
double robust_half_width(const struct robust *r, struct noise noise, double confidence);

#endif
