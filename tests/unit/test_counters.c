#include "measure/block_stat.h"
#include "measure/counters.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "unit/fake_tree.h"

#define U UINT64_MAX

static const struct parse_case {
	const char *text;
	uint64_t fields[BLOCK_FIELDS];
} parse_cases[] = {
	{ " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
		{ 1, 2, 3 * 512, 4, 5, 6, 7 * 512, 8, 9, 10, 11, 12, 13, 14 * 512, 15, 16, 17 } },
	{ "   30796     6614  2669554     7964     7894     5583  1117592     2806        0     4392    11191\n",
		{ 30796, 6614, UINT64_C(2669554) * 512, 7964, 7894, 5583, UINT64_C(1117592) * 512, 2806, 0, 4392,
			11191, U, U, U, U, U, U } },
	{ "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
		{ 1, 2, 1536, 4, 5, 6, 3584, 8, 9, 10, 11, 12, 13, 7168, 15, U, U } },
	{ "", { U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U } },
	{ "1 x", { 1, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U } },
};

START_TEST(stat_is_parsed)
{
	uint64_t fields[BLOCK_FIELDS];

	block_stat_parse(parse_cases[_i].text, fields);
	for (int i = 0; i < BLOCK_FIELDS; i++)
		ck_assert_msg(
			fields[i] == parse_cases[_i].fields[i], "field %d is %lu", i, (unsigned long)fields[i]);
}
END_TEST

/* From and to and what lies between, for one field of each kind. */
static const struct delta_case {
	enum block_field field;
	uint64_t from, to, delta;
} delta_cases[] = {
	{ BLOCK_READS, 10, 25, 15 },
	{ BLOCK_WRITE_BYTES, 0, UINT64_C(1) << 40, UINT64_C(1) << 40 },
	{ BLOCK_READS, U, 25, U },
	{ BLOCK_READS, 10, U, U },
	{ BLOCK_IN_FLIGHT, 3, 7, 7 },
	{ BLOCK_IN_FLIGHT, 3, U, U },
	{ BLOCK_READ_MS, 100, 160, 60 },
	{ BLOCK_READ_MS, UINT32_MAX, 4, 5 }, /* a 32-bit count that wrapped */
	{ BLOCK_BUSY_MS, UINT32_MAX - 9, 0, 10 },
	{ BLOCK_FLUSH_MS, U, 4, U },
};

START_TEST(delta_of_a_block_field)
{
	const struct delta_case *c = &delta_cases[_i];
	struct counters from, to, delta;

	memset(&from, 0, sizeof(from));
	memset(&to, 0, sizeof(to));
	from.block[COUNTERS_MEMBERS][c->field] = c->from;
	to.block[COUNTERS_MEMBERS][c->field] = c->to;
	counters_delta(&from, &to, &delta);
	ck_assert_uint_eq(delta.block[COUNTERS_MEMBERS][c->field], c->delta);
	counters_delta(&from, &to, &to);
	ck_assert_uint_eq(to.block[COUNTERS_MEMBERS][c->field], c->delta);
}
END_TEST

START_TEST(delta_of_the_rest)
{
	struct counters from = { .steal_ns = 5, .md_degraded = 0, .md_sync = MD_SYNC_IDLE };
	struct counters to = { .steal_ns = 9, .md_degraded = 1, .md_sync = MD_SYNC_RECOVER }, delta;

	from.process[PROCESS_MAJOR_FAULTS] = 7;
	to.process[PROCESS_MAJOR_FAULTS] = 10;
	to.process[PROCESS_READ_BYTES] = U;
	counters_delta(&from, &to, &delta);
	ck_assert_uint_eq(delta.steal_ns, 4);
	ck_assert_uint_eq(delta.md_degraded, 1);
	ck_assert_str_eq(md_sync_name(delta.md_sync), "recover");
	ck_assert_uint_eq(delta.process[PROCESS_MAJOR_FAULTS], 3);
	ck_assert_uint_eq(delta.process[PROCESS_READ_BYTES], U);
}
END_TEST

