#include "measure/env_blockdev.h"
#include "measure/env_md.h"
#include "measure/env_parts.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "model/envfacts.h"
#include "unit/fake_tree.h"

struct fact {
	const char *path, *json; /* what the value is as JSON */
};

/* Unlike envfacts_get() this tells null from absent. */
static const json_t *walk(const json_t *object, const char *path)
{
	char copy[128], *rest = copy, *word;

	snprintf(copy, sizeof(copy), "%s", path);
	while (object && (word = strsep(&rest, ".")))
		object = json_is_array(object) ? json_array_get(object, strtoul(word, NULL, 10))
					       : json_object_get(object, word);
	return object;
}

static void check_facts(const json_t *object, const struct fact *facts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const json_t *value = walk(object, facts[i].path);
		char *text;

		ck_assert_msg(value != NULL, "%s is absent", facts[i].path);
		text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
		ck_assert_msg(
			!strcmp(text, facts[i].json), "%s is %s, expected %s", facts[i].path, text, facts[i].json);
		free(text);
	}
}

#define CHECK_FACTS(object, facts) check_facts(object, facts, sizeof(facts) / sizeof(*(facts)))

/* A disk with a queue and, starting at sector 2048, one partition. */
static void make_scsi_disk(const struct fake_tree *tree, int index)
{
	char disk[64], part[80], number[16];

	snprintf(disk, sizeof(disk), "pci/host%d/block/sd%c", index, 'a' + index);
	snprintf(number, sizeof(number), "8:%d", index * 16);
	fake_tree_device(tree, disk, number, "2000000\n");
	fake_tree_write(tree, "Model X1        \n", "sys/devices/%s/device/model", disk);
	snprintf(number, sizeof(number), "naa.500%d\n", index);
	fake_tree_write(tree, number, "sys/devices/%s/device/wwid", disk);
	fake_tree_link(tree, "sys/bus/scsi", "sys/devices/%s/device/subsystem", disk);
	fake_tree_write(tree, "1\n", "sys/devices/%s/queue/rotational", disk);
	fake_tree_write(tree, "none [mq-deadline] kyber\n", "sys/devices/%s/queue/scheduler", disk);
	fake_tree_write(tree, "1280\n", "sys/devices/%s/queue/max_sectors_kb", disk);
	fake_tree_write(tree, "0\n", "sys/devices/%s/queue/optimal_io_size", disk);
	fake_tree_write(tree, "0\n", "sys/devices/%s/queue/discard_max_bytes", disk);
	snprintf(part, sizeof(part), "%s/sd%c1", disk, 'a' + index);
	snprintf(number, sizeof(number), "8:%d", index * 16 + 1);
	fake_tree_device(tree, part, number, "1900000\n");
	fake_tree_write(tree, "1\n", "sys/devices/%s/partition", part);
	fake_tree_write(tree, "2048\n", "sys/devices/%s/start", part);
}

/* RAID5 of five partitions with chunks of 256 KiB. */
static void make_md0(const struct fake_tree *tree)
{
	static const struct fact files[] = {
		{ "md/level", "raid5\n" },
		{ "md/uuid", "0123-45\n" },
		{ "md/chunk_size", "262144\n" },
		{ "md/raid_disks", "5\n" },
		{ "md/layout", "2\n" },
		{ "md/stripe_cache_size", "256\n" },
		{ "md/sync_action", "idle\n" },
		{ "md/degraded", "0\n" },
		{ "md/array_state", "clean\n" },
		{ "md/consistency_policy", "bitmap\n" },
		{ "md/bitmap/location", "+8\n" },
		{ "queue/optimal_io_size", "1048576\n" },
		{ "queue/minimum_io_size", "262144\n" },
		{ "queue/scheduler", "none\n" },
	};

	fake_tree_device(tree, "virtual/block/md0", "9:0", "7600000\n");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		fake_tree_write(tree, files[i].json, "sys/devices/virtual/block/md0/%s", files[i].path);
	for (int i = 0; i < 5; i++) {
		char to[96], slot[8];

		make_scsi_disk(tree, i);
		snprintf(to, sizeof(to), "sys/devices/pci/host%d/block/sd%c/sd%c1", i, 'a' + i, 'a' + i);
		fake_tree_link(tree, to, "sys/devices/virtual/block/md0/slaves/sd%c1", 'a' + i);
		snprintf(slot, sizeof(slot), "%d\n", i);
		fake_tree_write(tree, slot, "sys/devices/virtual/block/md0/md/dev-sd%c1/slot", 'a' + i);
		fake_tree_write(tree, "in_sync\n", "sys/devices/virtual/block/md0/md/dev-sd%c1/state", 'a' + i);
		fake_tree_write(tree, "264192\n", "sys/devices/virtual/block/md0/md/dev-sd%c1/offset", 'a' + i);
	}
}

