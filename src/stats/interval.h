/*
 * interval: how far the samples of a cell scatter, and what that means for their mean.
 *
 * All of it is about natural logarithms: noise of I/O is a factor, and the mean of logarithms is that of the
 * geometric mean. A cell has few samples, so its own variance is hardly known; but a grid has many cells. The
 * variance of a cell is therefore drawn towards that of its neighbours, as far as these agree with each other:
 * the moderated t statistic of G. Smyth, "Linear models and empirical Bayes methods for assessing differential
 * expression in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004),
 * no. 1, article 3. The prior variance s0^2 and its degrees of freedom d0 come from the mean and the variance
 * of the logarithms of the cells' variances (its section 6.2).
 *
 * What is done differently: a cell that scatters more than its neighbours keeps its own variance
 * (noise_of_cell()), since an outlier among three samples would otherwise pass for a change. That only makes
 * the statistic smaller.
 */
#ifndef IOSWEEP_STATS_INTERVAL_H
#define IOSWEEP_STATS_INTERVAL_H

#include <stddef.h>

/* Samples of one cell. */
struct log_moments {
	size_t n;
	double mean; /* of the logarithms; NAN when n is 0 */
	double squares; /* sum of their squared deviations from it; 0 when n < 2 */
};

/* Of the values that are finite and positive; others do not count. */
struct log_moments log_moments_of(const double *values, size_t n);

/* The variance of one sample's logarithm, as far as it is known. */
struct noise {
	double variance; /* NAN: not known, and df is 0 */
	double df; /* degrees of freedom; INFINITY: known exactly */
};

#define NOISE_UNKNOWN ((struct noise){ NAN, 0 })

struct noise noise_of_samples(const struct log_moments *samples); /* unknown when n < 2 */

/* Two estimates of one variance as one, each by its degrees of freedom. One that is unknown leaves the other. */
struct noise noise_join(struct noise a, struct noise b);

/*
 * The prior that n cells give, of which the unknown ones do not count. Each variance counts as floor at least.
 * Its degrees of freedom are at most those of all cells but one. Unknown where fewer than two cells are known.
 */
struct noise noise_prior(const struct noise *cells, size_t n, double floor);

/* A cell's noise, from its own samples and the prior, either of which may be unknown; at least floor. */
struct noise noise_of_cell(struct noise own, struct noise prior, double floor);

#endif
