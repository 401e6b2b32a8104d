/*
 * io_uring: requests and completions in two rings that the process shares with the kernel, io_uring_enter(2).
 *
 * The ring is set up in the cheapest way that the kernel takes: completions are worked on when they are asked for
 * and not by interrupting the process (IORING_SETUP_DEFER_TASKRUN, Linux 6.1, or COOP_TASKRUN, 5.19). The file is
 * registered, and so is the memory where RLIMIT_MEMLOCK allows it, which saves looking up the one and pinning the
 * other for each request. With settings.uring_sqpoll a thread of the kernel takes the requests, and submitting is no
 * system call as long as that thread is awake.
 *
 * Submit enters the kernel and reap enters it again only when nothing has finished. One call that does both would
 * be cheaper, but then nobody could say how long handing over took.
 */
#include "api/api.h"

#include "api/posix_file.h"

#ifdef HAVE_LIBURING

#include "base/sysfile.h"
#include "base/tsan.h"
#include "base/units.h"

#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Newer than some versions of the library's header. */
#ifndef IORING_SETUP_SUBMIT_ALL
#define IORING_SETUP_SUBMIT_ALL (1U << 7)
#endif
#ifndef IORING_SETUP_COOP_TASKRUN
#define IORING_SETUP_COOP_TASKRUN (1U << 8)
#endif
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1U << 13)
#endif

#define NS_PER_S 1000000000U
#define NAP_NS 50000 /* between two looks, where the kernel has no wait with a limit */
#define REGISTERED_MAX (UINT64_C(1) << 30) /* what the kernel takes as one buffer */

struct uring_handle {
	struct io_uring ring;
	int fd;
	bool polled; /* by a thread of the kernel */
	bool file_registered, memory_registered;
	unsigned in_flight;
};

static const char ring_place = 0; /* an address that stands for the memory of all rings */

/* Tries the ways in turn; an old kernel refuses flags that it does not know with EINVAL. */
static int try_ways(unsigned depth, bool sqpoll, struct io_uring *ring)
{
	static const unsigned ways[] = {
		IORING_SETUP_SUBMIT_ALL | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_SUBMIT_ALL | IORING_SETUP_COOP_TASKRUN,
		0,
	};
	int ret = -EINVAL;

	if (sqpoll) {
		struct io_uring_params params = { .flags = IORING_SETUP_SQPOLL };

		return io_uring_queue_init_params(depth, ring, &params);
	}
	for (size_t i = 0; ret == -EINVAL && i < sizeof(ways) / sizeof(*ways); i++) {
		struct io_uring_params params = { .flags = ways[i] };

		ret = io_uring_queue_init_params(depth, ring, &params);
	}
	return ret;
}

/* A ring may come to lie where one of another thread's has been. */
static int set_up(unsigned depth, bool sqpoll, struct io_uring *ring)
{
	int ret = try_ways(depth, sqpoll, ring);

	tsan_take(&ring_place);
	return ret;
}

static void take_down(struct io_uring *ring)
{
	tsan_give(&ring_place);
	io_uring_queue_exit(ring);
}

/* What cannot be registered is used all the same. */
static void register_all(struct uring_handle *h, const struct io_open *o)
{
	const struct iovec memory = { .iov_base = o->memory, .iov_len = o->memory_size };

	h->file_registered = !io_uring_register_files(&h->ring, &h->fd, 1);
	if (o->memory && o->memory_size <= REGISTERED_MAX)
		h->memory_registered = !io_uring_register_buffers(&h->ring, &memory, 1);
}

static int uring_open(void *session, const struct io_open *o, void **handle)
{
	struct uring_handle *h = calloc(1, sizeof(*h));
	int ret;

	(void)session;
	if (!h)
		return -ENOMEM;
	ret = set_up(o->depth, o->settings.uring_sqpoll, &h->ring);
	if (ret) {
		free(h);
		return ret;
	}
	h->fd = o->fd;
	h->polled = o->settings.uring_sqpoll;
	register_all(h, o);
	*handle = h;
	return 0;
}

static void fill(const struct uring_handle *h, struct io_request *r, struct io_uring_sqe *sqe)
{
	int fd = h->file_registered ? 0 : h->fd;

	if (h->memory_registered && r->dir == IO_READ)
		io_uring_prep_read_fixed(sqe, fd, r->buf, r->len, r->offset, 0);
	else if (h->memory_registered)
		io_uring_prep_write_fixed(sqe, fd, r->buf, r->len, r->offset, 0);
	else if (r->dir == IO_READ)
		io_uring_prep_read(sqe, fd, r->buf, r->len, r->offset);
	else
		io_uring_prep_write(sqe, fd, r->buf, r->len, r->offset);
	sqe->flags = h->file_registered ? IOSQE_FIXED_FILE : 0;
	io_uring_sqe_set_data(sqe, r);
}

/*
 * What the kernel did not take stays in the ring, and since it comes again first, it is there already then. The
 * polling thread takes all, only later: what it has not yet read was accepted before.
 */
static int uring_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct uring_handle *h = handle;
	unsigned waiting = h->polled ? 0 : io_uring_sq_ready(&h->ring);
	int ret;

	for (unsigned i = waiting; i < n; i++)
		fill(h, requests[i], io_uring_get_sqe(&h->ring));
	ret = io_uring_submit(&h->ring);
	if (ret <= 0)
		return ret == -EBUSY || !ret ? -EAGAIN : ret;
	if (h->polled)
		ret = (int)n;
	h->in_flight += (unsigned)ret;
	return ret;
}

