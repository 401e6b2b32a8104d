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

/* Brings an operation whose first transfer was not whole to its end. 0 or -errno. */
static __attribute__((noinline)) int finish_operation(const struct engine_work *work, struct io_request *request,
						      struct engine_result *result)
{
	int64_t done = request->result;

	if (done == -EINTR || done == -EAGAIN)
		done = transfer(work, request);
	if (done > 0 && done < request->len)
		result->short_transfers++;
	while (done > 0 && done < request->len) {
		request->buf = (char *)request->buf + done;
		request->offset += (uint64_t)done;
		request->len -= (uint32_t)done;
		done = transfer(work, request);
	}
	if (done == 0)
		return engine_nothing_moved(request->dir);
	return done < 0 ? (int)done : 0;
}

static inline int run_operation(const struct engine_work *work, const struct pattern_op *op, struct stamps *stamps,
				struct engine_result *result)
{
	struct io_request request = {
		.buf = op->dir == IO_WRITE ? work->buffer->data : work->buffer->input,
		.offset = op->offset,
		.len = op->len,
		.dir = op->dir,
	};
	struct io_request *const one[] = { &request };
	int ret;

	if (op->dir == IO_WRITE)
		buffer_stamp(work->buffer, request.buf, op->len, stamps_next(stamps, op->offset));
	ret = work->api->submit(work->handle, one, 1);
	if (__builtin_expect(ret < 0, 0))
		request.result = ret;
	if (__builtin_expect(request.result != op->len, 0)) {
		ret = finish_operation(work, &request, result);
		if (ret) {
			result->error_offset = request.offset;
			return ret;
		}
	}
	return 0;
}

static inline void count(struct tally *tally, uint32_t len)
{
	tally->bytes += len;
	tally->operations++;
	tally->last_bytes = len;
}

/* Behind the last operation. 0 or -errno. */
static int finish(const struct engine_work *work, struct tally *tally, uint64_t last, struct engine_result *result)
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

/*
 * What each operation needs is held in locals, which need not be read again after each call of the API. Operations are
 * taken from the supply a batch at a time for the same reason.
 */
int engine_run_synchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	const struct clock *const clock = work->clock;
	const volatile sig_atomic_t *const stop = work->stop;
	uint64_t start = clock_now_ns(clock), last = start, event;
	struct watch_io unwatched = { 0 }, *const watch = work->watch ? work->watch : &unwatched;
	struct stamps stamps = stamps_of(work, result);
	struct tally tally = { .last_operations = 1 };
	struct track track;
	bool ended = false;
	int ret = 0, finished;

	result->start_ns = start;
	track_init(&track, work, start);
	event = track.event_ns;
	while (!ended && !ret && supply_peek(supply)) {
		const struct pattern_op *op = supply->ops + supply->at, *const end = supply->ops + supply->n;

		do {
			uint64_t begun = last;

			watch_begin(watch, begun, op->offset);
			ret = run_operation(work, op, &stamps, result);
			if (__builtin_expect(ret, 0))
				break;
			last = clock_now_ns(clock);
			histogram_record(work->latency[op->dir], last - begun);
			count(&tally, op->len);
			op++;
			engine_look_at_wall(work, &tally, last, result);
			if (__builtin_expect(last >= event || *stop, 0)) {
				track_note(&track, begun, last, &tally);
				event = track.event_ns;
				ended = last >= track.deadline_ns || *stop;
				if (ended)
					break;
			}
		} while (op < end);
		supply->at = (size_t)(op - supply->ops);
	}
	watch_end(watch);
	track_end(&track, last, &tally);
	finished = finish(work, &tally, last, result);
	return ret ? ret : finished;
}

/* The moments of one operation of work that has a pace. */
struct moments {
	uint64_t scheduled, begun, done;
};

static void record(const struct engine_work *work, enum io_dir dir, const struct moments *m)
{
	histogram_record(work->latency[dir], m->done - m->begun);
	if (work->part[LATENCY_INTENDED])
		histogram_record(work->part[LATENCY_INTENDED], m->done - m->scheduled);
}

/* The loop of work that has a pace. */
struct paced {
	const struct engine_work *work;
	struct engine_result *result;
	struct pacer pacer;
	struct tally tally;
	struct track track;
	uint64_t last, rested; /* the latest stamp; when the pause behind the last operation is over */
};

/* Waits until the next operation is due; false: it must not begin any more. */
static bool wait_for_turn(struct paced *p, uint64_t due)
{
	const struct engine_work *work = p->work;
	uint64_t before = p->last;

	p->last = pacer_wait(work, due < p->track.deadline_ns ? due : p->track.deadline_ns, before, p->result);
	track_wait(&p->track, before, p->last, &p->tally);
	return p->last >= due && !(p->tally.operations && (p->last >= p->track.deadline_ns || *work->stop));
}

static void note_operation(struct paced *p, const struct pattern_op *op, const struct moments *m)
{
	record(p->work, op->dir, m);
	count(&p->tally, op->len);
	pacer_give(&p->pacer, op->len);
	p->last = m->done;
	p->rested = m->done + p->work->pace->think_ns;
	engine_look_at_wall(p->work, &p->tally, m->done, p->result);
	if (m->done >= p->track.event_ns)
		track_note(&p->track, m->begun, m->done, &p->tally);
}

int engine_run_paced(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	uint64_t start = clock_now_ns(work->clock);
	struct paced p = { .work = work, .result = result, .last = start, .rested = start,
			   .tally = { .last_operations = 1 } };
	struct watch_io unwatched = { 0 }, *watch = work->watch ? work->watch : &unwatched;
	struct stamps stamps = stamps_of(work, result);
	const struct pattern_op *op;
	int ret = 0, finished;

	result->start_ns = start;
	p.pacer = (struct pacer){ .pace = work->pace, .start_ns = start };
	track_init(&p.track, work, start);
	do {
		struct moments m = { .scheduled = pacer_scheduled_ns(&p.pacer) };

		op = supply_peek(supply);
		if (!wait_for_turn(&p, m.scheduled > p.rested ? m.scheduled : p.rested) || !op)
			break;
		m.begun = p.last;
		watch_begin(watch, m.begun, op->offset);
		ret = run_operation(work, op, &stamps, result);
		watch_end(watch);
		if (ret)
			break;
		m.done = clock_now_ns(work->clock);
		note_operation(&p, op, &m);
		supply->at++;
	} while (p.last < p.track.deadline_ns && !*work->stop);
	track_end(&p.track, p.last, &p.tally);
	finished = finish(work, &p.tally, p.last, result);
	return ret ? ret : finished;
}
