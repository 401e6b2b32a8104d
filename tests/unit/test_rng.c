#include "base/rng.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sequence that the authors' splitmix64 gives for the seed 1234567. */
START_TEST(splitmix64_is_the_published_one)
{
	static const uint64_t expected[] = {
		6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
		4593380528125082431u, 16408922859458223821u,
	};
	uint64_t state = 1234567;

	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		ck_assert_uint_eq(rng_splitmix64(&state), expected[i]);
}
END_TEST

/* The first numbers of xoshiro256** from the state 1, 2, 3, 4. */
START_TEST(xoshiro_is_the_published_one)
{
	static const uint64_t expected[] = {
		11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600,
		16172922978634559625u, 8476171486693032832, 10595114339597558777u, 2904607092377533576,
	};
	struct rng rng = { { 1, 2, 3, 4 } };

	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		ck_assert_uint_eq(rng_u64(&rng), expected[i]);
}
END_TEST

START_TEST(the_seed_decides)
{
	struct rng a, b, other;

	rng_init(&a, 0);
	rng_init(&b, 0);
	rng_init(&other, 1);
	for (int i = 0; i < 100; i++) {
		uint64_t x = rng_u64(&a);

		ck_assert_uint_eq(x, rng_u64(&b));
		ck_assert_uint_ne(x, rng_u64(&other));
	}
}
END_TEST

/* 20000 numbers in 20 bins: chi square with 19 degrees of freedom is above 50 once in 10000 seeds. */
START_TEST(uniform_is_even)
{
	unsigned bins[20] = { 0 };
	double chi_square = 0;
	struct rng rng;

	rng_init(&rng, 7);
	for (int i = 0; i < 20000; i++) {
		double x = rng_uniform(&rng);

		ck_assert(x >= 0 && x < 1);
		bins[(size_t)(x * 20)]++;
	}
	for (int i = 0; i < 20; i++)
		chi_square += (bins[i] - 1000.0) * (bins[i] - 1000.0) / 1000;
	ck_assert_double_lt(chi_square, 50);
}
END_TEST

START_TEST(normal_has_its_moments)
{
	enum { N = 100000 };
	double sum = 0, squares = 0;
	int beyond_two = 0;
	struct rng rng;

	rng_init(&rng, 3);
	for (int i = 0; i < N; i++) {
		double x = rng_normal(&rng);

		sum += x;
		squares += x * x;
		beyond_two += fabs(x) > 2;
	}
	ck_assert_double_lt(fabs(sum / N), 0.02);
	ck_assert_double_lt(fabs(squares / N - 1), 0.03);
	ck_assert_double_lt(fabs((double)beyond_two / N - 0.0455), 0.004);
}
END_TEST

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

START_TEST(lognormal_has_median_and_spread)
{
	static double x[20001];
	const size_t n = sizeof(x) / sizeof(*x);
	double mean = 0, squares = 0;
	struct rng rng, before;

	rng_init(&rng, 5);
	for (size_t i = 0; i < n; i++) {
		x[i] = rng_lognormal(&rng, 0.2);
		mean += x[i] / (double)n;
	}
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean) / (double)n;
	qsort(x, n, sizeof(*x), compare);
	ck_assert_double_lt(fabs(x[n / 2] - 1), 0.01);
	ck_assert_double_lt(fabs(sqrt(squares) / mean - 0.2), 0.01);

	before = rng;
	ck_assert_double_eq(rng_lognormal(&rng, 0), 1);
	ck_assert_mem_eq(&rng, &before, sizeof(rng));
}
END_TEST

Suite *suite_rng(void)
{
	Suite *suite = suite_create("rng");
	TCase *tcase = tcase_create("rng");

	tcase_add_test(tcase, splitmix64_is_the_published_one);
	tcase_add_test(tcase, xoshiro_is_the_published_one);
	tcase_add_test(tcase, the_seed_decides);
	tcase_add_test(tcase, uniform_is_even);
	tcase_add_test(tcase, normal_has_its_moments);
	tcase_add_test(tcase, lognormal_has_median_and_spread);
	suite_add_tcase(suite, tcase);
	return suite;
}
