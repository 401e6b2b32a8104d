/*
 * engine: the loop that is measured.
 *
 * It takes operations from a pattern, hands them to an API, and stamps each. Between the first I/O and the last
 * completion there is no allocation, lock, stdio or log; stamps are chained (the end of one operation is the start
 * of the next), so that an operation costs one reading of the clock, and latency includes the little that the
 * engine itself does between two of them. Short transfers, EINTR and EAGAIN are gone on with here, for all APIs.
 */
#ifndef IOSWEEP_MEASURE_ENGINE_H
#define IOSWEEP_MEASURE_ENGINE_H

#include "api/api.h"
#include "api/buffer.h"
#include "base/clock.h"
#include "pattern/pattern.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct histogram;

struct engine_work {
	const struct io_api *api;
	void *handle;
	const struct pattern *pattern;
	struct pattern_state *state; /* started */
	struct buffer *buffer; /* at least a record */
	const struct clock *clock;
	const volatile sig_atomic_t *stop; /* leave soon once it is not 0 */
	uint64_t max_ns; /* leave after the operation that passes it; UINT64_MAX: no limit */
	struct histogram *latency[IO_DIRS_N]; /* of the directions that the pattern has */
};

struct engine_result {
	uint64_t clocked_ns, bytes, operations;
	uint64_t short_transfers; /* operations that took more than one transfer */
	uint64_t next_offset; /* of the operation that would have come next; valid when cut */
	bool cut; /* by max_ns, with work left */
	bool stopped; /* by the stop flag, with work left */
	uint64_t error_offset; /* valid when engine_run fails */
};

/* Runs the pattern to its end, or to a limit. 0, or -errno of the operation that failed. result is filled in both. */
int engine_run(const struct engine_work *work, struct engine_result *result);

#endif
