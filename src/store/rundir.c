#include "store/rundir.h"

#include "base/err.h"
#include "base/fd_write.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rundir_default_path(const char *host_name, const struct tm *when, struct strbuf *path)
{
	strbuf_addstr(path, "./iosweep-");
	for (const char *c = host_name; *c; c++)
		strbuf_addch(path, isalnum((unsigned char)*c) || strchr("._-", *c) ? *c : '-');
	strbuf_addf(path, "-%04d%02d%02d-%02d%02d%02d", when->tm_year + 1900, when->tm_mon + 1, when->tm_mday,
		    when->tm_hour, when->tm_min, when->tm_sec);
}

static int require_empty(const char *run_dir, struct err *err)
{
	DIR *dir = opendir(run_dir);
	const struct dirent *entry;
	bool empty = true;

	if (!dir)
		return err_sys(err, ERR_ENVIRONMENT, errno, "cannot open the run directory %s", run_dir);
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			empty = false;
	}
	closedir(dir);
	if (!empty)
		return err_set(err, ERR_ENVIRONMENT,
			       "%s exists and is not empty: name another directory, or resume the run in it", run_dir);
	return 0;
}

int rundir_create(const char *run_dir, struct err *err)
{
	if (!mkdir(run_dir, 0777)) {
		rundir_sync_name(run_dir);
		return 0;
	}
	if (errno == EEXIST)
		return require_empty(run_dir, err);
	return err_sys(err, ERR_ENVIRONMENT, errno, "cannot make the run directory %s", run_dir);
}

int rundir_make_folder(const char *run_dir, const char *folder, struct err *err)
{
	struct strbuf path;
	int ret = 0;

	strbuf_init(&path);
	strbuf_addf(&path, "%s/", run_dir);
	while (*folder && !ret) {
		size_t len = strcspn(folder, "/");

		strbuf_add(&path, folder, len + (folder[len] == '/'));
		folder += len + (folder[len] == '/');
		if (strbuf_failed(&path))
			ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot make %s in %s", folder, run_dir);
		else if (mkdir(path.buf, 0777) && errno != EEXIST)
			ret = err_sys(err, ERR_ENVIRONMENT, errno, "cannot make the folder %s", path.buf);
	}
	strbuf_release(&path);
	return ret;
}

/* Not every file system can sync; the data is then as safe as it gets there. */
static int sync_fd(int fd)
{
	return fsync(fd) && errno != EINVAL && errno != EROFS ? -errno : 0;
}

static int write_new(const char *path, const void *data, size_t len)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, fd, ret;

	fd = open(path, flags, 0666);
	if (fd < 0 && errno == EEXIST && !unlink(path)) /* left by a process of the same number that was killed */
		fd = open(path, flags, 0666);
	if (fd < 0)
		return -errno;
	ret = fd_write_all(fd, data, len);
	if (!ret)
		ret = sync_fd(fd);
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

void rundir_sync_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0) {
		sync_fd(fd);
		close(fd);
	}
	free(folder);
}

static int replace(const char *path, const char *beside, const void *data, size_t len)
{
	int ret = write_new(beside, data, len);

	if (!ret && rename(beside, path))
		ret = -errno;
	if (ret)
		unlink(beside);
	else
		rundir_sync_name(path);
	return ret;
}

int rundir_write_file(const char *run_dir, const char *name, const void *data, size_t len, struct err *err)
{
	struct strbuf path, beside;
	int ret;

	strbuf_init(&path);
	strbuf_init(&beside);
	strbuf_addf(&path, "%s/%s", run_dir, name);
	strbuf_addf(&beside, "%s.%ld.tmp", path.buf, (long)getpid());
	ret = strbuf_failed(&path) || strbuf_failed(&beside) ? -ENOMEM : replace(path.buf, beside.buf, data, len);
	if (ret)
		err_sys(err, ERR_ENVIRONMENT, ret, "cannot write %s/%s", run_dir, name);
	strbuf_release(&beside);
	strbuf_release(&path);
	return ret ? -1 : 0;
}
