#include "sweep/stopping.h"

#include "unit/sweep_stage.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Some of the openings of a file are slower as a whole, and all differ by a few percent. */
static struct sweep_stage *noisy_stage(void)
{
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_model(s, "{\"device\": {\"per_operation_ns\": 50000, \"read_mib_s\": 500, \"write_mib_s\": 400},"
			     " \"noise\": {\"cell_cv\": 0.03, \"outliers\": {\"share\": 0.05, \"factor\": 3}}}");
	s->config.passes = 7;
	return s;
}

static void run(struct sweep_stage *s, double precision, uint64_t budget_ns)
{
	sweep_stage_open(s);
	s->sweep.precision = precision;
	s->sweep.budget_ns = budget_ns;
	sweep_stage_sweep(s);
	sweep_stage_load(s);
}

static size_t samples_of_pass(const struct sweep_stage *s, uint64_t pass)
{
	size_t n = 0;

	for (size_t i = 0; i < s->contents.samples_n; i++)
		n += s->contents.samples[i].pass == pass;
	return n;
}

START_TEST(later_passes_go_where_it_is_needed)
{
	struct sweep_stage *s = noisy_stage();
	size_t cells;

	run(s, 0.05, 0);
	cells = s->plan.cells;
	ck_assert_int_eq(s->result.end, SWEEP_END_PRECISION);
	ck_assert_uint_eq(s->result.cells, cells);
	ck_assert_double_ge((double)s->result.cells_within, STOPPING_SHARE * (double)cells);
	ck_assert_uint_eq(samples_of_pass(s, 1), cells);
	ck_assert_uint_eq(samples_of_pass(s, 2), cells);
	ck_assert_uint_gt(samples_of_pass(s, 3), 0);
	ck_assert_uint_lt(samples_of_pass(s, 3), cells);
	for (uint64_t pass = 4; pass <= 7; pass++)
		ck_assert_uint_le(samples_of_pass(s, pass), samples_of_pass(s, pass - 1));
	ck_assert_uint_eq(samples_of_pass(s, 7), 0);
	sweep_stage_free(s);
}
END_TEST

START_TEST(what_cannot_be_reached_ends_with_the_passes)
{
	struct sweep_stage *s = noisy_stage();

	s->config.passes = 3;
	run(s, 0.001, 0);
	ck_assert_int_eq(s->result.end, SWEEP_END_PASSES);
	ck_assert_uint_lt(s->result.cells_within, s->result.cells / 2);
	ck_assert_uint_gt(samples_of_pass(s, 3), s->plan.cells * 9 / 10);
	sweep_stage_free(s);
}
END_TEST

/* It ends in any pass; what was measured stays, and the time is kept but for the group that was under way. */
START_TEST(a_budget_is_kept)
{
	struct sweep_stage *whole = noisy_stage();
	uint64_t all;

	run(whole, 0, 0);
	all = whole->result.wall_ns;
	ck_assert_int_eq(whole->result.end, SWEEP_END_PASSES);
	ck_assert_uint_eq(whole->result.cells, 0);
	for (uint64_t parts = 2; parts <= 20; parts += 6) {
		struct sweep_stage *s = noisy_stage();

		run(s, 0, all / parts);
		ck_assert_int_eq(s->result.end, SWEEP_END_BUDGET);
		ck_assert(!s->result.stopped);
		ck_assert_uint_gt(s->result.wall_ns, all / parts);
		ck_assert_uint_lt(s->result.wall_ns, all / parts + all / 50);
		ck_assert_uint_eq(s->contents.samples_n, s->result.measured);
		for (size_t i = 0; i < s->contents.samples_n; i++)
			ck_assert_uint_eq(s->contents.samples[i].clocked_ns, whole->contents.samples[i].clocked_ns);
		sweep_stage_free(s);
	}
	sweep_stage_free(whole);
}
END_TEST

/* The same is chosen from what a run that stopped has stored as from what it knew, whatever later passes have added. */
START_TEST(a_choice_depends_on_earlier_passes)
{
	struct sweep_stage *s = noisy_stage();
	struct tally tally;
	size_t chosen[4];

	run(s, 0.05, 0);
	ck_assert_int_eq(tally_init(&tally, &s->plan), 0);
	for (uint64_t upto = 2; upto <= 3; upto++) {
		struct stopping found;

		for (size_t i = 0; i < s->contents.samples_n; i++) {
			const struct sample *x = &s->contents.samples[i];
			struct cell_place place;

			ck_assert(tally_find(&tally, x, &place));
			if (upto == 3 || x->pass < 3)
				ck_assert_int_eq(tally_add(&tally, &place, x), 0);
		}
		ck_assert_int_eq(stopping_choose(&tally, 3, 0.05, &found), 0);
		chosen[upto] = found.chosen;
	}
	ck_assert_uint_eq(chosen[2], chosen[3]);
	ck_assert_uint_eq(chosen[2], samples_of_pass(s, 3));
	tally_release(&tally);
	sweep_stage_free(s);
}
END_TEST

Suite *suite_stopping(void)
{
	Suite *suite = suite_create("stopping");
	TCase *tcase = tcase_create("stopping");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, later_passes_go_where_it_is_needed);
	tcase_add_test(tcase, what_cannot_be_reached_ends_with_the_passes);
	tcase_add_test(tcase, a_budget_is_kept);
	tcase_add_test(tcase, a_choice_depends_on_earlier_passes);
	suite_add_tcase(suite, tcase);
	return suite;
}
