#include "api/sim_residency.h"

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define UNIT UINT64_C(4096)

START_TEST(a_touch_counts_what_was_not_there)
{
	struct sim_residency r = { 0 };

	ck_assert_int_eq(sim_residency_reserve(&r, 100 * UNIT), 0);
	ck_assert_uint_eq(sim_residency_touch(&r, 0, 1), UNIT);
	ck_assert_uint_eq(sim_residency_touch(&r, 4095, 1), 0);
	ck_assert_uint_eq(sim_residency_touch(&r, 4095, 2), UNIT);
	ck_assert_uint_eq(sim_residency_touch(&r, 0, 100 * UNIT), 98 * UNIT);
	ck_assert_uint_eq(r.resident, 100);
	ck_assert_uint_eq(sim_residency_touch(&r, 50 * UNIT, 1), 0);
	ck_assert_uint_eq(sim_residency_forget(&r, 63 * UNIT, 2 * UNIT), 2 * UNIT);
	ck_assert_uint_eq(sim_residency_forget(&r, 64 * UNIT, UNIT), 0);
	ck_assert_uint_eq(sim_residency_touch(&r, 60 * UNIT, 10 * UNIT), 2 * UNIT);
	sim_residency_clear(&r);
	ck_assert_uint_eq(sim_residency_touch(&r, 0, 100 * UNIT), 100 * UNIT);
	sim_residency_release(&r);
}
END_TEST

/* Against a plain array, over ranges that begin and end everywhere around the words. */
START_TEST(agrees_with_an_array_of_bools)
{
	enum { UNITS = 200 };
	bool there[UNITS] = { false };
	struct sim_residency r = { 0 };
	unsigned x = 1;

	ck_assert_int_eq(sim_residency_reserve(&r, UNITS * UNIT), 0);
	for (int round = 0; round < 5000; round++) {
		uint64_t first, n, changed = 0, got;
		bool set;

		x = x * 1103515245 + 12345;
		first = (x >> 16) % UNITS;
		n = 1 + (x >> 8) % (UNITS - first);
		set = x >> 30 & 1;
		for (uint64_t i = first; i < first + n; i++) {
			changed += there[i] != set;
			there[i] = set;
		}
		got = set ? sim_residency_touch(&r, first * UNIT, n * UNIT)
			  : sim_residency_forget(&r, first * UNIT + 1, n * UNIT - 1);
		if (got != changed * UNIT)
			ck_abort_msg("round %d: %llu instead of %llu units", round, (unsigned long long)(got / UNIT),
				     (unsigned long long)changed);
	}
	sim_residency_release(&r);
}
END_TEST

START_TEST(growing_keeps_what_is_there)
{
	struct sim_residency r = { 0 };

	ck_assert_int_eq(sim_residency_reserve(&r, 1), 0);
	sim_residency_touch(&r, 0, 1);
	for (uint64_t units = 2; units < 1000; units++) {
		ck_assert_int_eq(sim_residency_reserve(&r, units * UNIT), 0);
		ck_assert_uint_eq(sim_residency_touch(&r, 0, units * UNIT), UNIT);
	}
	ck_assert_int_eq(sim_residency_reserve(&r, 1), 0);
	ck_assert_uint_eq(r.resident, 999);
	sim_residency_release(&r);
}
END_TEST

START_TEST(memory_is_bounded_by_coarser_units)
{
	struct sim_residency r = { 0 };
	const uint64_t tib = UINT64_C(1) << 40;

	ck_assert_int_eq(sim_residency_reserve(&r, UINT64_C(1) << 32), 0);
	ck_assert_uint_eq(r.unit_shift, 12);
	sim_residency_release(&r);
	ck_assert_int_eq(sim_residency_reserve(&r, tib), 0);
	ck_assert_uint_le(r.units, 1 << 20);
	ck_assert_uint_eq(sim_residency_touch(&r, tib - 1, 1), 1 << 20);
	ck_assert_uint_eq(sim_residency_touch(&r, 0, tib / 2) + sim_residency_touch(&r, tib / 2, tib / 2),
			  tib - (1 << 20));
	sim_residency_release(&r);
}
END_TEST

Suite *suite_sim_residency(void)
{
	Suite *suite = suite_create("sim_residency");
	TCase *tcase = tcase_create("sim_residency");

	tcase_add_test(tcase, a_touch_counts_what_was_not_there);
	tcase_add_test(tcase, agrees_with_an_array_of_bools);
	tcase_add_test(tcase, growing_keeps_what_is_there);
	tcase_add_test(tcase, memory_is_bounded_by_coarser_units);
	suite_add_tcase(suite, tcase);
	return suite;
}
