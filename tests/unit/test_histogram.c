#include "stats/histogram.h"

#include "base/rng.h"

#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define N 20000
#define HOUR_NS 3600000000000U
#define TOP_NS (1ULL << HISTOGRAM_TOP_BITS)

static struct histogram *new_histogram(void)
{
	struct histogram *h = malloc(sizeof(*h));

	histogram_init(h);
	return h;
}

START_TEST(buckets_cover_every_value_once)
{
	ck_assert_uint_eq(histogram_bucket_low(0), 0);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_bucket_low(i), high = histogram_bucket_high(i);

		ck_assert_uint_lt(low, high);
		ck_assert_uint_eq(histogram_index(low), i);
		ck_assert_uint_eq(histogram_index(high - 1), i);
		if (i + 1 < HISTOGRAM_BUCKETS)
			ck_assert_uint_eq(histogram_bucket_low(i + 1), high);
		ck_assert_msg(high - low == 1 || (double)(high - low) / 2 <= 0.008 * (double)low,
			"bucket %u is too wide", i);
	}
	ck_assert_uint_eq(histogram_bucket_high(HISTOGRAM_BUCKETS - 1), TOP_NS);
}
END_TEST

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t draw_uniform(struct rng *rng)
{
	return 100 + (uint64_t)(rng_uniform(rng) * 1e6);
}

static uint64_t draw_lognormal(struct rng *rng)
{
	return (uint64_t)(80000 * rng_lognormal(rng, 2));
}

static uint64_t draw_exponential(struct rng *rng)
{
	return (uint64_t)(-5e6 * log(1 - rng_uniform(rng)));
}

/* A cache that is mostly hit: two humps four powers of ten apart. */
static uint64_t draw_two_humps(struct rng *rng)
{
	bool hit = rng_uniform(rng) < 0.95;

	return (uint64_t)(hit ? 600 + 50 * rng_uniform(rng) : 8e6 * rng_lognormal(rng, 0.3));
}

static uint64_t draw_tiny(struct rng *rng)
{
	return (uint64_t)(rng_uniform(rng) * 100);
}

static uint64_t draw_long(struct rng *rng)
{
	return (uint64_t)(rng_uniform(rng) * (double)HOUR_NS);
}

static uint64_t draw_constant(struct rng *rng)
{
	(void)rng;
	return 123456789;
}

static const struct {
	const char *name;
	uint64_t (*draw)(struct rng *rng);
} distributions[] = {
	{ "uniform", draw_uniform },
	{ "lognormal", draw_lognormal },
	{ "exponential", draw_exponential },
	{ "two humps", draw_two_humps },
	{ "tiny", draw_tiny },
	{ "up to an hour", draw_long },
	{ "constant", draw_constant },
};

#define DISTRIBUTIONS (int)(sizeof(distributions) / sizeof(*distributions))

static void fill(int distribution, uint64_t values[N], struct histogram *h)
{
	struct rng rng;

	rng_init(&rng, (uint64_t)distribution);
	for (size_t i = 0; i < N; i++) {
		values[i] = distributions[distribution].draw(&rng);
		histogram_record(h, values[i]);
	}
	qsort(values, N, sizeof(*values), compare);
}

START_TEST(quantiles_are_within_a_hundredth)
{
	static const double qs[] = { 0.0001, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1 };
	static uint64_t values[N];
	struct histogram *h = new_histogram();

	fill(_i, values, h);
	for (size_t i = 0; i < sizeof(qs) / sizeof(*qs); i++) {
		double exact = (double)values[(size_t)ceil(qs[i] * N) - 1];
		double got = (double)histogram_quantile(h, qs[i]);

		ck_assert_msg(fabs(got - exact) <= 0.01 * exact, "%s: q %g is %g, not %g", distributions[_i].name,
			qs[i], got, exact);
	}
	ck_assert_uint_eq(histogram_quantile(h, 1), values[N - 1]);
	free(h);
}
END_TEST

