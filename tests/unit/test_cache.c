#include "measure/cache.h"
#include "measure/cgroup_path.h"

#include "base/err.h"
#include "measure/engine.h"

#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/fake_tree.h"
#include "unit/skip.h"

#define PAGES 64U

/* Asked of the kernel here, not through measure/residency.h. */
static size_t pages_in_memory(struct target *target, uint64_t id)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = 0;
	unsigned char resident[PAGES];
	void *map;
	int fd;

	ck_assert_int_eq(target_file_open(target, id, 0, &fd), 0);
	map = mmap(NULL, PAGES * page, PROT_READ, MAP_SHARED, fd, 0);
	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(mincore(map, PAGES * page, resident), 0);
	for (size_t i = 0; i < PAGES; i++)
		n += resident[i] & 1;
	munmap(map, PAGES * page);
	close(fd);
	return n;
}

static struct target *open_target(const char *dir)
{
	struct target_config config = { .dir = dir };
	struct err err = ERR_INIT;
	struct target *target;

	ck_assert_msg(!target_open(&config, &target, &err), "%s", err.text);
	return target;
}

START_TEST(dropped_and_read_again)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct whole_file file = { .size = PAGES * page };
	_Atomic sig_atomic_t stop = 0;
	uint64_t residue = 1;
	struct buffer buffer;
	struct clock clock;
	struct target *target;
	bool can = false;

	skip_under_valgrind(VALGRIND_READS_MAPPED);
	target = open_target(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	file.target = target;
	clock_init(&clock);
	ck_assert_int_eq(buffer_init(&buffer, engine_buffer_size(WHOLE_FILE_RECORD, 1), 1, false), 0);
	file.buffer = &buffer;
	file.clock = &clock;
	file.stop = &stop;
	ck_assert_int_eq(cache_can_drop(target, &can), 0);
	if (can) {
		ck_assert_int_eq(target_create(target, file.size, &file.id), 0);
		ck_assert_int_eq(whole_file_write(&file, NULL), 0);
		ck_assert_uint_eq(pages_in_memory(target, file.id), PAGES);
		ck_assert_int_eq(cache_prepare(&file, false, &residue), 0);
		ck_assert_uint_eq(residue, 0);
		ck_assert_uint_eq(pages_in_memory(target, file.id), 0);
		ck_assert_int_eq(cache_prepare(&file, true, &residue), 0);
		ck_assert_uint_eq(residue, 0);
		ck_assert_uint_eq(pages_in_memory(target, file.id), PAGES);
	}
	buffer_release(&buffer);
	ck_assert_int_eq(target_close(target), 0);
	if (!can)
		skip_test("TMPDIR keeps its files in memory");
}
END_TEST

/* The whole drop is no error there, but what stays is told. */
START_TEST(tmpfs_keeps_all)
{
	struct target *target;
	bool can = true;

	if (access("/dev/shm", W_OK))
		skip_test("there is no /dev/shm");
	target = open_target("/dev/shm");
	ck_assert_int_eq(cache_can_drop(target, &can), 0);
	ck_assert(!can);
	ck_assert_int_eq(target_close(target), 0);
}
END_TEST

static const struct group_case {
	const char *cgroup, *controllers_at, *controllers, *dir, *expected; /* below sys/fs/cgroup; NULL: none */
} group_cases[] = {
	{ "4:memory:/a/b\n0::/\n", NULL, NULL, "memory/a/b", "memory/a/b" },
	{ "4:memory:/a/b\n0::/\n", NULL, NULL, "memory", "memory" }, /* only the host sees the path */
	{ "9:cpu,memory:/\n", NULL, NULL, "cpu,memory", "cpu,memory" },
	{ "9:memoryless:/\n", NULL, NULL, "memoryless", NULL },
	{ "0::/user.slice/x\n", "cgroup.controllers", "cpu io memory pids\n", "user.slice/x", "user.slice/x" },
	{ "0::/x\n", "unified/cgroup.controllers", "memory\n", "unified/x", "unified/x" },
	{ "0::/x\n", "cgroup.controllers", "cpu hugetlb\n", "x", NULL },
	{ "", NULL, NULL, "x", NULL },
};

START_TEST(group_of_the_memory)
{
	const struct group_case *c = &group_cases[_i];
	char path[PATH_MAX] = "", expected[PATH_MAX];
	struct fake_tree tree;
	size_t root_len = 0;
	int ret;

	fake_tree_init(&tree);
	fake_tree_write(&tree, c->cgroup, "proc/self/cgroup");
	fake_tree_write(&tree, "", "sys/fs/cgroup/%s/cgroup.procs", c->dir);
	if (c->controllers_at)
		fake_tree_write(&tree, c->controllers, "sys/fs/cgroup/%s", c->controllers_at);
	ret = cgroup_memory_path(&tree.roots, path, sizeof(path), &root_len);
	if (c->expected) {
		snprintf(expected, sizeof(expected), "%s/fs/cgroup/%s", tree.roots.sys, c->expected);
		ck_assert_int_eq(ret, 0);
		ck_assert_str_eq(path, expected);
		ck_assert_uint_le(root_len, strlen(path));
	} else {
		ck_assert_int_eq(ret, -ENOENT);
	}
	fake_tree_release(&tree);
}
END_TEST

Suite *suite_cache(void)
{
	Suite *suite = suite_create("cache");
	TCase *tc = tcase_create("cache");

	tcase_add_test(tc, dropped_and_read_again);
	tcase_add_test(tc, tmpfs_keeps_all);
	tcase_add_loop_test(tc, group_of_the_memory, 0, sizeof(group_cases) / sizeof(*group_cases));
	suite_add_tcase(suite, tc);
	return suite;
}
