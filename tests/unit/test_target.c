#include "api/target.h"

#include "base/err.h"
#include "unit/skip.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#define TMPFS_MAGIC_NUMBER 0x01021994

static char base[512]; /* of the test that runs: each runs in a process of its own */

static void make_base(void)
{
	const char *dir = getenv("TMPDIR");

	snprintf(base, sizeof(base), "%s/target-XXXXXX", dir ? dir : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(base));
}

static void remove_base(void)
{
	ck_assert_msg(!rmdir(base), "%s: %s", base, strerror(errno));
}

static struct target *open_in(const char *dir)
{
	const struct target_config config = { .dir = dir };
	struct err err = ERR_INIT;
	struct target *t = NULL;

	ck_assert_msg(!target_open(&config, &t, &err), "%s", err.text);
	return t;
}

static unsigned entries(const char *dir)
{
	DIR *d = opendir(dir);
	unsigned n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

/* A file as somebody else would make it; its content is its name. */
static void plant(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name, O_WRONLY | O_CREAT | O_EXCL, 0644);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, name, strlen(name)), (ssize_t)strlen(name));
	close(fd);
}

static void expect_planted(int dir_fd, const char *name)
{
	char text[128] = "";
	int fd = openat(dir_fd, name, O_RDONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge(read(fd, text, sizeof(text) - 1), 0);
	ck_assert_str_eq(text, name);
	close(fd);
}

START_TEST(makes_a_directory_and_takes_it_away)
{
	struct target *t, *second;
	struct stat st;

	t = open_in(base);
	second = open_in(base);
	ck_assert_uint_eq(entries(base), 2);
	ck_assert_str_ne(target_path(t), target_path(second));
	ck_assert_int_eq(stat(target_path(t), &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0700);
	ck_assert(!target_is_virtual(t));
	ck_assert_int_eq(target_close(t), 0);
	ck_assert_int_eq(target_close(second), 0);
	ck_assert_int_eq(target_close(NULL), 0);
	remove_base();
}
END_TEST

START_TEST(names_that_are_taken_are_left_alone)
{
	int dir_fd = open(base, O_RDONLY | O_DIRECTORY);
	char name[4][64];
	struct target *t;

	for (int i = 0; i < 4; i++)
		snprintf(name[i], sizeof(name[i]), "iosweep-work-%ld-%d", (long)getpid(), i);
	plant(dir_fd, name[0]);
	ck_assert_int_eq(symlinkat("/etc", dir_fd, name[1]), 0);
	ck_assert_int_eq(mkdirat(dir_fd, name[2], 0755), 0);
	ck_assert_int_eq(symlinkat("nowhere", dir_fd, name[3]), 0);
	t = open_in(base);
	ck_assert_ptr_nonnull(strstr(target_path(t), "-4"));
	ck_assert_int_eq(target_close(t), 0);
	expect_planted(dir_fd, name[0]);
	ck_assert_uint_eq(entries(base), 4);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(unlinkat(dir_fd, name[i], i == 2 ? AT_REMOVEDIR : 0), 0);
	close(dir_fd);
	remove_base();
}
END_TEST

START_TEST(what_is_no_directory_is_refused)
{
	static const struct {
		const char *dir, *text;
	} rows[] = {
		{ "/dev/null", "not a directory" },
		{ "/nonexistent/dir", "No such file" },
		{ "", "No such file" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct target_config config = { .dir = rows[i].dir };
		struct err err = ERR_INIT;
		struct target *t = NULL;

		ck_assert_int_eq(target_open(&config, &t, &err), -1);
		ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
		ck_assert_msg(strstr(err.text, rows[i].text) != NULL, "%s: %s", rows[i].dir, err.text);
	}
	remove_base();
}
END_TEST

START_TEST(files_are_new_and_private)
{
	struct target *t = open_in(base);
	uint64_t ids[300];
	struct stat st;
	int fd;

	for (size_t i = 0; i < 300; i++) {
		ck_assert_int_eq(target_create(t, 0, &ids[i]), 0);
		ck_assert_int_eq(target_file_open(t, ids[i], TARGET_WRITABLE, &fd), 0);
		ck_assert_int_eq(fstat(fd, &st), 0);
		ck_assert_int_eq(st.st_size, 0);
		ck_assert_uint_eq(st.st_mode, S_IFREG | 0600);
		close(fd);
	}
	ck_assert_uint_eq(entries(target_path(t)), 300);
	/* Half of them retired, every other one: those go with the purge, the rest with the target. */
	for (size_t i = 0; i < 300; i += 2)
		target_retire(t, ids[i]);
	ck_assert_uint_eq(entries(target_path(t)), 300);
	ck_assert_int_eq(target_purge(t), 0);
	ck_assert_uint_eq(entries(target_path(t)), 150);
	for (size_t i = 0; i < 300; i++) {
		ck_assert_int_eq(target_file_open(t, ids[i], 0, &fd), i % 2 ? 0 : -ENOENT);
		if (fd >= 0)
			close(fd);
	}
	target_retire(t, ids[1]);
	ck_assert_int_eq(target_close(t), 0);
	remove_base();
}
END_TEST

/* Opened for reading, nothing can be written. */
START_TEST(opened_as_asked)
{
	struct target *t = open_in(base);
	uint64_t id;
	int fd;

	ck_assert_int_eq(target_create(t, 0, &id), 0);
	ck_assert_int_eq(target_file_open(t, id, 0, &fd), 0);
	ck_assert_int_eq(write(fd, "x", 1), -1);
	ck_assert_int_eq(errno, EBADF);
	ck_assert(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
	ck_assert_int_eq(target_close(t), 0);
	remove_base();
}
END_TEST

/* A file or link in the working directory that is not the target's is neither written nor followed nor removed. */
START_TEST(what_others_put_there_stays)
{
	struct target *t = open_in(base);
	char path[600];
	uint64_t id;
	int fd;

	snprintf(path, sizeof(path), "%s", target_path(t));
	plant(target_dirfd(t), "file-000000");
	ck_assert_int_eq(target_create(t, 0, &id), -EEXIST);
	expect_planted(target_dirfd(t), "file-000000");
	ck_assert_int_eq(unlinkat(target_dirfd(t), "file-000000", 0), 0);
	ck_assert_int_eq(symlinkat("victim", target_dirfd(t), "file-000000"), 0);
	ck_assert_int_eq(target_create(t, 0, &id), -EEXIST);
	ck_assert_int_eq(faccessat(target_dirfd(t), "victim", F_OK, 0), -1);
	ck_assert_int_eq(unlinkat(target_dirfd(t), "file-000000", 0), 0);

	/* Swapped for a link after it was made. */
	ck_assert_int_eq(target_create(t, 0, &id), 0);
	plant(target_dirfd(t), "victim");
	ck_assert_int_eq(unlinkat(target_dirfd(t), "file-000000", 0), 0);
	ck_assert_int_eq(symlinkat("victim", target_dirfd(t), "file-000000"), 0);
	ck_assert_int_eq(target_file_open(t, id, TARGET_WRITABLE, &fd), -ELOOP);
	ck_assert_int_lt(fd, 0);
	expect_planted(target_dirfd(t), "victim");

	ck_assert_int_eq(target_close(t), -ENOTEMPTY);
	ck_assert_uint_eq(entries(path), 1);
	strcat(path, "/victim");
	ck_assert_int_eq(unlink(path), 0);
	*strrchr(path, '/') = '\0';
	ck_assert_int_eq(rmdir(path), 0);
	remove_base();
}
END_TEST

START_TEST(what_is_gone_already_is_no_error)
{
	struct target *t = open_in(base);
	uint64_t a, b;

	ck_assert_int_eq(target_create(t, 0, &a), 0);
	ck_assert_int_eq(target_create(t, 0, &b), 0);
	target_retire(t, b);
	ck_assert_int_eq(unlinkat(target_dirfd(t), "file-000000", 0), 0);
	ck_assert_int_eq(unlinkat(target_dirfd(t), "file-000001", 0), 0);
	ck_assert_int_eq(target_purge(t), 0);
	ck_assert_int_eq(rmdir(target_path(t)), 0);
	ck_assert_int_eq(target_create(t, 0, &a), -ENOENT);
	ck_assert_int_eq(target_close(t), 0);
	remove_base();
}
END_TEST

static size_t resident_pages(int fd, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = size / page, resident = 0;
	unsigned char *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0), *vector = calloc(n, 1);

	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(mincore(map, size, vector), 0);
	for (size_t i = 0; i < n; i++)
		resident += vector[i] & 1;
	munmap(map, size);
	free(vector);
	return resident;
}

static bool is_tmpfs(const char *dir)
{
	struct statfs fs;

	return !statfs(dir, &fs) && fs.f_type == TMPFS_MAGIC_NUMBER;
}

START_TEST(synchronous_writing_is_a_flag_of_the_file)
{
	static const struct {
		unsigned flags;
		int expected;
	} opens[] = {
		{ TARGET_WRITABLE, O_RDWR },
		{ TARGET_WRITABLE | TARGET_OSYNC, O_RDWR | O_SYNC },
		{ TARGET_WRITABLE | TARGET_ODSYNC, O_RDWR | O_DSYNC },
		{ 0, O_RDONLY },
	};
	struct target *t = open_in(base);
	uint64_t id;

	ck_assert_int_eq(target_create(t, 0, &id), 0);
	for (size_t i = 0; i < sizeof(opens) / sizeof(*opens); i++) {
		int fd;

		ck_assert_int_eq(target_file_open(t, id, opens[i].flags, &fd), 0);
		ck_assert_int_eq(fcntl(fd, F_GETFL) & (O_ACCMODE | O_SYNC | O_DSYNC), opens[i].expected);
		close(fd);
	}
	target_close(t);
	remove_base();
}
END_TEST

START_TEST(blocks_are_given_and_taken)
{
	struct target *t = open_in(base);
	struct stat st;
	uint64_t id;
	int fd;

	ck_assert_int_eq(target_create(t, 0, &id), 0);
	ck_assert_int_eq(target_file_open(t, id, 0, &fd), 0);
	ck_assert_int_eq(target_preallocate(t, id, 1 << 20), 0);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, 1 << 20);
	ck_assert_int_ge(st.st_blocks, (1 << 20) / 512);
	ck_assert_int_eq(target_truncate(t, id), 0);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, 0);
	ck_assert_int_eq(st.st_blocks, 0);
	ck_assert_int_eq(target_preallocate(t, id, INT64_MAX), -EFBIG);
	close(fd);
	target_close(t);
	remove_base();
}
END_TEST

START_TEST(the_cache_is_dropped)
{
	enum { SIZE = 4 << 20 };
	char *data;
	struct target *t;
	uint64_t id;
	int fd;

	skip_under_valgrind(VALGRIND_READS_MAPPED);
	data = calloc(1, SIZE);
	t = open_in(base);
	if (is_tmpfs(base)) {
		target_close(t);
		remove_base();
		skip_test("the files of a tmpfs live in the page cache");
	}
	ck_assert_int_eq(target_create(t, 0, &id), 0);
	ck_assert_int_eq(target_file_open(t, id, TARGET_WRITABLE, &fd), 0);
	ck_assert_int_eq(write(fd, data, SIZE), SIZE);
	ck_assert_uint_gt(resident_pages(fd, SIZE), 0);
	ck_assert_int_eq(target_drop_cache(t, id), 0);
	ck_assert_uint_eq(resident_pages(fd, SIZE), 0);
	ck_assert_int_eq(pread(fd, data, SIZE, 0), SIZE);
	ck_assert_int_eq(target_drop_cache(t, id), 0);
	ck_assert_uint_eq(resident_pages(fd, SIZE), 0);
	close(fd);
	free(data);
	target_retire(t, id);
	ck_assert_int_eq(target_purge(t), 0);
	ck_assert_int_eq(target_drop_cache(t, id), -ENOENT);
	ck_assert_int_eq(target_close(t), 0);
	remove_base();
}
END_TEST

static bool power_of_two(uint32_t x)
{
	return x && !(x & (x - 1));
}

/* What the probe says must hold: aligned direct transfers work, and leave a page only where it says so. */
static void check_probe(const char *dir)
{
	struct target *t = open_in(dir);
	struct target_direct direct;
	void *data;
	uint64_t id;
	int fd;

	ck_assert_int_eq(target_probe_direct(t, &direct), 0);
	ck_assert_int_eq(target_purge(t), 0);
	ck_assert_uint_eq(entries(target_path(t)), 0);
	ck_assert_int_eq(target_create(t, 0, &id), 0);
	if (direct.support == DIRECT_REFUSED) {
		ck_assert_uint_eq(direct.offset_align, 0);
	} else {
		ck_assert(power_of_two(direct.offset_align) && power_of_two(direct.memory_align));
		ck_assert_int_eq(posix_memalign(&data, 65536, 65536), 0);
		memset(data, 1, 65536);
		ck_assert_int_eq(target_file_open(t, id, TARGET_WRITABLE | TARGET_DIRECT, &fd), 0);
		ck_assert_int_eq(pwrite(fd, data, direct.offset_align, direct.offset_align), direct.offset_align);
		ck_assert_int_eq(pwrite(fd, data, 65536, 0), 65536);
		ck_assert_int_eq(resident_pages(fd, 65536) > 0, direct.support == DIRECT_NOMINAL);
		close(fd);
		free(data);
	}
	ck_assert_int_eq(target_close(t), 0);
}

START_TEST(the_probe_tells_what_direct_means)
{
	check_probe(base);
	remove_base();
}
END_TEST

START_TEST(tmpfs_has_no_effective_direct)
{
	const struct target_config config = { .dir = "/dev/shm" };
	struct target_direct direct;
	struct err err = ERR_INIT;
	struct target *t;

	remove_base();
	if (!is_tmpfs("/dev/shm") || target_open(&config, &t, &err))
		skip_test("/dev/shm is no tmpfs that can be written");
	ck_assert_int_eq(target_probe_direct(t, &direct), 0);
	ck_assert_int_ne(direct.support, DIRECT_EFFECTIVE);
	ck_assert_int_eq(target_close(t), 0);
}
END_TEST

START_TEST(the_space_is_that_of_the_file_system)
{
	struct target *t = open_in(base);
	struct statfs fs;
	uint64_t bytes, known;

	ck_assert_int_eq(statfs(base, &fs), 0);
	known = (uint64_t)fs.f_bavail * (uint64_t)fs.f_bsize;
	ck_assert_int_eq(target_available(t, &bytes), 0);
	/* Others may write meanwhile, but not half of it. */
	ck_assert_uint_gt(bytes, known / 2);
	ck_assert_uint_lt(bytes / 2, known);
	ck_assert_int_eq(target_close(t), 0);
	remove_base();
}
END_TEST

START_TEST(a_virtual_one_makes_no_file)
{
	const struct target_config config = { .virtual_api = io_api_find("null") };
	struct target_direct direct;
	struct err err = ERR_INIT;
	struct target *t;
	uint64_t a, b, bytes;
	int fd;

	remove_base();
	ck_assert_int_eq(target_open(&config, &t, &err), 0);
	ck_assert(target_is_virtual(t));
	ck_assert_int_eq(target_dirfd(t), -1);
	ck_assert_str_eq(target_path(t), "");
	ck_assert_int_eq(target_available(t, &bytes), 0);
	ck_assert_uint_eq(bytes, UINT64_MAX);
	ck_assert_int_eq(target_create(t, 0, &a), 0);
	ck_assert_int_eq(target_create(t, 0, &b), 0);
	ck_assert_uint_ne(a, b);
	ck_assert_int_eq(target_file_open(t, a, TARGET_WRITABLE | TARGET_DIRECT, &fd), 0);
	ck_assert_int_eq(fd, -1);
	ck_assert_int_eq(target_probe_direct(t, &direct), 0);
	ck_assert_int_eq(direct.support, DIRECT_EFFECTIVE);
	target_retire(t, a);
	ck_assert_int_eq(target_purge(t), 0);
	ck_assert_int_eq(target_close(t), 0);
}
END_TEST

Suite *suite_target(void)
{
	Suite *suite = suite_create("target");
	TCase *tcase = tcase_create("target");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, make_base, NULL);
	tcase_add_test(tcase, makes_a_directory_and_takes_it_away);
	tcase_add_test(tcase, names_that_are_taken_are_left_alone);
	tcase_add_test(tcase, what_is_no_directory_is_refused);
	tcase_add_test(tcase, files_are_new_and_private);
	tcase_add_test(tcase, opened_as_asked);
	tcase_add_test(tcase, what_others_put_there_stays);
	tcase_add_test(tcase, what_is_gone_already_is_no_error);
	tcase_add_test(tcase, synchronous_writing_is_a_flag_of_the_file);
	tcase_add_test(tcase, blocks_are_given_and_taken);
	tcase_add_test(tcase, the_cache_is_dropped);
	tcase_add_test(tcase, the_probe_tells_what_direct_means);
	tcase_add_test(tcase, tmpfs_has_no_effective_direct);
	tcase_add_test(tcase, the_space_is_that_of_the_file_system);
	tcase_add_test(tcase, a_virtual_one_makes_no_file);
	suite_add_tcase(suite, tcase);
	return suite;
}
