#include "api/api.h"
#include "api/posix_file.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct sync_handle {
	int fd;
	uint64_t position; /* of the descriptor */
};

static int sync_open(void *session, const struct io_open *o, void **handle)
{
	struct sync_handle *h = malloc(sizeof(*h));

	(void)session;
	if (!h)
		return -ENOMEM;
	*h = (struct sync_handle){ .fd = o->fd };
	*handle = h;
	return 0;
}

/* Seeks only where the descriptor does not stand there already, as a program does that reads a file in order. */
static int64_t transfer(struct sync_handle *h, const struct io_request *r)
{
	ssize_t done;

	if (h->position != r->offset) {
		if (lseek(h->fd, (off_t)r->offset, SEEK_SET) < 0)
			return -errno;
		h->position = r->offset;
	}
	done = r->dir == IO_READ ? read(h->fd, r->buf, r->len) : write(h->fd, r->buf, r->len);
	if (done < 0)
		return -errno;
	h->position += (uint64_t)done;
	return done;
}

static int sync_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		requests[i]->result = transfer(handle, requests[i]);
	return (int)n;
}

static int sync_flush(void *handle)
{
	const struct sync_handle *h = handle;

	return posix_file_flush(h->fd);
}

static int sync_close(void *handle)
{
	struct sync_handle *h = handle;
	int ret = posix_file_close(h->fd);

	free(h);
	return ret;
}

const struct io_api io_api_sync = {
	.name = "sync",
	.summary = "lseek, read and write",
	.flags = IO_API_SYNCHRONOUS,
	.open = sync_open,
	.submit = sync_submit,
	.flush = sync_flush,
	.close = sync_close,
};
