/* What of a run its estimate counts. What the figures are worth test_forecast.c shows. */
#include "sweep/estimate.h"
#include "unit/sweep_stage.h"

#include <check.h>

/* Real files: a virtual API keeps no data that could be verified. */
static struct sweep_stage *stage_of(bool verify)
{
	static const char *const tests[] = { "psync:write", "psync:read" };
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_tests(s, tests, 2);
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, 4 * MIB);
	SWEEP_STAGE_SIZES(&s->config.records, 4 * KIB);
	s->config.modes[MODE_DEVICE] = false;
	sweep_stage_open(s);
	s->setting.verify = verify;
	return s;
}

static void close_stage(struct sweep_stage *s)
{
	sweep_stage_load(s);
	sweep_stage_free(s);
}

START_TEST(verifying_takes_its_time)
{
	for (int verify = 0; verify <= 1; verify++) {
		struct sweep_stage *s = stage_of(verify);
		struct estimate_sum with, without;
		struct estimate e;

		ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &e), 0);
		e.sizes_n = 1;
		with = estimate_pass(&e);
		for (size_t i = 0; i < s->plan.tests_n; i++) {
			struct estimate_cost *cost = &e.costs[MODE_CACHED * s->plan.tests_n + i];

			ck_assert_int_eq(cost->verify_byte_ns > 0, verify);
			cost->verify_byte_ns = 0;
		}
		without = estimate_pass(&e);
		ck_assert_int_eq(with.ns > without.ns, verify);
		ck_assert_double_eq(with.bytes, without.bytes);
		estimate_release(&e);
		close_stage(s);
	}
}
END_TEST

START_TEST(a_run_is_its_passes_and_what_precedes_them)
{
	struct sweep_stage *s = stage_of(false);
	struct estimate_sum pass, file, run;
	struct estimate e;

	ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &e), 0);
	pass = estimate_pass(&e);
	file = estimate_file(&e, 4 * MIB);
	run = estimate_run(&e, 3);
	ck_assert_double_eq_tol(run.ns, 3 * pass.ns, 1);
	ck_assert_double_eq(run.bytes, 3 * pass.bytes);
	s->config.precondition = true;
	run = estimate_run(&e, 3);
	ck_assert_double_eq_tol(run.ns, 3 * pass.ns + file.ns, 1);
	ck_assert_double_eq(run.bytes, 3 * pass.bytes + (double)(4 * MIB));
	estimate_release(&e);
	close_stage(s);
}
END_TEST

Suite *suite_estimate(void)
{
	Suite *suite = suite_create("estimate");
	TCase *tc = tcase_create("estimate");

	tcase_add_test(tc, verifying_takes_its_time);
	tcase_add_test(tc, a_run_is_its_passes_and_what_precedes_them);
	suite_add_tcase(suite, tc);
	return suite;
}
