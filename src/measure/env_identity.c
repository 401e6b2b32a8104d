#include "measure/env_identity.h"

#include <linux/btrfs.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/sysfile.h"
#include "measure/env_xfs.h"

#define UUID_BYTES 16

/* include/uapi/linux/fs.h and fs/ext4/ext4.h of newer kernels than the headers may be from. */
struct fs_uuid {
	uint8_t len;
	uint8_t uuid[UUID_BYTES];
};

struct ext4_uuid_header {
	uint32_t len, flags;
};

struct ext4_uuid {
	struct ext4_uuid_header header;
	uint8_t uuid[UUID_BYTES];
};

#define GET_FS_UUID _IOR(0x15, 0, struct fs_uuid)
#define GET_EXT4_UUID _IOR('f', 44, struct ext4_uuid_header)

static bool ask_any(int fd, uint8_t uuid[UUID_BYTES])
{
	struct fs_uuid found = { 0 };

	if (ioctl(fd, GET_FS_UUID, &found) || found.len != UUID_BYTES)
		return false;
	memcpy(uuid, found.uuid, UUID_BYTES);
	return true;
}

static bool ask_ext4(int fd, uint8_t uuid[UUID_BYTES])
{
	struct ext4_uuid found = { .header = { .len = UUID_BYTES } };

	if (ioctl(fd, GET_EXT4_UUID, &found) || found.header.len != UUID_BYTES)
		return false;
	memcpy(uuid, found.uuid, UUID_BYTES);
	return true;
}

static bool ask_btrfs(int fd, uint8_t uuid[UUID_BYTES])
{
	struct btrfs_ioctl_fs_info_args found = { 0 };

	_Static_assert(sizeof(found.fsid) == UUID_BYTES, "a UUID");
	if (ioctl(fd, BTRFS_IOC_FS_INFO, &found))
		return false;
	memcpy(uuid, found.fsid, UUID_BYTES);
	return true;
}

static bool ask(int fd, const char *type, uint8_t uuid[UUID_BYTES])
{
	if (ask_any(fd, uuid))
		return true;
	if (!strncmp(type, "ext", 3))
		return ask_ext4(fd, uuid);
	if (!strcmp(type, "xfs"))
		return !env_xfs_uuid(fd, uuid);
	return !strcmp(type, "btrfs") && ask_btrfs(fd, uuid);
}

bool env_file_system_uuid(int dir_fd, const char *type, char text[ENV_UUID_LEN])
{
	uint8_t uuid[UUID_BYTES];
	size_t len = 0;

	/* One in memory is made anew, with another UUID, each time that the machine starts. */
	if (!type || !strcmp(type, "tmpfs") || !strcmp(type, "ramfs") || !ask(dir_fd, type, uuid))
		return false;
	for (size_t i = 0; i < UUID_BYTES; i++)
		len += (size_t)sprintf(text + len, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
	return true;
}

bool env_device_serial(const struct blockdev *bd, const char *disk, char *text, size_t size)
{
	static const char *const files[] = { "wwid", "device/wwid", "serial", "device/serial" };

	if (bd->kind == BLOCKDEV_MD || bd->kind == BLOCKDEV_DM)
		return !sysfile_string(text, size, "%s/%s", bd->path, bd->kind == BLOCKDEV_MD ? "md/uuid" : "dm/uuid");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		if (!sysfile_string(text, size, "%s/%s", disk, files[i]))
			return true;
	}
	return false;
}
