#include "measure/env_md.h"

#include <stdio.h>
#include <string.h>

#include "base/sysfile.h"
#include "measure/env_json.h"

/* The low byte of raid10's layout counts near copies, the next one far copies, bit 16 makes far into offset. */
static uint64_t raid10_copies(uint64_t layout)
{
	return (layout & 0xff) * (layout >> 8 & 0xff);
}

uint64_t env_md_data_disks(const char *level, uint64_t raid_disks, uint64_t layout)
{
	static const struct {
		const char *level;
		uint64_t parity;
	} levels[] = { { "raid0", 0 }, { "raid4", 1 }, { "raid5", 1 }, { "raid6", 2 } };

	if (raid_disks == ENV_UNKNOWN)
		return ENV_UNKNOWN;
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		if (!strcmp(level, levels[i].level))
			return raid_disks > levels[i].parity ? raid_disks - levels[i].parity : ENV_UNKNOWN;
	}
	if (!strcmp(level, "raid1"))
		return 1;
	if (!strcmp(level, "raid10") && layout != ENV_UNKNOWN && raid10_copies(layout) &&
		raid_disks % raid10_copies(layout) == 0)
		return raid_disks / raid10_copies(layout);
	return ENV_UNKNOWN; /* also a raid10 whose copies wrap round an odd number of disks */
}

/* The names that mdadm(8) uses. */
static void put_layout(json_t *object, const char *level, uint64_t layout)
{
	static const char *const parity[] = { "left-asymmetric", "right-asymmetric", "left-symmetric",
		"right-symmetric" };
	unsigned int number = (unsigned int)layout;
	char text[32];

	if (layout == ENV_UNKNOWN) {
		env_put_string(object, "layout", NULL);
		return;
	}
	snprintf(text, sizeof(text), "%u", number);
	if (!strcmp(level, "raid10"))
		snprintf(text, sizeof(text), "near=%u %s=%u", number & 0xff, number >> 16 & 1 ? "offset" : "far",
			number >> 8 & 0xff);
	else if (number < 4 && (!strcmp(level, "raid5") || !strcmp(level, "raid6")))
		snprintf(text, sizeof(text), "%s", parity[number]);
	env_put_string(object, "layout", text);
}

json_t *env_md(const struct blockdev *array)
{
	const char *dir = array->path;
	uint64_t chunk = env_number("%s/md/chunk_size", dir), disks = env_number("%s/md/raid_disks", dir);
	uint64_t layout = env_number("%s/md/layout", dir), data;
	json_t *object = json_object();
	char level[SYSFILE_LINE];

	sysfile_string(level, sizeof(level), "%s/md/level", dir);
	data = env_md_data_disks(level, disks, layout);
	if (!chunk || !strcmp(level, "raid1") || !strcmp(level, "linear"))
		chunk = ENV_UNKNOWN;
	env_put_string(object, "level", level[0] ? level : NULL);
	env_put_u64(object, "chunk_bytes", chunk);
	env_put_u64(object, "raid_disks", disks);
	env_put_u64(object, "data_disks", data);
	env_put_u64(object, "stripe_bytes", data == ENV_UNKNOWN ? ENV_UNKNOWN : env_scaled(chunk, data));
	put_layout(object, level, layout);
	env_put_u64(object, "stripe_cache_entries", env_number("%s/md/stripe_cache_size", dir));
	env_put_file(object, "sync_action", "%s/md/sync_action", dir);
	env_put_u64(object, "degraded", env_number("%s/md/degraded", dir));
	env_put_file(object, "array_state", "%s/md/array_state", dir);
	env_put_file(object, "consistency_policy", "%s/md/consistency_policy", dir);
	env_put_file(object, "bitmap", "%s/md/bitmap/location", dir);
	return object;
}

void env_md_member(const struct blockdev *array, const struct blockdev *member, json_t *object)
{
	const char *name = blockdev_name(member);

	env_put_file(object, "md_slot", "%s/md/dev-%s/slot", array->path, name);
	env_put_file(object, "md_state", "%s/md/dev-%s/state", array->path, name);
	env_put_u64(object, "md_data_offset_bytes",
		env_scaled(env_number("%s/md/dev-%s/offset", array->path, name), 512));
}
