/*
 * The loop for APIs that complete later. Every I/O in flight has a slot with its request and memory. A round fills
 * all free slots, submits them in one call, waits for at least one completion and takes all that there are. Once
 * a limit is reached nothing new begins, and what has begun is brought to its end. Once an operation has failed what
 * is in flight is still waited for: memory that the kernel may write to cannot be given back.
 */
#include "measure/engine_async.h"

#include "stats/histogram.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>

static int loop_init(struct loop *loop, const struct engine_work *work, struct engine_result *result)
{
	unsigned depth = work->depth, used = work->state->total < depth ? (unsigned)work->state->total : depth;
	struct buffer_size slot = engine_slot_size(work->state->config.record_size, depth);

	assert(slot.input * depth <= work->buffer->mapped.input);
	*loop = (struct loop){ .work = work, .result = result, .stamps = stamps_of(work, result) };
	loop->slots = calloc(depth, sizeof(*loop->slots));
	loop->idle = calloc(depth, sizeof(struct slot *));
	loop->ready = calloc(depth, sizeof(struct io_request *));
	loop->done = calloc(depth, sizeof(struct io_request *));
	if (!loop->slots || !loop->idle || !loop->ready || !loop->done)
		return -ENOMEM;
	/* The first slot is taken first, so that shallow work stays in few caches. */
	for (unsigned i = depth; i-- > 0;) {
		loop->slots[i].memory[IO_READ] = work->buffer->input + i * slot.input;
		loop->slots[i].memory[IO_WRITE] = work->buffer->data + i * slot.data;
		loop->idle[loop->idle_n++] = &loop->slots[i];
	}
	if (work->pattern->flags & PATTERN_WRITES)
		buffer_arrange(work->buffer, slot.data, used);
	return 0;
}

static void loop_release(struct loop *loop)
{
	for (unsigned i = 0; loop->work->watch && i < loop->work->depth; i++)
		watch_end(&loop->work->watch[i]);
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

static void take_operations(struct loop *loop, struct supply *supply)
{
	const struct pattern_op *op;

	while (loop->idle_n && (op = supply_peek(supply)) && loop_may_begin(loop)) {
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
			.buf = slot->memory[op->dir], .offset = op->offset, .len = op->len, .dir = op->dir };
		if (op->dir == IO_WRITE) {
			slot->request.buf = buffer_place(slot->memory[IO_WRITE], loop->result->phases, op->offset);
			buffer_stamp(loop->work->buffer, slot->request.buf, op->len,
				     stamps_next(&loop->stamps, op->offset));
		}
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

		if (slot->begun_ns)
			continue;
		slot->begun_ns = before;
		if (loop->work->watch)
			watch_begin(&loop->work->watch[slot - loop->slots], before, slot->offset);
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
	loop->tally.last_bytes += slot->len;
	loop->tally.operations++;
	loop->tally.last_operations++;
	if (work->watch)
		watch_end(&work->watch[slot - loop->slots]);
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

/* 0 or -errno: then nobody knows what is in flight, and only closing the handle helps. */
static int reap(struct loop *loop, struct supply *supply)
{
	int got = loop_wait(loop, supply);

	loop->result->reap_calls += got != 0;
	advance(loop, clock_now_ns(loop->work->clock), loop->in_flight);
	if (got < 0)
		return got == -EINTR || got == -EAGAIN ? 0 : got;
	loop->in_flight -= (unsigned)got;
	loop->tally.last_bytes = loop->tally.last_operations = 0;
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
		else if (!loop->in_flight && !loop_rest(loop, supply))
			return loop->error;
		if (loop->in_flight) {
			ret = reap(loop, supply);
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
