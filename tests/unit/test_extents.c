#include "measure/extents.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/skip.h"

#define BLOCK 65536

static int open_file(void)
{
	const char *dir = getenv("TMPDIR");
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/extents-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	unlink(path);
	return fd;
}

static struct extents look(int fd)
{
	struct extents seen;
	int ret = extents_of(fd, &seen);

	if (ret == -EOPNOTSUPP)
		skip_test("this file system has no FIEMAP");
	ck_assert_int_eq(ret, 0);
	return seen;
}

static void write_block(int fd, off_t block)
{
	char data[BLOCK];

	memset(data, 'e', sizeof(data));
	ck_assert_int_eq(pwrite(fd, data, sizeof(data), block * BLOCK), BLOCK);
}

static void allocate(int fd, off_t block, off_t blocks)
{
	if (fallocate(fd, 0, block * BLOCK, blocks * BLOCK))
		skip_test("this file system does not preallocate: %s", strerror(errno));
}

START_TEST(empty_file_has_none)
{
	int fd = open_file();
	struct extents seen = look(fd);

	ck_assert_uint_eq(seen.count, 0);
	ck_assert_uint_eq(seen.fragments, 0);
	ck_assert_uint_eq(seen.mapped_bytes, 0);
	ck_assert_uint_eq(seen.largest_bytes, 0);
	ck_assert_uint_eq(seen.first_physical_bytes, UINT64_MAX);
	close(fd);
}
END_TEST

START_TEST(written_and_flushed)
{
	int fd = open_file();
	struct extents seen;

	for (int i = 0; i < 16; i++)
		write_block(fd, i);
	ck_assert_int_eq(fsync(fd), 0);
	seen = look(fd);
	ck_assert_uint_eq(seen.mapped_bytes, 16 * BLOCK);
	ck_assert_uint_eq(seen.unwritten_bytes, 0);
	ck_assert_uint_eq(seen.unplaced_bytes, 0);
	ck_assert_uint_ge(seen.count, seen.fragments);
	ck_assert_uint_ge(seen.fragments, 1);
	ck_assert_uint_ge(seen.largest_bytes * seen.fragments, seen.mapped_bytes);
	ck_assert_uint_ne(seen.first_physical_bytes, UINT64_MAX);
	close(fd);
}
END_TEST

START_TEST(preallocated_is_unwritten)
{
	int fd = open_file();
	struct extents seen;

	allocate(fd, 0, 16);
	write_block(fd, 3);
	write_block(fd, 4);
	ck_assert_int_eq(fsync(fd), 0);
	seen = look(fd);
	ck_assert_uint_eq(seen.mapped_bytes, 16 * BLOCK);
	ck_assert_uint_le(seen.unwritten_bytes, 14 * BLOCK);
	ck_assert_uint_gt(seen.unwritten_bytes, 0);
	ck_assert_uint_ge(seen.count, 3);
	close(fd);
}
END_TEST

/* More extents than one call returns, each apart from the next by a hole. */
START_TEST(many_extents)
{
	int fd = open_file();
	struct extents seen;

	for (int i = 0; i < 1000; i++)
		allocate(fd, 2 * i, 1);
	ck_assert_int_eq(fsync(fd), 0);
	seen = look(fd);
	ck_assert_uint_ge(seen.count, 1000);
	ck_assert_uint_ge(seen.fragments, 1000);
	ck_assert_uint_eq(seen.mapped_bytes, 1000 * BLOCK);
	ck_assert_uint_eq(seen.unwritten_bytes, 1000 * BLOCK);
	ck_assert_uint_eq(seen.largest_bytes, BLOCK);
	close(fd);
}
END_TEST

START_TEST(refusals_are_errno)
{
	struct extents seen;
	int memory = memfd_create("extents", MFD_CLOEXEC), null = open("/dev/null", O_RDONLY);

	ck_assert_int_eq(extents_of(-1, &seen), -EBADF);
	ck_assert_int_eq(extents_of(memory, &seen), -EOPNOTSUPP);
	ck_assert_int_eq(extents_of(null, &seen), -EOPNOTSUPP);
	close(memory);
	close(null);
}
END_TEST

Suite *suite_extents(void)
{
	Suite *suite = suite_create("extents");
	TCase *tc = tcase_create("extents");

	tcase_add_test(tc, empty_file_has_none);
	tcase_add_test(tc, written_and_flushed);
	tcase_add_test(tc, preallocated_is_unwritten);
	tcase_add_test(tc, many_extents);
	tcase_add_test(tc, refusals_are_errno);
	suite_add_tcase(suite, tc);
	return suite;
}
