/*
 * engine: the loop that is measured.
 *
 * It takes operations from a pattern, hands them to an API, and stamps each. Between the first I/O and the last
 * completion there is no allocation, lock, stdio or log. Through a synchronous API stamps are chained (the end of one
 * operation is the start of the next), so that an operation costs one reading of the clock, and latency includes the
 * little that the engine itself does between two of them. Asynchronous work is stamped before submit, after it, and
 * after reap, once for each call and not for each operation; latency is from before submit to after reap, and is kept
 * in its two parts as well. Short transfers, EINTR and EAGAIN are gone on with here, for all APIs.
 *
 * Work may have a pace. At a rate, operations begin on a schedule that was fixed at the start; one that is late does
 * not move the others, which begin as soon as they can, and is also measured from when it should have begun: who asks
 * at his own times waits that long (G. Tene, "coordinated omission"). Waiting, for the schedule or to think, is no
 * latency, but it is clocked, as other tools do and as the asked rate is the throughput then. The last operation has
 * its time to the end as well.
 */
#ifndef IOSWEEP_MEASURE_ENGINE_H
#define IOSWEEP_MEASURE_ENGINE_H

#include "api/api.h"
#include "api/buffer.h"
#include "base/clock.h"
#include "measure/watch.h"
#include "model/latency_part.h"
#include "model/pace.h"
#include "pattern/pattern.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct histogram;
struct series;

/*
 * The moment at which the first of several jobs was done with its work (IOzone's stonewall). Written once; read by the
 * others after each operation, which costs nothing as long as nobody writes.
 */
struct engine_wall {
	_Atomic uint64_t at_ns; /* by the common clock; 0: not yet */
};

struct engine_work {
	const struct io_api *api;
	void *handle;
	const struct pattern *pattern;
	struct pattern_state *state; /* started */
	struct buffer *buffer; /* at least engine_buffer_size() */
	unsigned depth; /* I/Os in flight; a synchronous API has 1, whatever stands here */
	const struct clock *clock;
	const _Atomic sig_atomic_t *stop; /* leave soon once it is not 0 */
	uint64_t max_ns; /* leave after the operation that passes it; UINT64_MAX: no limit */
	struct histogram *latency[IO_DIRS_N]; /* of the directions that the pattern has */
	/* NULL: not kept. Submission and completion both or none, and of asynchronous APIs. */
	struct histogram *part[LATENCY_PARTS_N];
	struct series *series; /* bytes over time since start_ns, initialised; NULL: nobody asks */
	const struct pace *pace; /* NULL: as fast as it goes */
	struct engine_wall *wall; /* NULL: this job is alone, or nobody asks */
	struct watch_io *watch; /* depth of them, told what is under way; NULL: nobody looks */
};

struct engine_result {
	uint64_t start_ns, end_ns; /* of the clocked time, by the clock */
	uint64_t clocked_ns, bytes, operations;
	uint64_t wall_bytes, wall_operations; /* completed when the wall fell, at most all; all without a wall */
	uint64_t short_transfers; /* operations that took more than one transfer */
	uint64_t throttle_ns; /* clocked time in which the pace let nothing be in flight */
	double in_flight_ns; /* sum over time of the number in flight: over clocked_ns it is the depth reached */
	/* asynchronous APIs only: */
	uint64_t submit_calls, reap_calls;
	uint64_t submit_ns; /* time inside submit */
	uint64_t next_offset; /* of the operation that would have come next; valid when cut */
	bool cut; /* by max_ns, with work left */
	bool stopped; /* by the stop flag, with work left */
	uint64_t stamp; /* the first of the repetition, see engine_stamp() */
	size_t phases; /* where its records were written from, see buffer_place() */
	uint64_t error_offset; /* valid when engine_run fails; UINT64_MAX: not in an operation, but behind the last */
};

/*
 * What work needs whose records are no larger and whose depth is no greater than these: every I/O in flight has memory of
 * its own.
 */
struct buffer_size engine_buffer_size(uint64_t record_size, unsigned depth);

/* Says in o, with its record_size and depth, what memory of the buffer the pattern's requests lie in. */
void engine_name_memory(const struct pattern *pattern, const struct buffer *buffer, struct io_open *o);

/*
 * The stamp of the block at this place in the file. Most patterns write each place once, so that its offset alone tells
 * it from all others of the repetition. Where it is written again and again, `first` goes up with each operation, by
 * what engine_stamp_gap() says; else that is 0.
 */
static inline uint64_t engine_stamp(uint64_t first, uint64_t offset)
{
	return first + offset * BUFFER_STEP;
}

static inline uint64_t engine_stamp_gap(const struct pattern *pattern, uint32_t record_size)
{
	return pattern->flags & PATTERN_FILE_SIZE_IS_NO_AXIS ? record_size * BUFFER_STEP : 0;
}

/*
 * Runs the pattern to its end, or to a limit. 0, or -errno of the operation that failed, or -ENOMEM. result is
 * filled in all cases.
 */
int engine_run(const struct engine_work *work, struct engine_result *result);

#endif
