#include "measure/env_xfs.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

/*
 * XFS_IOC_FSGEOMETRY_V1 and its answer (fs/xfs/libxfs/xfs_fs.h): kernel interface without a header in linux/. All
 * kernels have it, and later versions only append.
 */
struct geometry_v1 {
	uint32_t block_bytes;
	uint32_t skipped[7];
	uint64_t also_skipped[4];
	unsigned char uuid[16];
	uint32_t stripe_unit, stripe_width; /* in blocks */
	uint32_t rest[5];
};

#define GEOMETRY_V1 _IOR('X', 100, struct geometry_v1)

_Static_assert(sizeof(struct geometry_v1) == 112, "the kernel's structure has 112 bytes, and the number holds it");

static uint64_t bytes_or_unknown(uint32_t blocks, uint32_t block_bytes)
{
	return blocks ? (uint64_t)blocks * block_bytes : UINT64_MAX;
}

int env_xfs_uuid(int fd, uint8_t uuid[16])
{
	struct geometry_v1 geometry = { 0 };

	if (ioctl(fd, GEOMETRY_V1, &geometry))
		return -errno;
	memcpy(uuid, geometry.uuid, sizeof(geometry.uuid));
	return 0;
}

int env_xfs_stripe(int fd, uint64_t *unit_bytes, uint64_t *width_bytes)
{
	struct geometry_v1 geometry = { 0 };

	if (ioctl(fd, GEOMETRY_V1, &geometry))
		return -errno;
	*unit_bytes = bytes_or_unknown(geometry.stripe_unit, geometry.block_bytes);
	*width_bytes = bytes_or_unknown(geometry.stripe_width, geometry.block_bytes);
	return 0;
}
