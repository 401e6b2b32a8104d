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

		ck_assert_int_eq(buffer_init(&buffer, sizes[i], 1, false), 0);
		ck_assert_uint_eq((uintptr_t)buffer.data % page, 0);
		ck_assert_uint_eq(buffer.size, sizes[i]);
		ck_assert_uint_ge(buffer.mapped, sizes[i]);
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

	ck_assert_int_eq(buffer_init(&buffer, SIZE, 1, false), 0);
	ck_assert_int_eq(compress2(out, &packed, buffer.data, SIZE, 9), Z_OK);
	ck_assert_uint_ge(packed, SIZE);
	buffer_release(&buffer);
	free(out);
}
END_TEST

START_TEST(the_seed_decides)
{
	struct buffer a, b, other;

	ck_assert_int_eq(buffer_init(&a, SIZE, 5, false), 0);
	ck_assert_int_eq(buffer_init(&b, SIZE, 5, false), 0);
	ck_assert_int_eq(buffer_init(&other, SIZE, 6, false), 0);
	ck_assert_mem_eq(a.data, b.data, SIZE);
	ck_assert_mem_ne(a.data, other.data, SIZE);
	buffer_release(&a);
	buffer_release(&b);
	buffer_release(&other);
}
END_TEST

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(uint64_t));
}

/* The stamps of all blocks of many writes of several lengths: none comes twice. */
START_TEST(no_two_blocks_are_alike)
{
	enum { WRITES = 200 };
	static const size_t lens[] = { 512, 4096, 10000, SIZE };
	uint64_t *stamps = calloc((size_t)WRITES * 4 * (SIZE / BUFFER_BLOCK), sizeof(*stamps));
	struct buffer buffer;
	size_t n = 0;

	ck_assert_int_eq(buffer_init(&buffer, SIZE, 1, false), 0);
	for (size_t i = 0; i < WRITES; i++) {
		size_t len = lens[i % 4];

		buffer_stamp(&buffer, len);
		for (size_t at = 0; at + sizeof(*stamps) <= len; at += BUFFER_BLOCK)
			memcpy(&stamps[n++], buffer.data + at, sizeof(*stamps));
	}
	qsort(stamps, n, sizeof(*stamps), compare);
	for (size_t i = 1; i < n; i++) {
		if (stamps[i - 1] == stamps[i])
			ck_abort_msg("a stamp comes twice");
	}
	buffer_release(&buffer);
	free(stamps);
}
END_TEST

/* What lies behind the length, or has no room for a stamp, is left alone. */
START_TEST(stamps_stay_within)
{
	static const size_t lens[] = { 1, 7, 8, 4096, 4100, 4104, 8192 };
	unsigned char *before = malloc(SIZE);
	struct buffer buffer;

	ck_assert_int_eq(buffer_init(&buffer, SIZE, 1, false), 0);
	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		memcpy(before, buffer.data, SIZE);
		buffer_stamp(&buffer, lens[i]);
		ck_assert_mem_eq(buffer.data + lens[i], before + lens[i], SIZE - lens[i]);
		ck_assert_int_eq(memcmp(buffer.data, before, 8) != 0, lens[i] >= 8);
	}
	buffer_release(&buffer);
	free(before);
}
END_TEST

Suite *suite_buffer(void)
{
	Suite *suite = suite_create("buffer");
	TCase *tcase = tcase_create("buffer");

	tcase_add_test(tcase, is_aligned_and_as_large_as_asked);
	tcase_add_test(tcase, does_not_compress);
	tcase_add_test(tcase, the_seed_decides);
	tcase_add_test(tcase, no_two_blocks_are_alike);
	tcase_add_test(tcase, stamps_stay_within);
	suite_add_tcase(suite, tcase);
	return suite;
}
