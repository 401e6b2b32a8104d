/*
 * The wrapper is an API row made at run time, in its session. Requests go through in the batches in which they came;
 * only the one that a fault strikes is taken out of its batch and handed over alone, so that what the wrapped API
 * sees before and after is what it would have seen without.
 */
#include "api/fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define NS_PER_S 1000000000U

struct fault_session {
	struct io_api api; /* the wrapper's row */
	struct io_virtual virt;
	const struct io_api *inner;
	void *session; /* of inner */
	struct fault *fault;
};

/* What must be done to a request when the wrapped API gives it back. */
struct struck {
	struct io_request *request;
	uint32_t len; /* as the caller knows it */
	unsigned char *flipped; /* NULL: nothing */
};

/* A request that is finished and not yet given back. */
struct held {
	struct io_request *request;
	uint64_t due_ns;
};

struct fault_handle {
	const struct fault_session *session;
	void *inner;
	unsigned in_flight; /* in the wrapped API */
	/* depth each */
	uint64_t *numbers; /* numbers_n: of the requests that come next, as some were refused before; 0: not counted */
	struct struck *struck; /* struck_n */
	struct held *held; /* held_n */
	unsigned numbers_n, struck_n, held_n;
};

struct fault *fault_new(const struct fault_spec *spec)
{
	struct fault *fault = mmap(NULL, sizeof(*fault), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (fault == MAP_FAILED)
		return NULL;
	*fault = (struct fault){ .spec = *spec };
	return fault;
}

void fault_free(struct fault *fault)
{
	if (fault)
		munmap(fault, sizeof(*fault));
}

void fault_arm(struct fault *fault)
{
	fault->armed = true;
}

static bool is_synchronous(const struct fault_session *s)
{
	return s->inner->flags & IO_API_SYNCHRONOUS;
}

static uint64_t now_ns(const struct fault_session *s)
{
	struct timespec ts;

	if (s->inner->virt && s->inner->virt->now_ns)
		return s->inner->virt->now_ns(s->session);
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

/* 0, or -EINTR when a signal ended it early. */
static int wait_ns(const struct fault_session *s, uint64_t ns)
{
	const struct timespec ts = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };

	if (s->inner->virt && s->inner->virt->now_ns) {
		s->inner->virt->wait_ns(s->session, ns);
		return 0;
	}
	return nanosleep(&ts, NULL) ? -errno : 0;
}

static uint64_t next_number(struct fault *fault)
{
	return __atomic_add_fetch(&fault->seen, 1, __ATOMIC_RELAXED);
}

static bool is_struck(const struct fault *fault, uint64_t number)
{
	return number >= fault->spec.at && number - fault->spec.at < fault->spec.count;
}

/* An event that is no request's: 0 to go on, or -errno. */
static int happen(const struct fault_session *s, enum fault_event event)
{
	struct fault *fault = s->fault;

	if (!fault->armed || fault->spec.event != event || !is_struck(fault, next_number(fault)))
		return 0;
	if (fault->spec.effect == FAULT_ERRNO)
		return -(int)fault->spec.value;
	wait_ns(s, fault->spec.value);
	return 0;
}

static void free_handle(struct fault_handle *h)
{
	free(h->numbers);
	free(h->struck);
	free(h->held);
	free(h);
}

static struct fault_handle *new_handle(const struct fault_session *s, unsigned depth)
{
	struct fault_handle *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->session = s;
	h->numbers = calloc(depth, sizeof(*h->numbers));
	h->struck = calloc(depth, sizeof(*h->struck));
	h->held = calloc(depth, sizeof(*h->held));
	if (h->numbers && h->struck && h->held)
		return h;
	free_handle(h);
	return NULL;
}

static int fault_open(void *session, const struct io_open *o, void **handle)
{
	const struct fault_session *s = session;
	struct fault_handle *h;
	int ret = happen(s, FAULT_OPEN);

	if (ret)
		return ret;
	h = new_handle(s, o->depth ? o->depth : 1);
	if (!h)
		return -ENOMEM;
	ret = s->inner->open(s->session, o, &h->inner);
	if (ret) {
		free_handle(h);
		return ret;
	}
	*handle = h;
	return 0;
}

static int hand_over(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	int accepted = h->session->inner->submit(h->inner, requests, n);

	if (accepted > 0 && !is_synchronous(h->session))
		h->in_flight += (unsigned)accepted;
	return accepted;
}

static void hold(struct fault_handle *h, struct io_request *request, uint64_t due_ns)
{
	h->held[h->held_n++] = (struct held){ request, due_ns };
}

/* Which byte is flipped. */
static unsigned char *victim(const struct fault_handle *h, const struct io_request *r)
{
	uint64_t place = h->session->fault->spec.value, last = r->len - 1;

	return (unsigned char *)r->buf + (place < last ? place : last);
}

/* The request is done without the wrapped API. */
static int finish_alone(struct fault_handle *h, struct io_request *r, int64_t result)
{
	r->result = result;
	if (!is_synchronous(h->session))
		hold(h, r, 0);
	return 1;
}

static void make_worse(struct fault_handle *h, struct io_request *r, struct struck *struck)
{
	const struct fault_spec *spec = &h->session->fault->spec;

	*struck = (struct struck){ .request = r, .len = r->len };
	if (spec->effect == FAULT_SHORT && spec->value < r->len)
		r->len = (uint32_t)spec->value;
	if (spec->event == FAULT_CORRUPT) {
		struck->flipped = victim(h, r);
		*struck->flipped ^= 1;
	}
}

/* The request is the caller's again: as it was, and for a byte that was read wrongly. */
static void undo(const struct fault_handle *h, const struct struck *struck)
{
	struct io_request *r = struck->request;

	r->len = struck->len;
	if (struck->flipped)
		*struck->flipped ^= 1;
	if (h->session->fault->spec.event == FAULT_MISREAD && r->result > 0)
		*victim(h, r) ^= 1;
}

static int submit_struck(struct fault_handle *h, struct io_request *r)
{
	const struct fault_spec *spec = &h->session->fault->spec;
	struct struck *struck = &h->struck[h->struck_n];
	int accepted;

	if (spec->effect == FAULT_ERRNO)
		return finish_alone(h, r, -(int64_t)spec->value);
	if (spec->effect == FAULT_SHORT && !spec->value)
		return finish_alone(h, r, 0);
	make_worse(h, r, struck);
	r->result = 0;
	accepted = hand_over(h, &r, 1);
	if (accepted > 0 && !is_synchronous(h->session)) {
		h->struck_n++;
		return accepted;
	}
	undo(h, struck);
	if (accepted > 0 && spec->effect == FAULT_DELAY)
		wait_ns(h->session, spec->value);
	return accepted;
}

static bool is_counted(const struct fault *fault, const struct io_request *r)
{
	switch (fault->spec.event) {
	case FAULT_OP:
		return true;
	case FAULT_CORRUPT:
		return r->dir == IO_WRITE;
	case FAULT_MISREAD:
		return r->dir == IO_READ;
	default:
		return false;
	}
}

/* Each request has its number when it comes for the first time, and keeps it when it comes again. */
static void number(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	struct fault *fault = h->session->fault;

	for (; h->numbers_n < n; h->numbers_n++)
		h->numbers[h->numbers_n] = is_counted(fault, requests[h->numbers_n]) ? next_number(fault) : 0;
}

static void forget_numbers(struct fault_handle *h, unsigned n)
{
	h->numbers_n -= n;
	memmove(h->numbers, h->numbers + n, h->numbers_n * sizeof(*h->numbers));
}

/* Up to the first one that is struck, or that one. */
static int submit_some(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	unsigned clean = 0;

	while (clean < n && !is_struck(h->session->fault, h->numbers[clean]))
		clean++;
	return clean ? hand_over(h, requests, clean) : submit_struck(h, requests[0]);
}

static int submit_counted(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	int accepted;

	number(h, requests, n);
	accepted = submit_some(h, requests, n);
	if (accepted > 0)
		forget_numbers(h, (unsigned)accepted);
	return accepted;
}

/* Synchronous APIs take all, however many there are. */
static int submit_one_by_one(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		int accepted = submit_counted(h, requests + i, 1);

		if (accepted <= 0)
			return i ? (int)i : accepted;
	}
	return (int)n;
}

