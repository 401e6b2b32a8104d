/*
 * block_stat: the open stat files of a stack of block devices, and their sums; the inside of counters.
 */
#ifndef IOSWEEP_MEASURE_BLOCK_STAT_H
#define IOSWEEP_MEASURE_BLOCK_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "measure/counters.h"
#include "measure/env_blockdev.h"

#define BLOCK_STAT_MAX (2 * BLOCKDEV_BELOW_MAX + 2) /* devices that are counted; more are left out */

struct block_stat {
	bool partition; /* what the file system lies on is one, of a disk that stands on nothing else */
	size_t n;
	struct {
		int fd;
		unsigned int levels; /* a bit for each enum counters_level that it belongs to */
		ino_t inode; /* tells a device that is met twice */
	} files[BLOCK_STAT_MAX];
};

/* Opens what there is from device downwards; md becomes the first array, or md->path[0] is 0 when there is none.
 */
void block_stat_open(struct block_stat *stat, const struct env_roots *roots, dev_t device, struct blockdev *md);
void block_stat_close(struct block_stat *stat);

/* The sums of each level. */
void block_stat_read(const struct block_stat *stat, uint64_t sums[COUNTERS_LEVELS][BLOCK_FIELDS]);

/* The fields of a stat file's text; those that are not there are UINT64_MAX. */
void block_stat_parse(const char *text, uint64_t fields[BLOCK_FIELDS]);

#endif
