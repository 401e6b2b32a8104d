/* engine_internal: what the two loops of the engine share. Private to engine*.c. */
#ifndef IOSWEEP_MEASURE_ENGINE_INTERNAL_H
#define IOSWEEP_MEASURE_ENGINE_INTERNAL_H

#include "measure/engine.h"

#include <stdatomic.h>

#define SUPPLY_BATCH 64 /* operations taken from the pattern at a time */
#define AGAIN_LIMIT 10000 /* "try again" in a row, with the processor yielded between, before it is an error */

/* Of the buffer, for each I/O in flight. */
struct buffer_size engine_slot_size(uint64_t record_size, unsigned depth);

/* The pattern's operations, one by one. */
struct supply {
	const struct engine_work *work;
	struct pattern_op ops[SUPPLY_BATCH];
	size_t at, n;
};

/* The next operation, which stays the next until `at` moves; NULL at the end. */
static inline const struct pattern_op *supply_peek(struct supply *supply)
{
	if (__builtin_expect(supply->at == supply->n, 0)) {
		supply->n = supply->work->pattern->next(supply->work->state, supply->ops, SUPPLY_BATCH);
		supply->at = 0;
		if (!supply->n)
			return NULL;
	}
	return &supply->ops[supply->at];
}

static inline uint64_t engine_deadline(const struct engine_work *work, uint64_t start_ns)
{
	return work->max_ns < UINT64_MAX - start_ns ? start_ns + work->max_ns : UINT64_MAX;
}

/* When operations may begin. */
struct pacer {
	const struct pace *pace;
	uint64_t start_ns;
	uint64_t given; /* bytes or operations that have begun */
};

uint64_t pacer_scheduled_ns(const struct pacer *pacer); /* of the next operation; start_ns where there is no schedule */
void pacer_give(struct pacer *pacer, uint32_t len); /* an operation begins */

/* Waits until then or until stop, and counts it. Returns the new stamp, or last_ns when it is time already. */
uint64_t pacer_wait(const struct engine_work *work, uint64_t until_ns, uint64_t last_ns, struct engine_result *result);

/* Of the writes, one by one; see engine_stamp(). */
struct stamps {
	uint64_t first, gap;
};

static inline struct stamps stamps_of(const struct engine_work *work, const struct engine_result *result)
{
	return (struct stamps){ result->stamp, engine_stamp_gap(work->pattern, work->state->config.record_size) };
}

static inline uint64_t stamps_next(struct stamps *stamps, uint64_t offset)
{
	uint64_t stamp = engine_stamp(stamps->first, offset);

	stamps->first += stamps->gap;
	return stamp;
}

/* How far a job is, as its loop counts. */
struct tally {
	uint64_t bytes, operations;
	uint64_t last_bytes, last_operations; /* of these, what the last stamp has counted */
	bool wall_noted;
};

/* Throughput over time: what was moved in a slot of the series is taken when the slot is over, in one go. */
struct track {
	struct series *series; /* NULL: nobody asks */
	uint64_t start_ns, deadline_ns;
	uint64_t taken, taken_ns; /* bytes so far, and until when */
	uint64_t event_ns; /* the next thing to see to: the slot's end or the deadline */
};

void track_init(struct track *track, const struct engine_work *work, uint64_t start_ns);

/* At an event: an operation, or a round of them, has come to its end now and went on since before_ns. */
void track_note(struct track *track, uint64_t before_ns, uint64_t now_ns, const struct tally *tally);

/* The pace has let nothing be in flight from before_ns until now. */
void track_wait(struct track *track, uint64_t before_ns, uint64_t now_ns, const struct tally *tally);
void track_end(struct track *track, uint64_t last_ns, const struct tally *tally);

/* Notes how far the job was when the wall fell, the first time that it is seen to have fallen; stamp_ns is the last one. */
void engine_note_wall(const struct engine_work *work, struct tally *tally, uint64_t stamp_ns,
		      struct engine_result *result);

static inline void engine_look_at_wall(const struct engine_work *work, struct tally *tally, uint64_t stamp_ns,
				       struct engine_result *result)
{
	if (__builtin_expect(work->wall && !tally->wall_noted &&
				     atomic_load_explicit(&work->wall->at_ns, memory_order_relaxed),
			     0))
		engine_note_wall(work, tally, stamp_ns, result);
}

/* At the end of a job's work: it is the wall, or it has run into it. */
void engine_reach_wall(const struct engine_work *work, struct tally *tally, uint64_t stamp_ns,
		       struct engine_result *result);

/*
 * Brings an operation whose first transfer through a synchronous API was not whole to its end; accepted is what its
 * submit returned. 0, or -errno with result->error_offset.
 */
int engine_finish_operation(const struct engine_work *work, struct io_request *request, int accepted,
			    struct engine_result *result);

/* Behind the last operation through one, which ended at last_ns. 0 or -errno. */
int engine_finish(const struct engine_work *work, struct tally *tally, uint64_t last_ns, struct engine_result *result);

/* What an operation that moved nothing has failed with. */
int engine_nothing_moved(enum io_dir dir);

/*
 * Lets the API give away what it has held back, which counts as time of the work and as no operation's. last_ns is the
 * stamp of the last operation. 0 or -errno.
 */
int engine_settle(const struct engine_work *work, uint64_t last_ns, struct engine_result *result);

/*
 * The first two are for synchronous APIs, without and with a pace. All start the clock themselves; operations, bytes,
 * clocked_ns and error_offset are theirs to fill.
 */
int engine_run_synchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result);
int engine_run_paced(const struct engine_work *work, struct supply *supply, struct engine_result *result);
int engine_run_asynchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result);

#endif
