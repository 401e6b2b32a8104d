/*
 * sim_queue: the machine of sim with several operations in flight. The device serves as many at one time as the model
 * says; the others wait for the first that is done, in the order in which they came. The device as a whole moves no more
 * than its rate. Handing over costs no time.
 */
#include "api/api.h"

#include "api/sim_session.h"

#include <errno.h>
#include <stdlib.h>

struct flight {
	struct io_request *request;
	uint64_t done_ns;
};

struct queue_handle {
	void *sim; /* the handle of the machine */
	struct sim_session *session;
	bool direct; /* all I/O goes to the device */
	unsigned depth, flights_n;
	struct flight *flights; /* depth; in order of their ends */
	uint64_t servers_n, *free_ns; /* when each is done with what it has */
	uint64_t bus_free_ns; /* when the device has moved all that it was given */
};

static void free_queue(struct queue_handle *q)
{
	free(q->flights);
	free(q->free_ns);
	free(q);
}

static struct queue_handle *new_queue(struct sim_session *s, unsigned depth)
{
	struct queue_handle *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	q->session = s;
	q->depth = depth ? depth : 1;
	q->servers_n = s->model.device.parallel ? s->model.device.parallel : 1;
	q->flights = calloc(q->depth, sizeof(*q->flights));
	q->free_ns = calloc(q->servers_n, sizeof(*q->free_ns));
	if (q->flights && q->free_ns)
		return q;
	free_queue(q);
	return NULL;
}

static int queue_open(void *session, const struct io_open *o, void **handle)
{
	struct queue_handle *q = new_queue(session, o->depth);
	int ret;

	if (!q)
		return -ENOMEM;
	q->direct = o->direct || !q->session->model.caches_n;
	ret = sim_open(session, o, &q->sim);
	if (ret)
		free_queue(q);
	else
		*handle = q;
	return ret;
}

static uint64_t *next_server(const struct queue_handle *q)
{
	uint64_t *best = q->free_ns;

	for (uint64_t i = 1; i < q->servers_n; i++) {
		if (q->free_ns[i] < *best)
			best = &q->free_ns[i];
	}
	return best;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* What comes from a cache takes nothing of the device's rate. */
static uint64_t bus_ns(const struct queue_handle *q, const struct io_request *r)
{
	double rate = q->session->model.device.mib_s[r->dir];

	return q->direct && r->result > 0 ? (uint64_t)sim_transfer_ns(rate, (uint64_t)r->result) : 0;
}

static void take_off(struct queue_handle *q, struct io_request *r)
{
	uint64_t *server = next_server(q), now = q->session->now_ns;
	unsigned at = q->flights_n++;

	*server = later(*server, now) + sim_serve(q->sim, r);
	q->bus_free_ns = later(q->bus_free_ns, now) + bus_ns(q, r);
	*server = later(*server, q->bus_free_ns);
	for (; at > 0 && q->flights[at - 1].done_ns > *server; at--)
		q->flights[at] = q->flights[at - 1];
	q->flights[at] = (struct flight){ r, *server };
}

static int queue_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct queue_handle *q = handle;
	unsigned room = q->depth - q->flights_n, taken = n < room ? n : room;

	for (unsigned i = 0; i < taken; i++)
		take_off(q, requests[i]);
	return taken ? (int)taken : -EAGAIN;
}

/* Those that have ended by now. */
static unsigned land(struct queue_handle *q, struct io_request **done, unsigned max)
{
	unsigned n = 0;

	while (n < max && n < q->flights_n && q->flights[n].done_ns <= q->session->now_ns) {
		done[n] = q->flights[n].request;
		n++;
	}
	q->flights_n -= n;
	for (unsigned i = 0; i < q->flights_n; i++)
		q->flights[i] = q->flights[i + n];
	return n;
}

static void wait_until(struct sim_session *s, uint64_t ns)
{
	if (s->now_ns < ns)
		s->now_ns = ns;
}

static int queue_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct queue_handle *q = handle;
	unsigned wanted = min < q->flights_n ? min : q->flights_n;

	if (wanted)
		wait_until(q->session, q->flights[wanted - 1].done_ns);
	return (int)land(q, done, max);
}

static int queue_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct queue_handle *q = handle;
	uint64_t limit = q->session->now_ns + ns;

	wait_until(q->session, q->flights_n && q->flights[0].done_ns < limit ? q->flights[0].done_ns : limit);
	return (int)land(q, done, max);
}

static int queue_flush(void *handle)
{
	struct queue_handle *q = handle;

	return sim_flush(q->sim);
}

static int queue_close(void *handle)
{
	struct queue_handle *q = handle;
	int ret;

	if (q->flights_n)
		wait_until(q->session, q->flights[q->flights_n - 1].done_ns);
	ret = sim_close(q->sim);
	free_queue(q);
	return ret;
}

const struct io_api io_api_sim_queue = {
	.name = "sim_queue",
	.summary = "the modelled device with depth I/Os in flight",
	.flags = IO_API_VIRTUAL,
	.session_open = sim_session_open,
	.session_close = sim_session_close,
	.open = queue_open,
	.submit = queue_submit,
	.reap = queue_reap,
	.reap_within = queue_reap_within,
	.flush = queue_flush,
	.close = queue_close,
	.virt = &sim_virtual,
};
