#include "cli/output_file.h"

#include "base/err.h"
#include "base/fd_write.h"
#include "store/rundir.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_beside(const char *path, const struct strbuf *text, struct err *err)
{
	const char *slash = strrchr(path, '/');
	struct strbuf dir;
	int ret;

	strbuf_init(&dir);
	if (slash)
		strbuf_add(&dir, path, (size_t)(slash - path));
	else
		strbuf_addstr(&dir, ".");
	if (strbuf_failed(&dir))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "cannot write %.200s", path);
	else
		ret = rundir_write_file(dir.buf, slash ? slash + 1 : path, text->buf, text->len, err);
	strbuf_release(&dir);
	return ret;
}

/* Truncated only when it is known to be no device: opening one must not change it. */
static int write_to_open(int fd, const struct strbuf *text)
{
	struct stat st;

	if (fstat(fd, &st))
		return -errno;
	if (S_ISBLK(st.st_mode))
		return -ENOTSUP;
	if (S_ISREG(st.st_mode) && ftruncate(fd, 0))
		return -errno;
	return fd_write_all(fd, text->buf, text->len);
}

static int write_through(const char *path, const struct strbuf *text, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), ret;

	if (fd < 0 && errno == ENOENT) /* a link that leads nowhere yet */
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	ret = fd < 0 ? -errno : write_to_open(fd, text);
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	if (ret == -ENOTSUP)
		return err_set(err, ERR_USAGE, "--output: %.200s is a block device; name a file", path);
	return ret ? err_sys(err, ERR_ENVIRONMENT, ret, "cannot write %.200s", path) : 0;
}

int output_file_write(const char *path, const struct strbuf *text, struct err *err)
{
	struct stat st;

	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		return write_through(path, text, err);
	return write_beside(path, text, err);
}
