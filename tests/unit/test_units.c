#include "base/err.h"
#include "base/units.h"
#include "unit/skip.h"

#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (MIB * KIB)
#define TIB (GIB * KIB)
#define RAM (GIB + 4096)
#define COUNT(table) (sizeof(table) / sizeof(*(table)))
#define UNTOUCHED 77

static const struct {
	const char *text;
	uint64_t bytes;
} sizes[] = {
	{ "1", 1 },
	{ "4096", 4096 },
	{ "0004", 4 },
	{ "4.0", 4 },
	{ "4k", 4 * KIB },
	{ "4K", 4 * KIB },
	{ "4kb", 4 * KIB },
	{ "4KiB", 4 * KIB },
	{ "4kIB", 4 * KIB },
	{ "1.5m", 1572864 },
	{ "1.50000000000000000000000000m", 1572864 },
	{ "0.5k", 512 },
	{ "0.0009765625k", 1 },
	{ "0.1m", 0 },
	{ "0.125G", 128 * MIB },
	{ "2g", 2 * GIB },
	{ "1t", TIB },
	{ "16777216.5t", 0 },
	{ "1p", UINT64_C(1) << 50 },
	{ "19PiB", UINT64_C(19) << 50 },
	{ "4194304t", UINT64_C(1) << 62 },
	{ "4e", UINT64_C(1) << 62 },
	{ "4611686018427387904", UINT64_C(1) << 62 },
	{ "1xram", RAM },
	{ "2xram", 2 * RAM },
	{ "0.5xRAM", 512 * MIB },
	{ "0.3xram", 322121728 / 4096 * 4096 },
};

START_TEST(reads_sizes)
{
	uint64_t bytes = UNTOUCHED;
	struct err err = ERR_INIT;
	int ret = units_parse_size(sizes[_i].text, RAM, &bytes, &err);

	if (sizes[_i].bytes) {
		ck_assert_msg(!ret, "%s: %s", sizes[_i].text, err.text);
		ck_assert_uint_eq(bytes, sizes[_i].bytes);
	} else {
		ck_assert_int_eq(ret, -1);
	}
}
END_TEST

static const struct {
	const char *text, *message; /* message: what it must hold */
} bad_sizes[] = {
	{ "", "'' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram" },
	{ "abc", "'abc' is not a size" },
	{ "-5", "'-5' is not a size" },
	{ "+5", "'+5' is not a size" },
	{ " 5", "' 5' is not a size" },
	{ "5 ", "'5 ' is not a size" },
	{ "5 k", "'5 k' is not a size" },
	{ "k", "'k' is not a size" },
	{ ".5k", "'.5k' is not a size" },
	{ "1.k", "'1.k' is not a size" },
	{ "1..5k", "'1..5k' is not a size" },
	{ "1.5.5k", "'1.5.5k' is not a size" },
	{ "1e3", "'1e3' is not a size" },
	{ "0x10", "'0x10' is not a size" },
	{ "4kk", "'4kk' is not a size" },
	{ "4kbb", "'4kbb' is not a size" },
	{ "4ki", "'4ki' is not a size" },
	{ "4b", "'4b' is not a size" },
	{ "4z", "'4z' is not a size" },
	{ "inf", "'inf' is not a size" },
	{ "2xra", "'2xra' is not a size" },
	{ "2xrams", "'2xrams' is not a size" },
	{ "xram", "'xram' is not a size" },
	{ "0", "'0' is no size; the smallest is 1 byte" },
	{ "0k", "the smallest is 1 byte" },
	{ "0.000001xram", "the smallest is 1 byte" },
	{ "0.5", "'0.5' is not a whole number of bytes" },
	{ "1.00001k", "'1.00001k' is not a whole number of bytes" },
	{ "1.00000000000000000001k", "is not a whole number of bytes" },
	{ "0.0000000000000000000000001t", "is not a whole number of bytes" },
	{ "4611686018427387905", "is larger than 4e" },
	{ "4194305t", "is larger than 4e" },
	{ "18446744073709551616", "is larger than 4e" },
	{ "99999999999999999999999999999999999t", "is larger than 4e" },
	{ "99999999999999999999999999999999999xram", "is larger than 4e" },
	{ "64k:", "'64k:' is not one size" },
	{ "64k:1m", "ranges and lists are not taken here" },
	{ "4k,8k", "ranges and lists are not taken here" },
};

