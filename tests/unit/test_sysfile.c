#include "base/sysfile.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_ROOM 512

/* A file with this text; the path is the caller's buffer, and the caller unlinks it. */
static void write_file(char path[PATH_ROOM], const char *text)
{
	const char *dir = getenv("TMPDIR");
	int fd;

	snprintf(path, PATH_ROOM, "%s/sysfile-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static const struct string_case {
	const char *file, *expected;
	int ret;
} strings[] = {
	{ "none [mq-deadline] kyber\n", "none [mq-deadline] kyber", 0 },
	{ "x", "x", 0 },
	{ " \t padded  \n\n", "padded", 0 },
	{ "", "", -ENODATA },
	{ "\n", "", -ENODATA },
	{ "123456789012345678901234567890", "123456789012345678901234567890", 0 },
	{ "1234567890123456789012345678901", "", -EOVERFLOW },
};

START_TEST(string_is_trimmed)
{
	const struct string_case *c = &strings[_i];
	char path[PATH_ROOM], buf[32] = "before";

	write_file(path, c->file);
	ck_assert_int_eq(sysfile_string(buf, sizeof(buf), "%s", path), c->ret);
	ck_assert_str_eq(buf, c->expected);
	unlink(path);
}
END_TEST

static const struct number_case {
	const char *text;
	int ret;
	uint64_t expected;
} numbers[] = {
	{ "0\n", 0, 0 },
	{ "262144\n", 0, 262144 },
	{ "5 (4)\n", 0, 5 },
	{ "18446744073709551615", 0, UINT64_MAX },
	{ "18446744073709551616", -EINVAL, 77 },
	{ "-1\n", -EINVAL, 77 },
	{ "max\n", -EINVAL, 77 },
	{ "\n", -ENODATA, 77 },
};

START_TEST(number_opens_the_line)
{
	const struct number_case *c = &numbers[_i];
	char path[PATH_ROOM];
	uint64_t value = 77;

	write_file(path, c->text);
	ck_assert_int_eq(sysfile_u64(&value, "%s", path), c->ret);
	ck_assert_uint_eq(value, c->expected);
	unlink(path);
}
END_TEST

START_TEST(missing_is_errno)
{
	char buf[8], longer[5000];
	uint64_t value;

	memset(longer, 'a', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	ck_assert_int_eq(sysfile_string(buf, sizeof(buf), "/nonexistent/%s/%d", "x", 7), -ENOENT);
	ck_assert_int_eq(sysfile_u64(&value, "/nonexistent"), -ENOENT);
	ck_assert_int_eq(sysfile_open("/nonexistent"), -ENOENT);
	ck_assert_int_eq(sysfile_string(buf, sizeof(buf), "/"), -EISDIR);
	ck_assert_int_eq(sysfile_string(buf, sizeof(buf), "/%s", longer), -ENAMETOOLONG);
}
END_TEST

START_TEST(reread_sees_changes)
{
	char path[PATH_ROOM], buf[8];
	int fd, writer;

	write_file(path, "one\n");
	fd = sysfile_open("%s", path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(sysfile_reread(fd, buf, sizeof(buf)), 4);
	ck_assert_str_eq(buf, "one\n");
	writer = open(path, O_WRONLY | O_TRUNC);
	ck_assert_int_eq(write(writer, "second one", 10), 10);
	close(writer);
	ck_assert_int_eq(sysfile_reread(fd, buf, sizeof(buf)), 7);
	ck_assert_str_eq(buf, "second ");
	close(fd);
	ck_assert_int_eq(sysfile_reread(fd, buf, sizeof(buf)), -EBADF);
	ck_assert_str_eq(buf, "");
	unlink(path);
}
END_TEST

static const struct key_case {
	const char *text, *key;
	int ret;
	uint64_t expected;
} keys[] = {
	{ "Dirty:   648 kB\nWriteback: 3 kB\n", "Dirty:", 0, 648 },
	{ "Dirty:   648 kB\nWriteback: 3 kB\n", "Writeback:", 0, 3 },
	{ "WritebackTmp: 5 kB\nWriteback: 3 kB", "Writeback:", 0, 3 },
	{ "file 1\nfile_dirty 2\nfile_writeback 3\n", "file_dirty", 0, 2 },
	{ "file_dirty 2\nfile 1\n", "file", 0, 1 },
	{ "not file 1\n", "file", -ENOENT, 77 },
	{ "", "file", -ENOENT, 77 },
	{ "file\n", "file", -EINVAL, 77 },
	{ "file max\n", "file", -EINVAL, 77 },
};

START_TEST(octal_escapes_are_undone)
{
	char text[] = "/a\\040b\\134c\\0x\\777\\04";

	sysfile_unescape(text);
	ck_assert_str_eq(text, "/a b\\c\\0x\\777\\04");
}
END_TEST

START_TEST(key_opens_a_line)
{
	const struct key_case *c = &keys[_i];
	uint64_t value = 77;

	ck_assert_int_eq(sysfile_key_u64(c->text, c->key, &value), c->ret);
	ck_assert_uint_eq(value, c->expected);
}
END_TEST

Suite *suite_sysfile(void)
{
	Suite *suite = suite_create("sysfile");
	TCase *tc = tcase_create("sysfile");

	tcase_add_loop_test(tc, string_is_trimmed, 0, sizeof(strings) / sizeof(*strings));
	tcase_add_loop_test(tc, number_opens_the_line, 0, sizeof(numbers) / sizeof(*numbers));
	tcase_add_test(tc, missing_is_errno);
	tcase_add_test(tc, reread_sees_changes);
	tcase_add_loop_test(tc, key_opens_a_line, 0, sizeof(keys) / sizeof(*keys));
	tcase_add_test(tc, octal_escapes_are_undone);
	suite_add_tcase(suite, tc);
	return suite;
}
