#include "api/buffer.h"

#include <check.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#define SIZE (256U << 10)

START_TEST(is_aligned_and_as_large_as_asked)
{
	static const size_t sizes[] = { 1, 511, 4096, 4097, SIZE };
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct buffer buffer;

		ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ sizes[i], sizes[i] }, 1, false), 0);
		ck_assert_uint_eq((uintptr_t)buffer.data % page, 0);
		ck_assert_uint_eq(buffer.size.data, sizes[i]);
		ck_assert_uint_ge(buffer.mapped.data, sizes[i]);
		buffer.data[sizes[i] - 1] = 1;
		buffer_release(&buffer);
		buffer_release(&buffer);
	}
}
END_TEST

START_TEST(does_not_compress)
{
	uLongf packed = compressBound(SIZE);
	Bytef *out = malloc(packed);
	struct buffer buffer;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ SIZE, SIZE }, 1, false), 0);
	ck_assert_int_eq(compress2(out, &packed, buffer.data, SIZE, 9), Z_OK);
	ck_assert_uint_ge(packed, SIZE);
	buffer_release(&buffer);
	free(out);
}
END_TEST

/* Two buffers hold the same; what tells their writes apart is the first stamp. */
START_TEST(the_seed_decides_the_stamps)
{
	struct buffer a, b, other;

	ck_assert_int_eq(buffer_init(&a, (struct buffer_size){ SIZE, SIZE }, 5, false), 0);
	ck_assert_int_eq(buffer_init(&b, (struct buffer_size){ SIZE, SIZE }, 5, false), 0);
	ck_assert_int_eq(buffer_init(&other, (struct buffer_size){ SIZE, SIZE }, 6, false), 0);
	ck_assert_mem_eq(a.data, b.data, SIZE);
	ck_assert_mem_eq(a.data, other.data, SIZE);
	ck_assert_uint_eq(a.stamp, b.stamp);
	ck_assert_uint_ne(a.stamp, other.stamp);
	buffer_release(&a);
	buffer_release(&b);
	buffer_release(&other);
}
END_TEST

START_TEST(a_stamp_has_its_number)
{
	static const uint64_t numbers[] = { 0, 1, 2, 4095, 4096, UINT64_C(1) << 40, UINT64_MAX };
	struct buffer buffer;
	uint64_t first;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ SIZE, SIZE }, 5, false), 0);
	first = buffer_reserve(&buffer, 10);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		ck_assert_uint_eq(buffer_stamp_number(first, first + numbers[i] * BUFFER_STEP), numbers[i]);
	ck_assert_uint_eq(buffer_stamp_number(first, buffer_reserve(&buffer, 7)), 10);
	ck_assert_uint_eq(buffer_stamp_number(first, buffer_reserve(&buffer, 1)), 17);
	buffer_release(&buffer);
}
END_TEST

/* One bit of a stamp makes it another one that is far from all that were reserved. */
START_TEST(a_damaged_stamp_is_out_of_range)
{
	struct buffer buffer;
	uint64_t first;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ SIZE, SIZE }, 5, false), 0);
	first = buffer_reserve(&buffer, 1000);
	for (uint64_t number = 0; number < 1000; number++) {
		for (unsigned bit = 0; bit < 64; bit++) {
			uint64_t damaged = (first + number * BUFFER_STEP) ^ UINT64_C(1) << bit;

			if (buffer_stamp_number(first, damaged) < 1000)
				ck_abort_msg("bit %u of stamp %d", bit, (int)number);
		}
	}
	buffer_release(&buffer);
}
END_TEST

/* Every block gets the stamp of its place, and nothing else changes; the last one, where it is short, a part. */
START_TEST(stamps_stay_within)
{
	static const size_t lens[] = { 1, 7, 8, 4095, 4096, 4097, 4100, 4104, 8192, 10000, SIZE };
	const uint64_t stamp = UINT64_C(0xf1f2f3f4f5f6f7f8);
	unsigned char *expected = malloc(SIZE);
	struct buffer buffer;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ SIZE, SIZE }, 1, false), 0);
	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		memcpy(expected, buffer.data, SIZE);
		for (size_t at = 0; at < lens[i]; at += BUFFER_BLOCK) {
			uint64_t its = stamp + at * BUFFER_STEP;

			memcpy(expected + at, &its, lens[i] - at < sizeof(its) ? lens[i] - at : sizeof(its));
		}
		buffer_stamp(&buffer, buffer.data, lens[i], stamp);
		ck_assert_mem_eq(buffer.data, expected, SIZE);
	}
	buffer_release(&buffer);
	free(expected);
}
END_TEST

