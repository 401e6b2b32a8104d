/*
 * Requests go through in the batches in which they came; only the one that a fault strikes is taken out of its batch
 * and handed over alone, so that what the wrapped API sees before and after is what it would have seen without.
 */
#include "api/fault_internal.h"

#include <string.h>

static int hand_over(struct fault_handle *h, struct io_request *const *requests, unsigned n)
{
	int accepted = h->session->inner->submit(h->inner, requests, n);

	if (accepted > 0 && !fault_is_synchronous(h->session))
		h->in_flight += (unsigned)accepted;
	return accepted;
}

/* The request is done without the wrapped API. */
static int finish_alone(struct fault_handle *h, struct io_request *r, int64_t result)
{
	r->result = result;
	if (!fault_is_synchronous(h->session))
		fault_hold(h, r, 0);
	return 1;
}

static void make_worse(struct fault_handle *h, struct io_request *r, struct struck *struck)
{
	const struct fault_spec *spec = &h->session->fault->spec;

	*struck = (struct struck){ .request = r, .len = r->len };
	if (spec->effect == FAULT_SHORT && spec->value < r->len)
		r->len = (uint32_t)spec->value;
	if (spec->event == FAULT_CORRUPT) {
		struck->flipped = fault_victim(h, r);
		*struck->flipped ^= 1;
	}
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
	if (accepted > 0 && !fault_is_synchronous(h->session)) {
		h->struck_n++;
		return accepted;
	}
	fault_undo(h, struck);
	if (accepted > 0 && spec->effect == FAULT_DELAY)
		fault_wait_ns(h->session, spec->value);
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
		h->numbers[h->numbers_n] = is_counted(fault, requests[h->numbers_n]) ? fault_next_number(fault) : 0;
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

	while (clean < n && !fault_is_struck(h->session->fault, h->numbers[clean]))
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

int fault_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fault_handle *h = handle;
	int ret = fault_happen(h->session, FAULT_SUBMIT);

	if (ret)
		return ret;
	if (!counts_requests(h->session->fault))
		return hand_over(h, requests, n);
	return fault_is_synchronous(h->session) ? submit_one_by_one(h, requests, n) : submit_counted(h, requests, n);
}
