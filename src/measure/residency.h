/*
 * residency: how much of a file is in the page cache, and how much of that is not yet on the disk.
 */
#ifndef IOSWEEP_MEASURE_RESIDENCY_H
#define IOSWEEP_MEASURE_RESIDENCY_H

#include <stdint.h>

struct residency {
	uint64_t file_bytes;
	uint64_t cached_bytes; /* at most file_bytes */
	uint64_t dirty_bytes; /* UINT64_MAX: not known */
	uint64_t writeback_bytes; /* on their way to the disk; UINT64_MAX: not known */
};

/*
 * All three look at a regular file that is open for reading and return 0 or -errno, the result untouched. The
 * first takes the second way where the kernel knows it, else the third.
 *
 * cachestat(2) is Linux 6.5's (-ENOSYS before): one call, whatever the size, and it knows dirty pages. mincore(2)
 * maps the file piece by piece, and since Linux 5.2 tells the truth only to who may write the file or owns it.
 */
int residency_of(int fd, struct residency *residency);
int residency_by_cachestat(int fd, struct residency *residency);
int residency_by_mincore(int fd, struct residency *residency);

#endif