static bool counts_requests(const struct fault *fault)
{
	return fault->armed && (fault->spec.event == FAULT_OP || fault->spec.event == FAULT_CORRUPT ||
				fault->spec.event == FAULT_MISREAD);
}

static int fault_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fault_handle *h = handle;
	int ret = happen(h->session, FAULT_SUBMIT);

	if (ret)
		return ret;
	if (!counts_requests(h->session->fault))
		return hand_over(h, requests, n);
	return is_synchronous(h->session) ? submit_one_by_one(h, requests, n) : submit_counted(h, requests, n);
}

static unsigned take_due(struct fault_handle *h, struct io_request **done, unsigned max)
{
	uint64_t now = h->held_n ? now_ns(h->session) : 0;
	unsigned n = 0, left = 0;

	for (unsigned i = 0; i < h->held_n; i++) {
		if (n < max && h->held[i].due_ns <= now)
			done[n++] = h->held[i].request;
		else
			h->held[left++] = h->held[i];
	}
	h->held_n = left;
	return n;
}

/* What has come back is the caller's, unless it is to come later. */
static bool comes_now(struct fault_handle *h, struct io_request *r)
{
	const struct fault_spec *spec = &h->session->fault->spec;
	unsigned i = 0;

	while (i < h->struck_n && h->struck[i].request != r)
		i++;
	if (i == h->struck_n)
		return true;
	undo(h, &h->struck[i]);
	h->struck[i] = h->struck[--h->struck_n];
	if (spec->effect != FAULT_DELAY)
		return true;
	hold(h, r, now_ns(h->session) + spec->value);
	return false;
}

/* Of what the wrapped API has finished, leaves in done what is the caller's already, and returns how many. */
static int give_back(struct fault_handle *h, struct io_request **done, unsigned got)
{
	int n = 0;

	h->in_flight -= got;
	for (unsigned i = 0; i < got; i++) {
		if (comes_now(h, done[i]))
			done[n++] = done[i];
	}
	return n;
}

