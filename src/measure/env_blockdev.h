/*
 * env_blockdev: walking the stack of block devices in /sys/dev/block: a partition stands on its disk, md and dm
 * on their slaves, a loop on the device that holds its file.
 */
#ifndef IOSWEEP_MEASURE_ENV_BLOCKDEV_H
#define IOSWEEP_MEASURE_ENV_BLOCKDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "measure/env_roots.h"

#define BLOCKDEV_PATH 512
#define BLOCKDEV_BELOW_MAX 64 /* devices directly below one that are looked at */
#define BLOCKDEV_DEPTH_MAX 8 /* levels that are looked at */

enum blockdev_kind {
	BLOCKDEV_DISK,
	BLOCKDEV_PARTITION,
	BLOCKDEV_MD,
	BLOCKDEV_DM,
	BLOCKDEV_LOOP,
};

struct blockdev {
	char path[BLOCKDEV_PATH]; /* its directory in /sys, free of symbolic links */
	enum blockdev_kind kind;
};

/* 0, or -errno (-ENOENT: no such device is shown, as for the st_dev of tmpfs, NFS, btrfs). */
int blockdev_find(struct blockdev *bd, const struct env_roots *roots, dev_t device);

/* The name in /sys: "sda1", "md0", "dm-3", "cciss!c0d0". Points into bd. */
const char *blockdev_name(const struct blockdev *bd);
const char *blockdev_kind_name(enum blockdev_kind kind);

/* The disk of a partition, and any other device itself: it has the queue. 0 or -errno. */
int blockdev_disk(struct blockdev *disk, const struct blockdev *bd);

/*
 * The devices directly below, in the order of their names' numbers, into an array that the caller frees. Returns how many
 * there are, at most BLOCKDEV_BELOW_MAX; 0, with no array, for a disk, and where there is no memory to look.
 */
size_t blockdev_below(struct blockdev **below, const struct env_roots *roots, const struct blockdev *bd);

#endif
