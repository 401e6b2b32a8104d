/* fault_internal: what the parts of the wrapper share: sessions and handles. Private to fault*.c. */
#ifndef IOSWEEP_API_FAULT_INTERNAL_H
#define IOSWEEP_API_FAULT_INTERNAL_H

#include "api/fault.h"

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

static inline bool fault_is_synchronous(const struct fault_session *s)
{
	return s->inner->flags & IO_API_SYNCHRONOUS;
}

/* By the clock of the wrapped API, if it has one. */
uint64_t fault_now_ns(const struct fault_session *s);
int fault_wait_ns(const struct fault_session *s, uint64_t ns); /* 0, or -EINTR when a signal ended it early */

uint64_t fault_next_number(struct fault *fault);
bool fault_is_struck(const struct fault *fault, uint64_t number);

/* An event that is no request's: 0 to go on, or -errno. */
int fault_happen(const struct fault_session *s, enum fault_event event);

/* The request is finished, and is given back from then on. */
void fault_hold(struct fault_handle *h, struct io_request *request, uint64_t due_ns);

/* The request is the caller's again: as it was, and for a byte that was read wrongly. */
void fault_undo(const struct fault_handle *h, const struct struck *struck);

unsigned char *fault_victim(const struct fault_handle *h, const struct io_request *r); /* the byte that is flipped */

/* These three are the wrapper's own, as api.h describes them. */
int fault_submit(void *handle, struct io_request *const *requests, unsigned n);
int fault_reap(void *handle, struct io_request **done, unsigned min, unsigned max);
int fault_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns);

#endif
