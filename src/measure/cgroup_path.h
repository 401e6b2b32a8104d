/* cgroup_path: the directory of the control group that this process's memory is charged to. */
#ifndef IOSWEEP_MEASURE_CGROUP_PATH_H
#define IOSWEEP_MEASURE_CGROUP_PATH_H

#include <stddef.h>

#include "measure/env_roots.h"

/*
 * Of version 1's memory hierarchy, or of version 2's where that has the memory controller. In a container the path that
 * the kernel tells may name groups that only the host sees; then it is the root, which is the container's own group.
 * *root_len is the length of the hierarchy's root, a prefix of path. 0, -ENOENT: there is none, or -errno.
 */
int cgroup_memory_path(const struct env_roots *roots, char *path, size_t size, size_t *root_len);

#endif
