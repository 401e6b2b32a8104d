#include "sweep/refine.h"

#include "model/raid_geometry.h"

#include <check.h>
#include <stdlib.h>

#define KIB UINT64_C(1024)

static struct size_list list;

static void setup(void)
{
	list = (struct size_list){ NULL, 0 };
}

static void teardown(void)
{
	size_list_release(&list);
}

/* Doublings from first to last. */
static void grow(uint64_t first, uint64_t last)
{
	list.v = calloc(32, sizeof(*list.v));
	ck_assert_ptr_nonnull(list.v);
	for (uint64_t size = first; size <= last; size *= 2)
		list.v[list.n++] = size;
}

static bool has(uint64_t size)
{
	for (size_t i = 0; i < list.n; i++) {
		ck_assert(!i || list.v[i] > list.v[i - 1]);
		if (list.v[i] == size)
			return true;
	}
	return false;
}

START_TEST(an_array_has_its_own_sizes)
{
	static const uint64_t kib[] = { 256, 320, 512, 768, 1024, 1280, 1536, 960, 1600, 2560 };
	const struct raid_geometry five = { 256 * KIB, 5 };

	grow(4 * KIB, 4096 * KIB);
	ck_assert_int_eq(refine_records(&five, &list), 0);
	for (size_t i = 0; i < sizeof(kib) / sizeof(*kib); i++)
		ck_assert(has(kib[i] * KIB));
	ck_assert_uint_eq(list.n, 11 + 7); /* 256K, 512K and 1M were there */
	ck_assert_int_eq(refine_records(&five, &list), 0);
	ck_assert_uint_eq(list.n, 18); /* once is enough */
}
END_TEST

START_TEST(other_storage_has_quarters_and_halves)
{
	grow(4 * KIB, 16384 * KIB);
	ck_assert_int_eq(refine_records(NULL, &list), 0);
	ck_assert_uint_eq(list.n, 13 + 12);
	ck_assert(has(80 * KIB) && has(96 * KIB) && has(2560 * KIB) && has(3072 * KIB) && !has(40 * KIB));
}
END_TEST

START_TEST(nothing_outside_the_range)
{
	const struct raid_geometry wide = { 64 * KIB, 1000 };

	grow(64 * KIB, 128 * KIB);
	ck_assert_int_eq(refine_records(&wide, &list), 0);
	ck_assert_uint_eq(list.n, 3); /* and 80K */
	ck_assert(has(80 * KIB));
}
END_TEST

static void expect_files(const uint64_t *kib, size_t n)
{
	ck_assert_uint_eq(list.n, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(list.v[i], kib[i] * KIB);
}

START_TEST(files_are_whole_stripes)
{
	static const uint64_t kib[] = { 4096, 8192, 15 * 1024, 25 * 1280, 51 * 1280 };
	const struct raid_geometry five = { 256 * KIB, 5 };

	grow(4096 * KIB, 65536 * KIB);
	ck_assert_uint_eq(refine_files(&five, &list), 15 * 1024 * KIB);
	expect_files(kib, 5);
	ck_assert_uint_eq(refine_files(&five, &list), 0); /* once is enough */
	expect_files(kib, 5);
}
END_TEST

START_TEST(files_stay_what_they_are)
{
	static const struct raid_geometry arrays[] = { { 256 * KIB, 4 }, { 256 * KIB, 0 }, { 64 * KIB, 1024 } };
	static const uint64_t kib[] = { 16384, 32768, 65536 };

	grow(16384 * KIB, 65536 * KIB);
	ck_assert_uint_eq(refine_files(&arrays[_i], &list), 0);
	expect_files(kib, 3);
}
END_TEST

START_TEST(files_that_become_one)
{
	static const uint64_t kib[] = { 10240, 11520 };
	const struct raid_geometry five = { 256 * KIB, 5 };

	list.v = calloc(3, sizeof(*list.v));
	ck_assert_ptr_nonnull(list.v);
	list.n = 3;
	list.v[0] = 10240 * KIB;
	list.v[1] = 11000 * KIB;
	list.v[2] = 12000 * KIB;
	ck_assert_uint_eq(refine_files(&five, &list), 10240 * KIB);
	expect_files(kib, 2);
}
END_TEST

/* Whatever a boundary is: after a few halvings it is known to a quarter, in sizes that direct I/O takes. */
START_TEST(halving_ends)
{
	static const uint64_t ends[][2] = { { 64 * KIB, 256 * KIB }, { 4 * KIB, 8 * KIB }, { 1536 * KIB, 4096 * KIB },
					    { 512, 4 * KIB }, { 160 * KIB, 256 * KIB } };
	uint64_t from = ends[_i][0], to = ends[_i][1], middle;
	unsigned n = 0;

	for (; refine_middle(from, to, &middle); n++) {
		ck_assert(from < middle && middle < to && middle % 512 == 0);
		if (n % 2)
			from = middle;
		else
			to = middle;
	}
	ck_assert_uint_gt(n, 0);
	ck_assert_uint_lt(n, 6);
	ck_assert(4 * to <= 5 * from || to - from <= 512);
}
END_TEST

Suite *suite_refine(void)
{
	Suite *suite = suite_create("refine");
	TCase *tc = tcase_create("refine");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_array_has_its_own_sizes);
	tcase_add_test(tc, other_storage_has_quarters_and_halves);
	tcase_add_test(tc, nothing_outside_the_range);
	tcase_add_test(tc, files_are_whole_stripes);
	tcase_add_loop_test(tc, files_stay_what_they_are, 0, 3);
	tcase_add_test(tc, files_that_become_one);
	tcase_add_loop_test(tc, halving_ends, 0, 5);
	suite_add_tcase(suite, tc);
	return suite;
}