START_TEST(raid5_on_partitions)
{
	static const struct fact facts[] = {
		{ "name", "\"md0\"" },
		{ "number", "\"9:0\"" },
		{ "kind", "\"md\"" },
		{ "bus", "null" },
		{ "model", "null" },
		{ "size_bytes", "3891200000" },
		{ "optimal_io_bytes", "1048576" },
		{ "minimum_io_bytes", "262144" },
		{ "scheduler", "\"none\"" },
		{ "rotational", "null" },
		{ "md.level", "\"raid5\"" },
		{ "md.chunk_bytes", "262144" },
		{ "md.raid_disks", "5" },
		{ "md.data_disks", "4" },
		{ "md.stripe_bytes", "1048576" },
		{ "md.layout", "\"left-symmetric\"" },
		{ "md.stripe_cache_entries", "256" },
		{ "md.sync_action", "\"idle\"" },
		{ "md.degraded", "0" },
		{ "md.array_state", "\"clean\"" },
		{ "md.consistency_policy", "\"bitmap\"" },
		{ "md.bitmap", "\"+8\"" },
		{ "dm", "null" },
		{ "loop", "null" },
		{ "members.4.name", "\"sde1\"" },
		{ "members.4.md_slot", "\"4\"" },
		{ "members.4.md_state", "\"in_sync\"" },
		{ "members.4.md_data_offset_bytes", "135266304" },
		{ "members.0.kind", "\"partition\"" },
		{ "members.0.serial", "\"naa.5000\"" },
		{ "serial", "\"0123-45\"" },
		{ "members.3.members.0.serial", "\"naa.5003\"" },
		{ "members.0.start_offset_bytes", "1048576" },
		{ "members.0.size_bytes", "972800000" },
		{ "members.0.bus", "\"scsi\"" },
		{ "members.0.model", "\"Model X1\"" },
		{ "members.0.scheduler", "\"mq-deadline\"" },
		{ "members.0.max_sectors_bytes", "1310720" },
		{ "members.0.optimal_io_bytes", "null" },
		{ "members.0.read_ahead_bytes", "null" },
		{ "members.0.rotational", "true" },
		{ "members.0.discard", "false" },
		{ "members.0.md", "null" },
		{ "members.0.members.0.name", "\"sda\"" },
		{ "members.0.members.0.kind", "\"disk\"" },
		{ "members.0.members.0.start_offset_bytes", "null" },
		{ "members.0.members.0.size_bytes", "1024000000" },
		{ "members.0.members.0.members", "[]" },
	};
	struct fake_tree tree;
	json_t *device;

	fake_tree_init(&tree);
	make_md0(&tree);
	device = env_device(&tree.roots, makedev(9, 0));
	CHECK_FACTS(device, facts);
	ck_assert_uint_eq(json_array_size(json_object_get(device, "members")), 5);
	json_decref(device);
	fake_tree_release(&tree);
}
END_TEST

START_TEST(dm_on_nvme_and_loop_on_dm)
{
	static const struct fact facts[] = {
		{ "kind", "\"loop\"" },
		{ "loop.offset_bytes", "4096" },
		{ "loop.direct_io", "true" },
		{ "members", "[]" },
	};
	static const struct fact dm_facts[] = {
		{ "kind", "\"dm\"" },
		{ "dm.name", "\"vg-lv\"" },
		{ "dm.subsystem", "\"LVM\"" },
		{ "members.0.name", "\"nvme0n1\"" },
		{ "members.0.bus", "\"nvme\"" },
		{ "members.0.rotational", "false" },
		{ "members.0.io_boundary_bytes", "131072" },
		{ "members.1.name", "\"nvme10n1\"" },
	};
	struct fake_tree tree;
	json_t *device;

	fake_tree_init(&tree);
	fake_tree_device(&tree, "pci/nvme/nvme0n1", "259:0", "1000\n");
	fake_tree_device(&tree, "pci/nvme/nvme10n1", "259:1", "1000\n");
	fake_tree_write(&tree, "0\n", "sys/devices/pci/nvme/nvme0n1/queue/rotational");
	fake_tree_write(&tree, "256\n", "sys/devices/pci/nvme/nvme0n1/queue/chunk_sectors");
	fake_tree_link(&tree, "sys/class/nvme", "sys/devices/pci/nvme/nvme0n1/device/subsystem");
	fake_tree_device(&tree, "virtual/block/dm-0", "253:0", "900\n");
	fake_tree_write(&tree, "vg-lv\n", "sys/devices/virtual/block/dm-0/dm/name");
	fake_tree_write(&tree, "LVM-abc-def\n", "sys/devices/virtual/block/dm-0/dm/uuid");
	fake_tree_link(&tree, "sys/devices/pci/nvme/nvme10n1", "sys/devices/virtual/block/dm-0/slaves/nvme10n1");
	fake_tree_link(&tree, "sys/devices/pci/nvme/nvme0n1", "sys/devices/virtual/block/dm-0/slaves/nvme0n1");
	fake_tree_device(&tree, "virtual/block/loop3", "7:3", "800\n");
	fake_tree_write(&tree, "/no such file\n", "sys/devices/virtual/block/loop3/loop/backing_file");
	fake_tree_write(&tree, "4096\n", "sys/devices/virtual/block/loop3/loop/offset");
	fake_tree_write(&tree, "1\n", "sys/devices/virtual/block/loop3/loop/dio");
	device = env_device(&tree.roots, makedev(7, 3));
	CHECK_FACTS(device, facts);
	json_decref(device);
	device = env_device(&tree.roots, makedev(253, 0));
	CHECK_FACTS(device, dm_facts);
	json_decref(device);
	fake_tree_release(&tree);
}
END_TEST

