#include "stats/robust.h"

#include "base/rng.h"
#include "stats/special.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#define MOST 40

static double normal(struct rng *rng)
{
	double u = rng_uniform(rng), v = rng_uniform(rng);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

START_TEST(medians)
{
	double odd[] = { 3, 1, 2 }, even[] = { 8, 1, 4, 2 }, huge[] = { 1.7e308, 1.7e308 };

	ck_assert_double_eq(robust_of(odd, 3).median, 2);
	ck_assert_double_eq(robust_of(even, 4).median, 3);
	ck_assert_double_eq(robust_of(huge, 2).median, 1.7e308);
	ck_assert_double_nan(robust_of(odd, 0).median);
}
END_TEST

/* The distances of 0, 1, 3, 7, 100 are 1 2 3 4 6 7 93 97 99 100: the third smallest is 3. */
START_TEST(scatter_is_a_distance_of_good_values)
{
	double a[] = { 100, 7, 0, 1, 3 }, b[] = { 1e6, 7, 0, 1, 3 }, same[] = { 5, 5, 5, 9 };

	ck_assert_double_eq_tol(robust_of(a, 5).scatter.variance, pow(3 * 1.6603, 2), 1e-9);
	ck_assert_double_eq_tol(robust_of(b, 5).scatter.variance, pow(3 * 1.6603, 2), 1e-9);
	ck_assert_double_eq(robust_of(same, 4).scatter.variance, 0);
	ck_assert_double_eq(robust_of(same, 1).scatter.df, 0);
}
END_TEST

/* Over many samples of normal values: the mean of the logarithm is that of a variance with so many degrees. */
START_TEST(scatter_is_a_variance)
{
	struct rng rng;

	rng_init(&rng, 3);
	for (size_t n = 2; n <= MOST; n = n < 10 ? n + 1 : n + 7) {
		double values[MOST], sum = 0, squares = 0, scale = 3, df = 0;
		size_t times = 4000;

		for (size_t t = 0; t < times; t++) {
			struct robust r;

			for (size_t i = 0; i < n; i++)
				values[i] = scale * normal(&rng);
			r = robust_of(values, n);
			df = r.scatter.df;
			sum += log(r.scatter.variance);
			squares += r.median * r.median;
		}
		sum /= (double)times;
		ck_assert_double_eq_tol(sum, 2 * log(scale) + special_digamma(df / 2) - log(df / 2), 0.15);
		ck_assert_double_eq_tol(sqrt(squares / (double)times) / scale / robust_median_sd(n), 1, 0.05);
	}
}
END_TEST

static double half_width(const struct robust *r, struct noise prior, double floor)
{
	return robust_half_width(r, robust_noise(r, prior, floor), 0.95);
}

START_TEST(intervals)
{
	double values[] = { 1, 2, 3 };
	struct robust r = robust_of(values, 3);
	const struct noise sure = { 4, INFINITY };

	/* The plain t interval of three values, about their median. */
	ck_assert_double_eq_tol(half_width(&r, NOISE_UNKNOWN, 0), 4.3027 * 0.6698, 1e-3);
	ck_assert_double_eq_tol(half_width(&r, sure, 0), 1.95996 * 2 * 0.6698, 1e-3);
	ck_assert_double_eq_tol(half_width(&r, sure, 9), 1.95996 * 3 * 0.6698, 1e-3);
	r = robust_of(values, 1);
	ck_assert(isinf(half_width(&r, sure, 0)));
}
END_TEST

Suite *suite_robust(void)
{
	Suite *suite = suite_create("robust");
	TCase *tcase = tcase_create("robust");

	tcase_add_test(tcase, medians);
	tcase_add_test(tcase, scatter_is_a_distance_of_good_values);
	tcase_add_test(tcase, scatter_is_a_variance);
	tcase_add_test(tcase, intervals);
	suite_add_tcase(suite, tcase);
	return suite;
}
