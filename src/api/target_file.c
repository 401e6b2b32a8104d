#include "api/target_file.h"

#include "api/file_use.h"
#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot_open(const char *path, int error, struct err *err)
{
	if (error == EBUSY)
		return err_set(err, ERR_ENVIRONMENT, "%s is in use (mounted, swap, a member of an array or a mapping, or held by "
						     "another program), it or a part of it; it is not overwritten", path);
	return err_sys(err, ERR_ENVIRONMENT, error, "cannot open %s", path);
}

static int measure(struct target_file *file, const struct stat *st, const char *path, struct err *err)
{
	file->bytes = (uint64_t)st->st_size;
	if (S_ISBLK(st->st_mode) && ioctl(file->fd, BLKGETSIZE64, &file->bytes))
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", path);
	if (!file->bytes)
		return err_set(err, ERR_ENVIRONMENT, "%s is empty; nothing can be measured on it", path);
	return 0;
}

int target_file_take(struct target_file *file, const char *path, bool overwrite, struct err *err)
{
	struct stat st, opened;
	const char *use;

	file->writable = overwrite;
	if (stat(path, &st))
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", path);
	use = overwrite && S_ISREG(st.st_mode) ? file_use_of(&st) : NULL;
	if (use)
		return err_set(err, ERR_ENVIRONMENT, "%s is in use %s; it is not overwritten", path, use);
	file->fd = open(path, (overwrite ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK |
				      (overwrite && S_ISBLK(st.st_mode) ? O_EXCL : 0));
	if (file->fd < 0)
		return cannot_open(path, errno, err);
	if (fstat(file->fd, &opened))
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", path);
	if (opened.st_dev != st.st_dev || opened.st_ino != st.st_ino || opened.st_mode != st.st_mode)
		return err_set(err, ERR_ENVIRONMENT, "%s has just become another file; try again", path);
	if (overwrite && S_ISREG(st.st_mode) && file_is_locked(file->fd))
		return err_set(err, ERR_ENVIRONMENT, "%s is locked by another program; it is not overwritten", path);
	return measure(file, &opened, path, err);
}

int target_file_reopen(const struct target_file *file, int open_flags, int *fd)
{
	char path[64];

	if (!file->writable && (open_flags & O_ACCMODE) != O_RDONLY)
		return -EROFS;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file->fd);
	*fd = open(path, open_flags | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}
