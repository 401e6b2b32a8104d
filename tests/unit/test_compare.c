#include "base/rng.h"
#include "stats/compare.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define GROUPS 5
#define GROUP_CELLS 40
#define CELLS (GROUPS * GROUP_CELLS)
#define SEEDS 200
#define SEEDS_CHANGED 50
#define PASSES_MOST 5
#define FLOOR 1e-8

/* Two runs of one machine. */
struct setting {
	unsigned passes; /* of each run */
	double noise; /* standard deviation of a sample's logarithm */
	double unlike; /* of the logarithm of a cell's own noise */
	double outliers; /* share of the samples that take thrice as long */
	size_t changed; /* groups, from the first on */
	double factor; /* of their cells in the second run */
};

static struct log_moments sample_cell(struct rng *rng, const struct setting *set, double noise, double factor)
{
	double values[PASSES_MOST];

	for (unsigned i = 0; i < set->passes; i++) {
		values[i] = 100 * factor * exp(noise * rng_normal(rng));
		if (rng_uniform(rng) < set->outliers)
			values[i] /= 3;
	}
	return log_moments_of(values, set->passes);
}

static void simulate(const struct setting *set, uint64_t seed, struct compare_cell cells[CELLS])
{
	struct rng rng;

	rng_init(&rng, seed);
	for (size_t i = 0; i < CELLS; i++) {
		double noise = set->noise * exp(set->unlike * rng_normal(&rng));
		size_t group = i / GROUP_CELLS;

		cells[i] = (struct compare_cell){
			.group = group,
			.base = sample_cell(&rng, set, noise, 1),
			.run = sample_cell(&rng, set, noise, group < set->changed ? set->factor : 1),
		};
	}
	ck_assert_int_eq(compare_cells(cells, CELLS, FLOOR), 0);
}

/* With 5 % of outliers and three passes, all three samples of some cell would be slow in one comparison of sixteen. */
static const struct setting identical[] = {
	{ 2, 0.03, 0, 0, 0, 1 },   { 3, 0.03, 0, 0, 0, 1 },	   { 5, 0.10, 0, 0, 0, 1 },
	{ 3, 0.03, 0.5, 0, 0, 1 }, { 5, 0.03, 0.5, 0, 0, 1 },   { 3, 0.03, 0, 0.02, 0, 1 },
	{ 5, 0.1, 0, 0.05, 0, 1 }, { 3, 0.03, 0.5, 0.02, 0, 1 },
};

/*
 * Where nothing has changed, whatever is reported is false: at most one comparison in twenty may report anything. Of 200
 * that is 10; seeds are fixed, so that this number is the same each time.
 */
START_TEST(identical_runs_seldom_differ)
{
	struct compare_cell cells[CELLS];
	size_t wrong = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct compare_summary s;

		simulate(&identical[_i], seed, cells);
		s = compare_summarise(cells, CELLS);
		wrong += s.lower + s.higher > 0;
	}
	ck_assert_msg(wrong <= COMPARE_RATE * SEEDS, "%zu of %d comparisons report a difference", wrong, SEEDS);
}
END_TEST

/* Intervals hold the truth 95 times in 100 or, where a cell's own scatter is kept, more. */
START_TEST(intervals_hold_the_truth)
{
	struct compare_cell cells[CELLS];
	size_t held = 0, n = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		simulate(&identical[_i], seed, cells);
		for (size_t i = 0; i < CELLS; i++, n++)
			held += cells[i].low <= 1 && cells[i].high >= 1;
	}
	ck_assert_msg(held >= 0.94 * (double)n, "%zu of %zu", held, n);
}
END_TEST

