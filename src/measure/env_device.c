#include "measure/env_parts.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sysfile.h"
#include "measure/env_blockdev.h"
#include "measure/env_identity.h"
#include "measure/env_json.h"
#include "measure/env_md.h"

#define SECTOR 512 /* in /sys/block, whatever the device's own sectors are */

static void put_boolean(json_t *object, const char *key, uint64_t number)
{
	env_put(object, key, number == ENV_UNKNOWN ? NULL : json_boolean(number != 0));
}

/* Documentation/ABI/stable/sysfs-block; where that has "0 means not reported" there is nothing to report. */
static void put_limits(json_t *object, const char *disk)
{
	static const struct {
		const char *key, *file;
		uint64_t scale;
		bool zero_is_none;
	} limits[] = {
		{ "nr_requests", "nr_requests", 1, false },
		{ "read_ahead_bytes", "read_ahead_kb", 1024, false },
		{ "max_sectors_bytes", "max_sectors_kb", 1024, false },
		{ "max_hw_sectors_bytes", "max_hw_sectors_kb", 1024, false },
		{ "logical_block_bytes", "logical_block_size", 1, false },
		{ "physical_block_bytes", "physical_block_size", 1, false },
		{ "minimum_io_bytes", "minimum_io_size", 1, true },
		{ "optimal_io_bytes", "optimal_io_size", 1, true },
		{ "io_boundary_bytes", "chunk_sectors", SECTOR, true },
		{ "discard_max_bytes", "discard_max_bytes", 1, false },
		{ "writeback_throttle_us", "wbt_lat_usec", 1, false },
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		uint64_t value = env_number("%s/queue/%s", disk, limits[i].file);

		if (!value && limits[i].zero_is_none)
			value = ENV_UNKNOWN;
		env_put_u64(object, limits[i].key, env_scaled(value, limits[i].scale));
	}
}

static void put_queue(json_t *object, const char *disk)
{
	char scheduler[SYSFILE_LINE];

	put_boolean(object, "rotational", env_number("%s/queue/rotational", disk));
	put_boolean(object, "fua", env_number("%s/queue/fua", disk));
	put_boolean(object, "discard", env_number("%s/queue/discard_max_bytes", disk));
	sysfile_string(scheduler, sizeof(scheduler), "%s/queue/scheduler", disk);
	env_keep_bracketed(scheduler);
	env_put_string(object, "scheduler", scheduler[0] ? scheduler : NULL);
	put_limits(object, disk);
	env_put_file(object, "write_cache", "%s/queue/write_cache", disk);
}

/* "scsi", "nvme", "virtio": where the disk's device hangs; none for devices made of others. */
static void put_bus(json_t *object, const char *disk)
{
	char path[BLOCKDEV_PATH + 32], link[PATH_MAX];
	ssize_t len;

	snprintf(path, sizeof(path), "%s/device/subsystem", disk);
	len = readlink(path, link, sizeof(link) - 1);
	link[len < 0 ? 0 : len] = '\0';
	env_put_string(object, "bus", len > 0 ? basename(link) : NULL);
}

static void put_identity(json_t *object, const struct blockdev *bd, const char *disk)
{
	char name[NAME_MAX + 1], serial[SYSFILE_LINE];

	snprintf(name, sizeof(name), "%s", blockdev_name(bd));
	for (char *c = name; (c = strchr(c, '!'));)
		*c = '/'; /* names with a slash are written so in /sys */
	env_put_string(object, "name", name);
	env_put_file(object, "number", "%s/dev", bd->path);
	env_put_string(object, "kind", blockdev_kind_name(bd->kind));
	put_bus(object, disk);
	env_put_file(object, "model", "%s/device/model", disk);
	env_put_string(object, "serial", env_device_serial(bd, disk, serial, sizeof(serial)) ? serial : NULL);
	env_put_u64(object, "size_bytes", env_scaled(env_number("%s/size", bd->path), SECTOR));
	env_put_u64(object, "start_offset_bytes", env_scaled(env_number("%s/start", bd->path), SECTOR));
	env_put_u64(object, "alignment_offset_bytes", env_number("%s/alignment_offset", bd->path));
}

/* A dm device's uuid starts with what made it: "LVM-...", "CRYPT-LUKS2-...", "mpath-...", "part1-mpath-...". */
static json_t *dm(const struct blockdev *bd)
{
	char uuid[SYSFILE_LINE];
	json_t *object;

	if (bd->kind != BLOCKDEV_DM)
		return NULL;
	object = json_object();
	env_put_file(object, "name", "%s/dm/name", bd->path);
	sysfile_string(uuid, sizeof(uuid), "%s/dm/uuid", bd->path);
	uuid[strcspn(uuid, "-")] = '\0';
	env_put_string(object, "subsystem", uuid[0] ? uuid : NULL);
	return object;
}

static json_t *loop(const struct blockdev *bd)
{
	json_t *object;

	if (bd->kind != BLOCKDEV_LOOP)
		return NULL;
	object = json_object();
	env_put_file(object, "backing_file", "%s/loop/backing_file", bd->path);
	env_put_u64(object, "offset_bytes", env_number("%s/loop/offset", bd->path));
	put_boolean(object, "direct_io", env_number("%s/loop/dio", bd->path));
	return object;
}

static json_t *describe(const struct env_roots *roots, const struct blockdev *bd, int depth);

static json_t *members(const struct env_roots *roots, const struct blockdev *bd, int depth)
{
	struct blockdev *below = NULL;
	size_t n = depth < BLOCKDEV_DEPTH_MAX ? blockdev_below(&below, roots, bd) : 0;
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++) {
		json_t *member = describe(roots, &below[i], depth + 1);

		if (bd->kind == BLOCKDEV_MD)
			env_md_member(bd, &below[i], member);
		json_array_append_new(array, member);
	}
	free(below);
	return array;
}

static json_t *describe(const struct env_roots *roots, const struct blockdev *bd, int depth)
{
	json_t *object = json_object();
	struct blockdev disk;

	if (blockdev_disk(&disk, bd))
		disk = *bd;
	put_identity(object, bd, disk.path);
	put_queue(object, disk.path);
	env_put(object, "md", bd->kind == BLOCKDEV_MD ? env_md(bd) : NULL);
	env_put(object, "dm", dm(bd));
	env_put(object, "loop", loop(bd));
	env_put(object, "members", members(roots, bd, depth));
	return object;
}

json_t *env_device(const struct env_roots *roots, dev_t device)
{
	struct blockdev bd;

	return blockdev_find(&bd, roots, device) ? NULL : describe(roots, &bd, 0);
}
