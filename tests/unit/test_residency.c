#include "measure/residency.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit/skip.h"

static const struct way {
	const char *name;
	int (*look)(int fd, struct residency *residency);
} ways[] = {
	{ "default", residency_of },
	{ "cachestat", residency_by_cachestat },
	{ "mincore", residency_by_mincore },
};

/* Skips where the kernel does not know this way. */
static struct residency look(const struct way *way, int fd)
{
	struct residency seen;
	int ret = way->look(fd, &seen);

	if (ret == -ENOSYS || ret == -EPERM)
		skip_test("the kernel has no %s", way->name);
	ck_assert_int_eq(ret, 0);
	return seen;
}

/* A file without a name, in memory or on the disk. */
static int open_disk_file(void)
{
	const char *dir = getenv("TMPDIR");
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/residency-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	unlink(path);
	return fd;
}

static void write_bytes(int fd, size_t len, off_t offset)
{
	char *data = malloc(len);

	ck_assert_ptr_nonnull(data);
	memset(data, 'r', len);
	ck_assert_int_eq(pwrite(fd, data, len, offset), (ssize_t)len);
	free(data);
}

/* In memory all of it stays: pages are counted where they are and nowhere else. */
START_TEST(counts_pages_of_a_file_in_memory)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int fd = memfd_create("residency", MFD_CLOEXEC);
	struct residency seen;

	ck_assert_int_ge(fd, 0);
	seen = look(&ways[_i], fd);
	ck_assert_uint_eq(seen.cached_bytes, 0);
	ck_assert_int_eq(ftruncate(fd, 100 * (off_t)page), 0);
	write_bytes(fd, 10 * page, 20 * (off_t)page);
	seen = look(&ways[_i], fd);
	ck_assert_uint_eq(seen.file_bytes, 100 * page);
	ck_assert_uint_eq(seen.cached_bytes, 10 * page);
	write_bytes(fd, 5, 100 * (off_t)page);
	seen = look(&ways[_i], fd);
	ck_assert_uint_eq(seen.file_bytes, 100 * page + 5);
	ck_assert_uint_eq(seen.cached_bytes, 11 * page);
	close(fd);
}
END_TEST

/* More than one of mincore's windows, one of them only in part. */
START_TEST(counts_beyond_a_window)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = 40000;
	int fd = memfd_create("residency", MFD_CLOEXEC);
	struct residency seen;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, (off_t)(pages * page)), 0);
	for (size_t i = 0; i < pages; i += 1000)
		write_bytes(fd, 1, (off_t)(i * page));
	seen = look(&ways[_i], fd);
	ck_assert_uint_eq(seen.cached_bytes, 40 * page);
	close(fd);
}
END_TEST

/* Dirty after writing and clean after fsync: what cachestat is for. */
START_TEST(knows_dirty_from_clean)
{
	struct residency seen;
	int fd = open_disk_file();

	write_bytes(fd, 1 << 20, 0);
	seen = look(&ways[1], fd);
	ck_assert_uint_eq(seen.cached_bytes, 1 << 20);
	ck_assert_uint_le(seen.dirty_bytes, 1 << 20);
	ck_assert_int_eq(fsync(fd), 0);
	seen = look(&ways[1], fd);
	ck_assert_uint_eq(seen.writeback_bytes, 0);
	if (seen.dirty_bytes)
		skip_test("files here are never clean (a file system in memory)");
	close(fd);
}
END_TEST

START_TEST(bad_descriptor_is_errno)
{
	struct residency seen = { .cached_bytes = 77 };

	ck_assert_int_eq(ways[_i].look(-1, &seen), -EBADF);
	ck_assert_uint_eq(seen.cached_bytes, 77);
}
END_TEST

Suite *suite_residency(void)
{
	Suite *suite = suite_create("residency");
	TCase *tc = tcase_create("residency");

	tcase_add_loop_test(tc, counts_pages_of_a_file_in_memory, 0, sizeof(ways) / sizeof(*ways));
	tcase_add_loop_test(tc, counts_beyond_a_window, 0, sizeof(ways) / sizeof(*ways));
	tcase_add_test(tc, knows_dirty_from_clean);
	tcase_add_loop_test(tc, bad_descriptor_is_errno, 0, sizeof(ways) / sizeof(*ways));
	suite_add_tcase(suite, tc);
	return suite;
}
