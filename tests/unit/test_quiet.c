#include "measure/quiet.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "measure/residency.h"
#include "unit/fake_tree.h"
#include "unit/skip.h"

#define MS UINT64_C(1000000)

static const char meminfo[] = "MemTotal: 9 kB\nDirty: 1000 kB\nWriteback: 24 kB\nWritebackTmp: 5 kB\n";

/* What the files say when the wait begins; the machine had 1 MiB dirty when the source was opened. */
static const struct quiet_case {
	const char *stat, *meminfo, *cgroup, *memory_stat;
	uint64_t limit_bytes;
	sig_atomic_t stop;
	bool quiet;
	uint64_t dirty, in_flight;
} cases[] = {
	{ "0 0 0 0 0 0 0 0 0 0 0\n", meminfo, "", "", 0, 0, true, 0, 0 },
	{ "0 0 0 0 0 0 0 0 3 0 0\n", meminfo, "", "", 0, 0, false, 0, 3 },
	{ "0 0 0 0 0 0 0 0 3 0 0\n", meminfo, "", "", 0, 1, false, 0, 3 },
	{ "", meminfo, "", "", 0, 0, true, 0, UINT64_MAX },
	{ "0 0 0 0 0 0 0 0 0 0 0\n", "Dirty: 2000 kB\nWriteback: 48 kB\n", "", "", 1 << 19, 0, false, 1 << 20, 0 },
	{ "0 0 0 0 0 0 0 0 0 0 0\n", "Dirty: 2000 kB\nWriteback: 48 kB\n", "", "", 1 << 20, 0, true, 1 << 20, 0 },
	{ "0 0 0 0 0 0 0 0 0 0 0\n", "", "", "", 0, 0, true, UINT64_MAX, 0 },
	{ "0 0 0 0 0 0 0 0 0 0 0\n", meminfo, "1:cpu:/x\n0::/g\n",
		"file 9\nfile_dirty 4096\nfile_writeback 8192\n", 0, 0, false, 12288, 0 },
	{ "0 0 0 0 0 0 0 0 0 0 0\n", meminfo, "0::/\n", "file_dirty 4096\nfile_writeback 8192\n", 0, 0, true, 0,
		0 },
};

START_TEST(what_the_files_say)
{
	const struct quiet_case *c = &cases[_i];
	const _Atomic sig_atomic_t stop = c->stop;
	const int no_file = -1; /* cachestat fails, so the bounds are used */
	const struct quiet_request request = {
		.fds = &no_file,
		.n = 1,
		.dirty_limit_bytes = c->limit_bytes,
		.limit_ns = c->stop ? UINT64_MAX : 2 * MS,
		.stop = &stop,
	};
	struct counters_source *counters;
	struct quiet_source *source;
	struct quiet_result result;
	struct fake_tree tree;

	fake_tree_init(&tree);
	fake_tree_device(&tree, "virtual/block/x", "259:1", "8\n");
	fake_tree_write(&tree, c->stat, "sys/devices/virtual/block/x/stat");
	fake_tree_write(&tree, meminfo, "proc/meminfo");
	fake_tree_write(&tree, c->cgroup, "proc/self/cgroup");
	fake_tree_write(&tree, c->memory_stat, "sys/fs/cgroup/g/memory.stat");
	ck_assert_int_eq(counters_open(&counters, &tree.roots, makedev(259, 1)), 0);
	ck_assert_int_eq(quiet_open(&source, &tree.roots, counters), 0);
	fake_tree_write(&tree, c->meminfo, "proc/meminfo");
	quiet_wait(source, &request, &result);
	ck_assert_int_eq(result.quiet, c->quiet);
	ck_assert_uint_eq(result.dirty_bytes, c->dirty);
	ck_assert_uint_eq(result.in_flight, c->in_flight);
	if (!c->quiet && !c->stop)
		ck_assert_uint_ge(result.waited_ns, request.limit_ns);
	quiet_close(source);
	counters_close(counters);
	fake_tree_release(&tree);
}
END_TEST

/* With no file of ours, others' dirty data do not matter. */
START_TEST(no_files_no_dirty_data)
{
	const struct quiet_request request = { .limit_ns = 2 * MS };
	struct counters_source *counters;
	struct quiet_source *source;
	struct quiet_result result;
	struct fake_tree tree;

	fake_tree_init(&tree);
	fake_tree_write(&tree, meminfo, "proc/meminfo");
	ck_assert_int_eq(counters_open(&counters, &tree.roots, 0), 0);
	ck_assert_int_eq(quiet_open(&source, &tree.roots, counters), 0);
	fake_tree_write(&tree, "Dirty: 900000 kB\nWriteback: 0 kB\n", "proc/meminfo");
	quiet_wait(source, &request, &result);
	ck_assert(result.quiet);
	ck_assert_uint_eq(result.dirty_bytes, 0);
	quiet_close(source);
	counters_close(counters);
	fake_tree_release(&tree);
}
END_TEST

static int write_file(size_t bytes)
{
	const char *dir = getenv("TMPDIR");
	char path[512], *data = malloc(bytes);
	int fd;

	snprintf(path, sizeof(path), "%s/quiet-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_ptr_nonnull(data);
	unlink(path);
	memset(data, 'q', bytes);
	ck_assert_int_eq(write(fd, data, bytes), (ssize_t)bytes);
	free(data);
	return fd;
}

/* Nobody calls fsync: the wait itself makes our file clean, long before the kernel would. */
START_TEST(writes_our_own_file)
{
	const struct env_roots nowhere = { "/nonexistent", "/nonexistent", "/nonexistent" };
	int fd = write_file(16 << 20);
	const struct quiet_request request = { &fd, 1, 0, 10000 * MS, NULL };
	struct counters_source *counters;
	struct quiet_source *source;
	struct quiet_result result;
	struct residency seen;

	if (residency_by_cachestat(fd, &seen))
		skip_test("the kernel has no cachestat");
	ck_assert_int_eq(counters_open(&counters, &nowhere, 0), 0);
	ck_assert_int_eq(quiet_open(&source, &nowhere, counters), 0);
	quiet_wait(source, &request, &result);
	ck_assert(result.quiet);
	ck_assert_uint_eq(result.dirty_bytes, 0);
	ck_assert_int_eq(residency_by_cachestat(fd, &seen), 0);
	ck_assert_uint_eq(seen.dirty_bytes, 0);
	quiet_close(source);
	quiet_close(NULL);
	counters_close(counters);
	close(fd);
}
END_TEST

Suite *suite_quiet(void)
{
	Suite *suite = suite_create("quiet");
	TCase *tc = tcase_create("quiet");

	tcase_add_loop_test(tc, what_the_files_say, 0, sizeof(cases) / sizeof(*cases));
	tcase_add_test(tc, no_files_no_dirty_data);
	tcase_add_test(tc, writes_our_own_file);
	tcase_set_timeout(tc, 60);
	suite_add_tcase(suite, tc);
	return suite;
}
