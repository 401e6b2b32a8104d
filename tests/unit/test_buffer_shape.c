/* Data that can be saved: by zlib, which must find what was asked for, and by counting blocks that are alike. */
#include "api/buffer.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <zlib.h>

#define BLOCKS 8192U /* of a made-up file */
#define SIZE (1U << 20)

static const unsigned percents[] = { 0, 5, 10, 25, 50, 75, 90, 95, 100 };

static struct buffer make(size_t size, unsigned dedupe, unsigned compress)
{
	struct buffer buffer;

	ck_assert_int_eq(buffer_init(&buffer, (struct buffer_size){ size, size }, 7, false), 0);
	buffer_shape(&buffer, &(struct data_shape){ dedupe, compress });
	return buffer;
}

/* Records in the order of a file. */
static void stamp_next(struct buffer *buffer, size_t len)
{
	buffer_stamp(buffer, buffer->data, len, buffer_reserve(buffer, len));
}

/* What zlib saves of it, in percent. */
static double saved(const unsigned char *data, size_t len, int level)
{
	uLongf packed = compressBound(len);
	Bytef *out = malloc(packed);

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(compress2(out, &packed, data, len, level), Z_OK);
	free(out);
	return 100 - 100 * (double)packed / (double)len;
}

START_TEST(data_compress_as_asked)
{
	static const size_t lens[] = { 4096, 65536, SIZE };

	for (size_t p = 0; p < sizeof(percents) / sizeof(*percents); p++) {
		struct buffer buffer = make(SIZE, 0, percents[p]);

		stamp_next(&buffer, SIZE);
		for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
			double share = saved(buffer.data, lens[i], 1);

			ck_assert_msg(fabs(share - percents[p]) < 5, "%u %% of %zu: %f", percents[p], lens[i], share);
		}
		buffer_release(&buffer);
	}
}
END_TEST

/* Also where each record is smaller than a block. */
START_TEST(small_records_compress)
{
	struct buffer buffer = make(BUFFER_PIECE, 0, 50);
	unsigned char *file = malloc(64 * BUFFER_PIECE);

	for (size_t i = 0; i < 64; i++) {
		stamp_next(&buffer, BUFFER_PIECE);
		memcpy(file + i * BUFFER_PIECE, buffer.data, BUFFER_PIECE);
	}
	/* Equal records are close together here, which more compression than asked for comes from. */
	ck_assert_double_gt(saved(file, 64 * BUFFER_PIECE, 1), 45);
	ck_assert_double_gt(saved(file, BUFFER_PIECE, 1), 40);
	free(file);
	buffer_release(&buffer);
}
END_TEST

static uint64_t hash(const unsigned char *block)
{
	uint64_t sum = 14695981039346656037U;

	for (size_t at = 0; at < BUFFER_BLOCK; at += sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, block + at, sizeof(word));
		sum = (sum ^ word) * 1099511628211U;
		sum ^= sum >> 29;
	}
	return sum;
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* How many blocks of a file that is written in records of that size are copies, in percent. */
static double copies(struct buffer *buffer, size_t record)
{
	static uint64_t hashes[BLOCKS];
	unsigned n = 0, distinct = 0;

	while (n < BLOCKS) {
		stamp_next(buffer, record);
		for (size_t at = 0; at < record; at += BUFFER_BLOCK)
			hashes[n++] = hash(buffer->data + at);
	}
	qsort(hashes, BLOCKS, sizeof(*hashes), compare);
	for (n = 0; n < BLOCKS; n++)
		distinct += !n || hashes[n] != hashes[n - 1];
	return 100 - 100.0 * distinct / BLOCKS;
}

START_TEST(blocks_are_copies_as_asked)
{
	static const size_t records[] = { 4096, 16384, SIZE };

	for (size_t p = 0; p < sizeof(percents) / sizeof(*percents); p++) {
		for (size_t r = 0; r < sizeof(records) / sizeof(*records); r++) {
			struct buffer buffer = make(records[r], percents[p], 0);
			double share = copies(&buffer, records[r]);

			ck_assert_msg(fabs(share - percents[p]) < 1, "%u %% in %zu: %f", percents[p], records[r], share);
			ck_assert(percents[p] || share == 0.0);
			buffer_release(&buffer);
		}
	}
}
END_TEST

/* Copies do not help compressors, whose windows and pieces are smaller than what lies between them. */
START_TEST(both_at_once)
{
	struct buffer buffer = make(SIZE, 60, 30);

	ck_assert_double_eq_tol(copies(&buffer, SIZE), 60, 1);
	ck_assert_double_eq_tol(saved(buffer.data, SIZE, 9), 30, 5);
	buffer_release(&buffer);
}
END_TEST

/* Contents can be foretold: the data at a block's place, and its stamp. */
START_TEST(stamps_follow_from_numbers)
{
	struct buffer buffer = make(SIZE, 40, 20), same = make(SIZE, 40, 20);
	uint64_t first = buffer.stamp, stamp;

	stamp_next(&buffer, SIZE);
	for (size_t at = 0; at < SIZE; at += BUFFER_BLOCK) {
		stamp = buffer_stamp_of(&same, first + at * BUFFER_STEP);
		memcpy(same.data + at, &stamp, sizeof(stamp));
	}
	ck_assert_mem_eq(buffer.data, same.data, SIZE);
	buffer_release(&buffer);
	buffer_release(&same);
}
END_TEST

START_TEST(no_shape_changes_nothing)
{
	struct buffer plain, shaped = make(SIZE, 0, 0);

	ck_assert_int_eq(buffer_init(&plain, (struct buffer_size){ SIZE, SIZE }, 7, false), 0);
	ck_assert_mem_eq(plain.data, shaped.data, SIZE);
	for (uint64_t i = 0; i < 100000; i++)
		ck_assert_uint_eq(buffer_stamp_of(&shaped, shaped.stamp + i), shaped.stamp + i);
	buffer_release(&plain);
	buffer_release(&shaped);
}
END_TEST

Suite *suite_buffer_shape(void)
{
	Suite *suite = suite_create("buffer_shape");
	TCase *tcase = tcase_create("buffer_shape");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, data_compress_as_asked);
	tcase_add_test(tcase, small_records_compress);
	tcase_add_test(tcase, blocks_are_copies_as_asked);
	tcase_add_test(tcase, both_at_once);
	tcase_add_test(tcase, stamps_follow_from_numbers);
	tcase_add_test(tcase, no_shape_changes_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}
