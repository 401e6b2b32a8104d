#include "measure/env_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_blockdev.h"
#include "measure/env_identity.h"
#include "measure/env_json.h"
#include "measure/env_mount.h"
#include "measure/env_xfs.h"

/* Number of an option "name=123", or ENV_UNKNOWN; the file systems write 0 for "none". */
static uint64_t option_number(const char *options, const char *name)
{
	const char *value = env_option(options, name);
	uint64_t number = value ? strtoull(value, NULL, 10) : 0;

	return number ? number : ENV_UNKNOWN;
}

/* /proc/fs/ext4/DEVICE/options has all options, one a line, also those that mountinfo leaves out as default. */
static void read_ext4_options(const struct env_roots *roots, dev_t device, struct strbuf *text)
{
	struct blockdev bd;
	char path[PATH_MAX];

	if (blockdev_find(&bd, roots, device))
		return;
	snprintf(path, sizeof(path), "%s/fs/ext4/%s/options", roots->proc, blockdev_name(&bd));
	strbuf_read_file(text, path);
}

static const char *ext4_journal_mode(const char *options, char *mode, size_t size)
{
	const char *data = env_option(options, "data");

	if (!data)
		return options[0] ? "none" : NULL;
	snprintf(mode, size, "%.*s", (int)strcspn(data, ",\n"), data);
	return mode;
}

/* The stripe is in blocks of the file system (ext4(5)). */
static void put_ext4(const struct env_roots *roots, dev_t device, json_t *object)
{
	const json_t *block_bytes = json_object_get(object, "block_bytes");
	uint64_t block = json_is_integer(block_bytes) ? (uint64_t)json_integer_value(block_bytes) : ENV_UNKNOWN;
	struct strbuf options;
	char mode[32];

	strbuf_init(&options);
	read_ext4_options(roots, device, &options);
	env_put_u64(object, "stripe_width_bytes", env_scaled(option_number(options.buf, "stripe"), block));
	env_put_string(object, "journal_mode", ext4_journal_mode(options.buf, mode, sizeof(mode)));
	strbuf_release(&options);
}

/* Mount options give both in sectors of 512 bytes (xfs(5)); the file system itself knows better. */
static void put_xfs(int dir_fd, const char *options, json_t *object)
{
	uint64_t unit, width;

	if (env_xfs_stripe(dir_fd, &unit, &width)) {
		unit = env_scaled(option_number(options, "sunit"), 512);
		width = env_scaled(option_number(options, "swidth"), 512);
	}
	env_put_u64(object, "stripe_unit_bytes", unit);
	env_put_u64(object, "stripe_width_bytes", width);
}

/*
 * What the numbers of statfs(2) mean, for a target below no mount that can be read, as in a chroot. They come from
 * linux/magic.h and, where that lacks one, from statfs(2). ext2 and ext3 have ext4's number, and its driver.
 */
static const struct {
	uint32_t number;
	const char *name;
} magic_rows[] = {
	{ 0x0000ef53, "ext4" },
	{ 0x58465342, "xfs" },
	{ 0x9123683e, "btrfs" },
	{ 0xf2f52010, "f2fs" },
	{ 0xca451a4e, "bcachefs" },
	{ 0x2fc12fc1, "zfs" },
	{ 0x01021994, "tmpfs" },
	{ 0x858458f6, "ramfs" },
	{ 0x794c7630, "overlay" },
	{ 0x00006969, "nfs" },
	{ 0xff534d42, "cifs" },
	{ 0xfe534d42, "smb2" },
	{ 0x00c36400, "ceph" },
	{ 0x47504653, "gpfs" },
	{ 0x0bd00bd0, "lustre" },
	{ 0x01021997, "9p" },
	{ 0x6a656a63, "virtiofs" },
	{ 0x65735546, "fuse" },
	{ 0x00004d44, "vfat" },
	{ 0x2011bab0, "exfat" },
	{ 0x5346544e, "ntfs" },
	{ 0x3153464a, "jfs" },
	{ 0x00003434, "nilfs2" },
	{ 0x7461636f, "ocfs2" },
	{ 0x01161970, "gfs2" },
};

static const char *type_by_number(int dir_fd)
{
	struct statfs fs;

	if (fstatfs(dir_fd, &fs))
		return NULL;
	for (size_t i = 0; i < sizeof(magic_rows) / sizeof(*magic_rows); i++) {
		if (magic_rows[i].number == (uint32_t)fs.f_type)
			return magic_rows[i].name;
	}
	return NULL;
}

