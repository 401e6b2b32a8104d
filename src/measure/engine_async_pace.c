#include "measure/engine_async.h"

#define NAP_NS 50000000U /* after which the stop flag is looked at, in a wait that has a limit */

/* The slot that has rested longest is taken next. Completions come in no order that would do. */
static void put_rested_on_top(struct loop *loop)
{
	struct slot **top = &loop->idle[loop->idle_n - 1];

	for (unsigned i = 0; i + 1 < loop->idle_n; i++) {
		struct slot *other = loop->idle[i];

		if (other->rested_ns < (*top)->rested_ns) {
			loop->idle[i] = *top;
			*top = other;
		}
	}
}

uint64_t loop_due_ns(struct loop *loop)
{
	uint64_t scheduled = pacer_scheduled_ns(&loop->pacer), rested;

	if (loop->work->pace->think_ns)
		put_rested_on_top(loop);
	rested = loop->idle[loop->idle_n - 1]->rested_ns;
	return scheduled > rested ? scheduled : rested;
}

/* When something may begin while others are in flight; UINT64_MAX: not before one of them is done. */
static uint64_t next_begin_ns(struct loop *loop, struct supply *supply)
{
	if (!loop->work->pace || loop->ending || !loop->idle_n || !supply_peek(supply))
		return UINT64_MAX;
	return loop_due_ns(loop);
}

/* Sleeps until shortly before the time, and then looks again and again. */
int loop_wait(struct loop *loop, struct supply *supply)
{
	const struct engine_work *work = loop->work;
	uint64_t until_ns = next_begin_ns(loop, supply);
	uint64_t left = until_ns > loop->last_ns ? until_ns - loop->last_ns : 0;

	if (until_ns == UINT64_MAX)
		return work->api->reap(work->handle, loop->done, 1, work->depth);
	/* A virtual clock wakes in time, and does not move by looking at it. */
	if (work->clock->source != CLOCK_SOURCE_VIRTUAL)
		left = left > CLOCK_AWAKE_NS ? left - CLOCK_AWAKE_NS : 0;
	return work->api->reap_within(work->handle, loop->done, work->depth, left < NAP_NS ? left : NAP_NS);
}

bool loop_rest(struct loop *loop, struct supply *supply)
{
	uint64_t until, before = loop->last_ns;

	if (!loop->work->pace || loop->ending)
		return false;
	until = loop_due_ns(loop);
	if (!supply_peek(supply)) {
		until = until > loop->rested_ns ? until : loop->rested_ns;
		loop->ending = true;
	}
	until = until < loop->track.deadline_ns ? until : loop->track.deadline_ns;
	loop->last_ns = pacer_wait(loop->work, until, before, loop->result);
	track_wait(&loop->track, before, loop->last_ns, &loop->tally);
	loop->reaped_ns = loop->last_ns;
	return true;
}
