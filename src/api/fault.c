/* The wrapper is an API row made at run time, in its session. */
#include "api/fault_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define NS_PER_S 1000000000U

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

uint64_t fault_now_ns(const struct fault_session *s)
{
	struct timespec ts;

	if (s->inner->virt && s->inner->virt->now_ns)
		return s->inner->virt->now_ns(s->session);
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

int fault_wait_ns(const struct fault_session *s, uint64_t ns)
{
	const struct timespec ts = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };

	if (s->inner->virt && s->inner->virt->now_ns) {
		s->inner->virt->wait_ns(s->session, ns);
		return 0;
	}
	return nanosleep(&ts, NULL) ? -errno : 0;
}

uint64_t fault_next_number(struct fault *fault)
{
	return __atomic_add_fetch(&fault->seen, 1, __ATOMIC_RELAXED);
}

bool fault_is_struck(const struct fault *fault, uint64_t number)
{
	return number >= fault->spec.at && number - fault->spec.at < fault->spec.count;
}

int fault_happen(const struct fault_session *s, enum fault_event event)
{
	struct fault *fault = s->fault;

	if (!fault->armed || fault->spec.event != event || !fault_is_struck(fault, fault_next_number(fault)))
		return 0;
	if (fault->spec.effect == FAULT_ERRNO)
		return -(int)fault->spec.value;
	fault_wait_ns(s, fault->spec.value);
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
	int ret = fault_happen(s, FAULT_OPEN);

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

void fault_hold(struct fault_handle *h, struct io_request *request, uint64_t due_ns)
{
	h->held[h->held_n++] = (struct held){ request, due_ns };
}

unsigned char *fault_victim(const struct fault_handle *h, const struct io_request *r)
{
	uint64_t place = h->session->fault->spec.value, last = r->len - 1;

	return (unsigned char *)r->buf + (place < last ? place : last);
}

static int fault_settle(void *handle)
{
	const struct fault_handle *h = handle;
	int ret = fault_happen(h->session, FAULT_SETTLE);

	return ret ? ret : h->session->inner->settle(h->inner);
}

static int fault_flush(void *handle)
{
	const struct fault_handle *h = handle;
	int ret = fault_happen(h->session, FAULT_FLUSH);

	return ret ? ret : h->session->inner->flush(h->inner);
}

/* Requests that never came back are not looked at any more, but the memory that they wrote from is still there. */
static int fault_close(void *handle)
{
	struct fault_handle *h = handle;
	int ret = h->session->inner->close(h->inner), fault = fault_happen(h->session, FAULT_CLOSE);

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