/* A directory and nothing in it: all is null, and it ends. A device that stands on itself ends too. */
START_TEST(empty_and_endless)
{
	struct fake_tree tree;
	const json_t *value;
	json_t *device;
	const char *key;
	int depth = 0;

	fake_tree_init(&tree);
	fake_tree_device(&tree, "virtual/block/dm-1", "253:1", "");
	device = env_device(&tree.roots, makedev(253, 1));
	json_object_foreach (device, key, value) {
		if (strcmp(key, "name") != 0 && strcmp(key, "number") != 0 && strcmp(key, "kind") != 0 &&
			strcmp(key, "members") != 0)
			ck_assert_msg(json_is_null(value), "%s is not null", key);
	}
	json_decref(device);
	fake_tree_link(&tree, "sys/devices/virtual/block/dm-1", "sys/devices/virtual/block/dm-1/slaves/dm-1");
	device = env_device(&tree.roots, makedev(253, 1));
	for (value = device; (value = json_array_get(json_object_get(value, "members"), 0));)
		depth++;
	ck_assert_int_eq(depth, BLOCKDEV_DEPTH_MAX);
	json_decref(device);
	ck_assert_ptr_null(env_device(&tree.roots, makedev(0, 44)));
	fake_tree_release(&tree);
}
END_TEST

static const struct data_case {
	const char *level;
	uint64_t disks, layout, expected;
} data_cases[] = {
	{ "raid0", 4, UINT64_MAX, 4 },
	{ "raid1", 3, UINT64_MAX, 1 },
	{ "raid4", 3, UINT64_MAX, 2 },
	{ "raid5", 5, 2, 4 },
	{ "raid5", 1, 2, UINT64_MAX },
	{ "raid6", 6, 2, 4 },
	{ "raid6", 2, 2, UINT64_MAX },
	{ "raid10", 4, 0x102, 2 }, /* near=2 */
	{ "raid10", 4, 0x201, 2 }, /* far=2 */
	{ "raid10", 8, 0x202, 2 },
	{ "raid10", 5, 0x102, UINT64_MAX },
	{ "raid10", 4, UINT64_MAX, UINT64_MAX },
	{ "raid10", 4, 0, UINT64_MAX },
	{ "linear", 4, UINT64_MAX, UINT64_MAX },
	{ "", 4, UINT64_MAX, UINT64_MAX },
	{ "raid5", UINT64_MAX, 2, UINT64_MAX },
};

START_TEST(data_disks_by_level)
{
	const struct data_case *c = &data_cases[_i];

	ck_assert_uint_eq(env_md_data_disks(c->level, c->disks, c->layout), c->expected);
}
END_TEST

static const struct walk_case {
	unsigned int major, minor;
	int ret;
	const char *name, *disk;
	size_t below;
} walks[] = {
	{ 9, 0, 0, "md0", "md0", 5 },
	{ 8, 1, 0, "sda1", "sda", 1 },
	{ 8, 64, 0, "sde", "sde", 0 },
	{ 8, 99, -ENOENT, NULL, NULL, 0 },
};

START_TEST(walking_down)
{
	const struct walk_case *c = &walks[_i];
	struct blockdev bd, disk, *below = NULL;
	struct fake_tree tree;

	fake_tree_init(&tree);
	make_md0(&tree);
	ck_assert_int_eq(blockdev_find(&bd, &tree.roots, makedev(c->major, c->minor)), c->ret);
	if (!c->ret) {
		ck_assert_str_eq(blockdev_name(&bd), c->name);
		ck_assert_int_eq(blockdev_disk(&disk, &bd), 0);
		ck_assert_str_eq(blockdev_name(&disk), c->disk);
		ck_assert_uint_eq(blockdev_below(&below, &tree.roots, &bd), c->below);
		free(below);
	}
	fake_tree_release(&tree);
}
END_TEST

Suite *suite_blockdev(void)
{
	Suite *suite = suite_create("blockdev");
	TCase *tc = tcase_create("blockdev");

	tcase_add_test(tc, raid5_on_partitions);
	tcase_add_test(tc, dm_on_nvme_and_loop_on_dm);
	tcase_add_test(tc, empty_and_endless);
	tcase_add_loop_test(tc, data_disks_by_level, 0, sizeof(data_cases) / sizeof(*data_cases));
	tcase_add_loop_test(tc, walking_down, 0, sizeof(walks) / sizeof(*walks));
	suite_add_tcase(suite, tc);
	return suite;
}
