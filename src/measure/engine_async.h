/*
 * engine_async: what the loop for asynchronous APIs and its pace share. Private to engine_async*.c.
 */
#ifndef IOSWEEP_MEASURE_ENGINE_ASYNC_H
#define IOSWEEP_MEASURE_ENGINE_ASYNC_H

#include "measure/engine_internal.h"

struct slot {
	struct io_request request; /* first: a request that comes back is its slot */
	uint64_t begun_ns; /* before the first submit */
	uint64_t accepted_ns; /* after the first submit that took it; 0: not yet */
	uint64_t scheduled_ns; /* when it should have begun */
	uint64_t rested_ns; /* when the slot may be taken again */
	uint64_t offset; /* of the operation; the request's moves on when it is short */
	uint32_t len;
	unsigned again; /* "try again" in a row */
	unsigned char *memory[IO_DIRS_N];
};

struct loop {
	const struct engine_work *work;
	struct engine_result *result;
	struct slot *slots; /* depth */
	struct slot **idle; /* stack of idle_n */
	struct io_request **ready; /* ready_n, to be submitted, in order */
	struct io_request **done; /* depth */
	unsigned idle_n, ready_n, in_flight;
	struct stamps stamps;
	uint64_t last_ns; /* the latest stamp */
	uint64_t reaped_ns; /* after the latest reap */
	uint64_t rested_ns; /* when the last pause is over */
	struct track track;
	struct pacer pacer; /* where the work has a pace */
	bool ending; /* nothing new begins */
	int error; /* the first */
	struct tally tally;
};

/* When the next operation may begin, of work that has a pace; there is an idle slot. */
uint64_t loop_due_ns(struct loop *loop);

static inline bool loop_may_begin(struct loop *loop)
{
	return !loop->work->pace || loop_due_ns(loop) <= loop->last_ns;
}

/* Takes what has finished into loop->done, once something has or once the pace lets something new begin; as reap does. */
int loop_wait(struct loop *loop, struct supply *supply);

/*
 * Nothing is in flight, and nothing may begin now. Waits until it may, or for the end of the time that the last ones
 * have; false: there was nothing to wait for.
 */
bool loop_rest(struct loop *loop, struct supply *supply);

#endif
