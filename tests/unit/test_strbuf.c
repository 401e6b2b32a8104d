#include "base/strbuf.h"

#include <check.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(empty_is_a_string)
{
	struct strbuf sb;

	strbuf_init(&sb);
	ck_assert_str_eq(sb.buf, "");
	strbuf_add(&sb, "abc", 0);
	strbuf_addstr(&sb, "");
	strbuf_setlen(&sb, 0);
	ck_assert_str_eq(sb.buf, "");
	ck_assert_uint_eq(sb.len, 0);
	ck_assert_uint_eq(sb.alloc, 0);
	strbuf_release(&sb);
	ck_assert_str_eq(sb.buf, "");
}
END_TEST

START_TEST(additions_join)
{
	struct strbuf sb;

	strbuf_init(&sb);
	strbuf_addstr(&sb, "re");
	strbuf_addch(&sb, 'c');
	strbuf_add(&sb, "order", 3);
	strbuf_addchars(&sb, '-', 3);
	strbuf_addf(&sb, "%d/%s", 7, "x");
	ck_assert_str_eq(sb.buf, "record---7/x");
	ck_assert_uint_eq(sb.len, strlen(sb.buf));
	strbuf_setlen(&sb, 6);
	ck_assert_str_eq(sb.buf, "record");
	strbuf_addstr(&sb, "s");
	ck_assert_str_eq(sb.buf, "records");
	strbuf_reset(&sb);
	ck_assert_str_eq(sb.buf, "");
	ck_assert_uint_gt(sb.alloc, 0);
	strbuf_release(&sb);
}
END_TEST

/* Every length around the growth steps, through the formatting path as well. */
START_TEST(grows_by_any_step)
{
	char digits[512];
	struct strbuf sb;

	memset(digits, '5', sizeof(digits));
	for (int len = 0; len < (int)sizeof(digits); len++) {
		strbuf_init(&sb);
		strbuf_addch(&sb, '<');
		strbuf_addf(&sb, "%.*s", len, digits);
		strbuf_addch(&sb, '>');
		ck_assert_uint_eq(sb.len, (size_t)len + 2);
		ck_assert_uint_eq(strlen(sb.buf), (size_t)len + 2);
		ck_assert_uint_gt(sb.alloc, sb.len);
		ck_assert_int_eq(sb.buf[0], '<');
		ck_assert_int_eq(sb.buf[len + 1], '>');
		strbuf_release(&sb);
	}
}
END_TEST

START_TEST(keeps_nul_bytes)
{
	struct strbuf sb;

	strbuf_init(&sb);
	strbuf_add(&sb, "a\0b", 3);
	ck_assert_uint_eq(sb.len, 3);
	ck_assert_mem_eq(sb.buf, "a\0b", 4);
	strbuf_release(&sb);
}
END_TEST

START_TEST(failure_sticks_and_keeps_what_was)
{
	struct strbuf sb;

	strbuf_init(&sb);
	strbuf_addstr(&sb, "kept");
	strbuf_add(&sb, "x", SIZE_MAX - 16);
	ck_assert(strbuf_failed(&sb));
	strbuf_addstr(&sb, "more");
	strbuf_addf(&sb, "%d", 1);
	ck_assert_str_eq(sb.buf, "kept");
	ck_assert(strbuf_failed(&sb));
	strbuf_reset(&sb);
	ck_assert(!strbuf_failed(&sb));
	strbuf_addstr(&sb, "again");
	ck_assert_str_eq(sb.buf, "again");
	strbuf_release(&sb);
}
END_TEST

START_TEST(reads_a_file)
{
	const char *dir = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	enum { LINES = 9000 };
	struct strbuf sb, path;
	FILE *file;
	int fd;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/strbuf.XXXXXX", dir);
	fd = mkstemp(path.buf);
	ck_assert_int_ge(fd, 0);
	file = fdopen(fd, "w");
	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < LINES; i++)
		fprintf(file, "%05d\n", i);
	ck_assert_int_eq(fclose(file), 0);

	strbuf_init(&sb);
	strbuf_addstr(&sb, "head\n");
	ck_assert_int_eq(strbuf_read_file(&sb, path.buf), 0);
	ck_assert_uint_eq(sb.len, 5 + 6 * LINES);
	ck_assert_int_eq(strncmp(sb.buf, "head\n00000\n00001\n", 17), 0);
	ck_assert_str_eq(sb.buf + sb.len - 6, "08999\n");
	unlink(path.buf);
	strbuf_release(&sb);
	strbuf_release(&path);
}
END_TEST

START_TEST(says_why_a_file_is_not_read)
{
	struct strbuf sb;

	strbuf_init(&sb);
	ck_assert_int_eq(strbuf_read_file(&sb, "/nonexistent/file"), -ENOENT);
	ck_assert_int_eq(strbuf_read_file(&sb, "/"), -EISDIR);
	ck_assert_str_eq(sb.buf, "");
	strbuf_release(&sb);
}
END_TEST

Suite *suite_strbuf(void)
{
	Suite *suite = suite_create("strbuf");
	TCase *tcase = tcase_create("strbuf");

	tcase_add_test(tcase, empty_is_a_string);
	tcase_add_test(tcase, additions_join);
	tcase_add_test(tcase, grows_by_any_step);
	tcase_add_test(tcase, keeps_nul_bytes);
	tcase_add_test(tcase, failure_sticks_and_keeps_what_was);
	tcase_add_test(tcase, reads_a_file);
	tcase_add_test(tcase, says_why_a_file_is_not_read);
	suite_add_tcase(suite, tcase);
	return suite;
}
