/*
 * The loop for APIs that complete later. Every I/O in flight has a slot with its request and memory. A round fills
 * all free slots, submits them in one call, waits for at least one completion and takes all that there are. Once
 * a limit is reached nothing new begins, and what has begun is brought to its end. Once an operation has failed what
 * is in flight is still waited for: memory that the kernel may write to cannot be given back.
 */
#include "measure/engine_internal.h"

#include "stats/histogram.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#define NAP_NS 50000000U /* after which the stop flag is looked at, in a wait that has a limit */

struct slot {
	struct io_request request; /* first: a request that comes back is its slot */
	uint64_t begun_ns; /* before the first submit */
	uint64_t accepted_ns; /* after the first submit that took it; 0: not yet */
	uint64_t scheduled_ns; /* when it should have begun */
	uint64_t rested_ns; /* when the slot may be taken again */
	uint64_t offset; /* of the operation; the request's moves on when it is short */
	uint32_t len;
	unsigned again; /* "try again" in a row */
	void *memory;
};

struct loop {
	const struct engine_work *work;
	struct engine_result *result;
	struct slot *slots; /* depth */
	struct slot **idle; /* stack of idle_n */
	struct io_request **ready; /* ready_n, to be submitted, in order */
	struct io_request **done; /* depth */
	unsigned idle_n, ready_n, in_flight;
	uint64_t last_ns; /* the latest stamp */
	uint64_t reaped_ns; /* after the latest reap */
	uint64_t rested_ns; /* when the last pause is over */
	struct track track;
	struct pacer pacer; /* where the work has a pace */
	bool ending; /* nothing new begins */
	int error; /* the first */
	struct tally tally;
};

static int loop_init(struct loop *loop, const struct engine_work *work, struct engine_result *result)
{
	unsigned depth = work->depth;
	size_t region = engine_buffer_size(work->state->config.record_size, depth) / depth;

	*loop = (struct loop){ .work = work, .result = result };
	loop->slots = calloc(depth, sizeof(*loop->slots));
	loop->idle = calloc(depth, sizeof(struct slot *));
	loop->ready = calloc(depth, sizeof(struct io_request *));
	loop->done = calloc(depth, sizeof(struct io_request *));
	if (!loop->slots || !loop->idle || !loop->ready || !loop->done)
		return -ENOMEM;
	/* The first slot is taken first, so that shallow work stays in few caches. */
	for (unsigned i = depth; i-- > 0;) {
		loop->slots[i].memory = work->buffer->data + i * region;
		loop->idle[loop->idle_n++] = &loop->slots[i];
	}
	return 0;
}

static void loop_release(struct loop *loop)
{
	free(loop->slots);
	free(loop->idle);
	free(loop->ready);
	free(loop->done);
}

/*
 * The time since the last stamp was spent with this many in flight. Inside submit that is one more than before it: a
 * kernel that takes requests one by one and does each before the next never has more, and one that only queues them
 * is out of there in no time.
 */
static void advance(struct loop *loop, uint64_t now, unsigned in_flight)
{
	loop->result->in_flight_ns += (double)(now - loop->last_ns) * in_flight;
	loop->last_ns = now;
}

static void fail(struct loop *loop, const struct slot *slot, int error)
{
	loop->ending = true;
	if (loop->error)
		return;
	loop->error = error;
	loop->result->error_offset = slot->request.offset;
}

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

/* When the next operation may begin; there is an idle slot. */
static uint64_t due_ns(struct loop *loop)
{
	uint64_t scheduled = pacer_scheduled_ns(&loop->pacer), rested;

	if (loop->work->pace->think_ns)
		put_rested_on_top(loop);
	rested = loop->idle[loop->idle_n - 1]->rested_ns;
	return scheduled > rested ? scheduled : rested;
}

static bool may_begin(struct loop *loop)
{
	return !loop->work->pace || due_ns(loop) <= loop->last_ns;
}