/* All regions hold what the first one does, whatever was arranged before, and the first one what a new buffer holds. */
START_TEST(regions_are_alike)
{
	static const struct {
		size_t region;
		unsigned n;
	} rows[] = { { 4096, 7 }, { 8192, 3 }, { 8192, 5 }, { 4096, 1 }, { 65536, 4 }, { 100, 1 }, { 5000, 1 }, { 4096, 64 },
		     { SIZE, 1 }, { 65536, 2 } };
	struct buffer buffer, fresh;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ SIZE, SIZE }, 1, false), 0);
	ck_assert_int_eq(buffer_init(&fresh, (struct buffer_size){ SIZE, SIZE }, 1, false), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		buffer_arrange(&buffer, rows[i].region, rows[i].n);
		for (unsigned r = 0; r < rows[i].n; r++)
			ck_assert_mem_eq(buffer.data + r * rows[i].region, fresh.data, rows[i].region);
	}
	buffer_release(&buffer);
	buffer_release(&fresh);
}
END_TEST

/* A record begins at its place modulo the turn, at whole blocks, and there is room behind it. */
START_TEST(places_follow_from_offsets)
{
	static const struct {
		uint64_t record;
		unsigned depth;
		size_t phases;
	} rows[] = {
		{ 1, 1, BUFFER_TURN - 4096 },
		{ 512, 1, BUFFER_TURN - 4096 },
		{ 1000, 4, BUFFER_TURN - 4096 },
		{ 4096, 1, BUFFER_TURN - 4096 },
		{ 4096, 32, BUFFER_TURN - 4096 },
		{ 12288, 1, BUFFER_TURN - 4096 },
		{ 16384, 4, BUFFER_TURN - 16384 },
		{ 65536, 1, 65536 },
		{ 98304, 1, BUFFER_TURN - 32768 },
		{ BUFFER_TURN, 1, 0 },
		{ 1 << 20, 4, 0 },
		{ 4096, 33, BUFFER_TURN / 2 - 4096 },
		{ 4096, 512, BUFFER_TURN / 16 - 4096 },
		{ 4096, 4096, 0 },
		{ 65536, 64, 0 },
	};
	unsigned char memory[1] = { 0 };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t phases = buffer_phases(rows[i].record, rows[i].depth), turn = BUFFER_TURN;

		ck_assert_msg(phases == rows[i].phases, "row %zu: %zu", i, phases);
		while (turn * rows[i].depth > BUFFER_TURNS_MOST)
			turn /= 2;
		for (uint64_t n = 0; n < 1000; n++) {
			uint64_t offset = n * rows[i].record;
			size_t place = (size_t)((uintptr_t)buffer_place(memory, phases, offset) - (uintptr_t)memory);

			ck_assert_uint_eq(place, offset % turn / BUFFER_BLOCK * BUFFER_BLOCK);
		}
	}
}
END_TEST

/* A file of records of any whole number of blocks holds nothing twice within a turn. */
START_TEST(small_records_make_files_that_do_not_compress)
{
	static const size_t records[] = { 4096, 12288, 16384, 65536, 98304, BUFFER_TURN };
	const size_t file_size = 3 * BUFFER_TURN;
	unsigned char *file = malloc(file_size + BUFFER_TURN);
	Bytef *out = malloc(compressBound(file_size));

	for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++) {
		size_t phases = buffer_phases(records[i], 1);
		uLongf packed = compressBound(file_size);
		struct buffer buffer;

		ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ records[i] + phases, 1 }, 1, false), 0);
		for (size_t at = 0; at < file_size; at += records[i]) {
			unsigned char *place = buffer_place(buffer.data, phases, at);

			buffer_stamp(&buffer, place, records[i], buffer.stamp + at * BUFFER_STEP);
			memcpy(file + at, place, records[i]);
		}
		ck_assert_int_eq(compress2(out, &packed, file, file_size, 9), Z_OK);
		ck_assert_msg(packed >= file_size, "records of %zu: %lu", records[i], packed);
		buffer_release(&buffer);
	}
	free(file);
	free(out);
}
END_TEST

Suite *suite_buffer(void)
{
	Suite *suite = suite_create("buffer");
	TCase *tcase = tcase_create("buffer");

	tcase_add_test(tcase, is_aligned_and_as_large_as_asked);
	tcase_add_test(tcase, does_not_compress);
	tcase_add_test(tcase, the_seed_decides_the_stamps);
	tcase_add_test(tcase, a_stamp_has_its_number);
	tcase_add_test(tcase, a_damaged_stamp_is_out_of_range);
	tcase_add_test(tcase, stamps_stay_within);
	tcase_add_test(tcase, regions_are_alike);
	tcase_add_test(tcase, places_follow_from_offsets);
	tcase_add_test(tcase, small_records_make_files_that_do_not_compress);
	suite_add_tcase(suite, tcase);
	return suite;
}
