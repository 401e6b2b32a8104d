/* What a killed run has left in a target is told from what a live one uses, and removed by its own run alone. */
#include "api/target_work.h"

#include "api/target.h"
#include "base/err.h"
#include "suites.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[512];

static void make_dir(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(dir, sizeof(dir), "%s/target-work-XXXXXX", tmp ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void make_file(const char *work, const char *name, const char *text)
{
	char path[1024];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, work);
	mkdir(path, 0700);
	if (!name)
		return;
	snprintf(path, sizeof(path), "%s/%s/%s", dir, work, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static bool exists(const char *name)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

struct seen {
	unsigned n;
	char name[64], mark[64];
};

static void note(void *context, const char *name, const char *mark)
{
	struct seen *seen = context;

	seen->n++;
	snprintf(seen->name, sizeof(seen->name), "%s", name);
	snprintf(seen->mark, sizeof(seen->mark), "%s", mark);
}

START_TEST(one_in_use_is_nobodys_to_take)
{
	const struct target_config config = { .dir = dir };
	struct err err = ERR_INIT;
	struct seen seen = { 0 };
	struct target *target;
	uint64_t id;

	make_dir();
	ck_assert_int_eq(target_open(&config, &target, &err), 0);
	ck_assert_int_eq(target_mark(target, "mine\n"), 0);
	ck_assert_int_eq(target_create(target, 0, &id), 0);
	ck_assert_int_eq(target_work_each(dir, note, &seen), 0);
	ck_assert_uint_eq(seen.n, 0);
	ck_assert_int_eq(target_work_remove(dir, target_name(target), "mine\n"), -EBUSY);
	ck_assert_int_eq(target_close(target), 0);
	ck_assert_int_eq(rmdir(dir), 0); /* the mark is gone too */
}
END_TEST

START_TEST(one_that_was_left_goes_with_its_own_mark)
{
	struct seen seen = { 0 };

	make_dir();
	make_file("iosweep-work-1-0", TARGET_WORK_MARK, "1 2 /somewhere\n");
	make_file("iosweep-work-1-0", "file-000012", "x");
	make_file("other", TARGET_WORK_MARK, "1 2 /somewhere\n");
	ck_assert_int_eq(target_work_each(dir, note, &seen), 0);
	ck_assert_uint_eq(seen.n, 1);
	ck_assert_str_eq(seen.name, "iosweep-work-1-0");
	ck_assert_str_eq(seen.mark, "1 2 /somewhere\n");
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-1-0", "1 3 /somewhere\n"), -ESTALE);
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-1-0", ""), -ESTALE);
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-2-0", "1 2 /somewhere\n"), -ENOENT);
	ck_assert_int_eq(target_work_remove(dir, "other", "1 2 /somewhere\n"), -ENOENT);
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-1-0/../other", "1 2 /somewhere\n"), -ENOENT);
	ck_assert(exists("iosweep-work-1-0/file-000012") && exists("other/" TARGET_WORK_MARK));
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-1-0", "1 2 /somewhere\n"), 0);
	ck_assert(!exists("iosweep-work-1-0"));
}
END_TEST

START_TEST(what_is_not_iosweeps_stays)
{
	make_dir();
	make_file("iosweep-work-1-0", TARGET_WORK_MARK, "1 2 /somewhere\n");
	make_file("iosweep-work-1-0", "file-000012.txt", "precious");
	make_file("iosweep-work-1-0", "file-", "precious");
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-1-0", "1 2 /somewhere\n"), -ENOTEMPTY);
	ck_assert(exists("iosweep-work-1-0/file-000012.txt") && exists("iosweep-work-1-0/file-"));
}
END_TEST

START_TEST(one_without_a_mark_is_seen_and_stays)
{
	struct seen seen = { 0 };

	make_dir();
	make_file("iosweep-work-7-3", NULL, NULL);
	ck_assert_int_eq(target_work_each(dir, note, &seen), 0);
	ck_assert_uint_eq(seen.n, 1);
	ck_assert_str_eq(seen.mark, "");
	ck_assert_int_eq(target_work_remove(dir, "iosweep-work-7-3", "x"), -ESTALE);
	ck_assert(exists("iosweep-work-7-3"));
}
END_TEST

Suite *suite_target_work(void)
{
	Suite *suite = suite_create("target_work");
	TCase *tcase = tcase_create("leftovers");

	tcase_add_test(tcase, one_in_use_is_nobodys_to_take);
	tcase_add_test(tcase, one_that_was_left_goes_with_its_own_mark);
	tcase_add_test(tcase, what_is_not_iosweeps_stays);
	tcase_add_test(tcase, one_without_a_mark_is_seen_and_stays);
	suite_add_tcase(suite, tcase);
	return suite;
}
