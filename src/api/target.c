#include "api/target.h"

#include "api/posix_file.h"
#include "api/target_file.h"
#include "api/target_work.h"
#include "base/err.h"
#include "base/strbuf.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FILE_NAME_LEN 32

struct made_file {
	uint64_t id, bytes;
};

struct target {
	const struct io_virtual *virt; /* NULL: real files */
	void *session;
	struct strbuf path;
	int parent_fd, dir_fd;
	const char *dir_name; /* the last component of path */
	bool marked;
	struct target_file one; /* its fd -1: files are made */
	uint64_t next_id;
	uint64_t bytes; /* of all that follow */
	struct made_file *live, *retired;
	size_t live_n, retired_n, alloc; /* both arrays hold alloc */
};

static const char *file_name(uint64_t id, char buf[FILE_NAME_LEN])
{
	snprintf(buf, FILE_NAME_LEN, "file-%06llu", (unsigned long long)id);
	return buf;
}

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

static int remove_file(struct target *t, uint64_t id)
{
	char name[FILE_NAME_LEN];

	if (t->virt)
		return t->virt->remove(t->session, id);
	return unlinkat(t->dir_fd, file_name(id, name), 0) && errno != ENOENT ? -errno : 0;
}

/* The last first. Those that cannot be removed stay in the list, for another try. */
static int remove_all(struct target *t, struct made_file *files, size_t *n)
{
	size_t kept = *n;
	int ret = 0;

	for (size_t i = *n; i > 0; i--) {
		int one = remove_file(t, files[i - 1].id);

		if (one)
			files[--kept] = files[i - 1];
		else
			t->bytes -= files[i - 1].bytes;
		if (one && !ret)
			ret = one;
	}
	*n -= kept;
	if (*n)
		memmove(files, files + kept, *n * sizeof(*files));
	return ret;
}

int target_close(struct target *t)
{
	int ret, also;

	if (!t)
		return 0;
	ret = remove_all(t, t->live, &t->live_n);
	also = remove_all(t, t->retired, &t->retired_n);
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

/* Room for one more, so that retiring and remembering a file cannot fail later. */
static int reserve(struct target *t)
{
	size_t want = t->alloc ? 2 * t->alloc : 64;
	struct made_file *live, *retired;

	if (t->live_n + t->retired_n < t->alloc)
		return 0;
	live = realloc(t->live, want * sizeof(*live));
	if (!live)
		return -ENOMEM;
	t->live = live;
	retired = realloc(t->retired, want * sizeof(*retired));
	if (!retired)
		return -ENOMEM;
	t->retired = retired;
	t->alloc = want;
	return 0;
}

int target_create(struct target *t, uint64_t bytes, uint64_t *id)
{
	char name[FILE_NAME_LEN];
	int ret = reserve(t), fd;

	if (ret)
		return ret;
	*id = t->next_id;
	if (target_is_file(t))
		return 0;
	if (t->virt) {
		ret = t->virt->create(t->session, *id);
		if (ret)
			return ret;
	} else {
		fd = openat(t->dir_fd, file_name(*id, name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd < 0)
			return -errno;
		posix_file_close(fd);
	}
	t->next_id++;
	t->live[t->live_n++] = (struct made_file){ *id, bytes };
	t->bytes += bytes;
	return 0;
}

static int open_flags(unsigned flags)
{
	return (flags & TARGET_WRITABLE ? O_RDWR : O_RDONLY) | (flags & TARGET_DIRECT ? O_DIRECT : 0) |
	       (flags & TARGET_OSYNC ? O_SYNC : 0) | (flags & TARGET_ODSYNC ? O_DSYNC : 0);
}

int target_file_open(struct target *t, uint64_t id, unsigned flags, int *fd)
{
	char name[FILE_NAME_LEN];

	*fd = -1;
	if (t->virt)
		return 0;
	if (target_is_file(t))
		return target_file_reopen(&t->one, open_flags(flags), fd);
	*fd = openat(t->dir_fd, file_name(id, name), open_flags(flags) | O_NOFOLLOW | O_NOATIME | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}

int target_preallocate(struct target *t, uint64_t id, uint64_t size)
{
	int fd, ret;

	if (t->virt)
		return 0;
	ret = target_file_open(t, id, TARGET_WRITABLE, &fd);
	if (ret)
		return ret;
	ret = -posix_fallocate(fd, 0, (off_t)size);
	posix_file_close(fd);
	return ret;
}

int target_truncate(struct target *t, uint64_t id)
{
	int fd, ret = target_file_open(t, id, TARGET_WRITABLE, &fd);

	if (ret)
		return ret;
	ret = ftruncate(fd, 0) ? -errno : 0;
	posix_file_close(fd);
	return ret;
}

/* Tells how much of the page cache the drop has left behind only where the caller asks; see measure/residency.h. */
int target_drop_cache(struct target *t, uint64_t id)
{
	int fd, ret;

	if (t->virt)
		return t->virt->drop_cache(t->session, id);
	ret = target_file_open(t, id, 0, &fd);
	if (ret)
		return ret;
	/* DONTNEED skips dirty pages, and pages that are still in a per-CPU list; the first fsync takes care of both. */
	ret = posix_file_flush(fd);
	if (!ret)
		ret = -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
	return ret;
}

void target_retire(struct target *t, uint64_t id)
{
	if (target_is_file(t))
		return;
	for (size_t i = 0; i < t->live_n; i++) {
		if (t->live[i].id == id) {
			t->retired[t->retired_n++] = t->live[i];
			t->live[i] = t->live[--t->live_n];
			return;
		}
	}
	assert(!"a file that is not live");
}

int target_purge(struct target *t)
{
	int ret = remove_all(t, t->retired, &t->retired_n);

	if (t->virt || target_is_file(t))
		return ret;
	/* Commits the journal; with "-o discard" that is when the freed blocks are discarded. */
	if (syncfs(t->dir_fd) && !ret)
		ret = -errno;
	return ret;
}

bool target_has_retired(const struct target *t)
{
	return t->retired_n;
}

bool target_is_crowded(const struct target *t, uint64_t more_bytes, uint64_t limit_bytes)
{
	return target_has_retired(t) && t->bytes + more_bytes > limit_bytes;
}
