#include "stats/series.h"

#include <check.h>
#include <string.h>

#define SLOT ((uint64_t)SERIES_FIRST_NS)

static uint64_t sum_of(const struct series *s)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < SERIES_SLOTS; i++) {
		ck_assert(i < s->n || !s->bytes[i]);
		sum += s->bytes[i];
	}
	return sum;
}

START_TEST(bytes_lie_where_they_were_moved)
{
	struct series s;

	series_init(&s);
	series_add(&s, 0, SLOT, 10);
	series_add(&s, SLOT, SLOT + 1, 7);
	series_add(&s, SLOT + 1, SLOT + 1, 8); /* in no time */
	series_add(&s, 2 * SLOT - 1, 2 * SLOT, 9);
	series_add(&s, 3 * SLOT / 2, 11 * SLOT / 2, 400); /* half a slot, three, and half a one */
	ck_assert_uint_eq(s.interval_ns, SLOT);
	ck_assert_uint_eq(s.n, 6);
	ck_assert_uint_eq(s.bytes[0], 10);
	ck_assert_uint_eq(s.bytes[1], 24 + 50);
	ck_assert_uint_eq(s.bytes[2], 100);
	ck_assert_uint_eq(s.bytes[3], 100);
	ck_assert_uint_eq(s.bytes[4], 100);
	ck_assert_uint_eq(s.bytes[5], 50);
}
END_TEST

/* However long it goes on, no byte is lost, and at least half of the slots are in use once all were. */
START_TEST(slots_grow_with_the_time)
{
	struct series s;
	uint64_t sum = 0, at = 0;

	series_init(&s);
	for (uint64_t i = 1; i < 2000; i++) {
		uint64_t length = i * i * 1237;

		series_add(&s, at, at + length, i * 13);
		at += length;
		sum += i * 13;
		ck_assert_uint_eq(sum_of(&s), sum);
		ck_assert_uint_le(at, s.n * s.interval_ns);
		ck_assert_uint_gt(at, (s.n - 1) * s.interval_ns);
		ck_assert(s.interval_ns == SLOT || s.n >= SERIES_SLOTS / 2);
	}
	ck_assert_uint_gt(s.interval_ns, 100 * SLOT);
}
END_TEST

/* Two at once, of which the second began later and has longer slots. */
START_TEST(series_merge_on_one_clock)
{
	struct series all, one, other;

	series_init(&all);
	series_init(&one);
	series_init(&other);
	for (unsigned i = 0; i < 100; i++)
		series_add(&one, i * SLOT, (i + 1) * SLOT, 1000);
	for (unsigned i = 0; i < 300; i++)
		series_add(&other, i * SLOT, (i + 1) * SLOT, 10);
	ck_assert_uint_eq(other.interval_ns, 2 * SLOT);
	series_merge(&all, &one, 0, 100 * SLOT);
	series_merge(&all, &other, 50 * SLOT, 300 * SLOT);
	ck_assert_uint_eq(sum_of(&all), 100 * 1000 + 300 * 10);
	ck_assert_uint_eq(all.interval_ns, 2 * SLOT);
	ck_assert_uint_eq(all.n, 175);
	ck_assert_uint_eq(all.bytes[24], 2000);
	ck_assert_uint_eq(all.bytes[25], 2020);
	ck_assert_uint_eq(all.bytes[49], 2020);
	ck_assert_uint_eq(all.bytes[50], 20);
	ck_assert_uint_eq(all.bytes[174], 20);
}
END_TEST

/* The last slot of what ends within one has its bytes in the part that there was. */
START_TEST(a_part_of_a_slot_stays_a_part)
{
	struct series all, one;

	series_init(&all);
	series_init(&one);
	series_add(&one, 0, SLOT / 4, 100);
	for (unsigned i = 0; i < 8; i++)
		series_merge(&all, &one, i * SLOT / 4, SLOT / 4);
	ck_assert_uint_eq(all.n, 2);
	ck_assert_uint_eq(all.bytes[0], 400);
	ck_assert_uint_eq(all.bytes[1], 400);
}
END_TEST

