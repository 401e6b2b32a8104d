#include "base/rng.h"
#include "stats/interval.h"
#include "stats/student.h"

#include <check.h>
#include <math.h>
#include <stddef.h>

#define CELLS 400
#define SAMPLES 3

START_TEST(moments_leave_out_what_has_no_logarithm)
{
	const double values[] = { 2, NAN, 8, 0, -3, INFINITY };
	struct log_moments m = log_moments_of(values, 6), none = log_moments_of(values + 3, 3);

	ck_assert_uint_eq(m.n, 2);
	ck_assert_double_eq_tol(exp(m.mean), 4, 1e-12);
	ck_assert_double_eq_tol(m.squares, 2 * log(2) * log(2), 1e-12);
	ck_assert_uint_eq(none.n, 0);
	ck_assert_double_nan(none.mean);
	ck_assert_double_nan(noise_of_samples(&none).variance);
}
END_TEST

START_TEST(moments_keep_small_scatter_of_large_values)
{
	const double values[] = { 1e12, 1e12 * (1 + 1e-6), 1e12 * (1 - 1e-6) };
	struct log_moments m = log_moments_of(values, 3);

	ck_assert_double_eq_tol(m.squares / 2e-12, 1, 1e-3);
}
END_TEST

START_TEST(joined_by_degrees_of_freedom)
{
	struct noise a = { 1, 2 }, b = { 4, 4 }, both = noise_join(a, b);

	ck_assert_double_eq_tol(both.variance, 3, 1e-12);
	ck_assert_double_eq(both.df, 6);
	ck_assert_double_eq(noise_join(a, NOISE_UNKNOWN).variance, 1);
	ck_assert_double_eq(noise_join(NOISE_UNKNOWN, b).df, 4);
	ck_assert_double_eq(noise_join(a, (struct noise){ 9, INFINITY }).variance, 9);
	ck_assert_double_eq(noise_join(NOISE_UNKNOWN, NOISE_UNKNOWN).df, 0);
}
END_TEST

/* Each cell has its own standard deviation, sd times a log-normal factor of spread. */
static void simulate(struct noise cells[CELLS], double sd, double spread, uint64_t seed)
{
	struct rng rng;

	rng_init(&rng, seed);
	for (size_t i = 0; i < CELLS; i++) {
		double values[SAMPLES], own = sd * exp(spread * rng_normal(&rng));
		struct log_moments m;

		for (size_t k = 0; k < SAMPLES; k++)
			values[k] = exp(own * rng_normal(&rng));
		m = log_moments_of(values, SAMPLES);
		cells[i] = noise_of_samples(&m);
	}
}

START_TEST(prior_of_cells_that_are_alike_is_well_known)
{
	struct noise cells[CELLS], prior;

	simulate(cells, 0.03, 0, 1);
	prior = noise_prior(cells, CELLS, 1e-8);
	ck_assert_double_eq_tol(sqrt(prior.variance), 0.03, 0.002);
	ck_assert_double_gt(prior.df, 20);
	ck_assert_double_le(prior.df, (CELLS - 1) * (SAMPLES - 1));
}
END_TEST

/* Log variance then scatters by 2 * spread: trigamma(df / 2) = 4 * spread^2. */
START_TEST(prior_of_cells_that_differ_is_worth_less)
{
	struct noise cells[CELLS], prior;

	simulate(cells, 0.03, 0.6, 2);
	prior = noise_prior(cells, CELLS, 1e-8);
	ck_assert_double_gt(prior.df, 1.2);
	ck_assert_double_lt(prior.df, 5);
}
END_TEST

START_TEST(prior_of_few_cells)
{
	struct noise cells[] = { { 0.01, 2 }, NOISE_UNKNOWN, { 0.01, 3 } };

	ck_assert_double_eq(noise_prior(cells, 0, 1e-8).df, 0);
	ck_assert_double_eq(noise_prior(cells, 2, 1e-8).df, 0);
	ck_assert_double_eq(noise_prior(cells, 3, 1e-8).df, 2);
	ck_assert_double_eq_tol(noise_prior(cells, 3, 1e-8).variance, 0.01, 1e-12);
}
END_TEST

START_TEST(prior_of_samples_without_noise_is_the_floor)
{
	struct noise cells[] = { { 0, 2 }, { 0, 2 }, { 0, 2 } };

	ck_assert_double_eq(noise_prior(cells, 3, 1e-6).variance, 1e-6);
}
END_TEST

START_TEST(own_scatter_is_never_talked_down)
{
	struct noise prior = { 1, 1000 }, low = { 0.1, 4 }, high = { 9, 4 };

	ck_assert_double_eq(noise_of_cell(high, prior, 0).variance, 9);
	ck_assert_double_eq_tol(noise_of_cell(low, prior, 0).variance, 1, 0.01);
	ck_assert_double_eq(noise_of_cell(low, prior, 0).df, 1004);
	ck_assert_double_eq(noise_of_cell(NOISE_UNKNOWN, prior, 0).variance, 1);
	ck_assert_double_eq(noise_of_cell(low, NOISE_UNKNOWN, 0.5).variance, 0.5);
	ck_assert_double_eq(noise_of_cell(NOISE_UNKNOWN, NOISE_UNKNOWN, 0.5).df, 0);
}
END_TEST

/* Of the 95 % interval around the mean of n logarithms. */
static double half_width(struct noise noise, size_t n)
{
	return student_quantile(0.05, noise.df) * sqrt(noise.variance / (double)n);
}

/* The interval holds the true mean as often as it says, also where cells differ in noise; never much less. */
START_TEST(intervals_hold_what_they_promise)
{
	static const double spreads[] = { 0, 0.3, 0.6 };
	size_t held = 0, n = 0;

	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct log_moments m[CELLS];
		struct noise cells[CELLS], prior;
		struct rng rng;

		rng_init(&rng, seed);
		for (size_t i = 0; i < CELLS; i++) {
			double values[SAMPLES], own = 0.05 * exp(spreads[_i] * rng_normal(&rng));

			for (size_t k = 0; k < SAMPLES; k++)
				values[k] = exp(own * rng_normal(&rng));
			m[i] = log_moments_of(values, SAMPLES);
			cells[i] = noise_of_samples(&m[i]);
		}
		prior = noise_prior(cells, CELLS, 1e-8);
		for (size_t i = 0; i < CELLS; i++, n++)
			held += fabs(m[i].mean) <= half_width(noise_of_cell(cells[i], prior, 1e-8), SAMPLES);
	}
	ck_assert_double_ge((double)held / (double)n, 0.94);
	ck_assert_double_le((double)held / (double)n, 0.985);
}
END_TEST

Suite *suite_interval(void)
{
	Suite *suite = suite_create("interval");
	TCase *tcase = tcase_create("interval");

	tcase_add_test(tcase, moments_leave_out_what_has_no_logarithm);
	tcase_add_test(tcase, moments_keep_small_scatter_of_large_values);
	tcase_add_test(tcase, joined_by_degrees_of_freedom);
	tcase_add_test(tcase, prior_of_cells_that_are_alike_is_well_known);
	tcase_add_test(tcase, prior_of_cells_that_differ_is_worth_less);
	tcase_add_test(tcase, prior_of_few_cells);
	tcase_add_test(tcase, prior_of_samples_without_noise_is_the_floor);
	tcase_add_test(tcase, own_scatter_is_never_talked_down);
	tcase_add_loop_test(tcase, intervals_hold_what_they_promise, 0, 3);
	suite_add_tcase(suite, tcase);
	return suite;
}
