#include "api/api.h"
#include "api/posix_file.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

/* The descriptor is all there is to know, so it is the handle. */
static int fd_of(void *handle)
{
	return (int)(intptr_t)handle;
}

static int psync_open(void *session, const struct io_open *o, void **handle)
{
	(void)session;
	*handle = (void *)(intptr_t)o->fd;
	return 0;
}

static int psync_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct io_request *r = requests[i];
		ssize_t done = r->dir == IO_READ ? pread(fd_of(handle), r->buf, r->len, (off_t)r->offset)
						 : pwrite(fd_of(handle), r->buf, r->len, (off_t)r->offset);

		r->result = done < 0 ? -errno : done;
	}
	return (int)n;
}

static int psync_flush(void *handle)
{
	return posix_file_flush(fd_of(handle));
}

static int psync_close(void *handle)
{
	return posix_file_close(fd_of(handle));
}

const struct io_api io_api_psync = {
	.name = "psync",
	.summary = "pread and pwrite",
	.flags = IO_API_SYNCHRONOUS,
	.open = psync_open,
	.submit = psync_submit,
	.flush = psync_flush,
	.close = psync_close,
};