static void make_device(const struct fake_tree *tree, const char *dir, const char *number, const char *stat)
{
	fake_tree_device(tree, dir, number, "1000\n");
	fake_tree_write(tree, stat, "sys/devices/%s/stat", dir);
}

/* dm on md of two partitions, one of them on a disk that has another partition too. */
static void make_stack(const struct fake_tree *tree)
{
	make_device(tree, "virtual/block/dm-0", "253:0", "1 0 8 0 0 0 0 0 2 0 0 0 0 0 0 0 0\n");
	fake_tree_write(tree, "x\n", "sys/devices/virtual/block/dm-0/dm/name");
	make_device(tree, "virtual/block/md0", "9:0", "7 0 16 0 0 0 0 0 1 0 0 0 0 0 0 0 0\n");
	fake_tree_write(tree, "idle\n", "sys/devices/virtual/block/md0/md/sync_action");
	fake_tree_write(tree, "1\n", "sys/devices/virtual/block/md0/md/degraded");
	make_device(tree, "pci/sda", "8:0", "100 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0\n");
	make_device(tree, "pci/sda/sda1", "8:1", "10 0 2 0 20 0 0 0 0 0 0 0 0 0 0 0 0\n");
	fake_tree_write(tree, "1\n", "sys/devices/pci/sda/sda1/partition");
	make_device(tree, "pci/sdb", "8:16", "200 0 0 0 0 0 0 0 0 0 0 0 0 0 0 6 0\n");
	make_device(tree, "pci/sdb/sdb1", "8:17", "30 0 4 0 40 0 0 0 0 0 0 0 0 0 0 0 0\n");
	fake_tree_write(tree, "1\n", "sys/devices/pci/sdb/sdb1/partition");
	fake_tree_link(tree, "sys/devices/virtual/block/md0", "sys/devices/virtual/block/dm-0/slaves/md0");
	fake_tree_link(tree, "sys/devices/pci/sda/sda1", "sys/devices/virtual/block/md0/slaves/sda1");
	fake_tree_link(tree, "sys/devices/pci/sdb/sdb1", "sys/devices/virtual/block/md0/slaves/sdb1");
}

START_TEST(levels_of_a_stack)
{
	struct counters_source *source;
	struct fake_tree tree;
	struct counters seen;

	fake_tree_init(&tree);
	make_stack(&tree);
	ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(253, 0)), 0);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.block[COUNTERS_DEVICE][BLOCK_READS], 1);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], 40);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READ_BYTES], 6 * 512);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_WRITES], 60);
	ck_assert_uint_eq(seen.block[COUNTERS_DISKS][BLOCK_READS], 300);
	ck_assert_uint_eq(seen.block[COUNTERS_DISKS][BLOCK_FLUSHES], 11);
	ck_assert_uint_eq(counters_in_flight(source), 2);
	ck_assert_int_eq(seen.md_sync, MD_SYNC_IDLE);
	ck_assert_uint_eq(seen.md_degraded, 1);
	fake_tree_write(&tree, "check\n", "sys/devices/virtual/block/md0/md/sync_action");
	fake_tree_write(&tree, "1 0 8 0 9 0 0 0 0 0 0 0 0 0 0 0 0\n", "sys/devices/virtual/block/dm-0/stat");
	fake_tree_write(&tree, "31 0 4 0 40 0 0 0 0 0 0\n", "sys/devices/pci/sdb/sdb1/stat");
	counters_snapshot(source, &seen);
	ck_assert_int_eq(seen.md_sync, MD_SYNC_CHECK);
	ck_assert_uint_eq(seen.block[COUNTERS_DEVICE][BLOCK_WRITES], 9);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], 41);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_FLUSHES], U); /* one of them does not say */
	ck_assert_uint_eq(counters_in_flight(source), 0);
	counters_close(source);
	fake_tree_release(&tree);
}
END_TEST

/* A disk without partitions is its own whole disk; a partition's disk counts its neighbours' I/O too. */
static const struct level_case {
	unsigned int minor;
	uint64_t device_reads, disk_reads;
} level_cases[] = { { 0, 100, 100 }, { 1, 10, 100 } };

