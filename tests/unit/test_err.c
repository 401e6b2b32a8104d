#include "base/err.h"

#include <check.h>
#include <errno.h>
#include <string.h>

START_TEST(set_fills_all)
{
	struct err err = { ERR_CELLS, EIO, "old" };

	ck_assert_int_eq(err_set(&err, ERR_USAGE, "--%s: %d is too large", "depth", 9), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_int_eq(err.errnum, 0);
	ck_assert_str_eq(err.text, "--depth: 9 is too large");
}
END_TEST

START_TEST(sys_takes_either_sign)
{
	struct err minus = ERR_INIT, plus = ERR_INIT;

	ck_assert_int_eq(err_sys(&minus, ERR_ENVIRONMENT, -ENOENT, "open %s", "/x"), -1);
	ck_assert_int_eq(err_sys(&plus, ERR_ENVIRONMENT, ENOENT, "open %s", "/x"), -1);
	ck_assert_int_eq(minus.errnum, ENOENT);
	ck_assert_int_eq(plus.errnum, ENOENT);
	ck_assert_str_eq(minus.text, "open /x: No such file or directory");
	ck_assert_str_eq(plus.text, minus.text);
}
END_TEST

START_TEST(clauses_read_from_the_outside_in)
{
	struct err err = ERR_INIT;

	err_sys(&err, ERR_CELLS, EIO, "submit");
	ck_assert_int_eq(err_clause(&err, "%s %s", "randread", "64K/1G"), -1);
	ck_assert_int_eq(err_clause(&err, "pass %d", 2), -1);
	ck_assert_str_eq(err.text, "pass 2: randread 64K/1G: submit: Input/output error");
	ck_assert_int_eq(err.kind, ERR_CELLS);
	ck_assert_int_eq(err.errnum, EIO);
}
END_TEST

START_TEST(long_texts_lose_their_end)
{
	struct err err = ERR_INIT;
	char longer[2 * sizeof(err.text)];

	memset(longer, 'a', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	err_set(&err, ERR_USAGE, "%s", longer);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	err_sys(&err, ERR_USAGE, EIO, "%s", longer);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	err_clause(&err, "front");
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
	ck_assert_int_eq(strncmp(err.text, "front: aaa", 10), 0);
	err_clause(&err, "%s", longer);
	ck_assert_uint_eq(strlen(err.text), sizeof(err.text) - 1);
}
END_TEST

START_TEST(kinds_are_exit_statuses)
{
	ck_assert_int_eq(ERR_NONE, 0);
	ck_assert_int_eq(ERR_CELLS, 1);
	ck_assert_int_eq(ERR_USAGE, 2);
	ck_assert_int_eq(ERR_ENVIRONMENT, 3);
}
END_TEST

Suite *suite_err(void)
{
	Suite *suite = suite_create("err");
	TCase *tcase = tcase_create("err");

	tcase_add_test(tcase, set_fills_all);
	tcase_add_test(tcase, sys_takes_either_sign);
	tcase_add_test(tcase, clauses_read_from_the_outside_in);
	tcase_add_test(tcase, long_texts_lose_their_end);
	tcase_add_test(tcase, kinds_are_exit_statuses);
	suite_add_tcase(suite, tcase);
	return suite;
}
