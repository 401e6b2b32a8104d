#include "measure/engine.h"

#include "stats/histogram.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>

#define BATCH 64 /* operations taken from the pattern at a time */
#define AGAIN_LIMIT 10000 /* EAGAIN in a row, with the processor yielded between, before it is an error */

/* One transfer, as often as it takes to get an answer that is not "try again". */
static int64_t transfer(const struct engine_work *work, struct io_request *request)
{
	struct io_request *one[] = { request };

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
	return -EAGAIN;
}

/* Brings an operation whose first transfer was not whole to its end. 0 or -errno. */
static __attribute__((noinline)) int finish_operation(const struct engine_work *work, struct io_request *request)
{
	int64_t done = request->result;

	if (done == -EINTR || done == -EAGAIN)
		done = transfer(work, request);
	while (done > 0 && done < request->len) {
		request->buf = (char *)request->buf + done;
		request->offset += (uint64_t)done;
		request->len -= (uint32_t)done;
		done = transfer(work, request);
	}
	if (done == 0)
		return request->dir == IO_READ ? -ENODATA : -EIO;
	return done < 0 ? (int)done : 0;
}

struct progress {
	uint64_t last_ns, deadline_ns;
};

/*
 * A batch of operations through a synchronous API. Returns how many were done; fewer than n when a limit was
 * reached or result->error_offset was set with *error.
 */
static size_t run_batch(const struct engine_work *work, const struct pattern_op *ops, size_t n,
			struct progress *progress, struct engine_result *result, int *error)
{
	struct io_request request, *const one[] = { &request };

	for (size_t i = 0; i < n; i++) {
		const struct pattern_op *op = &ops[i];
		uint64_t now;

		request = (struct io_request){
			.buf = work->buffer->data, .offset = op->offset, .len = op->len, .dir = op->dir };
		if (op->dir == IO_WRITE)
			buffer_stamp(work->buffer, op->len);
		if (__builtin_expect(work->api->submit(work->handle, one, 1) != 1, 0))
			request.result = -EIO;
		if (__builtin_expect(request.result != op->len, 0)) {
			*error = finish_operation(work, &request);
			if (*error) {
				result->error_offset = request.offset;
				return i;
			}
			result->short_transfers++;
		}
		now = clock_now_ns(work->clock);
		histogram_record(work->latency[op->dir], now - progress->last_ns);
		progress->last_ns = now;
		result->bytes += op->len;
		if (__builtin_expect(now >= progress->deadline_ns || *work->stop, 0))
			return i + 1;
	}
	return n;
}

/* Why the work is not whole, and where the next sample goes on: after the first `done` of n generated operations. */
static void note_cut(const struct engine_work *work, struct pattern_op *ops, size_t n, size_t done,
		     struct engine_result *result)
{
	result->stopped = *work->stop;
	result->cut = !result->stopped;
	if (done < n)
		result->next_offset = ops[done].offset;
	else if (work->pattern->next(work->state, ops, 1) == 1)
		result->next_offset = ops[0].offset;
}

int engine_run(const struct engine_work *work, struct engine_result *result)
{
	struct pattern_op ops[BATCH];
	struct progress progress;
	uint64_t start_ns;
	size_t n, done = 0;
	int error = 0;

	assert(work->api->flags & IO_API_SYNCHRONOUS);
	*result = (struct engine_result){ 0 };
	n = work->pattern->next(work->state, ops, BATCH);
	start_ns = clock_now_ns(work->clock);
	progress = (struct progress){
		.last_ns = start_ns,
		.deadline_ns = work->max_ns < UINT64_MAX - start_ns ? start_ns + work->max_ns : UINT64_MAX,
	};
	for (; n > 0; n = work->pattern->next(work->state, ops, BATCH)) {
		done = run_batch(work, ops, n, &progress, result, &error);
		result->operations += done;
		if (done < n || progress.last_ns >= progress.deadline_ns || *work->stop)
			break;
	}
	result->clocked_ns = progress.last_ns - start_ns;
	if (error)
		return error;
	if (n > 0 && result->operations < work->state->total)
		note_cut(work, ops, n, done, result);
	return 0;
}
