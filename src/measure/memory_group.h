/*
 * memory_group: a control group of the run's own, whose memory limit is where the page cache ends.
 *
 * On a server with 512 GB the page cache ends where no sweep goes in reasonable time. In a group with less memory it
 * ends there for what runs in it: pages are charged to the group that first touches them (Documentation/
 * admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst). The whole process moves into the group, so that threads and
 * processes that it starts later are in it too.
 *
 * The group is made below the one that the process is in, or, where version 2 allows no processes beside groups
 * ("no internal processes"), below the nearest one on the way to the root that takes it. What a run that was killed has
 * left there, an empty group, is removed on the way.
 */
#ifndef IOSWEEP_MEASURE_MEMORY_GROUP_H
#define IOSWEEP_MEASURE_MEMORY_GROUP_H

#include "measure/env_roots.h"

#include <stdint.h>

struct err;
struct memory_group;

/* Makes the group and enters it. 0, or -1 with err (ERR_ENVIRONMENT) and nothing left behind. */
int memory_group_enter(const struct env_roots *roots, uint64_t limit_bytes, struct memory_group **group, struct err *err);

/*
 * Goes back to where the process came from and removes the group. NULL is ignored. 0 or -errno; processes that were
 * started in the group and still run keep it from being removed (-EBUSY).
 */
int memory_group_leave(struct memory_group *group);

#endif
