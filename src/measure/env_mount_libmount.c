#include "measure/env_mount.h"

#include <errno.h>
#include <string.h>

#ifdef HAVE_LIBMOUNT

#include <libmount.h>

static char *copy(const char *text)
{
	return text ? strdup(text) : NULL;
}

static int add(struct mount_table *table, struct libmnt_fs *fs)
{
	struct mount_entry *entry = mount_table_add(table);

	if (!entry)
		return -ENOMEM;
	entry->id = (uint64_t)mnt_fs_get_id(fs);
	entry->type = copy(mnt_fs_get_fstype(fs));
	entry->mount_point = copy(mnt_fs_get_target(fs));
	entry->source = copy(mnt_fs_get_source(fs));
	entry->mount_options = copy(mnt_fs_get_vfs_options(fs));
	entry->super_options = copy(mnt_fs_get_fs_options(fs));
	return 0;
}

int mount_table_libmount(struct mount_table *table, const char *mountinfo)
{
	struct libmnt_table *mounts = mnt_new_table();
	struct libmnt_iter *iter = mnt_new_iter(MNT_ITER_FORWARD);
	struct libmnt_fs *fs;
	int ret = mounts && iter ? mnt_table_parse_file(mounts, mountinfo) : -ENOMEM;

	*table = (struct mount_table){ 0 };
	while (!ret && !mnt_table_next_fs(mounts, iter, &fs))
		ret = add(table, fs);
	mnt_free_iter(iter);
	mnt_unref_table(mounts);
	if (ret)
		mount_table_release(table);
	return ret > 0 ? -EINVAL : ret;
}

#else

int mount_table_libmount(struct mount_table *table, const char *mountinfo)
{
	(void)mountinfo;
	*table = (struct mount_table){ 0 };
	return -ENOSYS; /* built without libmount */
}

#endif
