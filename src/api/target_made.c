/* The files that a target makes: their life from creation to removal. */
#include "api/target_internal.h"

#include "api/posix_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_NAME_LEN 32

static const char *file_name(uint64_t id, char buf[FILE_NAME_LEN])
{
	snprintf(buf, FILE_NAME_LEN, "file-%06llu", (unsigned long long)id);
	return buf;
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

int target_remove_live(struct target *t)
{
	return remove_all(t, t->live, &t->live_n);
}

int target_remove_retired(struct target *t)
{
	return remove_all(t, t->retired, &t->retired_n);
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

	if (t->virt || target_is_file(t))
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
	int ret = target_remove_retired(t);

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
