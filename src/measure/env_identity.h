/*
 * env_identity: what tells a file system or a disk from another one of its kind and size, so that a run that is gone on
 * with does not meet one that has only taken its place.
 */
#ifndef IOSWEEP_MEASURE_ENV_IDENTITY_H
#define IOSWEEP_MEASURE_ENV_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/env_blockdev.h"

#define ENV_UUID_LEN 37

/*
 * The UUID of the file system that holds the open directory, as lower-case text. False where it has none that lasts, as in
 * memory, or the kernel does not tell: FS_IOC_GETFSUUID (Linux 6.9), EXT4_IOC_GETFSUUID (6.0), XFS_IOC_FSGEOMETRY_V1,
 * BTRFS_IOC_FS_INFO.
 */
bool env_file_system_uuid(int dir_fd, const char *type, char text[ENV_UUID_LEN]);

/*
 * What the maker, or who put the device together, has named it by: the world-wide name or serial number of a disk
 * (/sys/block/DISK/wwid and others), the UUID of an md array or a dm device. False: it has none.
 */
bool env_device_serial(const struct blockdev *bd, const char *disk, char *text, size_t size);

#endif
