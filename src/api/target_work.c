#include "api/target_work.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_work_name(const char *name)
{
	return !strncmp(name, TARGET_WORK_PREFIX, strlen(TARGET_WORK_PREFIX));
}

static bool is_file_name(const char *name)
{
	const char *number = name + strlen("file-");

	return !strncmp(name, "file-", strlen("file-")) && *number && !number[strspn(number, "0123456789")];
}

/* Opens it and takes its lock. A descriptor, or -errno: -EBUSY where another process has it. */
static int take(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return fd;
	/* Where there are no locks nobody can say whose it is. */
	ret = errno == EWOULDBLOCK || errno == ENOLCK || errno == EOPNOTSUPP ? -EBUSY : -errno;
	close(fd);
	return ret;
}

static void read_mark(int dir, char mark[TARGET_WORK_MARK_MAX])
{
	int fd = openat(dir, TARGET_WORK_MARK, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, mark, TARGET_WORK_MARK_MAX - 1);

	mark[got > 0 ? got : 0] = '\0';
	if (fd >= 0)
		close(fd);
}

int target_work_each(const char *dir, void (*each)(void *context, const char *name, const char *mark), void *context)
{
	char mark[TARGET_WORK_MARK_MAX];
	DIR *parent = opendir(dir);
	const struct dirent *entry;

	if (!parent)
		return -errno;
	while ((entry = readdir(parent))) {
		int fd = is_work_name(entry->d_name) ? take(dirfd(parent), entry->d_name) : -1;

		if (fd < 0)
			continue;
		read_mark(fd, mark);
		close(fd);
		each(context, entry->d_name, mark);
	}
	closedir(parent);
	return 0;
}

static int remove_files(int fd)
{
	DIR *dir = fdopendir(fd);
	const struct dirent *entry;
	int ret = 0;

	if (!dir) {
		ret = -errno;
		close(fd);
		return ret;
	}
	while ((entry = readdir(dir))) {
		if (is_file_name(entry->d_name) && unlinkat(fd, entry->d_name, 0) && errno != ENOENT && !ret)
			ret = -errno;
	}
	closedir(dir);
	return ret;
}

/* The mark goes last, so that one who is interrupted can go on. */
static int empty(int fd)
{
	int copy = dup(fd), ret = copy < 0 ? -errno : remove_files(copy);

	return !ret && unlinkat(fd, TARGET_WORK_MARK, 0) ? -errno : ret;
}

static int remove_in(int parent, const char *name, const char *mark)
{
	char found[TARGET_WORK_MARK_MAX];
	int fd = take(parent, name), ret;

	if (fd < 0)
		return fd;
	read_mark(fd, found);
	ret = *mark && !strcmp(found, mark) ? empty(fd) : -ESTALE;
	if (!ret && unlinkat(parent, name, AT_REMOVEDIR))
		ret = errno == EEXIST ? -ENOTEMPTY : -errno;
	close(fd);
	return ret;
}

int target_work_remove(const char *dir, const char *name, const char *mark)
{
	int parent, ret;

	if (!is_work_name(name) || strchr(name, '/'))
		return -ENOENT;
	parent = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (parent < 0)
		return -errno;
	ret = remove_in(parent, name, mark);
	close(parent);
	return ret;
}
