/*
 * watch: what a worker is at, for another thread to see.
 *
 * A worker notes the start and the place of each I/O before it begins; a watchdog looks at the notes a few times a
 * second. Notes are plain stores (relaxed atomics) into cache lines of the worker's own, so that the measured path
 * pays one or two of them an operation and nothing else. Lies in memory from team_alloc(), where processes are seen as well.
 */
#ifndef IOSWEEP_MEASURE_WATCH_H
#define IOSWEEP_MEASURE_WATCH_H

#include "api/api.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Interrupts an I/O that waits, of a worker that is to end. Ignored unless the program has a handler for it. */
#define WATCH_NUDGE SIGURG

struct watch_io {
	_Atomic uint64_t begun_ns; /* by the run's clock; 0: nothing is under way */
	_Atomic uint64_t offset; /* in the file; UINT64_MAX: of the file as a whole, such as a flush; or as follows */
	struct io_request request; /* for a worker that has one at a time, see watch_expect_request() */
};

#define WATCH_REQUEST (UINT64_MAX - 1) /* as an offset: that of the request */

struct watch {
	_Alignas(128) _Atomic(const char *) step; /* "read", "flush", ...: a text that all processes of the run have */
	_Atomic pid_t process, thread; /* that does it; 0: not known yet */
	struct watch_io *io; /* one for each I/O in flight */
	unsigned n;
};

static inline void watch_begin(struct watch_io *io, uint64_t now_ns, uint64_t offset)
{
	atomic_store_explicit(&io->offset, offset, memory_order_relaxed);
	atomic_store_explicit(&io->begun_ns, now_ns, memory_order_relaxed);
}

/* From now on I/Os are noted with watch_begin_request(), which costs nothing for the place: the request lies here. */
static inline void watch_expect_request(struct watch_io *io)
{
	atomic_store_explicit(&io->offset, WATCH_REQUEST, memory_order_relaxed);
}

static inline void watch_begin_request(struct watch_io *io, uint64_t now_ns, uint64_t offset)
{
	__atomic_store_n(&io->request.offset, offset, __ATOMIC_RELAXED);
	atomic_store_explicit(&io->begun_ns, now_ns, memory_order_relaxed);
}

static inline uint64_t watch_offset(const struct watch_io *io)
{
	uint64_t offset = atomic_load_explicit(&io->offset, memory_order_relaxed);

	return offset == WATCH_REQUEST ? __atomic_load_n(&io->request.offset, __ATOMIC_RELAXED) : offset;
}

static inline void watch_end(struct watch_io *io)
{
	atomic_store_explicit(&io->begun_ns, 0, memory_order_relaxed);
}

/* n watches of depth I/Os each, zeroed. NULL: no memory. watch_free(NULL, ...) is allowed. */
struct watch *watch_new(unsigned n, unsigned depth);
void watch_free(struct watch *watches, unsigned n, unsigned depth);

/* The calling thread is the worker, and takes this step; watch may be NULL. */
void watch_step(struct watch *watch, const char *step);

/* The same, for one that is an I/O as a whole. Ended with watch_step_end. */
void watch_step_begin(struct watch *watch, const char *step, uint64_t now_ns);
void watch_step_end(struct watch *watch);

#endif