START_TEST(levels_of_a_disk)
{
	const struct level_case *c = &level_cases[_i];
	struct counters_source *source;
	struct fake_tree tree;
	struct counters seen;

	fake_tree_init(&tree);
	make_stack(&tree);
	ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(8, c->minor)), 0);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.block[COUNTERS_DEVICE][BLOCK_READS], c->device_reads);
	ck_assert_uint_eq(seen.block[COUNTERS_DISKS][BLOCK_READS], c->disk_reads);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], U);
	ck_assert_int_eq(seen.md_sync, MD_SYNC_ABSENT);
	ck_assert_ptr_null(md_sync_name(seen.md_sync));
	ck_assert_uint_eq(seen.md_degraded, U);
	counters_close(source);
	fake_tree_release(&tree);
}
END_TEST

/* What a disk at the bottom does for an array's partition is parity too. */
START_TEST(a_partition_of_an_array_is_no_partition_of_a_disk)
{
	static const struct {
		unsigned int major, minor;
		bool on_partition;
	} cases[] = { { 8, 1, true }, { 8, 0, false }, { 9, 0, false }, { 259, 0, false } };
	struct counters_source *source;
	struct fake_tree tree;
	struct counters seen;

	fake_tree_init(&tree);
	make_stack(&tree);
	make_device(&tree, "virtual/block/md0/md0p1", "259:0", "5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
	fake_tree_write(&tree, "1\n", "sys/devices/virtual/block/md0/md0p1/partition");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(cases[i].major, cases[i].minor)), 0);
		ck_assert_int_eq(counters_on_partition(source), cases[i].on_partition);
		counters_close(source);
	}
	ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(259, 0)), 0);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.block[COUNTERS_DEVICE][BLOCK_READS], 5);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], 40);
	ck_assert_uint_eq(seen.md_degraded, 1);
	counters_close(source);
	fake_tree_release(&tree);
}
END_TEST

/* A disk that an array takes in mid-run is counted from the next sample. */
START_TEST(members_come_and_go)
{
	struct counters_source *source;
	struct fake_tree tree;
	struct counters seen;

	fake_tree_init(&tree);
	make_stack(&tree);
	ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(9, 0)), 0);
	make_device(&tree, "pci/sdc", "8:32", "1000 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7 0\n");
	fake_tree_link(&tree, "sys/devices/pci/sdc", "sys/devices/virtual/block/md0/slaves/sdc");
	counters_refresh(source);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], 40);
	fake_tree_write(&tree, "recover\n", "sys/devices/virtual/block/md0/md/sync_action");
	counters_refresh(source);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.block[COUNTERS_MEMBERS][BLOCK_READS], 1040);
	ck_assert_uint_eq(seen.block[COUNTERS_DEVICE][BLOCK_READS], 7);
	counters_close(source);
	fake_tree_release(&tree);
}
END_TEST

START_TEST(no_device_and_no_proc)
{
	const struct env_roots roots = { "/nonexistent", "/nonexistent", "/nonexistent" };
	struct counters_source *source;
	struct counters seen;

	ck_assert_int_eq(counters_open(&source, &roots, makedev(0, 44)), 0);
	counters_snapshot(source, &seen);
	for (int level = 0; level < COUNTERS_LEVELS; level++) {
		for (int i = 0; i < BLOCK_FIELDS; i++)
			ck_assert_uint_eq(seen.block[level][i], U);
	}
	ck_assert_uint_eq(seen.steal_ns, U);
	ck_assert_uint_eq(seen.process[PROCESS_READ_CALL_BYTES], U);
	ck_assert_uint_ne(seen.process[PROCESS_USER_NS], U);
	ck_assert_uint_eq(counters_in_flight(source), U);
	counters_close(source);
	counters_close(NULL);
}
END_TEST

static const struct steal_case {
	const char *cpuinfo, *stat;
	uint64_t ticks; /* U: absent */
} steal_cases[] = {
	{ "\nflags\t\t: fpu hypervisor\n", "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n", 8 },
	{ "\nflags\t\t: fpu hypervisor\n", "cpu  1 2 3 4 5 6 7\ncpu0 1 2 3 4 5 6 7 8 9 10\n", U },
	{ "\nflags\t\t: fpu hypervisor\n", "", U },
	{ "\nflags\t\t: fpu\n", "cpu  1 2 3 4 5 6 7 8 9 10\n", U }, /* bare metal */
	{ "", "cpu  1 2 3 4 5 6 7 8 9 10\n", 8 }, /* not known: looked at */
};