static void take_operations(struct loop *loop, struct supply *supply)
{
	const struct pattern_op *op;

	while (loop->idle_n && (op = supply_peek(supply)) && may_begin(loop)) {
		struct slot *slot = loop->idle[--loop->idle_n];

		supply->at++;
		if (loop->work->pace) {
			slot->scheduled_ns = pacer_scheduled_ns(&loop->pacer);
			pacer_give(&loop->pacer, op->len);
		}
		slot->offset = op->offset;
		slot->len = op->len;
		slot->again = 0;
		slot->begun_ns = 0;
		slot->accepted_ns = 0;
		slot->request = (struct io_request){
			.buf = slot->memory, .offset = op->offset, .len = op->len, .dir = op->dir };
		if (op->dir == IO_WRITE)
			buffer_stamp_at(loop->work->buffer, slot->memory, op->len);
		loop->ready[loop->ready_n++] = &slot->request;
	}
}

static void drop_ready(struct loop *loop)
{
	while (loop->ready_n)
		loop->idle[loop->idle_n++] = (struct slot *)loop->ready[--loop->ready_n];
}

static void refused(struct loop *loop, int error)
{
	struct slot *first = (struct slot *)loop->ready[0];

	if (error != -EAGAIN && error != -EINTR) {
		fail(loop, first, error);
	} else if (!loop->in_flight) {
		/* Nothing will come back that would make room. */
		if (*loop->work->stop)
			fail(loop, first, -EINTR);
		else if (++first->again >= AGAIN_LIMIT)
			fail(loop, first, error);
		sched_yield();
	}
}

static void note_accepted(struct loop *loop, unsigned accepted, uint64_t after)
{
	for (unsigned i = 0; i < accepted; i++) {
		struct slot *slot = (struct slot *)loop->ready[i];

		if (!slot->accepted_ns)
			slot->accepted_ns = after;
	}
	loop->in_flight += accepted;
	loop->ready_n -= accepted;
	for (unsigned i = 0; i < loop->ready_n; i++)
		loop->ready[i] = loop->ready[i + accepted];
}

static void submit_ready(struct loop *loop)
{
	uint64_t before = clock_now_ns(loop->work->clock), after;
	int accepted;

	advance(loop, before, loop->in_flight);
	for (unsigned i = 0; i < loop->ready_n; i++) {
		struct slot *slot = (struct slot *)loop->ready[i];

		if (!slot->begun_ns)
			slot->begun_ns = before;
	}
	accepted = loop->work->api->submit(loop->work->handle, loop->ready, loop->ready_n);
	after = clock_now_ns(loop->work->clock);
	loop->result->submit_calls++;
	loop->result->submit_ns += after - before;
	if (accepted <= 0) {
		advance(loop, after, loop->in_flight);
		refused(loop, accepted ? accepted : -EAGAIN);
		return;
	}
	advance(loop, after, loop->in_flight + 1);
	note_accepted(loop, (unsigned)accepted, after);
}

/* An operation is whole. */
static void complete(struct loop *loop, struct slot *slot)
{
	const struct engine_work *work = loop->work;

	histogram_record(work->latency[slot->request.dir], loop->last_ns - slot->begun_ns);
	if (work->part[LATENCY_SUBMISSION]) {
		histogram_record(work->part[LATENCY_SUBMISSION], slot->accepted_ns - slot->begun_ns);
		histogram_record(work->part[LATENCY_COMPLETION], loop->last_ns - slot->accepted_ns);
	}
	if (work->pace) {
		if (work->part[LATENCY_INTENDED])
			histogram_record(work->part[LATENCY_INTENDED], loop->last_ns - slot->scheduled_ns);
		slot->rested_ns = loop->rested_ns = loop->last_ns + work->pace->think_ns;
	}
	loop->tally.bytes += slot->len;
	loop->tally.operations++;
	loop->idle[loop->idle_n++] = slot;
}

static __attribute__((noinline)) void continue_or_fail(struct loop *loop, struct slot *slot)
{
	struct io_request *r = &slot->request;
	int64_t moved = r->result;

	if (moved == -EINTR || moved == -EAGAIN) {
		if (*loop->work->stop) {
			moved = -EINTR;
		} else if (++slot->again < AGAIN_LIMIT) {
			loop->ready[loop->ready_n++] = r;
			if (moved == -EAGAIN)
				sched_yield();
			return;
		}
	} else if (moved > 0) {
		loop->result->short_transfers += r->offset == slot->offset;
		r->buf = (char *)r->buf + moved;
		r->offset += (uint64_t)moved;
		r->len -= (uint32_t)moved;
		slot->again = 0;
		loop->ready[loop->ready_n++] = r;
		return;
	}
	fail(loop, slot, moved ? (int)moved : engine_nothing_moved(r->dir));
	loop->idle[loop->idle_n++] = slot;
}