START_TEST(moments_are_exact)
{
	static uint64_t values[N];
	struct histogram *h = new_histogram();
	double mean = 0, squares = 0;

	fill(_i, values, h);
	for (size_t i = 0; i < N; i++)
		mean += (double)values[i] / N;
	for (size_t i = 0; i < N; i++)
		squares += ((double)values[i] - mean) * ((double)values[i] - mean) / N;
	ck_assert_double_lt(fabs(histogram_mean(h) - mean), 1e-9 * mean);
	ck_assert_double_lt(fabs(histogram_stddev(h) - sqrt(squares)), 1e-6 * mean);
	ck_assert_uint_eq(h->count, N);
	ck_assert_uint_eq(h->min_ns, values[0]);
	ck_assert_uint_eq(h->max_ns, values[N - 1]);
	free(h);
}
END_TEST

/* Parts that are merged are the same as one that has recorded all. */
START_TEST(merging_loses_nothing)
{
	struct histogram *all = new_histogram(), *merged = new_histogram(), *parts[4];
	struct rng rng;

	for (size_t i = 0; i < 4; i++)
		parts[i] = new_histogram();
	rng_init(&rng, 11);
	for (size_t i = 0; i < N; i++) {
		/* So small that a double holds the sum of squares exactly, in whatever order they are added. */
		uint64_t value = draw_uniform(&rng) / 100;

		histogram_record(all, value);
		histogram_record(parts[i % 3], value);
	}
	/* The last part stays empty. */
	for (size_t i = 0; i < 4; i++) {
		histogram_merge(merged, parts[i]);
		free(parts[i]);
	}
	ck_assert_mem_eq(merged, all, sizeof(*all));
	free(all);
	free(merged);
}
END_TEST

START_TEST(an_empty_one_says_so)
{
	struct histogram *h = new_histogram();

	ck_assert_uint_eq(histogram_quantile(h, 0.5), UINT64_MAX);
	ck_assert_double_nan(histogram_mean(h));
	ck_assert_double_nan(histogram_stddev(h));
	free(h);
}
END_TEST

START_TEST(extremes)
{
	static const uint64_t values[] = { 0, 1, 127, 128, 129, HOUR_NS, TOP_NS - 1, TOP_NS, 3 * TOP_NS };

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct histogram *h = new_histogram();

		histogram_record(h, values[i]);
		for (double q = 0; q <= 1; q += 0.25)
			ck_assert_uint_eq(histogram_quantile(h, q), values[i]);
		ck_assert_double_eq(histogram_mean(h), (double)values[i]);
		ck_assert_double_eq(histogram_stddev(h), 0);
		free(h);
	}
}
END_TEST

/* Beyond the last bucket the largest value and the sum are still true, and quantiles do not pass them. */
START_TEST(more_than_the_last_bucket)
{
	struct histogram *h = new_histogram();

	histogram_record(h, 1000);
	for (int i = 0; i < 98; i++)
		histogram_record(h, 2 * TOP_NS);
	histogram_record(h, 5 * TOP_NS);
	ck_assert_uint_eq(h->max_ns, 5 * TOP_NS);
	ck_assert_uint_eq(h->sum_ns, 1000 + 98 * 2 * TOP_NS + 5 * TOP_NS);
	ck_assert_double_lt(fabs((double)histogram_quantile(h, 0.01) - 1000), 10);
	ck_assert_uint_ge(histogram_quantile(h, 0.5), histogram_bucket_low(HISTOGRAM_BUCKETS - 1));
	ck_assert_uint_eq(histogram_quantile(h, 1), 5 * TOP_NS);
	free(h);
}
END_TEST

Suite *suite_histogram(void)
{
	Suite *suite = suite_create("histogram");
	TCase *tcase = tcase_create("histogram");

	tcase_add_test(tcase, buckets_cover_every_value_once);
	tcase_add_loop_test(tcase, quantiles_are_within_a_hundredth, 0, DISTRIBUTIONS);
	tcase_add_loop_test(tcase, moments_are_exact, 0, DISTRIBUTIONS);
	tcase_add_test(tcase, merging_loses_nothing);
	tcase_add_test(tcase, an_empty_one_says_so);
	tcase_add_test(tcase, extremes);
	tcase_add_test(tcase, more_than_the_last_bucket);
	suite_add_tcase(suite, tcase);
	return suite;
}