START_TEST(process_and_steal)
{
	const struct steal_case *c = &steal_cases[_i];
	uint64_t tick_ns = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
	struct counters_source *source;
	struct fake_tree tree;
	struct counters seen;

	fake_tree_init(&tree);
	fake_tree_write(&tree, c->cpuinfo, "proc/cpuinfo");
	fake_tree_write(&tree, c->stat, "proc/stat");
	fake_tree_write(
		&tree, "rchar: 11\nwchar: 12\nsyscr: 3\nread_bytes: 4096\nwrite_bytes: 8192\n", "proc/self/io");
	ck_assert_int_eq(counters_open(&source, &tree.roots, makedev(0, 44)), 0);
	counters_snapshot(source, &seen);
	ck_assert_uint_eq(seen.steal_ns, c->ticks == U ? U : c->ticks * tick_ns);
	ck_assert_uint_eq(seen.process[PROCESS_READ_CALL_BYTES], 11);
	ck_assert_uint_eq(seen.process[PROCESS_WRITE_CALL_BYTES], 12);
	ck_assert_uint_eq(seen.process[PROCESS_READ_BYTES], 4096);
	ck_assert_uint_eq(seen.process[PROCESS_WRITE_BYTES], 8192);
	counters_close(source);
	fake_tree_release(&tree);
}
END_TEST

/* What this process does shows in its own counters. */
START_TEST(the_real_process)
{
	struct counters from, to, delta;
	struct counters_source *source;
	struct timespec pause = { 0, 1000000 };
	struct stat st;
	void *map;

	ck_assert_int_eq(stat("/", &st), 0);
	ck_assert_int_eq(counters_open(&source, &env_roots_real, st.st_dev), 0);
	counters_snapshot(source, &from);
	map = sbrk(64 * 4096);
	ck_assert_ptr_ne(map, (void *)-1);
	memset(map, 1, 64 * 4096);
	nanosleep(&pause, NULL);
	counters_snapshot(source, &to);
	counters_delta(&from, &to, &delta);
	ck_assert_uint_gt(delta.process[PROCESS_MINOR_FAULTS], 0);
	ck_assert_uint_gt(delta.process[PROCESS_VOLUNTARY_SWITCHES], 0);
	for (int i = 0; i < PROCESS_FIELDS; i++)
		ck_assert_msg(
			to.process[i] == U || to.process[i] >= from.process[i], "process field %d went back", i);
	for (int i = 0; i < BLOCK_IN_FLIGHT; i++)
		ck_assert_msg(
			to.block[0][i] == U || to.block[0][i] >= from.block[0][i], "block field %d went back", i);
	counters_close(source);
}
END_TEST

Suite *suite_counters(void)
{
	Suite *suite = suite_create("counters");
	TCase *tc = tcase_create("counters");

	tcase_add_loop_test(tc, stat_is_parsed, 0, sizeof(parse_cases) / sizeof(*parse_cases));
	tcase_add_loop_test(tc, delta_of_a_block_field, 0, sizeof(delta_cases) / sizeof(*delta_cases));
	tcase_add_test(tc, delta_of_the_rest);
	tcase_add_test(tc, levels_of_a_stack);
	tcase_add_loop_test(tc, levels_of_a_disk, 0, sizeof(level_cases) / sizeof(*level_cases));
	tcase_add_test(tc, a_partition_of_an_array_is_no_partition_of_a_disk);
	tcase_add_test(tc, members_come_and_go);
	tcase_add_test(tc, no_device_and_no_proc);
	tcase_add_loop_test(tc, process_and_steal, 0, sizeof(steal_cases) / sizeof(*steal_cases));
	tcase_add_test(tc, the_real_process);
	suite_add_tcase(suite, tc);
	return suite;
}
