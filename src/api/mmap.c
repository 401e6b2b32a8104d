/*
 * mmap: records are copied from and to a mapping of the whole file.
 *
 * A new file is grown by ftruncate and so begins as one hole: the file system finds a place for each page when the
 * first store faults it in, within the clock, as it does for the other APIs' writes. Preallocation would take that out
 * of the test. The price is that a full disk, like a file that someone truncates and a block that cannot be read,
 * comes as SIGBUS. The copy therefore runs under a guard (see map_guard.h) that makes it the failure of the one
 * request.
 */
#include "api/api.h"
#include "api/map_guard.h"
#include "api/posix_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct mmap_handle {
	unsigned char *map; /* NULL: an empty file */
	uint64_t size; /* bytes of the file, all mapped */
	int fd, protection, advice;
	bool writable, async_flush;
	bool sync_writes; /* O_SYNC does nothing for stores into a mapping */
};

static int advice_of(const struct io_open *o)
{
	switch (o->settings.map_advice) {
	case MAP_ADVICE_PATTERN:
		return o->random ? MADV_RANDOM : o->backward ? MADV_NORMAL : MADV_SEQUENTIAL;
	case MAP_ADVICE_NORMAL:
		return MADV_NORMAL;
	case MAP_ADVICE_SEQUENTIAL:
		return MADV_SEQUENTIAL;
	case MAP_ADVICE_RANDOM:
		return MADV_RANDOM;
	case MAP_ADVICE_WILLNEED:
		return MADV_WILLNEED;
	}
	return MADV_NORMAL;
}

/* The file's size, which a handle that writes makes as large as the pattern needs. */
static int settle_size(const struct io_open *o, uint64_t *size)
{
	struct stat st;

	if (fstat(o->fd, &st))
		return -errno;
	*size = S_ISBLK(st.st_mode) ? o->file_size : (uint64_t)st.st_size;
	if (o->writable && *size < o->file_size) {
		if (ftruncate(o->fd, (off_t)o->file_size))
			return -errno;
		*size = o->file_size;
	}
	return *size > PTRDIFF_MAX ? -EFBIG : 0;
}

static int map_file(const struct io_open *o, struct mmap_handle *h)
{
	int ret = settle_size(o, &h->size);
	void *map;

	if (ret || !h->size)
		return ret;
	map = mmap(NULL, (size_t)h->size, h->protection, MAP_SHARED, h->fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	if (madvise(map, (size_t)h->size, h->advice)) {
		ret = -errno;
		munmap(map, (size_t)h->size);
		return ret;
	}
	h->map = map;
	return 0;
}

static int mmap_open(void *session, const struct io_open *o, void **handle)
{
	struct mmap_handle *h = malloc(sizeof(*h));
	int ret;

	(void)session;
	if (!h)
		return -ENOMEM;
	*h = (struct mmap_handle){
		.fd = o->fd,
		.protection = PROT_READ | (o->writable ? PROT_WRITE : 0),
		.advice = advice_of(o),
		.writable = o->writable,
		.async_flush = o->settings.map_async_flush,
		.sync_writes = o->settings.sync_mode != SYNC_NONE,
	};
	ret = map_file(o, h);
	if (ret) {
		free(h);
		return ret;
	}
	*handle = h;
	return 0;
}

struct span {
	uint64_t start, len; /* whole pages of the file; the last may lie partly behind its end */
};

static struct span pages_of(uint64_t offset, uint64_t len)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = offset / page * page;

	return (struct span){ .start = start, .len = (offset + len - start + page - 1) / page * page };
}

/* Why a copy has met SIGBUS. The kernel does not say, so the file system is asked for the same range by a call. */
static __attribute__((noinline, cold)) int why_bus(const struct mmap_handle *h, const struct io_request *r)
{
	struct stat st;

	if (r->dir == IO_READ || fstat(h->fd, &st) || r->offset + r->len > (uint64_t)st.st_size)
		return -EIO;
	if (!fallocate(h->fd, 0, (off_t)r->offset, r->len) || errno == EOPNOTSUPP)
		return -EIO;
	return -errno;
}

/* The guard has left memory where the file was. 0, or the error of the copy or of mapping the file again. */
static __attribute__((noinline, cold)) int recover(const struct mmap_handle *h, const struct io_request *r, size_t len)
{
	struct span pages = pages_of(r->offset, len);
	void *at = h->map + pages.start;
	int error = why_bus(h, r);

	if (mmap(at, (size_t)pages.len, h->protection, MAP_SHARED | MAP_FIXED, h->fd, (off_t)pages.start) == MAP_FAILED)
		return -errno;
	/* Else the kernel would keep the pieces apart, of which there can be but so many. */
	return madvise(at, (size_t)pages.len, h->advice) ? -errno : error;
}

static int sync_range(const struct mmap_handle *h, uint64_t offset, uint64_t len)
{
	struct span pages = pages_of(offset, len);

	return msync(h->map + pages.start, (size_t)pages.len, MS_SYNC) ? -errno : 0;
}

static int64_t transfer(const struct mmap_handle *h, const struct io_request *r)
{
	uint64_t left = r->offset < h->size ? h->size - r->offset : 0;
	size_t len = r->len < left ? r->len : (size_t)left;
	int ret;

	if (r->dir == IO_WRITE && !h->writable)
		return -EBADF;
	if (!len)
		return r->dir == IO_READ ? 0 : -EFBIG;
	if (r->dir == IO_READ)
		ret = map_guard_copy(r->buf, h->map + r->offset, len);
	else
		ret = map_guard_copy(h->map + r->offset, r->buf, len);
	if (__builtin_expect(ret, 0))
		return recover(h, r, len);
	if (h->sync_writes && r->dir == IO_WRITE) {
		ret = sync_range(h, r->offset, len);
		if (ret)
			return ret;
	}
	return (int64_t)len;
}

static int mmap_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		requests[i]->result = transfer(handle, requests[i]);
	return (int)n;
}

/* msync is a datasync: the new size of a file, and what else is metadata, is left to fsync. */
static int mmap_flush(void *handle)
{
	const struct mmap_handle *h = handle;

	if (h->map && msync(h->map, (size_t)h->size, h->async_flush ? MS_ASYNC : MS_SYNC))
		return -errno;
	return h->async_flush ? 0 : posix_file_flush(h->fd);
}

static int mmap_close(void *handle)
{
	struct mmap_handle *h = handle;
	int ret = h->map && munmap(h->map, (size_t)h->size) ? -errno : 0;
	int closed = posix_file_close(h->fd);

	free(h);
	return ret ? ret : closed;
}

static int mmap_session_open(const struct io_session_config *config, void **session, struct err *err)
{
	(void)config;
	*session = NULL;
	return map_guard_install(err);
}

static void mmap_session_close(void *session)
{
	(void)session;
	map_guard_remove();
}

const struct io_api io_api_mmap = {
	.name = "mmap",
	.summary = "memory copies from and to a mapping of the file",
	.flags = IO_API_SYNCHRONOUS | IO_API_NO_DIRECT | IO_API_SYNC_BY_CALL,
	.session_open = mmap_session_open,
	.session_close = mmap_session_close,
	.open = mmap_open,
	.submit = mmap_submit,
	.flush = mmap_flush,
	.close = mmap_close,
};
