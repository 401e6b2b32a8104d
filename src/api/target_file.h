/*
 * target_file: one file or block device that is there already, as the place where a run's I/O goes.
 *
 * Without overwriting it is opened for reading and nothing else. With it, a block device is claimed for as long as the
 * run lasts (O_EXCL), which the kernel refuses while it, or a part of it, is mounted, swapped to, or a member of an
 * array or mapping; and a file must not be what a loop device or swap stands on, nor be locked, see file_use.h.
 */
#ifndef IOSWEEP_API_TARGET_FILE_H
#define IOSWEEP_API_TARGET_FILE_H

#include "api/target.h"

#include <stdbool.h>
#include <stdint.h>

struct err;

struct target_file {
	int fd; /* holds it, and says which it is whatever becomes of its name; -1: none */
	bool writable;
	uint64_t bytes; /* its size */
};

/* 0, or -1 with err (ERR_ENVIRONMENT). */
int target_file_take(struct target_file *file, const char *path, bool overwrite, struct err *err);

/*
 * Another descriptor for it; flags as for target_file_open(). 0 or -errno: -EROFS for writing where that was not
 * asked for.
 */
int target_file_reopen(const struct target_file *file, int open_flags, int *fd);

#endif