START_TEST(refuses_what_is_no_size)
{
	uint64_t bytes = UNTOUCHED;
	struct err err = ERR_INIT;

	ck_assert_msg(units_parse_size(bad_sizes[_i].text, RAM, &bytes, &err) == -1, "'%s' was accepted",
		bad_sizes[_i].text);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_msg(strstr(err.text, bad_sizes[_i].message), "%s", err.text);
	ck_assert_uint_eq(bytes, UNTOUCHED);
}
END_TEST

START_TEST(memory_unknown)
{
	uint64_t bytes = UNTOUCHED;
	struct err err = ERR_INIT;

	ck_assert_int_eq(units_parse_size("2xram", 0, &bytes, &err), -1);
	ck_assert_str_eq(err.text, "'2xram': multiples of the memory are not accepted here");
	ck_assert_int_eq(units_parse_size("2k", 0, &bytes, &err), 0);
	ck_assert_uint_eq(bytes, 2048);
}
END_TEST

static const struct {
	const char *text, *sizes;
} lists[] = {
	{ "4k", "4096 " },
	{ "4k:32k", "4096 8192 16384 32768 " },
	{ "4k:20k", "4096 8192 16384 20480 " },
	{ "3:20", "3 6 12 20 " },
	{ "4k:4k", "4096 " },
	{ "4k:4k:+1", "4096 " },
	{ "64k:256k:+64k", "65536 131072 196608 262144 " },
	{ "10:25:+10", "10 20 25 " },
	{ "10:11:+1t", "10 11 " },
	{ "1:4:+1,3,2:8", "1 2 3 4 8 " },
	{ "1m,4k,10k", "4096 10240 1048576 " },
	{ "8,8,8", "8 " },
	{ "0.5k:2k,1.5k", "512 1024 1536 2048 " },
	{ "1xram:2xram", "1073745920 2147491840 " },
	{ "1048576t:4194304t", "1152921504606846976 2305843009213693952 4611686018427387904 " },
	{ "4194303t:4194304t:+4194304t", "4611684918915760128 4611686018427387904 " },
};

static void list_text(const struct size_list *list, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < list->n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%" PRIu64 " ", list->v[i]);
}

START_TEST(reads_lists)
{
	struct size_list list = { NULL, 0 };
	struct err err = ERR_INIT;
	char text[256];

	ck_assert_msg(!units_parse_size_list(lists[_i].text, RAM, &list, &err), "%s", err.text);
	list_text(&list, text, sizeof(text));
	ck_assert_str_eq(text, lists[_i].sizes);
	size_list_release(&list);
	ck_assert_ptr_null(list.v);
	ck_assert_uint_eq(list.n, 0);
}
END_TEST

static const struct {
	const char *text, *message;
} bad_lists[] = {
	{ "", "'' is not a size" },
	{ ",", "'' is not a size" },
	{ "4k,", "'' is not a size" },
	{ ",4k", "'' is not a size" },
	{ "4k,,8k", "'' is not a size" },
	{ "4k,abc,8k", "'abc' is not a size" },
	{ "4k, 8k", "' 8k' is not a size" },
	{ "4k;8k", "'4k;8k' is not a size" },
	{ "64k:", "'' is not a size" },
	{ ":64k", "'' is not a size" },
	{ "64k::1m", "'' is not a size" },
	{ "16m:4k", "'16m:4k': the range ends below its start; write 4k:16m" },
	{ "1,16m:4k:+1k,2", "'16m:4k': the range ends below its start; write 4k:16m" },
	{ "64k:1m:", "'' is not a step; steps are written 64k:1m:+64k" },
	{ "64k:1m:64k", "'64k' is not a step" },
	{ "64k:1m:64k,4k", "'64k' is not a step" },
	{ "64k:1m:+", "'' is not a size" },
	{ "64k:1m:+0", "'0' is no size" },
	{ "64k:1m:+-1", "'-1' is not a size" },
	{ "64k:1m:+x", "'x' is not a size" },
	{ "64k:1m:+4k:+4k", "'64k:1m:+4k:+4k': a range ends with its step" },
	{ "1:1t:+1", "'1:1t:+1': that is more than 4096 values; use larger steps" },
	{ "1:4097:+1", "that is more than 4096 values" },
	{ "1:4096:+1,5", "'5': that is more than 4096 values" },
};

