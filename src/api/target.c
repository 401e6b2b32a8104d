#include "api/target_internal.h"

#include "api/posix_file.h"
#include "api/target_work.h"
#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* The process id keeps the names of runs that are under way apart; what a killed run has left does not stop one. */
static int make_directory(struct target *t, const char *dir, struct err *err)
{
	size_t base;

	strbuf_addf(&t->path, "%s%s", dir, *dir && dir[strlen(dir) - 1] == '/' ? "" : "/");
	base = t->path.len;
	for (int attempt = 0; attempt < 1000; attempt++) {
		strbuf_setlen(&t->path, base);
		strbuf_addf(&t->path, TARGET_WORK_PREFIX "%ld-%d", (long)getpid(), attempt);
		if (strbuf_failed(&t->path))
			return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", dir);
		t->dir_name = t->path.buf + base;
		if (!mkdirat(t->parent_fd, t->dir_name, 0700))
			return 0;
		if (errno != EEXIST)
			break;
	}
	t->dir_name = NULL;
	err_sys(err, ERR_ENVIRONMENT, errno, "%s: cannot make a working directory in it", dir);
	return -1;
}

static int open_real(struct target *t, const char *dir, struct err *err)
{
	t->parent_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (t->parent_fd < 0 && errno == ENOTDIR)
		return err_set(err, ERR_ENVIRONMENT, "%s: not a directory; name the directory that is to be measured",
			       dir);
	if (t->parent_fd < 0)
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s: cannot open this directory", dir);
	if (make_directory(t, dir, err))
		return -1;
	t->dir_fd = openat(t->parent_fd, t->dir_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (t->dir_fd < 0)
		return err_sys(err, ERR_ENVIRONMENT, errno, "%s", t->path.buf);
	flock(t->dir_fd, LOCK_EX | LOCK_NB); /* where there are no locks, the run goes on without */
	return 0;
}

int target_open(const struct target_config *config, struct target **target, struct err *err)
{
	struct target *t = calloc(1, sizeof(*t));

	if (!t)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "target");
	strbuf_init(&t->path);
	t->parent_fd = t->dir_fd = t->one.fd = -1;
	if (config->virtual_api) {
		t->virt = config->virtual_api->virt;
		t->session = config->session;
	} else if (config->file ? target_file_take(&t->one, config->file, config->overwrite, err)
				: open_real(t, config->dir, err)) {
		target_close(t);
		return -1;
	}
	*target = t;
	return 0;
}

int target_close(struct target *t)
{
	int ret, also;

	if (!t)
		return 0;
	ret = target_remove_live(t);
	also = target_remove_retired(t);
	ret = ret ? ret : also;
	if (t->marked && unlinkat(t->dir_fd, TARGET_WORK_MARK, 0) && errno != ENOENT && !ret)
		ret = -errno;
	if (t->dir_name && unlinkat(t->parent_fd, t->dir_name, AT_REMOVEDIR) && errno != ENOENT && !ret)
		ret = -errno;
	if (t->dir_fd >= 0)
		close(t->dir_fd); /* and with it the lock */
	if (t->parent_fd >= 0)
		close(t->parent_fd);
	if (t->one.fd >= 0)
		close(t->one.fd);
	strbuf_release(&t->path);
	free(t->live);
	free(t->retired);
	free(t);
	return ret;
}

bool target_is_virtual(const struct target *target)
{
	return target->virt;
}

const char *target_name(const struct target *target)
{
	return target->dir_name;
}

int target_mark(struct target *target, const char *mark)
{
	size_t len = strlen(mark);
	int fd, ret;

	if (target->virt || target_is_file(target))
		return 0;
	fd = openat(target->dir_fd, TARGET_WORK_MARK, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	target->marked = true;
	ret = write(fd, mark, len) == (ssize_t)len ? 0 : -ENOSPC;
	posix_file_close(fd);
	return ret;
}

bool target_is_file(const struct target *target)
{
	return target->one.fd >= 0;
}

bool target_is_writable(const struct target *target)
{
	return !target_is_file(target) || target->one.writable;
}

uint64_t target_file_size(const struct target *target)
{
	return target->one.bytes;
}

int target_dirfd(const struct target *target)
{
	return target_is_file(target) ? target->one.fd : target->dir_fd;
}

const char *target_path(const struct target *target)
{
	return target->path.buf;
}

int target_available(const struct target *target, uint64_t *bytes)
{
	struct statvfs v;

	if (target->virt || target_is_file(target)) {
		*bytes = UINT64_MAX;
		return 0;
	}
	if (fstatvfs(target->dir_fd, &v))
		return -errno;
	*bytes = (uint64_t)v.f_bavail * v.f_frsize;
	return 0;
}
