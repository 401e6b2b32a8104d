/*
 * The loop for APIs that complete in submit, without a pace: here it shows what an operation costs, so that the innermost
 * loop has what each operation needs and nothing else. Of a latency the bucket, the square and the extremes are taken one
 * by one; the count and the sum follow from the first and the last stamp of a batch, since stamps are chained, and so do
 * operations and bytes.
 */
#include "measure/engine_internal.h"

#include "stats/histogram.h"

#include <errno.h>
#include <sched.h>

/* One transfer, as often as it takes to get an answer that is not "try again". */
static int64_t transfer(const struct engine_work *work, struct io_request *request)
{
	struct io_request *const one[] = { request };

	for (unsigned again = 0; again < AGAIN_LIMIT; again++) {
		int ret = work->api->submit(work->handle, one, 1);

		if (ret < 0)
			request->result = ret;
		if (request->result != -EINTR && request->result != -EAGAIN)
			return request->result;
		if (*work->stop)
			return -EINTR;
		if (request->result == -EAGAIN)
			sched_yield();
	}
	return request->result;
}

int engine_finish_operation(const struct engine_work *work, struct io_request *request, int accepted,
			    struct engine_result *result)
{
	int64_t done = accepted < 0 ? accepted : request->result;

	if (done == -EINTR || done == -EAGAIN)
		done = transfer(work, request);
	if (done > 0 && done < request->len)
		result->short_transfers++;
	while (done > 0 && done < request->len) {
		request->buf = (char *)request->buf + done;
		/* The watchdog may look at it. */
		__atomic_store_n(&request->offset, request->offset + (uint64_t)done, __ATOMIC_RELAXED);
		request->len -= (uint32_t)done;
		done = transfer(work, request);
	}
	if (done > 0)
		return 0;
	result->error_offset = request->offset;
	return done ? (int)done : engine_nothing_moved(request->dir);
}

int engine_finish(const struct engine_work *work, struct tally *tally, uint64_t last, struct engine_result *result)
{
	int ret = 0;

	result->bytes = tally->bytes;
	result->operations = tally->operations;
	result->clocked_ns = last - result->start_ns;
	if (result->error_offset == UINT64_MAX)
		ret = engine_settle(work, last, result);
	engine_reach_wall(work, tally, result->start_ns + result->clocked_ns, result);
	result->in_flight_ns = (double)(result->clocked_ns - result->throttle_ns);
	return ret;
}

/* Work without a pace, between two batches of operations. */
struct course {
	const struct engine_work *work;
	struct engine_result *result;
	uint32_t record_size;
	struct watch_io *io; /* of all operations, one after the other */
	const _Atomic uint64_t *wall_ns; /* 0: nothing to be noted */
	struct stamps stamps;
	struct tally tally;
	struct track track;
	uint64_t begun, last; /* of the last operation: when it began and ended */
	int ret;
};

/* What is the same for all operations that a loop is made for. */
enum kind {
	KIND_READ,
	KIND_WRITE, /* places that differ, so that their stamps follow from them */
	KIND_ANY,
};

/* One that moved less than a whole record: so it had to, or it is brought to its end here. False: it failed (c->ret). */
static __attribute__((noinline)) bool end_short(struct course *c, const struct pattern_op *op, int accepted)
{
	struct io_request *request = &c->io->request;

	if (accepted != 1 || request->result != op->len)
		c->ret = engine_finish_operation(c->work, request, accepted, c->result);
	request->buf = c->work->buffer->input; /* for reads that follow; each write has its own place */
	if (!c->ret)
		c->tally.bytes -= c->record_size - op->len;
	return !c->ret;
}

/*
 * The innermost loop: operations up to `end`, or until there is something to see to, or one fails (c->ret). Returns the
 * first one that was not done. The callers say of which kind they are, so that there is a loop for each kind, and what
 * can be done once for all operations is left to them too: bytes are counted as if each had a whole record.
 */