START_TEST(a_summary_is_of_whole_slots)
{
	struct series_summary sum;
	struct series s;

	series_init(&s);
	for (unsigned i = 0; i < 40; i++)
		series_add(&s, i * SLOT, (i + 1) * SLOT, i % 2 ? 300 : 100);
	series_add(&s, 40 * SLOT, 40 * SLOT + 10, 1);
	ck_assert(series_summarise(&s, 40 * SLOT + 10, &sum));
	ck_assert_double_eq_tol(sum.min, 100 * 100, 1e-9);
	ck_assert_double_eq_tol(sum.max, 300 * 100, 1e-9);
	ck_assert_double_eq_tol(sum.mean, 200 * 100, 1e-9);
	ck_assert_double_eq_tol(sum.stddev, 100 * 100, 1e-9);
	ck_assert(!sum.fell);
	/* Time in which nothing was moved at the end is time. */
	ck_assert(series_summarise(&s, 80 * SLOT, &sum));
	ck_assert_double_eq_tol(sum.min, 0, 1e-9);
	ck_assert(sum.fell);
	ck_assert(!series_summarise(&s, SERIES_LEAST_SLOTS * SLOT - 1, &sum));
	ck_assert(series_summarise(&s, SERIES_LEAST_SLOTS * SLOT, &sum));
}
END_TEST

/* Fast for the first `fast` of 90 slots, then at that share of it. */
START_TEST(the_fall)
{
	static const struct {
		unsigned fast, share_percent;
		bool fell;
	} rows[] = {
		{ 90, 100, false }, { 45, 50, false }, { 45, 49, true }, { 30, 10, true },
		{ 60, 10, true },   { 75, 10, true },  { 86, 10, false }, { 10, 10, true },
		{ 20, 45, true },   { 1, 1000, false },
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		struct series_summary sum;
		struct series s;

		series_init(&s);
		for (unsigned i = 0; i < 90; i++)
			series_add(&s, i * SLOT, (i + 1) * SLOT, i < rows[r].fast ? 1000 : 10 * rows[r].share_percent);
		ck_assert(series_summarise(&s, 90 * SLOT, &sum));
		ck_assert_msg(sum.fell == rows[r].fell, "row %zu", r);
	}
}
END_TEST

/* A hiccup at the end, and bursts of the same mean behind a steady start. */
START_TEST(what_is_no_fall)
{
	struct series_summary sum;
	struct series hiccup, bursts;

	series_init(&hiccup);
	series_init(&bursts);
	for (unsigned i = 0; i < 60; i++) {
		series_add(&hiccup, i * SLOT, (i + 1) * SLOT, i >= 55 ? 0 : 1000);
		series_add(&bursts, i * SLOT, (i + 1) * SLOT, i < 30 ? 1000 : i % 3 ? 0 : 3000);
	}
	ck_assert(series_summarise(&hiccup, 60 * SLOT, &sum));
	ck_assert(!sum.fell);
	ck_assert(series_summarise(&bursts, 60 * SLOT, &sum));
	ck_assert(!sum.fell);
}
END_TEST

Suite *suite_series(void)
{
	Suite *suite = suite_create("series");
	TCase *tcase = tcase_create("series");

	tcase_add_test(tcase, bytes_lie_where_they_were_moved);
	tcase_add_test(tcase, slots_grow_with_the_time);
	tcase_add_test(tcase, series_merge_on_one_clock);
	tcase_add_test(tcase, a_part_of_a_slot_stays_a_part);
	tcase_add_test(tcase, a_summary_is_of_whole_slots);
	tcase_add_test(tcase, the_fall);
	tcase_add_test(tcase, what_is_no_fall);
	suite_add_tcase(suite, tcase);
	return suite;
}