START_TEST(refuses_what_is_no_list)
{
	uint64_t v[] = { UNTOUCHED };
	struct size_list list = { v, 1 };
	struct err err = ERR_INIT;

	ck_assert_msg(units_parse_size_list(bad_lists[_i].text, RAM, &list, &err) == -1, "'%s' was accepted",
		bad_lists[_i].text);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_msg(strstr(err.text, bad_lists[_i].message), "%s", err.text);
	ck_assert_ptr_eq(list.v, v);
	ck_assert_uint_eq(list.n, 1);
}
END_TEST

static const struct {
	const char *text, *counts, *message; /* counts NULL: refused with the message */
} count_lists[] = {
	{ "1", "1 ", NULL },
	{ "16", "16 ", NULL },
	{ "1,4,2", "1 2 4 ", NULL },
	{ "1:32", "1 2 4 8 16 32 ", NULL },
	{ "1:8:+1", "1 2 3 4 5 6 7 8 ", NULL },
	{ "1:4,3:20,64", "1 2 3 4 6 12 20 64 ", NULL },
	{ "3:3", "3 ", NULL },
	{ "64", "64 ", NULL },
	{ "0", NULL, "'0' is not a whole number from 1 to 64" },
	{ "65", NULL, "'65' is not a whole number from 1 to 64" },
	{ "1,65", NULL, "'65' is not a whole number from 1 to 64" },
	{ "1:65", NULL, "'65' is not a whole number from 1 to 64" },
	{ "18446744073709551616", NULL, "is not a whole number from 1 to 64" },
	{ "4k", NULL, "'4k' is not a whole number" },
	{ "1.0", NULL, "'1.0' is not a whole number" },
	{ "1,,2", NULL, "'' is not a whole number" },
	{ "", NULL, "'' is not a whole number" },
	{ "-1", NULL, "'-1' is not a whole number" },
	{ "1xram", NULL, "'1xram' is not a whole number" },
	{ "8:1", NULL, "'8:1': the range ends below its start; write 1:8" },
	{ "1:8:1", NULL, "'1' is not a step; steps are written 1:8:+1" },
	{ "1:8:+0", NULL, "'0' is not a whole number" },
	{ "1:8:+1:2", NULL, "'1:8:+1:2': a range ends with its step; ranges are written 1:8:+1" },
};

START_TEST(reads_lists_of_counts)
{
	uint64_t v[] = { UNTOUCHED };
	struct size_list list = { NULL, 0 }, untouched = { v, 1 };
	struct err err = ERR_INIT;
	char text[256];

	if (count_lists[_i].message) {
		ck_assert_int_eq(units_parse_count_list(count_lists[_i].text, 64, &untouched, &err), -1);
		ck_assert_int_eq(err.kind, ERR_USAGE);
		ck_assert_msg(strstr(err.text, count_lists[_i].message), "%s", err.text);
		ck_assert_ptr_eq(untouched.v, v);
		return;
	}
	ck_assert_msg(!units_parse_count_list(count_lists[_i].text, 64, &list, &err), "%s", err.text);
	list_text(&list, text, sizeof(text));
	ck_assert_str_eq(text, count_lists[_i].counts);
	size_list_release(&list);
}
END_TEST

