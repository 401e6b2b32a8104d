/*
 * env_xfs: what only an ioctl of XFS tells.
 */
#ifndef IOSWEEP_MEASURE_ENV_XFS_H
#define IOSWEEP_MEASURE_ENV_XFS_H

#include <stdint.h>

/*
 * The stripe that the file system was made for, in bytes; UINT64_MAX each where it was made for none. fd is any
 * file or directory. Returns 0 or -errno (-ENOTTY: not XFS).
 */
int env_xfs_stripe(int fd, uint64_t *unit_bytes, uint64_t *width_bytes);

int env_xfs_uuid(int fd, uint8_t uuid[16]); /* of the file system; likewise */

#endif
