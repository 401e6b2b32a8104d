#include "unit/sweep_stage.h"

#include "base/err.h"
#include "sweep/estimate.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define ODD UINT64_C(100000)

static struct sweep_stage *odd_stage(void)
{
	struct sweep_stage *s = sweep_stage_new();

	s->direct_align = 512;
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, ODD);
	SWEEP_STAGE_SIZES(&s->config.records, 1000, 16 * KIB);
	return s;
}

static bool is_odd(const struct sample *x)
{
	return !strcmp(x->mode, "device") && (x->file_size_bytes % 512 || x->record_size_bytes % 512);
}

START_TEST(what_direct_io_cannot_do_is_skipped_and_not_counted)
{
	struct sweep_stage *s = odd_stage();
	uint64_t skipped = 0;

	sweep_stage_run(s);
	/* Of four pairs of sizes one is left to device mode. */
	ck_assert_uint_eq(s->plan.cells, s->config.tests_n * 5);
	ck_assert_uint_eq(s->plan.skipped, s->config.tests_n * 3);
	ck_assert_uint_eq(s->result.measured, s->plan.cells * s->config.passes);
	ck_assert_uint_eq(s->result.skipped, s->plan.skipped * s->config.passes);
	ck_assert_uint_eq(s->result.failed, 0);
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];

		ck_assert_str_eq(x->status, is_odd(x) ? "skipped" : "ok");
		skipped += is_odd(x);
	}
	ck_assert_uint_eq(skipped, s->result.skipped);
	ck_assert_ptr_nonnull(strstr(s->plan.remarks.buf, "18 cells of mode device are skipped: direct I/O needs multiples of "
							   "512 bytes here (file 100000; record 1000)\n"));
	sweep_stage_free(s);
}
END_TEST

START_TEST(what_is_skipped_costs_nothing)
{
	struct sweep_stage *s = odd_stage();
	struct estimate e;
	struct estimate_sum odd, even;

	s->config.modes[MODE_CACHED] = false;
	sweep_stage_open(s);
	ck_assert_int_eq(estimate_measure(&s->plan, &s->setting, &e), 0);
	odd = estimate_pass(&e);
	s->config.file_sizes.n = 1;
	even = estimate_pass(&e);
	ck_assert_double_gt(even.ns, 0);
	ck_assert_double_eq(odd.ns, even.ns);
	ck_assert_double_eq(odd.bytes, even.bytes);
	estimate_release(&e);
	s->config.file_sizes.n = 2;
	sweep_stage_free(s);
}
END_TEST

START_TEST(nothing_but_what_is_skipped_is_a_usage_error)
{
	struct sweep_stage *s = odd_stage();
	struct err err = ERR_INIT;

	SWEEP_STAGE_SIZES(&s->config.file_sizes, ODD);
	s->config.modes[MODE_CACHED] = false;
	ck_assert_int_eq(plan_resolve(&s->config, &s->plan, &err), 0);
	s->plan.direct_align = 512;
	ck_assert_int_eq(plan_finish(&s->plan, &err), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_ptr_nonnull(strstr(err.text, "multiples of 512 bytes"));
	sweep_stage_free(s);
}
END_TEST

Suite *suite_skipped(void)
{
	Suite *suite = suite_create("skipped");
	TCase *tc = tcase_create("skipped");

	tcase_add_test(tc, what_direct_io_cannot_do_is_skipped_and_not_counted);
	tcase_add_test(tc, what_is_skipped_costs_nothing);
	tcase_add_test(tc, nothing_but_what_is_skipped_is_a_usage_error);
	suite_add_tcase(suite, tc);
	return suite;
}