START_TEST(the_longest_list)
{
	struct size_list list = { NULL, 0 }, copy = { NULL, 0 };
	struct err err = ERR_INIT;

	ck_assert_msg(!units_parse_size_list("1:4096:+1", 0, &list, &err), "%s", err.text);
	ck_assert_uint_eq(list.n, SIZE_LIST_MAX);
	ck_assert_uint_eq(list.v[SIZE_LIST_MAX - 1], 4096);
	ck_assert_int_eq(size_list_copy(&copy, &list), 0);
	ck_assert_msg(!units_parse_size_list("7", 0, &list, &err), "%s", err.text);
	ck_assert_uint_eq(list.n, 1);
	ck_assert_uint_eq(copy.n, SIZE_LIST_MAX);
	ck_assert_uint_eq(copy.v[0], 1);
	size_list_release(&list);
	ck_assert_int_eq(size_list_copy(&copy, &list), 0);
	ck_assert_ptr_null(copy.v);
	ck_assert_uint_eq(copy.n, 0);
}
END_TEST

/* A message must end well whatever the user gave. */
START_TEST(long_garbage)
{
	char text[3000];
	uint64_t bytes = UNTOUCHED;
	struct size_list list = { NULL, 0 };
	struct err err = ERR_INIT;

	memset(text, '7', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	ck_assert_int_eq(units_parse_size(text, RAM, &bytes, &err), -1);
	ck_assert_int_eq(units_parse_duration(text, &bytes, &err), -1);
	ck_assert_int_eq(units_parse_count(text, 0, UINT64_MAX, &bytes, &err), -1);
	memset(text, ',', sizeof(text) - 1);
	ck_assert_int_eq(units_parse_size_list(text, RAM, &list, &err), -1);
	ck_assert_uint_eq(bytes, UNTOUCHED);
}
END_TEST

static const struct {
	const char *text;
	uint64_t ns;
} durations[] = {
	{ "0", 0 },
	{ "0s", 0 },
	{ "5", UINT64_C(5000000000) },
	{ "0.1", 100000000 },
	{ "100ns", 100 },
	{ "500us", 500000 },
	{ "10ms", 10000000 },
	{ "5s", UINT64_C(5000000000) },
	{ "90m", UINT64_C(5400000000000) },
	{ "8h", UINT64_C(28800000000000) },
	{ "1.5h", UINT64_C(5400000000000) },
	{ "2d", UINT64_C(172800000000000) },
	{ "1h30m", UINT64_C(5400000000000) },
	{ "1d1h1m1s1ms1us1ns", UINT64_C(90061001001001) },
	{ "1.5m0.5s", UINT64_C(90500000000) },
	{ "0.000000001", 1 },
	{ "9223372036854775807ns", INT64_MAX },
	{ "106751d23h47m16.854775807s", INT64_MAX },
};

START_TEST(reads_durations)
{
	uint64_t ns = UNTOUCHED;
	struct err err = ERR_INIT;

	ck_assert_msg(!units_parse_duration(durations[_i].text, &ns, &err), "%s", err.text);
	ck_assert_uint_eq(ns, durations[_i].ns);
}
END_TEST

static const struct {
	const char *text, *message;
} bad_durations[] = {
	{ "", "'' is not a duration; durations are written 500us, 10ms, 5s, 90m, 1h30m or 2d" },
	{ "s", "'s' is not a duration" },
	{ "-1s", "'-1s' is not a duration" },
	{ "1e3", "'1e3' is not a duration" },
	{ "5S", "'5S' is not a duration" },
	{ "5sec", "'5sec' is not a duration" },
	{ "5 s", "'5 s' is not a duration" },
	{ "5s ", "'5s ' is not a duration" },
	{ "1h30", "'1h30' is not a duration" },
	{ "30m1h", "'30m1h' is not a duration" },
	{ "1h1h", "'1h1h' is not a duration" },
	{ "1.s", "'1.s' is not a duration" },
	{ "1,5s", "'1,5s' is not a duration" },
	{ "0.5ns", "'0.5ns' is not a whole number of nanoseconds" },
	{ "0.0000000001", "is not a whole number of nanoseconds" },
	{ "9223372036854775808ns", "is too long; the longest is 292 years" },
	{ "9223372036854775807ns1d", "'9223372036854775807ns1d' is not a duration" },
	{ "106751d23h47m16.854775808s", "is too long" },
	{ "106752d", "is too long" },
	{ "99999999999999999999999d", "is too long" },
};

START_TEST(refuses_what_is_no_duration)
{
	uint64_t ns = UNTOUCHED;
	struct err err = ERR_INIT;

	ck_assert_msg(units_parse_duration(bad_durations[_i].text, &ns, &err) == -1, "'%s' was accepted",
		bad_durations[_i].text);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_msg(strstr(err.text, bad_durations[_i].message), "%s", err.text);
	ck_assert_uint_eq(ns, UNTOUCHED);
}
END_TEST

static const struct {
	const char *text;
	uint64_t min, max;
	int ret;
	uint64_t value;
} counts[] = {
	{ "1", 1, 1000, 0, 1 },
	{ "1000", 1, 1000, 0, 1000 },
	{ "007", 1, 1000, 0, 7 },
	{ "0", 0, 0, 0, 0 },
	{ "18446744073709551615", 0, UINT64_MAX, 0, UINT64_MAX },
	{ "0018446744073709551615", 0, UINT64_MAX, 0, UINT64_MAX },
	{ "18446744073709551616", 0, UINT64_MAX, -1, UNTOUCHED },
	{ "18446744073709551620", 0, UINT64_MAX, -1, UNTOUCHED },
	{ "184467440737095516150", 0, UINT64_MAX, -1, UNTOUCHED },
	{ "0", 1, 1000, -1, UNTOUCHED },
	{ "1001", 1, 1000, -1, UNTOUCHED },
	{ "", 0, 9, -1, UNTOUCHED },
	{ "-1", 0, 9, -1, UNTOUCHED },
	{ "+1", 0, 9, -1, UNTOUCHED },
	{ "1.0", 0, 9, -1, UNTOUCHED },
	{ "1k", 0, 9999, -1, UNTOUCHED },
	{ "1e1", 0, 99, -1, UNTOUCHED },
	{ " 1", 0, 9, -1, UNTOUCHED },
	{ "1 ", 0, 9, -1, UNTOUCHED },
};

START_TEST(reads_counts)
{
	uint64_t value = UNTOUCHED;
	struct err err = ERR_INIT;

	ck_assert_int_eq(
		units_parse_count(counts[_i].text, counts[_i].min, counts[_i].max, &value, &err), counts[_i].ret);
	ck_assert_uint_eq(value, counts[_i].value);
	if (counts[_i].ret)
		ck_assert_int_eq(err.kind, ERR_USAGE);
}
END_TEST

START_TEST(count_says_what_it_takes)
{
	uint64_t value;
	struct err err = ERR_INIT;

	ck_assert_int_eq(units_parse_count("many", 1, 1000, &value, &err), -1);
	ck_assert_str_eq(err.text, "'many' is not a whole number from 1 to 1000");
}
END_TEST

static const struct {
	uint64_t bytes;
	const char *text, *exact;
} written_sizes[] = {
	{ 0, "0", "0" },
	{ 1, "1", "1" },
	{ 512, "512", "512" },
	{ 1023, "1023", "1023" },
	{ 1024, "1K", "1k" },
	{ 1025, "~1K", "1025" },
	{ 1536, "1.5K", "1536" },
	{ 4 * KIB, "4K", "4k" },
	{ 10000, "~9.77K", "10000" },
	{ 10 * KIB + 256, "10.25K", "10496" },
	{ 64 * KIB, "64K", "64k" },
	{ 1572864, "1.5M", "1.5m" },
	{ MIB - 1, "~1M", "1048575" },
	{ MIB, "1M", "1m" },
	{ MIB + 64 * KIB, "~1.06M", "1088k" },
	{ 100 * MIB, "100M", "100m" },
	{ 1536 * MIB, "1.5G", "1.5g" },
	{ GIB / 100 * 123, "~1.23G", "1320702414" },
	{ 4 * GIB, "4G", "4g" },
	{ TIB, "1T", "1t" },
	{ 1024 * TIB, "1P", "1p" },
	{ 19 * 1024 * TIB, "19P", "19p" },
	{ 1024 * TIB + 1, "~1P", "1125899906842625" },
	{ UINT64_C(3) << 59, "1.5E", "1.5e" },
	{ UINT64_C(1) << 62, "4E", "4e" },
	{ (UINT64_C(1) << 62) + 1, "~4E", "4611686018427387905" },
	{ UINT64_MAX, "~16E", "18446744073709551615" },
};

START_TEST(writes_sizes)
{
	char buf[UNITS_TEXT_LEN];

	ck_assert_str_eq(units_format_size(written_sizes[_i].bytes, buf), written_sizes[_i].text);
	ck_assert_str_eq(units_format_size_exact(written_sizes[_i].bytes, buf), written_sizes[_i].exact);
}
END_TEST

/* Around every power of two, at fractions of units, and at places spread over all sizes. */
START_TEST(exact_sizes_read_back)
{
	char buf[UNITS_TEXT_LEN];
	uint64_t state = 1;
	struct err err = ERR_INIT;

	for (int i = 0; i < 200000; i++) {
		uint64_t bytes = state >> (i % 61 + 2), back = 0;

		state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		if (i < 62 * 3)
			bytes = (UINT64_C(1) << (i / 3)) + (uint64_t)(i % 3) - 1;
		else if (i % 4)
			bytes &= ~((UINT64_C(1) << (state >> 58)) - 1);
		if (!bytes)
			continue;
		ck_assert_msg(
			!units_parse_size(units_format_size_exact(bytes, buf), 0, &back, &err), "%s", err.text);
		ck_assert_uint_eq(back, bytes);
		if (*units_format_size(bytes, buf) == '~')
			continue;
		ck_assert_msg(!units_parse_size(buf, 0, &back, &err), "%s", err.text);
		ck_assert_uint_eq(back, bytes);
	}
}
END_TEST

static const struct {
	uint64_t ns;
	const char *text;
} written_durations[] = {
	{ 0, "0 ns" },
	{ 1, "1 ns" },
	{ 830, "830 ns" },
	{ 999, "999 ns" },
	{ 1000, "1.00 us" },
	{ 9994, "9.99 us" },
	{ 9995, "10.0 us" },
	{ 12345, "12.3 us" },
	{ 99949, "99.9 us" },
	{ 99950, "100 us" },
	{ 999499, "999 us" },
	{ 999500, "1.00 ms" },
	{ 5020000, "5.02 ms" },
	{ 10000000, "10.0 ms" },
	{ 999499999, "999 ms" },
	{ 999500000, "1.0 s" },
	{ UINT64_C(7100000000), "7.1 s" },
	{ UINT64_C(59949999999), "59.9 s" },
	{ UINT64_C(59950000000), "1 min 00 s" },
	{ UINT64_C(200000000000), "3 min 20 s" },
	{ UINT64_C(3599499999999), "59 min 59 s" },
	{ UINT64_C(3599500000000), "1 h 00 min" },
	{ UINT64_C(7500000000000), "2 h 05 min" },
	{ UINT64_C(86369000000000), "23 h 59 min" },
	{ UINT64_C(86370000000000), "1 d 00 h" },
	{ UINT64_C(284400000000000), "3 d 07 h" },
	{ UINT64_MAX, "213504 d 00 h" },
};

START_TEST(writes_durations)
{
	char buf[UNITS_TEXT_LEN];

	ck_assert_str_eq(units_format_duration(written_durations[_i].ns, buf), written_durations[_i].text);
}
END_TEST

static const struct {
	double value;
	const char *text;
} written_values[] = {
	{ 0.0, "0" },
	{ -0.0, "0" },
	{ 1.0, "1.00" },
	{ 0.0213, "0.0213" },
	{ 0.02134999, "0.0213" },
	{ 0.9994, "0.999" },
	{ 0.9996, "1.00" },
	{ 9.996, "10.0" },
	{ 45.6, "45.6" },
	{ 99.96, "100" },
	{ 123.4, "123" },
	{ 999.6, "1000" },
	{ 1237.0, "1240" },
	{ 98312.0, "98300" },
	{ -45.64, "-45.6" },
	{ 1e-12, "0.00000000000100" },
	{ 1e-13, "0" },
	{ 5e-324, "0" },
	{ 123456789012345678.0, "123000000000000000" },
	{ 9.999e17, "1000000000000000000" },
	{ 1e18, "inf" },
	{ -1e300, "-inf" },
	{ INFINITY, "inf" },
	{ NAN, "" },
};

START_TEST(writes_values)
{
	char buf[UNITS_TEXT_LEN];

	ck_assert_str_eq(units_format_value(written_values[_i].value, buf), written_values[_i].text);
}
END_TEST

START_TEST(a_point_in_every_locale)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR",
		"ru_RU.UTF-8" };
	char buf[UNITS_TEXT_LEN];
	uint64_t value = 0;
	struct err err = ERR_INIT;
	size_t i = 0;

	while (i < COUNT(names) && !setlocale(LC_ALL, names[i]))
		i++;
	if (i == COUNT(names))
		skip_test("no locale with a decimal comma is installed");
	ck_assert_str_eq(localeconv()->decimal_point, ",");
	ck_assert_int_eq(units_parse_size("1.5m", 0, &value, &err), 0);
	ck_assert_uint_eq(value, 1572864);
	ck_assert_int_eq(units_parse_duration("1.5s", &value, &err), 0);
	ck_assert_int_eq(units_parse_size("1,5m", 0, &value, &err), -1);
	ck_assert_str_eq(units_format_value(0.0213, buf), "0.0213");
	ck_assert_str_eq(units_format_value(45.64, buf), "45.6");
	ck_assert_str_eq(units_format_size(1536, buf), "1.5K");
	ck_assert_str_eq(units_format_duration(5020000, buf), "5.02 ms");
}
END_TEST

