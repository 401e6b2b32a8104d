/*
 * fault: a wrapper around any API, which lets something go wrong at a chosen moment. It exists to test iosweep: what
 * stands above an API cannot tell the wrapped one from the other, so that every pattern, mode and loop can be tried
 * over every API's failures.
 *
 * A fault is written as KEY=VALUE with commas between: one event, what happens, and how often.
 *
 *	op=N		the N-th request (a piece that is gone on with, and a second attempt, count again)
 *	submit=N	the N-th call that hands over requests, as a whole
 *	reap=N		the N-th call that waits for them (asynchronous APIs only)
 *	open=N		the N-th opening of a file for a test
 *	settle=N	the N-th giving away of what was held back (APIs that do so only)
 *	flush=N		the N-th flush
 *	close=N		the N-th closing
 *	corrupt=N	one byte of what the N-th write writes is flipped
 *	misread=N	one byte of what the N-th read has read is flipped
 *
 *	errno=NAME	it fails with this error, by name or number, and nothing is done (a close closes all the same)
 *	short=BYTES	op: at most so many bytes are moved; the rest is not even asked for. 0: none, with success
 *	delay=TIME	it is done and takes so much longer; through asynchronous APIs a delayed op comes back later
 *			while others pass it
 *	count=N		it happens to so many in a row; 1 where nothing is said
 *	byte=K		corrupt, misread: which byte of the request's, from 0, or the last one of a shorter request; 0
 *
 * For example "op=17,errno=EIO", "op=5,short=512", "op=9,delay=20ms", "op=3,errno=EINTR,count=2", "open=2,errno=EMFILE".
 *
 * Counting starts with fault_arm() and goes through all APIs that share the fault, all threads and processes.
 */
#ifndef IOSWEEP_API_FAULT_H
#define IOSWEEP_API_FAULT_H

#include "api/api.h"

#include <stdbool.h>
#include <stdint.h>

struct err;

enum fault_event {
	FAULT_OP,
	FAULT_SUBMIT,
	FAULT_REAP,
	FAULT_OPEN,
	FAULT_SETTLE,
	FAULT_FLUSH,
	FAULT_CLOSE,
	FAULT_CORRUPT,
	FAULT_MISREAD,
};

enum fault_effect {
	FAULT_ERRNO,
	FAULT_SHORT,
	FAULT_DELAY,
	FAULT_FLIP, /* of corrupt and misread */
};

struct fault_spec {
	enum fault_event event;
	enum fault_effect effect;
	uint64_t at, count; /* from the at-th on, >= 1 */
	uint64_t value; /* the positive errno, the bytes, the ns, or the byte's place */
};

/* 0, or -1 with an ERR_USAGE text that says what is wrong and what would be accepted. */
int fault_parse(const char *text, struct fault_spec *spec, struct err *err);

/* A fault and how far its counting is. Shared by all that it is wrapped around, which it outlives. */
struct fault {
	struct fault_spec spec;
	uint64_t seen;
	bool armed; /* while it is not, all passes untouched and uncounted */
};

struct fault *fault_new(const struct fault_spec *spec); /* NULL: out of memory. Processes that are made later share it */
void fault_free(struct fault *fault); /* NULL is ignored */

/* Before the first I/O that is to be counted; not while I/O is under way. */
void fault_arm(struct fault *fault);

/*
 * Wraps an API and its session, which belong to the caller and must outlive the wrapper. *api and *session then take
 * their place: name, flags and capabilities are the inner one's. Sessions are opened and closed through the inner API alone.
 * 0 or -ENOMEM; fault_unwrap frees both once all handles are closed, NULL is ignored.
 */
int fault_wrap(const struct io_api *inner, void *inner_session, struct fault *fault, const struct io_api **api,
	       void **session);
void fault_unwrap(void *session);

#endif
