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

static inline int run_operation(const struct engine_work *work, const struct pattern_op *op,
				struct engine_result *result)
{
	struct io_request request = {
		.buf = work->buffer->data, .offset = op->offset, .len = op->len, .dir = op->dir };
	struct io_request *const one[] = { &request };
	int ret;

	if (op->dir == IO_WRITE)
		buffer_stamp(work->buffer, op->len);
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

static void count(struct tally *tally, uint32_t len)
{
	tally->earlier_bytes = tally->bytes;
	tally->earlier_operations = tally->operations;
	tally->bytes += len;
	tally->operations++;
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

int engine_run_synchronous(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	uint64_t start = clock_now_ns(work->clock), last = start, deadline = engine_deadline(work, start), now;
	struct tally tally = { 0 };
	const struct pattern_op *op;
	int ret = 0, finished;

	result->start_ns = start;
	while ((op = supply_peek(supply))) {
		ret = run_operation(work, op, result);
		if (ret)
			break;
		now = clock_now_ns(work->clock);
		histogram_record(work->latency[op->dir], now - last);
		last = now;
		count(&tally, op->len);
		supply->at++;
		engine_look_at_wall(work, &tally, now, result);
		if (__builtin_expect(now >= deadline || *work->stop, 0))
			break;
	}
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

int engine_run_paced(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	uint64_t start = clock_now_ns(work->clock), last = start, deadline = engine_deadline(work, start), rested = start;
	struct pacer pacer = { .pace = work->pace, .start_ns = start };
	struct tally tally = { 0 };
	const struct pattern_op *op;
	int ret = 0, finished;

	result->start_ns = start;
	do {
		struct moments m = { .scheduled = pacer_scheduled_ns(&pacer) };
		uint64_t due = m.scheduled > rested ? m.scheduled : rested;

		op = supply_peek(supply);
		m.begun = last = pacer_wait(work, due < deadline ? due : deadline, last, result);
		if (!op || last < due || (tally.operations && (last >= deadline || *work->stop)))
			break;
		ret = run_operation(work, op, result);
		if (ret)
			break;
		m.done = last = clock_now_ns(work->clock);
		record(work, op->dir, &m);
		count(&tally, op->len);
		pacer_give(&pacer, op->len);
		supply->at++;
		rested = last + work->pace->think_ns;
		engine_look_at_wall(work, &tally, last, result);
	} while (last < deadline && !*work->stop);
	finished = finish(work, &tally, last, result);
	return ret ? ret : finished;
}