static void add_case(Suite *suite, const char *name, const TTest *test, size_t n)
{
	TCase *tc = tcase_create(name);

	tcase_add_loop_test(tc, test, 0, (int)n);
	suite_add_tcase(suite, tc);
}

Suite *suite_units(void)
{
	Suite *suite = suite_create("units");

	add_case(suite, "sizes", reads_sizes, COUNT(sizes));
	add_case(suite, "bad sizes", refuses_what_is_no_size, COUNT(bad_sizes));
	add_case(suite, "memory", memory_unknown, 1);
	add_case(suite, "lists", reads_lists, COUNT(lists));
	add_case(suite, "bad lists", refuses_what_is_no_list, COUNT(bad_lists));
	add_case(suite, "lists of counts", reads_lists_of_counts, COUNT(count_lists));
	add_case(suite, "longest list", the_longest_list, 1);
	add_case(suite, "garbage", long_garbage, 1);
	add_case(suite, "durations", reads_durations, COUNT(durations));
	add_case(suite, "bad durations", refuses_what_is_no_duration, COUNT(bad_durations));
	add_case(suite, "counts", reads_counts, COUNT(counts));
	add_case(suite, "count message", count_says_what_it_takes, 1);
	add_case(suite, "written sizes", writes_sizes, COUNT(written_sizes));
	add_case(suite, "read back", exact_sizes_read_back, 1);
	add_case(suite, "written durations", writes_durations, COUNT(written_durations));
	add_case(suite, "written values", writes_values, COUNT(written_values));
	add_case(suite, "locale", a_point_in_every_locale, 1);
	return suite;
}
