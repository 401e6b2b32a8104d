/*
 * stdio: the C library's fread(3) and fwrite(3) through a FILE, whose buffer collects small records into larger calls
 * and cuts none of the large ones. What fwrite has taken may still lie in that buffer, so that settle belongs to the
 * measured time.
 */
#include "api/api.h"
#include "api/posix_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum stdio_last {
	LAST_READ = IO_READ,
	LAST_WRITE = IO_WRITE,
	LAST_NONE, /* the stream must be positioned before whatever comes */
};

struct stdio_handle {
	FILE *file;
	char *buffer; /* NULL: the C library's own */
	uint64_t position; /* of the stream, unless last is LAST_NONE */
	enum stdio_last last;
	bool dirty; /* something may lie in the buffer that was not written */
	int lost; /* -errno, once the buffer could not be written: the C library may have thrown it away */
};

static int stdio_open(void *session, const struct io_open *o, void **handle)
{
	size_t size = (size_t)o->settings.stdio_buffer_bytes;
	struct stdio_handle *h = calloc(1, sizeof(*h));
	int ret;

	(void)session;
	if (!h)
		return -ENOMEM;
	h->buffer = size ? malloc(size) : NULL;
	ret = size && !h->buffer ? -ENOMEM : 0;
	if (!ret) {
		h->file = fdopen(o->fd, o->writable ? "r+" : "r");
		ret = h->file ? 0 : -errno;
	}
	if (ret) {
		free(h->buffer);
		free(h);
		return ret;
	}
	/* Cannot fail: the mode is valid, and the stream new. */
	if (h->buffer)
		setvbuf(h->file, h->buffer, _IOFBF, size);
	h->last = LAST_NONE;
	*handle = h;
	return 0;
}

/* C17 7.21.5.3: between a write and a read, either way, the stream must be positioned. */
static int position(struct stdio_handle *h, const struct io_request *r)
{
	if (h->last == (enum stdio_last)r->dir && h->position == r->offset)
		return 0;
	if (fseeko(h->file, (off_t)r->offset, SEEK_SET))
		return -errno;
	h->position = r->offset;
	h->last = (enum stdio_last)r->dir;
	return 0;
}

/* The end of the file, or an error: the next request begins anew. */
static int64_t give_up(struct stdio_handle *h, size_t done, int error)
{
	bool failed = ferror(h->file);

	clearerr(h->file);
	h->last = LAST_NONE;
	return done || !failed ? (int64_t)done : -error;
}

static size_t move(FILE *file, const struct io_request *r)
{
	if (r->dir == IO_READ)
		return fread(r->buf, 1, r->len, file);
	return fwrite(r->buf, 1, r->len, file);
}

static int64_t transfer(struct stdio_handle *h, const struct io_request *r)
{
	int ret = position(h, r);
	size_t done;
	int error;

	if (ret)
		return ret;
	done = move(h->file, r);
	error = errno;
	h->dirty = h->dirty || r->dir == IO_WRITE;
	if (done < r->len)
		return give_up(h, done, error);
	h->position += done;
	return (int64_t)done;
}

static int stdio_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		requests[i]->result = transfer(handle, requests[i]);
	return (int)n;
}

/* A stream that was only read has nothing to write, and fflush would but seek. */
static int stdio_settle(void *handle)
{
	struct stdio_handle *h = handle;

	if (h->dirty && fflush(h->file))
		h->lost = -errno;
	h->dirty = false;
	return h->lost;
}

static int stdio_flush(void *handle)
{
	const struct stdio_handle *h = handle;
	int ret = stdio_settle(handle);

	return ret ? ret : posix_file_flush(fileno(h->file));
}

static int stdio_close(void *handle)
{
	struct stdio_handle *h = handle;
	int ret = fclose(h->file) ? -errno : 0;

	free(h->buffer);
	free(h);
	return ret;
}

const struct io_api io_api_stdio = {
	.name = "stdio",
	.summary = "fread and fwrite of the C library",
	.flags = IO_API_SYNCHRONOUS | IO_API_NO_DIRECT | IO_API_CACHED_ONLY,
	.open = stdio_open,
	.submit = stdio_submit,
	.settle = stdio_settle,
	.flush = stdio_flush,
	.close = stdio_close,
};