/* Takes what the wrapped API has finished, waiting for one when wait is set. Returns how many are the caller's. */
static int take_finished(struct fault_handle *h, struct io_request **done, bool wait, unsigned max)
{
	int got = h->session->inner->reap(h->inner, done, wait, max);

	return got < 0 ? got : give_back(h, done, (unsigned)got);
}

static uint64_t first_due_ns(const struct fault_handle *h)
{
	uint64_t due = UINT64_MAX;

	for (unsigned i = 0; i < h->held_n; i++)
		due = h->held[i].due_ns < due ? h->held[i].due_ns : due;
	return due;
}

static int wait_until_due(const struct fault_handle *h)
{
	uint64_t due = first_due_ns(h), now = now_ns(h->session);

	return due > now ? wait_ns(h->session, due - now) : 0;
}

static int fault_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct fault_handle *h = handle;
	int ret = happen(h->session, FAULT_REAP);
	unsigned n = 0;

	if (ret)
		return ret;
	for (;;) {
		n += take_due(h, done + n, max - n);
		if (n < max && h->in_flight)
			ret = take_finished(h, done + n, n < min, max - n);
		else if (n < min && h->held_n)
			ret = wait_until_due(h);
		else
			return (int)n;
		if (ret < 0)
			return n ? (int)n : ret;
		n += (unsigned)ret;
		if (n >= min)
			return (int)n;
	}
}

static int fault_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct fault_handle *h = handle;
	int ret = happen(h->session, FAULT_REAP), got;
	uint64_t due, now;
	unsigned n;

	if (ret)
		return ret;
	n = take_due(h, done, max);
	now = now_ns(h->session);
	due = first_due_ns(h);
	if (n)
		ns = 0;
	else if (due < now + ns)
		ns = due > now ? due - now : 0;
	if (n == max || !h->in_flight)
		return n || !h->held_n ? (int)n : wait_ns(h->session, ns);
	got = h->session->inner->reap_within(h->inner, done + n, max - n, ns);
	if (got < 0)
		return n ? (int)n : got;
	return (int)n + give_back(h, done + n, (unsigned)got);
}

static int fault_settle(void *handle)
{
	const struct fault_handle *h = handle;
	int ret = happen(h->session, FAULT_SETTLE);

	return ret ? ret : h->session->inner->settle(h->inner);
}

static int fault_flush(void *handle)
{
	const struct fault_handle *h = handle;
	int ret = happen(h->session, FAULT_FLUSH);

	return ret ? ret : h->session->inner->flush(h->inner);
}

/* Requests that never came back are not looked at any more, but the memory that they wrote from is still there. */
static int fault_close(void *handle)
{
	struct fault_handle *h = handle;
	int ret = h->session->inner->close(h->inner), fault = happen(h->session, FAULT_CLOSE);

	for (unsigned i = 0; i < h->struck_n; i++) {
		if (h->struck[i].flipped)
			*h->struck[i].flipped ^= 1;
	}
	free_handle(h);
	return ret ? ret : fault;
}

static uint64_t virtual_now_ns(void *session)
{
	const struct fault_session *s = session;

	return s->inner->virt->now_ns(s->session);
}

static void virtual_wait_ns(void *session, uint64_t ns)
{
	const struct fault_session *s = session;

	s->inner->virt->wait_ns(s->session, ns);
}

static int virtual_create(void *session, uint64_t file_id)
{
	const struct fault_session *s = session;

	return s->inner->virt->create(s->session, file_id);
}

static int virtual_drop_cache(void *session, uint64_t file_id)
{
	const struct fault_session *s = session;

	return s->inner->virt->drop_cache(s->session, file_id);
}

static int virtual_remove(void *session, uint64_t file_id)
{
	const struct fault_session *s = session;

	return s->inner->virt->remove(s->session, file_id);
}

static void fill_row(struct fault_session *s)
{
	const struct io_api *inner = s->inner;

	s->virt = (struct io_virtual){
		.now_ns = inner->virt && inner->virt->now_ns ? virtual_now_ns : NULL,
		.wait_ns = virtual_wait_ns,
		.create = virtual_create,
		.drop_cache = virtual_drop_cache,
		.remove = virtual_remove,
	};
	s->api = (struct io_api){
		.name = inner->name,
		.summary = inner->summary,
		.flags = inner->flags,
		.open = fault_open,
		.submit = fault_submit,
		.reap = inner->reap ? fault_reap : NULL,
		.reap_within = inner->reap_within ? fault_reap_within : NULL,
		.settle = inner->settle ? fault_settle : NULL,
		.flush = fault_flush,
		.close = fault_close,
		.virt = inner->virt ? &s->virt : NULL,
	};
}

int fault_wrap(const struct io_api *inner, void *inner_session, struct fault *fault, const struct io_api **api,
	       void **session)
{
	struct fault_session *s = malloc(sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->inner = inner;
	s->session = inner_session;
	s->fault = fault;
	fill_row(s);
	*api = &s->api;
	*session = s;
	return 0;
}

void fault_unwrap(void *session)
{
	free(session);
}
