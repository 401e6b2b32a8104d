#include "stats/interval.h"

#include "stats/special.h"

#include <math.h>

struct log_moments log_moments_of(const double *values, size_t n)
{
	struct log_moments m = { 0, NAN, 0 };

	for (size_t i = 0; i < n; i++) {
		double from, x;

		if (!(values[i] > 0) || !isfinite(values[i]))
			continue;
		/* Welford's update: no difference of large sums. */
		x = log(values[i]);
		m.n++;
		from = m.n == 1 ? x : m.mean;
		m.mean = from + (x - from) / (double)m.n;
		m.squares += (x - from) * (x - m.mean);
	}
	return m;
}

struct noise noise_of_samples(const struct log_moments *samples)
{
	double df = (double)samples->n - 1;

	return df > 0 ? (struct noise){ samples->squares / df, df } : NOISE_UNKNOWN;
}

struct noise noise_join(struct noise a, struct noise b)
{
	double df = a.df + b.df;

	if (!(a.df > 0) || !(b.df > 0))
		return a.df > 0 ? a : b;
	if (isinf(a.df) || isinf(b.df))
		return isinf(a.df) ? a : b;
	return (struct noise){ (a.variance * a.df + b.variance * b.df) / df, df };
}

/* The logarithm of a cell's variance, freed of the bias that few degrees of freedom give it. */
static double log_variance(const struct noise *cell, double floor)
{
	return log(fmax(cell->variance, floor)) - special_digamma(cell->df / 2) + log(cell->df / 2);
}

/* All cells taken for one: their common variance. */
static struct noise homogeneous(const struct noise *cells, size_t n)
{
	struct noise all = NOISE_UNKNOWN;

	for (size_t i = 0; i < n; i++)
		all = noise_join(all, cells[i]);
	return all;
}

/* Of all cells but the best known one: a prior of a few cells is no better known than they are. */
static double df_of_others(const struct noise *cells, size_t n)
{
	double sum = 0, most = 0;

	for (size_t i = 0; i < n; i++) {
		sum += cells[i].df;
		most = fmax(most, cells[i].df);
	}
	return sum - most;
}

/* How the logarithms of the variances scatter beyond what so few samples explain; <= 0: not at all. */
static double excess_scatter(const struct noise *cells, size_t n, double floor, double *mean)
{
	double squares = 0, expected = 0;
	size_t known = 0;

	*mean = 0;
	for (size_t i = 0; i < n; i++) {
		double x, from = *mean;

		if (!(cells[i].df > 0))
			continue;
		x = log_variance(&cells[i], floor);
		known++;
		*mean += (x - from) / (double)known;
		squares += (x - from) * (x - *mean);
		expected += special_trigamma(cells[i].df / 2);
	}
	return known > 1 ? squares / (double)(known - 1) - expected / (double)known : 0;
}

struct noise noise_prior(const struct noise *cells, size_t n, double floor)
{
	struct noise all = homogeneous(cells, n);
	double mean, excess = excess_scatter(cells, n, floor, &mean), most = df_of_others(cells, n), df;

	if (!(most > 0))
		return NOISE_UNKNOWN;
	if (!(excess > 0))
		return (struct noise){ fmax(all.variance, floor), most };
	df = 2 * special_trigamma_inverse(excess);
	return (struct noise){ fmax(exp(mean + special_digamma(df / 2) - log(df / 2)), floor), fmin(df, most) };
}

struct noise noise_of_cell(struct noise own, struct noise prior, double floor)
{
	struct noise joined = noise_join(own, prior);

	if (own.df > 0)
		joined.variance = fmax(joined.variance, own.variance);
	if (joined.df > 0)
		joined.variance = fmax(joined.variance, floor);
	return joined;
}