static const struct {
	struct setting set;
	double found; /* at least this share of the changed cells */
} powers[] = {
	{ { 5, 0.03, 0, 0, GROUPS, 0.9 }, 0.99 }, /* all tests by 10 % */
	{ { 5, 0.03, 0, 0, 1, 0.9 }, 0.95 }, /* one of five */
	{ { 5, 0.03, 0, 0, 1, 1.1 }, 0.90 }, /* faster by as much is a smaller logarithm */
	{ { 3, 0.03, 0, 0, 1, 0.8 }, 0.99 },
	{ { 5, 0.03, 0.3, 0, 1, 0.9 }, 0.85 },
	{ { 5, 0.03, 0, 0.02, 1, 0.8 }, 0.80 }, /* a cell with an outlier is worth nothing: 18 % of them */
};

/* What has changed is found, and of all that is found at most one in twenty is wrong, on average. */
START_TEST(change_is_found)
{
	struct compare_cell cells[CELLS];
	size_t changed_n = powers[_i].set.changed * GROUP_CELLS, found = 0;
	double false_share = 0;

	for (uint64_t seed = 1; seed <= SEEDS_CHANGED; seed++) {
		struct compare_summary all, changed;
		bool slower = powers[_i].set.factor < 1;

		simulate(&powers[_i].set, seed, cells);
		all = compare_summarise(cells, CELLS);
		changed = compare_summarise(cells, changed_n);
		found += slower ? changed.lower : changed.higher;
		if (all.lower + all.higher)
			false_share += 1 - (double)(slower ? changed.lower : changed.higher) /
						   (double)(all.lower + all.higher);
	}
	ck_assert_msg((double)found >= powers[_i].found * (double)(changed_n * SEEDS_CHANGED), "found %g",
		      (double)found / (double)(changed_n * SEEDS_CHANGED));
	ck_assert_msg(false_share / SEEDS_CHANGED <= COMPARE_RATE, "%g of the differences are false", false_share / SEEDS_CHANGED);
}
END_TEST

static struct log_moments moments(size_t n, double first, double second)
{
	const double values[] = { first, second };

	return log_moments_of(values, n);
}

START_TEST(basis_of_a_cell)
{
	struct compare_cell cells[] = {
		{ .base = moments(2, 99, 101), .run = moments(2, 98, 102) },
		{ .base = moments(2, 99, 101), .run = moments(1, 100, 0) },
		{ .base = moments(1, 100, 0), .run = moments(1, 100, 0) },
		{ .base = moments(0, 0, 0), .run = moments(2, 98, 102) },
	};

	ck_assert_int_eq(compare_cells(cells, 4, FLOOR), 0);
	ck_assert_int_eq(cells[0].basis, COMPARE_BOTH);
	ck_assert_int_eq(cells[1].basis, COMPARE_ONE);
	ck_assert_int_eq(cells[2].basis, COMPARE_OTHERS);
	ck_assert_int_eq(cells[3].basis, COMPARE_NOTHING);
	ck_assert_double_nan(cells[3].ratio);
	ck_assert_double_nan(cells[3].q);
	ck_assert(!cells[3].differs);
	ck_assert_uint_eq(compare_summarise(cells, 4).cells, 3);
	ck_assert_uint_eq(compare_summarise(cells, 4).guesses, 2);
}
END_TEST

/* With one sample each, only the assumed noise can tell: 1.96 * 0.05 * sqrt(2) are 14 %. */
START_TEST(single_samples_can_only_guess)
{
	struct compare_cell near = { .base = moments(1, 100, 0), .run = moments(1, 112, 0) };
	struct compare_cell far = { .base = moments(1, 100, 0), .run = moments(1, 50, 0) };

	ck_assert_int_eq(compare_cells(&near, 1, FLOOR), 0);
	ck_assert_int_eq(compare_cells(&far, 1, FLOOR), 0);
	ck_assert_int_eq(near.basis, COMPARE_ASSUMED);
	ck_assert(!near.differs && far.differs);
	ck_assert_double_eq_tol(far.ratio, 0.5, 1e-12);
	ck_assert_double_eq_tol(log(far.high / far.low) / 2, 1.959964 * COMPARE_ASSUMED_SD * M_SQRT2, 1e-6);
}
END_TEST

