#include "stats/robust.h"

#include "stats/student.h"

#include <math.h>
#include <stdlib.h>

/* Of Qn: degrees of freedom, and the factor on it. */
struct efficiency {
	double df, factor;
};

static struct efficiency efficiency_of(size_t n)
{
	static const struct efficiency few[] = {
		[2] = { 1.000, 0.7071 },  [3] = { 0.932, 1.7656 },  [4] = { 1.953, 1.0093 },  [5] = { 1.978, 1.6603 },
		[6] = { 3.165, 1.2576 },  [7] = { 3.201, 1.7655 },  [8] = { 4.480, 1.4070 },  [9] = { 4.582, 1.8364 },
		[10] = { 5.819, 1.5320 }, [11] = { 5.950, 1.8923 }, [12] = { 7.207, 1.6243 }, [13] = { 7.349, 1.9363 },
		[14] = { 8.623, 1.6927 }, [15] = { 8.823, 1.9677 },
	};
	double count = (double)n;

	if (n < sizeof(few) / sizeof(*few))
		return few[n];
	/* Within 2 % of what was found for 16 to 100. */
	return (struct efficiency){ 0.776 * count - 2.55, 2.2219 * count / (count + (n % 2 ? 1.95 : 4.27)) };
}

double robust_median_sd(size_t n)
{
	static const double few[] = { NAN, 1, 0.7071, 0.6698, 0.5461, 0.5356, 0.4637, 0.4587 };

	if (n < sizeof(few) / sizeof(*few))
		return few[n];
	return sqrt(M_PI_2 / ((double)n + (n % 2 ? 0.43 : 1.4)));
}

static int compare(const void *va, const void *vb)
{
	double a = *(const double *)va, b = *(const double *)vb;

	return (a > b) - (a < b);
}

/* Pairs of sorted values that are no further apart. */
static size_t pairs_within(const double *values, size_t n, double distance)
{
	size_t pairs = 0, low = 0;

	for (size_t high = 1; high < n; high++) {
		while (values[high] - values[low] > distance)
			low++;
		pairs += high - low;
	}
	return pairs;
}

/* The k-th smallest distance of two sorted values, by bisection, which needs no room for all of them. */
static double distance_of_rank(const double *values, size_t n, size_t k)
{
	double low = 0, high = values[n - 1] - values[0];

	if (pairs_within(values, n, 0) >= k)
		return 0;
	for (int i = 0; i < 60; i++) {
		double middle = low + (high - low) / 2;

		if (pairs_within(values, n, middle) >= k)
			high = middle;
		else
			low = middle;
	}
	return high;
}

static struct noise scatter_of(const double *values, size_t n)
{
	struct efficiency e;
	size_t h = n / 2 + 1;
	double q;

	if (n < 2)
		return NOISE_UNKNOWN;
	e = efficiency_of(n);
	q = e.factor * distance_of_rank(values, n, h * (h - 1) / 2);
	return (struct noise){ q * q, e.df };
}

static struct noise plain_of(const double *values, size_t n)
{
	double mean = 0, squares = 0;

	if (n < 2)
		return NOISE_UNKNOWN;
	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return (struct noise){ squares / (double)(n - 1), (double)(n - 1) };
}

struct robust robust_of(double *values, size_t n)
{
	struct robust r = { .n = n, .median = NAN, .scatter = NOISE_UNKNOWN, .plain = NOISE_UNKNOWN };

	if (!n)
		return r;
	qsort(values, n, sizeof(*values), compare);
	r.median = n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
	r.scatter = scatter_of(values, n);
	r.plain = plain_of(values, n);
	return r;
}

struct noise robust_noise(const struct robust *r, struct noise prior, double floor)
{
	struct noise noise = prior.df > 0 ? noise_join(r->scatter, prior) : r->plain;

	if (noise.df > 0)
		noise.variance = fmax(noise.variance, floor);
	return noise;
}

double robust_half_width(const struct robust *r, struct noise noise, double confidence)
{
	if (r->n < 2 || !(noise.df > 0))
		return INFINITY;
	return student_quantile(1 - confidence, noise.df) * sqrt(noise.variance) * robust_median_sd(r->n);
}
