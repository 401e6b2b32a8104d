/*
 * cache: the page cache as a test wants to find it, before the clock starts.
 *
 * Device mode without direct I/O, and cached mode where the user asked for it, start each repetition with none of the
 * file in the page cache. The drop is fsync and POSIX_FADV_DONTNEED; whether it worked is looked at (cachestat, else
 * mincore), and what stays is tried to drop again. A re-read is one of data that has been read: with an empty cache
 * cached mode reads the file once before it.
 */
#ifndef IOSWEEP_MEASURE_CACHE_H
#define IOSWEEP_MEASURE_CACHE_H

#include "measure/whole_file.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Drops a file from the page cache, and then reads it whole where warm says so. *residue_bytes says what the drop has
 * left, UINT64_MAX when nobody knows, as for a virtual target. 0 or -errno; that something stays is no error.
 */
int cache_prepare(const struct whole_file *file, bool warm, uint64_t *residue_bytes);

/* Whether files on the target can be dropped, tried on a small one: those of tmpfs cannot. 0 or -errno. */
int cache_can_drop(struct target *target, bool *can);

#endif