static void put_mount(const struct env_roots *roots, int dir_fd, const char *path, json_t *object)
{
	const struct mount_entry *entry = NULL, none = { 0 };
	struct mount_table table = { 0 };
	char mountinfo[512];
	struct statx stx;

	snprintf(mountinfo, sizeof(mountinfo), "%s/self/mountinfo", roots->proc);
	if (statx(dir_fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &stx) || !(stx.stx_mask & STATX_MNT_ID))
		stx.stx_mnt_id = UINT64_MAX;
	if (!mount_table_read(&table, mountinfo))
		entry = mount_table_find(&table, stx.stx_mnt_id, path);
	if (!entry)
		entry = &none;
	env_put_string(object, "type", entry->type ? entry->type : type_by_number(dir_fd));
	env_put_string(object, "mount_point", entry->mount_point);
	env_put_string(object, "source", entry->source);
	env_put_string(object, "mount_options", entry->mount_options);
	env_put_string(object, "super_options", entry->super_options);
	mount_table_release(&table);
}

static void put_space(int dir_fd, const struct stat *st, json_t *object)
{
	struct statvfs vfs;
	bool known = !fstatvfs(dir_fd, &vfs);
	char number[32];

	snprintf(number, sizeof(number), "%u:%u", major(st->st_dev), minor(st->st_dev));
	env_put_string(object, "device_number", number);
	env_put_u64(object, "io_block_bytes", (uint64_t)st->st_blksize);
	env_put_u64(object, "block_bytes", known ? vfs.f_bsize : ENV_UNKNOWN);
	env_put_u64(object, "total_bytes", known ? env_scaled(vfs.f_blocks, vfs.f_frsize) : ENV_UNKNOWN);
	env_put_u64(object, "free_bytes", known ? env_scaled(vfs.f_bfree, vfs.f_frsize) : ENV_UNKNOWN);
	env_put_u64(object, "available_bytes", known ? env_scaled(vfs.f_bavail, vfs.f_frsize) : ENV_UNKNOWN);
}

static void put_identity(int dir_fd, const struct stat *st, json_t *object)
{
	const char *type = json_string_value(json_object_get(object, "type"));
	char uuid[ENV_UUID_LEN];

	env_put_string(object, "uuid", env_file_system_uuid(dir_fd, type, uuid) ? uuid : NULL);
	env_put_u64(object, "target_inode", S_ISREG(st->st_mode) ? st->st_ino : ENV_UNKNOWN);
}

static json_t *describe(const struct env_roots *roots, int dir_fd, const char *path, const struct stat *st)
{
	json_t *object = json_object();
	const char *type, *options;

	env_put_string(object, "target", path);
	put_mount(roots, dir_fd, path, object);
	put_space(dir_fd, st, object);
	put_identity(dir_fd, st, object);
	env_put(object, "stripe_unit_bytes", NULL);
	env_put(object, "stripe_width_bytes", NULL);
	env_put(object, "journal_mode", NULL);
	type = json_string_value(json_object_get(object, "type"));
	options = json_string_value(json_object_get(object, "super_options"));
	if (type && !strncmp(type, "ext", 3)) /* ext2 and ext3 are the same driver */
		put_ext4(roots, st->st_dev, object);
	else if (type && !strcmp(type, "xfs"))
		put_xfs(dir_fd, options, object);
	return object;
}

/* A block device itself is on none, whatever holds its name. */
static json_t *describe_none(const char *path)
{
	json_t *object = json_object();

	env_put_string(object, "target", path);
	env_put(object, "type", NULL);
	return object;
}

json_t *env_file_system(const struct env_roots *roots, const char *target_dir, dev_t *device, struct err *err)
{
	char path[PATH_MAX];
	json_t *object = NULL;
	struct stat st;
	int fd = -1;

	if (realpath(target_dir, path))
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == ENOTDIR)
		fd = open(path, O_PATH | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st)) {
		err_sys(err, ERR_ENVIRONMENT, errno, "%s", target_dir);
		goto out;
	}
	*device = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	object = S_ISBLK(st.st_mode) ? describe_none(path) : describe(roots, fd, path, &st);
	if (!object)
		err_set(err, ERR_ENVIRONMENT, "%s: out of memory", target_dir);
out:
	if (fd >= 0)
		close(fd);
	return object;
}
