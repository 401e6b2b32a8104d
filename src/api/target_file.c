#include "api/target_file.h"

#include "base/err.h"
#include "base/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a loop device stands on the file. */
static bool is_behind_loop(const struct stat *file)
{
	char backing[PATH_MAX];
	bool found = false;
	glob_t loops;
	struct stat st;

	if (glob("/sys/block/loop*/loop/backing_file", 0, NULL, &loops))
		return false;
	for (size_t i = 0; i < loops.gl_pathc; i++) {
		if (!sysfile_string(backing, sizeof(backing), "%s", loops.gl_pathv[i]) && !stat(backing, &st) &&
		    st.st_dev == file->st_dev && st.st_ino == file->st_ino)
			found = true;
	}
	globfree(&loops);
	return found;
}

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

	file->writable = overwrite;
	if (stat(path, &st))
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", path);
	if (overwrite && S_ISREG(st.st_mode) && is_behind_loop(&st))
		return err_set(err, ERR_ENVIRONMENT, "%s is in use by a loop device; it is not overwritten", path);
	file->fd = open(path, (overwrite ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK |
				      (overwrite && S_ISBLK(st.st_mode) ? O_EXCL : 0));
	if (file->fd < 0)
		return cannot_open(path, errno, err);
	if (fstat(file->fd, &opened))
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", path);
	if (opened.st_dev != st.st_dev || opened.st_ino != st.st_ino || opened.st_mode != st.st_mode)
		return err_set(err, ERR_ENVIRONMENT, "%s has just become another file; try again", path);
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