static unsigned take_finished(struct uring_handle *h, struct io_request **done, unsigned max)
{
	struct io_uring_cqe *cqe;
	unsigned head, n = 0;

	io_uring_for_each_cqe (&h->ring, head, cqe) {
		struct io_request *r = io_uring_cqe_get_data(cqe);

		if (n == max)
			break;
		r->result = cqe->res;
		done[n++] = r;
	}
	io_uring_cq_advance(&h->ring, n);
	h->in_flight -= n;
	return n;
}

static int uring_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct uring_handle *h = handle;
	struct io_uring_cqe *first;
	int ret;

	if (io_uring_cq_ready(&h->ring) < min) {
		ret = io_uring_wait_cqe_nr(&h->ring, &first, min);
		if (ret)
			return ret;
	}
	return (int)take_finished(h, done, max);
}

/* Without IORING_FEAT_EXT_ARG (before Linux 5.11) the library would queue a request of its own for the time. */
static int wait_for_one(struct uring_handle *h, uint64_t ns)
{
	struct __kernel_timespec limit = { .tv_sec = (long long)(ns / NS_PER_S), .tv_nsec = (long long)(ns % NS_PER_S) };
	const struct timespec nap = { .tv_nsec = (long)(ns < NAP_NS ? ns : NAP_NS) };
	struct io_uring_cqe *first;

	if (h->ring.features & IORING_FEAT_EXT_ARG)
		return io_uring_wait_cqe_timeout(&h->ring, &first, &limit);
	return nanosleep(&nap, NULL) ? -errno : 0;
}

static int uring_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct uring_handle *h = handle;
	int ret = io_uring_cq_ready(&h->ring) ? 0 : wait_for_one(h, ns);

	if (ret && ret != -ETIME)
		return ret;
	return (int)take_finished(h, done, max);
}

static int uring_flush(void *handle)
{
	return posix_file_flush(((struct uring_handle *)handle)->fd);
}

/* Waits for what is in flight, and looks at nothing but that it has come back. */
static void drain(struct uring_handle *h)
{
	while (h->in_flight) {
		struct io_uring_cqe *cqe;
		int ret = io_uring_wait_cqe(&h->ring, &cqe);

		if (ret == -EINTR || ret == -EAGAIN)
			continue;
		if (ret)
			return;
		io_uring_cqe_seen(&h->ring, cqe);
		h->in_flight--;
	}
}

/* The ring's own end comes later, in the background; the file and the memory must be free at once. */
static int uring_close(void *handle)
{
	struct uring_handle *h = handle;
	int fd = h->fd;

	drain(h);
	if (h->memory_registered)
		io_uring_unregister_buffers(&h->ring);
	if (h->file_registered)
		io_uring_unregister_files(&h->ring);
	take_down(&h->ring);
	free(h);
	return posix_file_close(fd);
}

static void explain_forbidden(struct strbuf *reason)
{
	uint64_t disabled = 0;

	sysfile_u64(&disabled, "/proc/sys/kernel/io_uring_disabled");
	if (disabled == 2)
		strbuf_addstr(reason, "switched off on this machine (kernel.io_uring_disabled = 2)");
	else if (disabled == 1)
		strbuf_addstr(reason, "kernel.io_uring_disabled = 1 allows it only to CAP_SYS_ADMIN and to the group of "
				      "kernel.io_uring_group");
	else
		strbuf_addstr(reason, "io_uring_setup is forbidden here, as containers do with a seccomp filter");
}

static void explain(int error, struct strbuf *reason)
{
	char limit[UNITS_TEXT_LEN];
	struct rlimit locked;

	if (error == -EPERM || error == -EACCES)
		explain_forbidden(reason);
	else if (error == -ENOSYS)
		strbuf_addstr(reason, "the kernel has no io_uring_setup (ENOSYS; Linux 5.1 and newer have it)");
	else if (error == -ENOMEM && !getrlimit(RLIMIT_MEMLOCK, &locked) && locked.rlim_cur != RLIM_INFINITY)
		strbuf_addf(reason, "no memory for a ring within RLIMIT_MEMLOCK (ulimit -l) of %s",
			    units_format_size(locked.rlim_cur, limit));
	else
		strbuf_addf(reason, "io_uring_setup: %s", strerror(-error));
}

static bool uring_usable(struct strbuf *reason)
{
	struct io_uring ring;
	int ret = set_up(1, false, &ring);

	if (ret)
		explain(ret, reason);
	else
		take_down(&ring);
	return !ret;
}

#define ROW(function) uring_##function

#else

#include "api/absent.h"

static bool uring_usable(struct strbuf *reason)
{
	strbuf_addstr(reason, "built without liburing");
	return false;
}

#define ROW(function) absent_##function

#endif

const struct io_api io_api_io_uring = {
	.name = "io_uring",
	.summary = "rings shared with the kernel, depth I/Os in flight",
	.usable = uring_usable,
	.open = ROW(open),
	.submit = ROW(submit),
	.reap = ROW(reap),
	.reap_within = ROW(reap_within),
	.flush = ROW(flush),
	.close = ROW(close),
};
