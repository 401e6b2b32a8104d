#include "api/fault_internal.h"

void fault_undo(const struct fault_handle *h, const struct struck *struck)
{
	struct io_request *r = struck->request;

	r->len = struck->len;
	if (struck->flipped)
		*struck->flipped ^= 1;
	if (h->session->fault->spec.event == FAULT_MISREAD && r->result > 0)
		*fault_victim(h, r) ^= 1;
}

static unsigned take_due(struct fault_handle *h, struct io_request **done, unsigned max)
{
	uint64_t now = h->held_n ? fault_now_ns(h->session) : 0;
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
	fault_undo(h, &h->struck[i]);
	h->struck[i] = h->struck[--h->struck_n];
	if (spec->effect != FAULT_DELAY)
		return true;
	fault_hold(h, r, fault_now_ns(h->session) + spec->value);
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
	uint64_t due = first_due_ns(h), now = fault_now_ns(h->session);

	return due > now ? fault_wait_ns(h->session, due - now) : 0;
}

int fault_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct fault_handle *h = handle;
	int ret = fault_happen(h->session, FAULT_REAP);
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

int fault_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct fault_handle *h = handle;
	int ret = fault_happen(h->session, FAULT_REAP), got;
	uint64_t due, now;
	unsigned n;

	if (ret)
		return ret;
	n = take_due(h, done, max);
	now = fault_now_ns(h->session);
	due = first_due_ns(h);
	if (n)
		ns = 0;
	else if (due < now + ns)
		ns = due > now ? due - now : 0;
	if (n == max || !h->in_flight)
		return n || !h->held_n ? (int)n : fault_wait_ns(h->session, ns);
	got = h->session->inner->reap_within(h->inner, done + n, max - n, ns);
	if (got < 0)
		return n ? (int)n : got;
	return (int)n + give_back(h, done + n, (unsigned)got);
}
