/*
 * env_md: a Linux software RAID array, from its directory md/ in /sys (Documentation/admin-guide/md.rst).
 */
#ifndef IOSWEEP_MEASURE_ENV_MD_H
#define IOSWEEP_MEASURE_ENV_MD_H

#include <jansson.h>
#include <stdint.h>

#include "measure/env_blockdev.h"

json_t *env_md(const struct blockdev *array); /* the object "md" of the device */
void env_md_member(const struct blockdev *array, const struct blockdev *member, json_t *object); /* its md_ keys */

/*
 * How many members hold data, so that chunk times this is a stripe: UINT64_MAX where the level has no stripes or
 * is not known. layout is the number in md/layout; it matters for raid10 alone.
 */
uint64_t env_md_data_disks(const char *level, uint64_t raid_disks, uint64_t layout);

#endif
