#include "stats/judge.h"

#include "base/rng.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MOST 100
#define SAMPLES_MOST 7

static const uint64_t passes[SAMPLES_MOST] = { 1, 2, 3, 4, 5, 6, 7 };
static const struct judge_rule rule = { JUDGE_PRECISION, 0.95 };

static double normal(struct rng *rng)
{
	double u = rng_uniform(rng), v = rng_uniform(rng);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

/* A surface whose true logarithms are all 0. */
struct world {
	size_t cells, samples;
	double noise; /* of the typical cell; that of others is larger or smaller by a factor with the logarithm 0.5 */
	double outliers; /* share of samples that are slower by a factor of 1.3 to 10 */
	double drift, first; /* added to the logarithm: with each pass, to the first one */
	double shared; /* standard deviation of what a pass adds to all cells alike */
};

struct outcome {
	double covered, within, verdicts[VERDICTS_N]; /* shares of cells */
	double left_out; /* share of surfaces */
	double drifting; /* share of surfaces that show one or more */
};

static void make_cell(const struct world *w, struct rng *rng, const double *shared, double *logs)
{
	double noise = w->noise * exp(0.5 * normal(rng));

	for (size_t i = 0; i < w->samples; i++) {
		logs[i] = noise * normal(rng) + w->drift * (double)i + (i ? 0 : w->first) + shared[i];
		if (rng_uniform(rng) < w->outliers)
			logs[i] -= log(1.3 + 8.7 * rng_uniform(rng));
	}
}

static void judge_one(const struct world *w, struct rng *rng, struct outcome *sum)
{
	static double logs[CELLS_MOST][SAMPLES_MOST];
	struct judged cells[CELLS_MOST];
	struct judge_first first;
	double shared[SAMPLES_MOST] = { 0 };
	bool drifting = false;

	for (size_t i = 0; i < w->samples && w->shared > 0; i++)
		shared[i] = w->shared * normal(rng);
	for (size_t i = 0; i < w->cells; i++) {
		make_cell(w, rng, shared, logs[i]);
		cells[i] = (struct judged){ .logs = logs[i], .passes = passes, .n = w->samples };
	}
	ck_assert_int_eq(judge_cells(cells, w->cells, &rule, &first), 0);
	sum->left_out += first.left_out;
	for (size_t i = 0; i < w->cells; i++)
		drifting = drifting || cells[i].verdict == VERDICT_DRIFTING;
	sum->drifting += drifting;
	for (size_t i = 0; i < w->cells; i++) {
		sum->covered += fabs(cells[i].middle) <= cells[i].half_width;
		sum->within += judge_is_within(&cells[i], &rule);
		sum->verdicts[cells[i].verdict]++;
	}
}

static struct outcome judge_surfaces(const struct world *w, size_t surfaces)
{
	double cells = (double)(surfaces * w->cells);
	struct outcome o = { 0 };
	struct rng rng;

	rng_init(&rng, 1);
	for (size_t i = 0; i < surfaces; i++)
		judge_one(w, &rng, &o);
	o.covered /= cells;
	o.within /= cells;
	o.left_out /= (double)surfaces;
	o.drifting /= (double)surfaces;
	for (int i = 0; i < VERDICTS_N; i++)
		o.verdicts[i] /= cells;
	return o;
}

/* Surfaces with 2400 cells or a little more in all. */
static struct outcome judge_many(const struct world *w)
{
	return judge_surfaces(w, 2400 / w->cells + 1);
}

START_TEST(intervals_cover_as_often_as_they_say)
{
	static const size_t cells[] = { 1, 2, 5, 20, 100 }, samples[] = { 2, 3, 5, 7 };

	for (size_t i = 0; i < 20; i++) {
		struct world w = { .cells = cells[i / 4], .samples = samples[i % 4], .noise = 0.015 };
		double clean = judge_many(&w).covered, disturbed, least = w.cells > 2 ? 0.90 : 0.89;

		w.outliers = 0.05;
		disturbed = judge_many(&w).covered;
		ck_assert_msg(clean > least && clean < 0.98, "%zu cells, %zu samples: %.3f", w.cells, w.samples, clean);
		ck_assert_msg(disturbed > least && disturbed < (w.samples > 2 ? 0.98 : 0.99),
			"%zu cells, %zu samples, with outliers: %.3f", w.cells, w.samples, disturbed);
	}
}
END_TEST

/* Passes that are faster or slower as a whole, by up to half of the noise of a cell, leave that as it is. */
START_TEST(intervals_cover_where_passes_shift)
{
	static const double shares[] = { 0.25, 0.5 };

	for (size_t i = 0; i < 12; i++) {
		struct world w = { .cells = 20, .samples = 3 + 2 * (i / 4), .noise = 0.03 };
		double covered;

		w.shared = shares[i % 2] * w.noise;
		w.outliers = i / 2 % 2 ? 0.05 : 0;
		covered = judge_surfaces(&w, 400).covered;
		ck_assert_msg(covered > 0.90 && covered < 0.98, "%zu samples, %.2f of the noise shared, %.2f outliers: %.3f",
			      w.samples, shares[i % 2], w.outliers, covered);
	}
}
END_TEST

/* More samples make the interval narrow even where one of them is out, which is the case in three cells of ten here. */
START_TEST(outliers_do_not_keep_intervals_wide)
{
	struct world w = { .cells = 50, .samples = 7, .noise = 0.015, .outliers = 0.05 };
	struct outcome o = judge_many(&w);

	ck_assert_double_gt(o.within, 0.93);
	ck_assert_double_gt(o.verdicts[VERDICT_STABLE], 0.92);
	w.noise = 0.15;
	o = judge_many(&w);
	ck_assert_double_gt(o.verdicts[VERDICT_NOISY], 0.9);
}
END_TEST

START_TEST(drift_is_found_and_noise_is_not)
{
	for (size_t samples = 3; samples <= 7; samples += 2) {
		struct world w = { .cells = 20, .samples = samples, .noise = 0.015, .outliers = 0.05 };

		ck_assert_double_lt(judge_many(&w).verdicts[VERDICT_DRIFTING], 0.01);
		w.outliers = 0;
		ck_assert_double_lt(judge_many(&w).verdicts[VERDICT_DRIFTING], 0.01);
		w.noise = 0.005;
		w.drift = -0.03;
		ck_assert_double_gt(judge_many(&w).verdicts[VERDICT_DRIFTING], 0.8);
	}
}
END_TEST

/* A large table without any drift shows none as a rule. */
START_TEST(a_table_of_noise_shows_no_drift)
{
	for (size_t samples = 3; samples <= 7; samples += 2) {
		for (int outliers = 0; outliers <= 1; outliers++) {
			struct world w = { .cells = 100, .samples = samples, .noise = 0.015, .outliers = 0.05 * outliers };
			struct outcome o = judge_surfaces(&w, 150);

			ck_assert_msg(o.drifting < 0.15, "%zu samples: %.3f", samples, o.drifting);
			ck_assert_double_lt(o.verdicts[VERDICT_DRIFTING], 0.002);
		}
	}
}
END_TEST

START_TEST(a_first_pass_that_is_out_is_left_out)
{
	struct world w = { .cells = 20, .samples = 5, .noise = 0.015, .outliers = 0.05, .first = -0.1 };
	struct outcome o = judge_many(&w);

	ck_assert_double_gt(o.left_out, 0.99);
	ck_assert_double_gt(o.covered, 0.93);
	w.first = 0;
	ck_assert_double_lt(judge_many(&w).left_out, 0.01);
	/* A trend is no first pass. */
	w.drift = 0.03;
	ck_assert_double_lt(judge_many(&w).left_out, 0.2);
	w = (struct world){ .cells = 20, .samples = 3, .noise = 0.015, .first = -0.1 };
	ck_assert_double_eq(judge_many(&w).left_out, 0);
}
END_TEST

/* Few samples with a clear meaning. */
START_TEST(verdicts)
{
	static const struct {
		double logs[5];
		size_t n;
		bool contaminated;
		enum verdict verdict;
	} rows[] = {
		{ { 0 }, 0, false, VERDICT_NONE },
		{ { 3 }, 1, false, VERDICT_SINGLE },
		{ { 3, 3 }, 2, false, VERDICT_STABLE },
		{ { 3, 3.001, 2.999 }, 3, false, VERDICT_STABLE },
		{ { 3, 3.2, 2.9 }, 3, false, VERDICT_NOISY },
		{ { 3, 3.2, 3.4, 3.6 }, 4, false, VERDICT_DRIFTING },
		{ { 3, 3, 3, 3, 1 }, 5, false, VERDICT_NOISY },
		{ { 3, 3, 3 }, 3, true, VERDICT_CONTAMINATED },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct judged cell = { .logs = rows[i].logs, .passes = passes, .n = rows[i].n,
			.contaminated = rows[i].contaminated };
		struct judge_first first;

		ck_assert_int_eq(judge_cells(&cell, 1, &rule, &first), 0);
		ck_assert_msg(cell.verdict == rows[i].verdict, "row %zu: %s", i, verdict_name(cell.verdict));
		ck_assert(isnan(cell.middle) == !rows[i].n);
		ck_assert(isinf(cell.half_width) == (rows[i].n < 2));
	}
}
END_TEST

Suite *suite_judge(void)
{
	Suite *suite = suite_create("judge");
	TCase *tcase = tcase_create("judge");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, intervals_cover_as_often_as_they_say);
	tcase_add_test(tcase, intervals_cover_where_passes_shift);
	tcase_add_test(tcase, outliers_do_not_keep_intervals_wide);
	tcase_add_test(tcase, drift_is_found_and_noise_is_not);
	tcase_add_test(tcase, a_table_of_noise_shows_no_drift);
	tcase_add_test(tcase, a_first_pass_that_is_out_is_left_out);
	tcase_add_test(tcase, verdicts);
	suite_add_tcase(suite, tcase);
	return suite;
}
