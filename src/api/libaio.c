/*
 * libaio: the kernel's own asynchronous I/O, io_submit(2) and io_getevents(2).
 *
 * What is finished lies in a ring that the kernel shares with the process, in the layout that
 * linux/fs/aio.c has had since 2.6 and names by a magic number; it is taken from there, and the system call is made
 * only to wait. A flush is fsync(2), since few file systems take IOCB_CMD_FSYNC.
 */
#include "api/api.h"

#include "api/posix_file.h"

#ifdef HAVE_LIBAIO

#include "api/libaio_contexts.h"
#include "base/err.h"
#include "base/sysfile.h"

#include <errno.h>
#include <libaio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000U
#define RING_MAGIC 0xa10a10a1U

/*
 * Direct I/O goes on while the process hands over more, but only as long as there is some: who takes all that is
 * finished before handing over again lets the device wait. (Random reads of 4 KiB, 16 in flight, virtio disk: 8 %
 * faster by quarters than all at once, in the same processor time.)
 */
#define DIRECT_PORTIONS 4

/* struct aio_ring of linux/fs/aio.c. The kernel moves tail, who takes events moves head. */
struct completion_ring {
	unsigned id, nr, head, tail;
	unsigned magic, compat_features, incompat_features, header_length;
	struct io_event events[];
};

struct libaio_handle {
	struct libaio_contexts *contexts; /* the session's; NULL: there is none */
	io_context_t context;
	struct completion_ring *ring; /* NULL: not of the known layout */
	int fd;
	unsigned depth;
	unsigned portion; /* taken at a time */
	unsigned in_flight; /* in the kernel, or in the ring */
	/* depth each; control blocks are copied by the kernel, so they are free again after submit */
	struct iocb *blocks, **block_list;
	struct io_event *events;
	struct io_request **refused; /* refused_n, which the kernel would not take: finished, with their error */
	unsigned refused_n;
};

static struct completion_ring *find_ring(io_context_t context)
{
	struct completion_ring *ring = (struct completion_ring *)context;

	return ring->magic == RING_MAGIC && !ring->incompat_features && ring->header_length == sizeof(*ring) ? ring
													     : NULL;
}

static void release(struct libaio_handle *h)
{
	free(h->blocks);
	free(h->block_list);
	free(h->events);
	free(h->refused);
	free(h);
}

static int allocate(unsigned depth, struct libaio_handle **handle)
{
	struct libaio_handle *h = calloc(1, sizeof(*h));

	*handle = h;
	if (!h)
		return -ENOMEM;
	h->blocks = calloc(depth, sizeof(*h->blocks));
	h->block_list = calloc(depth, sizeof(struct iocb *));
	h->events = calloc(depth, sizeof(*h->events));
	h->refused = calloc(depth, sizeof(struct io_request *));
	if (h->blocks && h->block_list && h->events && h->refused)
		return 0;
	release(h);
	return -ENOMEM;
}

static int libaio_session_open(const struct io_session_config *config, void **session, struct err *err)
{
	(void)config;
	*session = libaio_contexts_new();
	return *session ? 0 : err_sys(err, ERR_ENVIRONMENT, ENOMEM, "libaio");
}

static void libaio_session_close(void *session)
{
	libaio_contexts_free(session);
}

static int libaio_open(void *session, const struct io_open *o, void **handle)
{
	struct libaio_handle *h;
	int ret = allocate(o->depth, &h);

	if (ret)
		return ret;
	h->contexts = session;
	h->depth = o->depth;
	ret = libaio_contexts_take(h->contexts, h->depth, &h->context);
	if (ret) {
		release(h);
		return ret;
	}
	h->ring = find_ring(h->context);
	h->fd = o->fd;
	h->portion = o->direct ? (o->depth + DIRECT_PORTIONS - 1) / DIRECT_PORTIONS : o->depth;
	for (unsigned i = 0; i < o->depth; i++) {
		h->blocks[i].aio_fildes = o->fd;
		h->block_list[i] = &h->blocks[i];
	}
	*handle = h;
	return 0;
}

static int libaio_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct libaio_handle *h = handle;
	int ret;

	for (unsigned i = 0; i < n; i++) {
		struct io_request *r = requests[i];
		struct iocb *block = &h->blocks[i];

		block->data = r;
		block->aio_lio_opcode = r->dir == IO_READ ? IO_CMD_PREAD : IO_CMD_PWRITE;
		block->u.c.buf = r->buf;
		block->u.c.nbytes = r->len;
		block->u.c.offset = (long long)r->offset;
	}
	ret = io_submit(h->context, (long)n, h->block_list);
	if (__builtin_expect(ret > 0, 1)) {
		h->in_flight += (unsigned)ret;
		return ret;
	}
	if (!ret || ret == -EAGAIN)
		return -EAGAIN;
	/* Nothing was taken because of the first one: -EBADF, -EINVAL, ... */
	requests[0]->result = ret;
	h->refused[h->refused_n++] = requests[0];
	return 1;
}