/* When something may begin while others are in flight; UINT64_MAX: not before one of them is done. */
static uint64_t next_begin_ns(struct loop *loop, struct supply *supply)
{
	if (!loop->work->pace || loop->ending || !loop->idle_n || !supply_peek(supply))
		return UINT64_MAX;
	return due_ns(loop);
}

/* Waits for a completion, but not beyond that time: until shortly before it asleep, and then looks again and again. */
static int wait_for_some(const struct loop *loop, uint64_t until_ns)
{
	const struct engine_work *work = loop->work;
	uint64_t left = until_ns > loop->last_ns ? until_ns - loop->last_ns : 0;

	if (until_ns == UINT64_MAX)
		return work->api->reap(work->handle, loop->done, 1, work->depth);
	/* A virtual clock wakes in time, and does not move by looking at it. */
	if (work->clock->source != CLOCK_SOURCE_VIRTUAL)
		left = left > CLOCK_AWAKE_NS ? left - CLOCK_AWAKE_NS : 0;
	return work->api->reap_within(work->handle, loop->done, work->depth, left < NAP_NS ? left : NAP_NS);
}

/* 0 or -errno: then nobody knows what is in flight, and only closing the handle helps. */
static int reap(struct loop *loop, uint64_t until_ns)
{
	int got = wait_for_some(loop, until_ns);

	loop->result->reap_calls += got != 0;
	advance(loop, clock_now_ns(loop->work->clock), loop->in_flight);
	if (got < 0)
		return got == -EINTR || got == -EAGAIN ? 0 : got;
	loop->in_flight -= (unsigned)got;
	loop->tally.earlier_bytes = loop->tally.bytes;
	loop->tally.earlier_operations = loop->tally.operations;
	for (int i = 0; i < got; i++) {
		struct slot *slot = (struct slot *)loop->done[i];

		if (__builtin_expect(slot->request.result == slot->request.len, 1))
			complete(loop, slot);
		else
			continue_or_fail(loop, slot);
	}
	engine_look_at_wall(loop->work, &loop->tally, loop->last_ns, loop->result);
	if (loop->last_ns >= loop->track.event_ns)
		track_note(&loop->track, loop->reaped_ns, loop->last_ns, &loop->tally);
	loop->reaped_ns = loop->last_ns;
	return 0;
}

/*
 * Nothing is in flight, and nothing may begin now. Waits until it may, or for the end of the time that the last ones have;
 * false: there was nothing to wait for.
 */
static bool rest(struct loop *loop, struct supply *supply)
{
	uint64_t until, before = loop->last_ns;

	if (!loop->work->pace || loop->ending)
		return false;
	until = due_ns(loop);
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

static int run(struct loop *loop, struct supply *supply)
{
	int ret;

	for (;;) {
		if (loop->error)
			drop_ready(loop);
		if (!loop->ending)
			take_operations(loop, supply);
		if (loop->ready_n)
			submit_ready(loop);
		else if (!loop->in_flight && !rest(loop, supply))
			return loop->error;
		if (loop->in_flight) {
			ret = reap(loop, next_begin_ns(loop, supply));
			if (ret)
				return ret;
		}
		if (loop->last_ns >= loop->track.deadline_ns || *loop->work->stop)
			loop->ending = true;
	}
}

int engine_run_asynchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	struct loop loop;
	int ret = loop_init(&loop, work, result);

	assert(work->buffer->size >= engine_buffer_size(work->state->config.record_size, work->depth));
	if (!ret) {
		result->start_ns = loop.last_ns = clock_now_ns(work->clock);
		loop.reaped_ns = result->start_ns;
		track_init(&loop.track, work, result->start_ns);
		loop.pacer = (struct pacer){ .pace = work->pace, .start_ns = result->start_ns };
		ret = run(&loop, supply);
		track_end(&loop.track, loop.last_ns, &loop.tally);
		result->bytes = loop.tally.bytes;
		result->operations = loop.tally.operations;
		result->clocked_ns = loop.last_ns - result->start_ns;
		if (!ret)
			ret = engine_settle(work, loop.last_ns, result);
		engine_reach_wall(work, &loop.tally, result->start_ns + result->clocked_ns, result);
	}
	loop_release(&loop);
	return ret;
}
