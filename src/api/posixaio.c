/*
 * posixaio: aio_read(3) and its family, in the C library.
 *
 * glibc does this with threads of its own, one at a time for each descriptor: requests on one file wait for each
 * other, whatever the depth. A batch is handed over with one lio_listio(3), which takes the library's lock once.
 */
#include "api/api.h"

#include "api/posix_file.h"
#include "base/strbuf.h"
#include "base/tsan.h"

#include <aio.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#define NS_PER_S 1000000000U

/* A request of the library's and ours, from submit to reap. */
struct control {
	struct aiocb block; /* first: a block is its control */
	struct io_request *request;
};

struct posixaio_handle {
	int fd;
	/* depth each */
	struct control *controls;
	struct aiocb **idle; /* stack of idle_n */
	struct aiocb **busy; /* busy_n, in the order in which they were submitted */
	unsigned idle_n, busy_n;
};

static void release(struct posixaio_handle *h)
{
	free(h->controls);
	free(h->idle);
	free(h->busy);
	free(h);
}

#ifdef UNDER_TSAN

/*
 * The library makes its helpers behind the sanitizer's back, which then knows no thread that calls malloc(3) or free(3)
 * there, and crashes (glibc 2.36, gcc 12). A helper alone that does not end makes no others, and what it frees is only
 * what lio_listio has allocated. Must come before the first request.
 */
#define LISTS false

static void tame_helpers(void)
{
	const struct aioinit one = { .aio_threads = 1, .aio_num = 4096, .aio_idle_time = 1000000 };

	aio_init(&one);
}

#else

#define LISTS true

static void tame_helpers(void)
{
}

#endif

static int posixaio_open(void *session, const struct io_open *o, void **handle)
{
	struct posixaio_handle *h = calloc(1, sizeof(*h));

	(void)session;
	if (!h)
		return -ENOMEM;
	tame_helpers();
	h->fd = o->fd;
	h->controls = calloc(o->depth, sizeof(*h->controls));
	h->idle = calloc(o->depth, sizeof(struct aiocb *));
	h->busy = calloc(o->depth, sizeof(struct aiocb *));
	if (!h->controls || !h->idle || !h->busy) {
		release(h);
		return -ENOMEM;
	}
	for (unsigned i = o->depth; i-- > 0;) {
		h->controls[i].block.aio_fildes = o->fd;
		h->controls[i].block.aio_sigevent.sigev_notify = SIGEV_NONE;
		h->idle[h->idle_n++] = &h->controls[i].block;
	}
	*handle = h;
	return 0;
}

static struct control *control_of(struct aiocb *block)
{
	return (struct control *)block;
}

static void fill(struct aiocb *block, struct io_request *r)
{
	block->aio_lio_opcode = r->dir == IO_READ ? LIO_READ : LIO_WRITE;
	block->aio_buf = r->buf;
	block->aio_nbytes = r->len;
	block->aio_offset = (off_t)r->offset;
	control_of(block)->request = r;
}

static int start(struct aiocb *block)
{
	int ret = block->aio_lio_opcode == LIO_READ ? aio_read(block) : aio_write(block);

	return ret ? -errno : 0;
}

static int submit_one(struct posixaio_handle *h, struct io_request *request)
{
	struct aiocb *block = h->idle[h->idle_n - 1];
	int ret;

	fill(block, request);
	ret = start(block);
	if (ret)
		return ret;
	h->idle_n--;
	h->busy[h->busy_n++] = block;
	return 0;
}

static int submit_each(struct posixaio_handle *h, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		int ret = submit_one(h, requests[i]);

		if (ret)
			return i ? (int)i : ret;
	}
	return (int)n;
}

/*
 * lio_listio may fail and have started some. Which ones, the state of each says: what was not started has an error
 * already (EAGAIN), which reap hands back like any other.
 */
static int posixaio_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct posixaio_handle *h = handle;
	struct aiocb **list = &h->busy[h->busy_n];

	if (n == 1 || !LISTS)
		return submit_each(h, requests, n);
	for (unsigned i = 0; i < n; i++) {
		list[i] = h->idle[--h->idle_n];
		fill(list[i], requests[i]);
	}
	h->busy_n += n;
	lio_listio(LIO_NOWAIT, list, (int)n, NULL);
	return (int)n;
}

static bool finish(struct posixaio_handle *h, struct aiocb *block, struct io_request **done)
{
	int error = aio_error(block);
	struct io_request *r = control_of(block)->request;
	ssize_t moved;

	if (error == EINPROGRESS)
		return false;
	moved = aio_return(block);
	r->result = error ? -error : moved;
	*done = r;
	h->idle[h->idle_n++] = block;
	return true;
}

static unsigned take_finished(struct posixaio_handle *h, struct io_request **done, unsigned max)
{
	unsigned n = 0, left = 0;

	for (unsigned i = 0; i < h->busy_n; i++) {
		if (n == max || !finish(h, h->busy[i], &done[n]))
			h->busy[left++] = h->busy[i];
		else
			n++;
	}
	h->busy_n = left;
	return n;
}

static int wait_for_one(const struct posixaio_handle *h, const struct timespec *limit)
{
	return aio_suspend((const struct aiocb *const *)h->busy, (int)h->busy_n, limit) ? -errno : 0;
}

static int posixaio_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct posixaio_handle *h = handle;
	unsigned n = take_finished(h, done, max);

	while (n < min) {
		int ret = wait_for_one(h, NULL);

		if (ret)
			return n ? (int)n : ret;
		n += take_finished(h, done + n, max - n);
	}
	return (int)n;
}

static int posixaio_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct posixaio_handle *h = handle;
	const struct timespec limit = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };
	unsigned n = take_finished(h, done, max);
	int ret;

	if (n || !ns || !h->busy_n)
		return (int)n;
	ret = wait_for_one(h, &limit);
	if (ret)
		return ret == -EAGAIN ? 0 : ret;
	return (int)take_finished(h, done, max);
}

static int posixaio_flush(void *handle)
{
	return posix_file_flush(((struct posixaio_handle *)handle)->fd);
}

/* A request that a thread is busy with cannot be cancelled, and its thread writes to the block at its end. */
static int posixaio_close(void *handle)
{
	struct posixaio_handle *h = handle;
	int fd = h->fd;

	if (h->busy_n)
		aio_cancel(fd, NULL);
	while (h->busy_n) {
		struct aiocb *last = h->busy[h->busy_n - 1];

		if (aio_error(last) == EINPROGRESS)
			wait_for_one(h, NULL);
		else
			h->busy_n--;
	}
	release(h);
	return posix_file_close(fd);
}

static bool posixaio_usable(struct strbuf *reason)
{
	(void)reason;
	return true;
}

const struct io_api io_api_posixaio = {
	.name = "posixaio",
	.usable = posixaio_usable,
	.summary = "aio_read and aio_write; glibc does one at a time for each file",
	.open = posixaio_open,
	.submit = posixaio_submit,
	.reap = posixaio_reap,
	.reap_within = posixaio_reap_within,
	.flush = posixaio_flush,
	.close = posixaio_close,
};
