#include "api/file_use.h"

#include "base/strbuf.h"
#include "base/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_same(const struct stat *file, const char *path)
{
	struct stat st;

	return !stat(path, &st) && st.st_dev == file->st_dev && st.st_ino == file->st_ino;
}

/* By number, since the name that the kernel keeps may be that of another mount namespace, or gone. */
static bool loop_says(const char *sys, const struct stat *file)
{
	struct loop_info64 info;
	char device[PATH_MAX];
	const char *name = sys + strlen("/sys/block/");
	bool same;
	int fd;

	snprintf(device, sizeof(device), "/dev/%.*s", (int)strcspn(name, "/"), name);
	fd = open(device, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return false;
	same = !ioctl(fd, LOOP_GET_STATUS64, &info) && info.lo_device == file->st_dev && info.lo_inode == file->st_ino;
	close(fd);
	return same;
}

static bool is_behind_loop(const struct stat *file)
{
	char backing[PATH_MAX];
	bool found = false;
	glob_t loops;

	if (glob("/sys/block/loop*/loop/backing_file", 0, NULL, &loops))
		return false;
	for (size_t i = 0; i < loops.gl_pathc && !found; i++)
		found = (!sysfile_string(backing, sizeof(backing), "%s", loops.gl_pathv[i]) && is_same(file, backing)) ||
			loop_says(loops.gl_pathv[i], file);
	globfree(&loops);
	return found;
}

static bool is_swap(const struct stat *file)
{
	struct strbuf text;
	char *rest, *line;
	bool found = false;

	strbuf_init(&text);
	rest = strbuf_read_file(&text, "/proc/swaps") || !text.len ? NULL : text.buf;
	while (!found && (line = strsep(&rest, "\n"))) {
		line[strcspn(line, " \t")] = '\0';
		sysfile_unescape(line);
		found = *line == '/' && is_same(file, line);
	}
	strbuf_release(&text);
	return found;
}

const char *file_use_of(const struct stat *file)
{
	if (is_behind_loop(file))
		return "by a loop device";
	return is_swap(file) ? "as swap" : NULL;
}

bool file_is_locked(int fd)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (!fcntl(fd, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK)
		return true;
	if (flock(fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK;
	flock(fd, LOCK_UN);
	return false;
}
