/*
 * pvsync: preadv2(2) and pwritev2(2), with what only they can do: a record in several pieces, and the flags of a single
 * call. So a synchronous write is RWF_SYNC or RWF_DSYNC here, on a file that was opened without O_SYNC or O_DSYNC.
 */
#include "api/api.h"
#include "api/posix_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* include/uapi/linux/fs.h, Linux 6.14; no header names it before. */
#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80
#endif

/* Behind the end of any file, so that the kernel looks at the flags of a read and then has nothing to do. */
#define BEYOND_ALL_FILES ((off_t)1 << 62)

struct pvsync_handle {
	int fd;
	int flags[IO_DIRS_N];
	unsigned pieces;
	uint32_t align; /* pieces but the last are multiples of it */
	struct iovec iov[]; /* pieces */
};

/* What the length of a piece must be a multiple of; a page serves where the kernel (before 6.1) does not say. */
static uint32_t direct_align(int fd)
{
#ifdef STATX_DIOALIGN
	struct statx stx = { 0 };

	if (!statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &stx) && stx.stx_mask & STATX_DIOALIGN &&
	    stx.stx_dio_offset_align)
		return stx.stx_dio_offset_align;
#else
	(void)fd;
#endif
	return (uint32_t)sysconf(_SC_PAGESIZE);
}

static int probe_dontcache(int fd)
{
	char byte;
	struct iovec one = { .iov_base = &byte, .iov_len = 1 };

	return preadv2(fd, &one, 1, BEYOND_ALL_FILES, RWF_DONTCACHE) < 0 && errno == EOPNOTSUPP ? -EOPNOTSUPP : 0;
}

static int choose_flags(const struct io_open *o, struct pvsync_handle *h)
{
	/* Direct I/O leaves nothing in the cache that could be dropped. */
	bool dontcache = o->settings.dontcache && !o->direct;
	int ret = dontcache ? probe_dontcache(o->fd) : 0;

	h->flags[IO_READ] = dontcache ? RWF_DONTCACHE : 0;
	h->flags[IO_WRITE] = h->flags[IO_READ];
	if (o->settings.sync_mode == SYNC_OSYNC)
		h->flags[IO_WRITE] |= RWF_SYNC;
	else if (o->settings.sync_mode == SYNC_ODSYNC)
		h->flags[IO_WRITE] |= RWF_DSYNC;
	return ret;
}

static int pvsync_open(void *session, const struct io_open *o, void **handle)
{
	unsigned pieces = o->settings.iovecs ? o->settings.iovecs : 1;
	struct pvsync_handle *h;
	uint32_t align = o->direct && pieces > 1 ? direct_align(o->fd) : 1;
	int ret;

	(void)session;
	if (pieces > IOV_MAX || o->record_size / align < pieces)
		return -EINVAL;
	h = malloc(sizeof(*h) + pieces * sizeof(*h->iov));
	if (!h)
		return -ENOMEM;
	h->fd = o->fd;
	h->pieces = pieces;
	h->align = align;
	ret = choose_flags(o, h);
	if (ret) {
		free(h);
		return ret;
	}
	*handle = h;
	return 0;
}

/* Equal pieces, the rest in the last. A request that is too short for all of them has fewer. Returns how many. */
static int cut(struct pvsync_handle *h, const struct io_request *r)
{
	uint32_t piece, done = 0;
	unsigned n = 0;

	if (__builtin_expect(h->pieces == 1, 1)) {
		h->iov[0] = (struct iovec){ .iov_base = r->buf, .iov_len = r->len };
		return 1;
	}
	piece = r->len / h->pieces / h->align * h->align;
	if (!piece)
		piece = h->align;
	for (; n < h->pieces && done < r->len; n++) {
		bool last = n == h->pieces - 1 || r->len - done < piece;
		uint32_t len = last ? r->len - done : piece;

		h->iov[n] = (struct iovec){ .iov_base = (char *)r->buf + done, .iov_len = len };
		done += len;
	}
	return (int)n;
}

static int pvsync_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct pvsync_handle *h = handle;

	for (unsigned i = 0; i < n; i++) {
		struct io_request *r = requests[i];
		int pieces = cut(h, r), flags = h->flags[r->dir];
		ssize_t done = r->dir == IO_READ ? preadv2(h->fd, h->iov, pieces, (off_t)r->offset, flags)
						 : pwritev2(h->fd, h->iov, pieces, (off_t)r->offset, flags);

		r->result = done < 0 ? -errno : done;
	}
	return (int)n;
}

static int pvsync_flush(void *handle)
{
	const struct pvsync_handle *h = handle;

	return posix_file_flush(h->fd);
}

static int pvsync_close(void *handle)
{
	struct pvsync_handle *h = handle;
	int ret = posix_file_close(h->fd);

	free(h);
	return ret;
}

const struct io_api io_api_pvsync = {
	.name = "pvsync",
	.summary = "preadv2 and pwritev2: records in pieces, flags for each call",
	.flags = IO_API_SYNCHRONOUS | IO_API_SYNC_BY_CALL,
	.open = pvsync_open,
	.submit = pvsync_submit,
	.flush = pvsync_flush,
	.close = pvsync_close,
};