/* Simulated runs without noise: equal figures are equal, and the least difference is one. */
START_TEST(figures_without_noise)
{
	struct compare_cell cells[] = {
		{ .base = moments(2, 100, 100), .run = moments(2, 100, 100) },
		{ .base = moments(2, 100, 100), .run = moments(2, 99, 99) },
		{ .base = moments(2, 0, 0), .run = moments(2, 99, 99) },
	};

	ck_assert_int_eq(compare_cells(cells, 3, FLOOR), 0);
	ck_assert(!cells[0].differs && cells[0].p >= 1);
	ck_assert(cells[1].differs);
	ck_assert_int_eq(cells[2].basis, COMPARE_NOTHING);
}
END_TEST

/* A noisy test does not make a quiet one noisy, where both have cells enough. */
START_TEST(groups_keep_their_own_noise)
{
	struct compare_cell cells[CELLS];
	const struct setting quiet = { 3, 0.01, 0, 0, 1, 0.95 }, loud = { 3, 0.3, 0, 0, 0, 1 };
	struct compare_cell loud_cells[CELLS];

	simulate(&quiet, 1, cells);
	simulate(&loud, 2, loud_cells);
	memcpy(cells + GROUP_CELLS, loud_cells + GROUP_CELLS, (CELLS - GROUP_CELLS) * sizeof(*cells));
	ck_assert_int_eq(compare_cells(cells, CELLS, FLOOR), 0);
	ck_assert_uint_ge(compare_summarise(cells, GROUP_CELLS).lower, GROUP_CELLS * 9 / 10);
}
END_TEST

START_TEST(summary_of_cells)
{
	struct compare_cell cells[] = {
		{ .basis = COMPARE_BOTH, .ratio = 0.5, .error = 0.03, .differs = true },
		{ .basis = COMPARE_NOTHING, .ratio = NAN },
		{ .basis = COMPARE_ASSUMED, .ratio = 2, .error = 0.04 },
		{ .basis = COMPARE_BOTH, .ratio = 8, .error = 0, .differs = true },
	};
	struct compare_summary s = compare_summarise(cells, 4), none = compare_summarise(cells + 1, 1);

	ck_assert_uint_eq(s.cells, 3);
	ck_assert_uint_eq(s.lower, 1);
	ck_assert_uint_eq(s.higher, 1);
	ck_assert_uint_eq(s.lowest, 0);
	ck_assert_uint_eq(s.highest, 3);
	ck_assert_double_eq_tol(s.mean, 2, 1e-12);
	ck_assert_double_eq_tol(log(s.mean_high / s.mean), 1.959964 * 0.05 / 3, 1e-7);
	ck_assert_uint_eq(none.cells, 0);
	ck_assert_double_nan(none.mean);
}
END_TEST

START_TEST(no_cells)
{
	ck_assert_int_eq(compare_cells(NULL, 0, FLOOR), 0);
}
END_TEST

Suite *suite_compare(void)
{
	Suite *suite = suite_create("compare");
	TCase *tcase = tcase_create("compare");
	int settings = (int)(sizeof(identical) / sizeof(*identical));

	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, identical_runs_seldom_differ, 0, settings);
	tcase_add_loop_test(tcase, intervals_hold_the_truth, 0, settings);
	tcase_add_loop_test(tcase, change_is_found, 0, (int)(sizeof(powers) / sizeof(*powers)));
	tcase_add_test(tcase, basis_of_a_cell);
	tcase_add_test(tcase, single_samples_can_only_guess);
	tcase_add_test(tcase, figures_without_noise);
	tcase_add_test(tcase, groups_keep_their_own_noise);
	tcase_add_test(tcase, summary_of_cells);
	tcase_add_test(tcase, no_cells);
	suite_add_tcase(suite, tcase);
	return suite;
}
