/*
 * extents: where a file lies on its device, by the FIEMAP ioctl (Documentation/filesystems/fiemap.rst).
 */
#ifndef IOSWEEP_MEASURE_EXTENTS_H
#define IOSWEEP_MEASURE_EXTENTS_H

#include <stdint.h>

struct extents {
	uint64_t count; /* as the file system keeps them; a long run may be several (ext4: 128 MiB each) */
	uint64_t fragments; /* runs without a break, in the file and on the device */
	uint64_t mapped_bytes; /* all extents; less than the file's size where it has holes */
	uint64_t unwritten_bytes; /* allocated and never written */
	uint64_t unplaced_bytes; /* cached data that have no place yet (delayed allocation) */
	uint64_t first_physical_bytes; /* offset on the file system's device; UINT64_MAX: no extent has a place */
	uint64_t largest_bytes; /* the largest fragment */
};

/*
 * Looks at what is there now, up to the end of the file (XFS allocates beyond it): flush first. Takes bounded
 * memory whatever the number of extents. Returns 0 or -errno: -EOPNOTSUPP where the file system tells nothing
 * (tmpfs, NFS).
 */
int extents_of(int fd, struct extents *extents);

#endif