static struct io_request *finish(const struct io_event *event)
{
	struct io_request *r = event->data;

	r->result = (int64_t)event->res; /* bytes, or -errno as an unsigned number */
	return r;
}

static unsigned take_refused(struct libaio_handle *h, struct io_request **done, unsigned max)
{
	unsigned n = 0;

	while (n < max && h->refused_n)
		done[n++] = h->refused[--h->refused_n];
	return n;
}

static unsigned take_from_ring(struct libaio_handle *h, struct io_request **done, unsigned max)
{
	struct completion_ring *ring = h->ring;
	unsigned head = __atomic_load_n(&ring->head, __ATOMIC_RELAXED);
	unsigned tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE), n = 0;

	while (n < max && head != tail) {
		done[n++] = finish(&ring->events[head]);
		if (++head == ring->nr)
			head = 0;
	}
	__atomic_store_n(&ring->head, head, __ATOMIC_RELEASE);
	h->in_flight -= n;
	return n;
}

static unsigned take_events(struct libaio_handle *h, struct io_request **done, int got)
{
	for (int i = 0; i < got; i++)
		done[i] = finish(&h->events[i]);
	h->in_flight -= (unsigned)got;
	return (unsigned)got;
}

static int libaio_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct libaio_handle *h = handle;
	unsigned n;
	int got;

	if (max > h->portion && min <= h->portion)
		max = h->portion;
	n = h->refused_n ? take_refused(h, done, max) : 0;
	if (h->ring && n < max)
		n += take_from_ring(h, done + n, max - n);
	if (n >= min)
		return (int)n;
	got = io_getevents(h->context, (long)(min - n), (long)(max - n), h->events, NULL);
	if (got < 0)
		return n ? (int)n : got;
	return (int)(n + take_events(h, done + n, got));
}

static int libaio_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct libaio_handle *h = handle;
	struct timespec limit = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };
	int got = libaio_reap(handle, done, 0, max);

	if (got || (!ns && h->ring))
		return got;
	got = io_getevents(h->context, 1, (long)max, h->events, &limit);
	return got < 0 ? got : (int)take_events(h, done, got);
}

static int libaio_flush(void *handle)
{
	return posix_file_flush(((struct libaio_handle *)handle)->fd);
}

static int libaio_close(void *handle)
{
	struct libaio_handle *h = handle;
	int fd = h->fd;

	if (h->in_flight)
		io_destroy(h->context); /* waits for what is in flight (since Linux 3.16) */
	else
		libaio_contexts_give(h->contexts, h->depth, h->context);
	release(h);
	return posix_file_close(fd);
}

static void explain(int error, struct strbuf *reason)
{
	uint64_t nr, max;

	if (error == -EAGAIN && !sysfile_u64(&nr, "/proc/sys/fs/aio-nr") &&
	    !sysfile_u64(&max, "/proc/sys/fs/aio-max-nr"))
		strbuf_addf(reason, "the machine's limit of asynchronous requests is reached (fs.aio-nr %llu of fs.aio-max-nr "
				    "%llu)", (unsigned long long)nr, (unsigned long long)max);
	else if (error == -ENOSYS)
		strbuf_addstr(reason, "the kernel has no io_setup (ENOSYS)");
	else if (error == -EPERM || error == -EACCES)
		strbuf_addstr(reason, "io_setup is forbidden here, as containers do with a seccomp filter");
	else
		strbuf_addf(reason, "io_setup: %s", strerror(-error));
}

static bool libaio_usable(struct strbuf *reason)
{
	io_context_t context = NULL;
	int ret = io_setup(1, &context);

	if (ret)
		explain(ret, reason);
	else
		io_destroy(context);
	return !ret;
}

#define ROW(function) libaio_##function

#else

#include "api/absent.h"

static bool libaio_usable(struct strbuf *reason)
{
	strbuf_addstr(reason, "built without libaio");
	return false;
}

#define ROW(function) absent_##function

#endif

const struct io_api io_api_libaio = {
	.name = "libaio",
	.summary = "io_submit and io_getevents, depth I/Os in flight",
	.usable = libaio_usable,
#ifdef HAVE_LIBAIO
	.session_open = libaio_session_open,
	.session_close = libaio_session_close,
#endif
	.open = ROW(open),
	.submit = ROW(submit),
	.reap = ROW(reap),
	.reap_within = ROW(reap_within),
	.flush = ROW(flush),
	.close = ROW(close),
};