static inline __attribute__((always_inline)) const struct pattern_op *
run_some(struct course *c, const struct pattern_op *const first, const struct pattern_op *end, enum kind kind)
{
	const struct engine_work *const work = c->work;
	int (*const submit)(void *, struct io_request *const *, unsigned) = work->api->submit;
	void *const handle = work->handle;
	const struct clock *const clock = work->clock;
	const struct buffer *const buffer = work->buffer;
	const _Atomic uint64_t *const wall_ns = c->wall_ns;
	struct watch_io *const io = c->io;
	struct io_request *const request = &io->request, *const one[] = { request };
	struct histogram *latency = work->latency[kind == KIND_WRITE ? IO_WRITE : IO_READ];
	const size_t phases = c->result->phases;
	const int64_t whole = c->record_size;
	const uint64_t event = c->track.event_ns;
	const _Atomic sig_atomic_t *const stop = work->stop;
	const struct pattern_op *op = first;
	uint64_t begun = c->last, last = begun;

	request->dir = kind == KIND_WRITE ? IO_WRITE : IO_READ;
	request->buf = buffer->input;
	do {
		const uint64_t offset = op->offset;
		const uint32_t len = op->len;
		int accepted;

		begun = last;
		if (kind == KIND_ANY) {
			request->dir = op->dir;
			request->buf = buffer->input;
			latency = work->latency[op->dir];
		}
		request->len = len;
		watch_begin_request(io, begun, offset);
		if (kind == KIND_WRITE || (kind == KIND_ANY && op->dir == IO_WRITE)) {
			unsigned char *const place = buffer_place(buffer->data, phases, offset);

			request->buf = place;
			buffer_stamp(buffer, place, len, kind == KIND_WRITE ? engine_stamp(c->stamps.first, offset) :
									      stamps_next(&c->stamps, offset));
		}
		accepted = submit(handle, one, 1);
		if (__builtin_expect(accepted != 1 || request->result != whole, 0) && !end_short(c, op, accepted))
			break;
		last = clock_now_ns(clock);
		if (kind == KIND_ANY)
			histogram_record(latency, last - begun);
		else
			histogram_record_apart(latency, last - begun);
		op++;
		if (__builtin_expect(last >= event || *stop || atomic_load_explicit(wall_ns, memory_order_relaxed), 0))
			break;
	} while (op < end);
	/* Stamps are chained, so that the first and the last one tell the sum. */
	if (kind != KIND_ANY)
		histogram_add_sums(latency, (uint64_t)(op - first), last - c->last);
	c->begun = begun;
	c->last = last;
	c->tally.operations += (uint64_t)(op - first);
	c->tally.bytes += (uint64_t)(op - first) * c->record_size;
	c->tally.last_bytes = op > first ? op[-1].len : c->tally.last_bytes;
	return op;
}

static __attribute__((noinline)) const struct pattern_op *read_some(struct course *c, const struct pattern_op *op,
								    const struct pattern_op *end)
{
	return run_some(c, op, end, KIND_READ);
}

static __attribute__((noinline)) const struct pattern_op *write_some(struct course *c, const struct pattern_op *op,
								     const struct pattern_op *end)
{
	return run_some(c, op, end, KIND_WRITE);
}

static __attribute__((noinline)) const struct pattern_op *run_any(struct course *c, const struct pattern_op *op,
								  const struct pattern_op *end)
{
	return run_some(c, op, end, KIND_ANY);
}

/* After an operation. Whether it was the last one that may begin. */
static bool see_to(struct course *c, const _Atomic uint64_t *never)
{
	const struct engine_work *work = c->work;
	struct track *track = &c->track;

	engine_look_at_wall(work, &c->tally, c->last, c->result);
	if (c->tally.wall_noted)
		c->wall_ns = never;
	if (c->last < track->event_ns && !*work->stop)
		return false;
	track_note(track, c->begun, c->last, &c->tally);
	return c->last >= track->deadline_ns || *work->stop;
}

int engine_run_synchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	const struct pattern_op *(*const some)(struct course *, const struct pattern_op *, const struct pattern_op *) =
		!(work->pattern->flags & PATTERN_WRITES) ? read_some :
		work->pattern->flags & (PATTERN_READS | PATTERN_FILE_SIZE_IS_NO_AXIS) ? run_any : write_some;
	const _Atomic uint64_t never = 0;
	uint64_t start = clock_now_ns(work->clock);
	struct watch_io unwatched = { 0 };
	struct course c = {
		.work = work,
		.result = result,
		.record_size = work->state->config.record_size,
		.io = work->watch ? work->watch : &unwatched,
		.wall_ns = work->wall ? &work->wall->at_ns : &never,
		.stamps = stamps_of(work, result),
		.tally = { .last_operations = 1 },
		.begun = start,
		.last = start,
	};
	bool ended = false;
	int finished;

	result->start_ns = start;
	watch_expect_request(c.io);
	track_init(&c.track, work, start);
	while (!ended && !c.ret && supply_peek(supply)) {
		const struct pattern_op *op = some(&c, supply->ops + supply->at, supply->ops + supply->n);

		supply->at = (size_t)(op - supply->ops);
		ended = !c.ret && see_to(&c, &never);
	}
	watch_end(c.io);
	track_end(&c.track, c.last, &c.tally);
	finished = engine_finish(work, &c.tally, c.last, result);
	return c.ret ? c.ret : finished;
}
