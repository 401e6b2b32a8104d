#include "measure/env_mount.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/fake_tree.h"
#include "unit/skip.h"

static const char mountinfo[] =
	"22 27 0:21 / /proc rw,relatime - proc proc rw\n"
	"27 1 254:0 / / rw,noatime shared:1 - ext4 /dev/vda1 rw,discard,stripe=64\n"
	"40 27 9:0 / /mnt rw,relatime shared:7 master:2 - xfs /dev/md0 rw,sunit=128,swidth=512\n"
	"41 27 9:1 /sub /mnt/with\\040space\\011tab ro,nosuid - ext4 /dev/disk\\134one rw\n"
	"42 27 0:30 / /mnt/nfs rw - nfs4 server:/export\\040one rw,vers=4.2\n"
	"43 40 0:44 / /mnt rw,relatime - tmpfs none rw,size=8k\n";

static const struct reader {
	const char *name;
	int (*read)(struct mount_table *table, const char *file);
} readers[] = { { "proc", mount_table_proc }, { "libmount", mount_table_libmount },
	{ "default", mount_table_read } };

static const struct expected_mount {
	uint64_t id;
	const char *type, *mount_point, *source, *mount_options, *super_options;
} expected[] = {
	{ 22, "proc", "/proc", "proc", "rw,relatime", "rw" },
	{ 27, "ext4", "/", "/dev/vda1", "rw,noatime", "rw,discard,stripe=64" },
	{ 40, "xfs", "/mnt", "/dev/md0", "rw,relatime", "rw,sunit=128,swidth=512" },
	{ 41, "ext4", "/mnt/with space\ttab", "/dev/disk\\one", "ro,nosuid", "rw" },
	{ 42, "nfs4", "/mnt/nfs", "server:/export one", "rw", "rw,vers=4.2" },
	{ 43, "tmpfs", "/mnt", "none", "rw,relatime", "rw,size=8k" },
};

/* Skips where the reader is not built in. */
static void read_table(const struct reader *reader, const char *text, struct mount_table *table)
{
	struct fake_tree tree;
	char path[512];
	int ret;

	fake_tree_init(&tree);
	fake_tree_write(&tree, text, "proc/self/mountinfo");
	snprintf(path, sizeof(path), "%s/self/mountinfo", tree.proc);
	ret = reader->read(table, path);
	fake_tree_release(&tree);
	if (ret == -ENOSYS)
		skip_test("built without libmount");
	ck_assert_int_eq(ret, 0);
}

START_TEST(all_readers_read_the_same)
{
	struct mount_table table;

	read_table(&readers[_i], mountinfo, &table);
	ck_assert_uint_eq(table.n, sizeof(expected) / sizeof(*expected));
	for (size_t i = 0; i < table.n; i++) {
		ck_assert_uint_eq(table.v[i].id, expected[i].id);
		ck_assert_str_eq(table.v[i].type, expected[i].type);
		ck_assert_str_eq(table.v[i].mount_point, expected[i].mount_point);
		ck_assert_str_eq(table.v[i].source, expected[i].source);
		ck_assert_str_eq(table.v[i].mount_options, expected[i].mount_options);
		ck_assert_str_eq(table.v[i].super_options, expected[i].super_options);
	}
	mount_table_release(&table);
}
END_TEST

START_TEST(missing_file_is_errno)
{
	struct mount_table table;
	int ret = readers[_i].read(&table, "/nonexistent/mountinfo");

	if (ret == -ENOSYS)
		skip_test("built without libmount");
	ck_assert_int_eq(ret, -ENOENT);
	ck_assert_uint_eq(table.n, 0);
}
END_TEST

static const char *const damaged[] = { "", "\n", "27 1 254:0 / / rw\n", "27 1 254:0 / / rw - ext4\n", "x - - - -",
	"1 2 3:4 / /a rw - t \\0" };

START_TEST(damage_is_survived)
{
	struct mount_table table;

	read_table(&readers[0], damaged[_i], &table);
	ck_assert_uint_eq(table.n, 0);
	ck_assert_ptr_null(mount_table_find(&table, 27, "/"));
	mount_table_release(&table);
}
END_TEST

static const struct find_case {
	uint64_t id;
	const char *path;
	uint64_t found;
} finds[] = {
	{ UINT64_MAX, "/", 27 },
	{ UINT64_MAX, "/mn", 27 },
	{ UINT64_MAX, "/mntx/y", 27 },
	{ UINT64_MAX, "/proc", 22 },
	{ UINT64_MAX, "/mnt", 43 }, /* the later one hides the earlier */
	{ UINT64_MAX, "/mnt/a", 43 },
	{ UINT64_MAX, "/mnt/nfs/a", 42 },
	{ UINT64_MAX, "/mnt/with space\ttab", 41 },
	{ 40, "/mnt/a", 40 }, /* the id knows better */
	{ 99, "/mnt/a", 43 },
};

START_TEST(finds_the_mount)
{
	const struct find_case *c = &finds[_i];
	const struct mount_entry *entry;
	struct mount_table table;

	read_table(&readers[0], mountinfo, &table);
	entry = mount_table_find(&table, c->id, c->path);
	ck_assert_ptr_nonnull(entry);
	ck_assert_uint_eq(entry->id, c->found);
	mount_table_release(&table);
}
END_TEST

Suite *suite_mount(void)
{
	Suite *suite = suite_create("mount");
	TCase *tc = tcase_create("mount");

	tcase_add_loop_test(tc, all_readers_read_the_same, 0, sizeof(readers) / sizeof(*readers));
	tcase_add_loop_test(tc, missing_file_is_errno, 0, sizeof(readers) / sizeof(*readers));
	tcase_add_loop_test(tc, damage_is_survived, 0, sizeof(damaged) / sizeof(*damaged));
	tcase_add_loop_test(tc, finds_the_mount, 0, sizeof(finds) / sizeof(*finds));
	suite_add_tcase(suite, tc);
	return suite;
}
