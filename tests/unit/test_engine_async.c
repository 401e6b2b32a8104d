/*
 * The engine's loop for APIs that complete later, over an API that is made to refuse, to take only a part, to finish
 * in any order and to fail, on a clock that only it moves.
 */
#include "base/rng.h"
#include "measure/engine.h"
#include "stats/histogram.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define RECORD 4096U
#define RECORDS 150U
#define FILE_SIZE ((uint64_t)RECORD * RECORDS)
#define DEPTH 8U
#define SUBMIT_NS 10U /* a call of submit, and what each request costs within it */
#define REAP_NS 100U

/* What of the API's answers is other than whole, at once and in order. Calls count from 1; 0: never. */
struct behaviour {
	bool serial; /* a request is done before the next is looked at: time passes within submit */
	bool shuffled; /* finished in random order, some at a time */
	unsigned accept; /* at most so many in a call */
	unsigned refuse_at, refusals; /* calls of submit that take nothing */
	int refusal;
	unsigned reap_fails_at;
	int reap_error;
	unsigned request_fails_at, request_failures; /* requests, as they finish */
	int request_error;
	unsigned stop_at; /* call of submit */
};

struct fake {
	struct behaviour does;
	uint64_t now_ns;
	_Atomic sig_atomic_t stop;
	struct rng rng;
	struct io_request *queue[DEPTH];
	unsigned queued, submits, reaps, finished;
	struct io_request *rejected[DEPTH]; /* what must come again, first and in this order */
	unsigned rejected_n;
	uint64_t rejected_offset; /* of the first */
	unsigned begun_after_error;
	bool failed;
};

struct bench {
	struct fake fake;
	struct clock clock;
	struct buffer buffer;
	struct pattern_state state;
	struct histogram latency, part[LATENCY_PARTS_N];
	struct engine_work work;
	struct engine_result result;
};

static uint64_t fake_now(void *context)
{
	return ((struct fake *)context)->now_ns;
}

static void check_memory(const struct fake *f, const struct io_request *r)
{
	for (unsigned i = 0; i < f->queued; i++) {
		const char *a = f->queue[i]->buf, *b = r->buf;

		ck_assert_msg(a + f->queue[i]->len <= b || b + r->len <= a, "two in flight share memory");
	}
}

static void check_order(struct fake *f, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < f->rejected_n && !f->failed; i++)
		ck_assert_msg(i < n && requests[i] == f->rejected[i], "what was not accepted did not come again first");
	f->rejected_n = 0;
}

static void reject(struct fake *f, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		f->rejected[f->rejected_n++] = requests[i];
	if (n)
		f->rejected_offset = requests[0]->offset;
}

static int fake_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fake *f = handle;
	unsigned call = ++f->submits, taken = f->does.accept && f->does.accept < n ? f->does.accept : n;

	ck_assert_uint_gt(n, 0);
	ck_assert_uint_le(f->queued + n, DEPTH);
	check_order(f, requests, n);
	f->now_ns += SUBMIT_NS;
	f->begun_after_error += f->failed;
	if (call == f->does.stop_at)
		f->stop = SIGINT;
	if (call >= f->does.refuse_at && call - f->does.refuse_at < f->does.refusals) {
		reject(f, requests, n);
		return f->does.refusal;
	}
	for (unsigned i = 0; i < taken; i++) {
		check_memory(f, requests[i]);
		f->queue[f->queued++] = requests[i];
		f->now_ns += f->does.serial ? REAP_NS : 0;
	}
	reject(f, requests + taken, n - taken);
	return (int)taken;
}

static void finish(struct fake *f, struct io_request *r)
{
	unsigned which = ++f->finished;

	r->result = r->len;
	if (which >= f->does.request_fails_at && which - f->does.request_fails_at < f->does.request_failures) {
		r->result = f->does.request_error;
		f->failed = r->result != -EAGAIN && r->result != -EINTR;
	}
}

static int fake_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct fake *f = handle;
	unsigned n = f->queued < max ? f->queued : max;

	ck_assert_uint_ge(f->queued, min);
	f->now_ns += f->does.serial ? 0 : REAP_NS;
	if (++f->reaps == f->does.reap_fails_at)
		return f->does.reap_error;
	if (f->does.shuffled)
		n = 1 + (unsigned)(rng_uniform(&f->rng) * n);
	for (unsigned i = 0; i < n; i++) {
		unsigned pick = f->does.shuffled ? (unsigned)(rng_uniform(&f->rng) * f->queued) : 0;

		done[i] = f->queue[pick];
		finish(f, done[i]);
		f->queued--;
		memmove(&f->queue[pick], &f->queue[pick + 1], (f->queued - pick) * sizeof(f->queue[0]));
	}
	return (int)n;
}

static const struct io_api fake_api = { .name = "fake", .submit = fake_submit, .reap = fake_reap };

static struct bench *prepare(const char *pattern, const struct behaviour *does)
{
	static const struct pattern_config config = {
		.file_size = FILE_SIZE, .record_size = RECORD, .seed = 3, .start_offset = PATTERN_FROM_START };
	struct bench *b = calloc(1, sizeof(*b));

	b->fake.does = *does;
	rng_init(&b->fake.rng, 1);
	clock_init_virtual(&b->clock, fake_now, &b->fake);
	ck_assert_int_eq(buffer_init(&b->buffer, engine_buffer_size(RECORD, DEPTH), 1, false), 0);
	histogram_init(&b->latency);
	for (int part = 0; part < LATENCY_PARTS_N; part++)
		histogram_init(&b->part[part]);
	b->work = (struct engine_work){
		.api = &fake_api,
		.handle = &b->fake,
		.pattern = pattern_find(pattern),
		.state = &b->state,
		.buffer = &b->buffer,
		.depth = DEPTH,
		.clock = &b->clock,
		.stop = &b->fake.stop,
		.max_ns = UINT64_MAX,
		.latency = { &b->latency, &b->latency },
		.part = { &b->part[LATENCY_SUBMISSION], &b->part[LATENCY_COMPLETION] },
	};
	pattern_start(b->work.pattern, &config, &b->state);
	return b;
}

static int run(struct bench *b)
{
	return engine_run(&b->work, &b->result);
}

static void discard(struct bench *b)
{
	buffer_release(&b->buffer);
	free(b);
}

static void check_whole(const struct bench *b)
{
	ck_assert_uint_eq(b->result.operations, RECORDS);
	ck_assert_uint_eq(b->result.bytes, FILE_SIZE);
	ck_assert_uint_eq(b->latency.count, RECORDS);
	ck_assert_uint_eq(b->part[LATENCY_SUBMISSION].count, RECORDS);
	ck_assert_uint_eq(b->part[LATENCY_COMPLETION].count, RECORDS);
	ck_assert_uint_eq(b->part[LATENCY_SUBMISSION].sum_ns + b->part[LATENCY_COMPLETION].sum_ns, b->latency.sum_ns);
	ck_assert_uint_eq(b->fake.queued, 0);
	ck_assert_uint_eq(b->fake.rejected_n, 0);
	ck_assert_uint_eq(b->result.submit_calls, b->fake.submits);
	ck_assert_uint_eq(b->result.reap_calls, b->fake.reaps);
	ck_assert(!b->result.cut && !b->result.stopped);
}

/* In whatever order and pieces, all of it is done, each time in memory of its own. */
START_TEST(all_is_done_in_any_order)
{
	for (unsigned accept = 0; accept <= DEPTH; accept++) {
		for (int shuffled = 0; shuffled < 2; shuffled++) {
			struct behaviour does = { .accept = accept, .shuffled = shuffled };
			struct bench *b = prepare("randwrite", &does);

			ck_assert_int_eq(run(b), 0);
			check_whole(b);
			ck_assert_uint_eq(b->fake.finished, RECORDS);
			discard(b);
		}
	}
}
END_TEST

/* Every time stamp is foretold: RECORDS / DEPTH rounds, the last of them not full. */
START_TEST(time_and_depth_are_exact)
{
	const unsigned rounds = (RECORDS + DEPTH - 1) / DEPTH;
	struct bench *b = prepare("read", &(struct behaviour){ 0 });

	ck_assert_int_eq(run(b), 0);
	check_whole(b);
	ck_assert_uint_eq(b->result.submit_calls, rounds);
	ck_assert_uint_eq(b->result.submit_ns, rounds * SUBMIT_NS);
	ck_assert_uint_eq(b->result.clocked_ns, rounds * (SUBMIT_NS + REAP_NS));
	ck_assert_uint_eq(b->latency.min_ns, SUBMIT_NS + REAP_NS);
	ck_assert_uint_eq(b->latency.max_ns, SUBMIT_NS + REAP_NS);
	ck_assert_uint_eq(b->part[LATENCY_SUBMISSION].min_ns, SUBMIT_NS);
	ck_assert_uint_eq(b->part[LATENCY_SUBMISSION].max_ns, SUBMIT_NS);
	ck_assert_uint_eq(b->part[LATENCY_COMPLETION].min_ns, REAP_NS);
	ck_assert_uint_eq(b->part[LATENCY_COMPLETION].max_ns, REAP_NS);
	/* One while it is submitted, all of the round after it. */
	ck_assert_double_eq(b->result.in_flight_ns, rounds * SUBMIT_NS + RECORDS * REAP_NS);
	discard(b);
}
END_TEST

/* Latency begins when it is first handed over: being put off is a part of it. */
START_TEST(latency_has_the_wait_for_acceptance)
{
	struct behaviour does = { .accept = 5 };
	struct bench *b = prepare("read", &does);

	ck_assert_int_eq(run(b), 0);
	check_whole(b);
	ck_assert_uint_eq(b->latency.min_ns, SUBMIT_NS + REAP_NS);
	ck_assert_uint_eq(b->latency.max_ns, 2 * (SUBMIT_NS + REAP_NS));
	/* Being put off counts as being handed over. */
	ck_assert_uint_eq(b->part[LATENCY_SUBMISSION].max_ns, 2 * SUBMIT_NS + REAP_NS);
	ck_assert_uint_eq(b->part[LATENCY_COMPLETION].max_ns, REAP_NS);
	discard(b);
}
END_TEST

/* Requests that are done one after the other within submit were never in flight together. */
START_TEST(serial_work_has_depth_one)
{
	struct behaviour does = { .serial = true };
	struct bench *b = prepare("write", &does);

	ck_assert_int_eq(run(b), 0);
	check_whole(b);
	ck_assert_double_eq(b->result.in_flight_ns, (double)b->result.clocked_ns);
	ck_assert_uint_eq(b->result.submit_ns, b->result.clocked_ns);
	discard(b);
}
END_TEST

/* "Try again" is gone on with, whether or not something is in flight, and costs nothing but time. */
START_TEST(a_busy_submit_is_tried_again)
{
	static const int busy[] = { -EAGAIN, -EINTR };

	for (unsigned at = 1; at <= 60; at++) {
		struct behaviour does = {
			.accept = 3, .shuffled = true, .refuse_at = at, .refusals = 1 + at % 5, .refusal = busy[at % 2] };
		struct bench *b = prepare("randread", &does);

		ck_assert_int_eq(run(b), 0);
		check_whole(b);
		discard(b);
	}
}
END_TEST

START_TEST(endless_refusal_is_an_error)
{
	struct behaviour does = { .refuse_at = 5, .refusals = UINT32_MAX, .refusal = -EAGAIN };
	struct bench *b = prepare("read", &does);

	ck_assert_int_eq(run(b), -EAGAIN);
	ck_assert_uint_eq(b->result.operations, 4 * DEPTH);
	ck_assert_uint_eq(b->result.error_offset, (uint64_t)4 * DEPTH * RECORD);
	ck_assert_uint_eq(b->fake.queued, 0);
	discard(b);
}
END_TEST

START_TEST(a_stop_ends_endless_refusal)
{
	struct behaviour does = { .refuse_at = 5, .refusals = UINT32_MAX, .refusal = -EAGAIN, .stop_at = 20 };
	struct bench *b = prepare("read", &does);

	ck_assert_int_eq(run(b), -EINTR);
	ck_assert_uint_le(b->fake.submits, 21);
	discard(b);
}
END_TEST

/* Submit cannot, at any call: nothing new begins, and what is in flight is waited for. */
START_TEST(an_error_of_submit_ends_it)
{
	for (unsigned at = 1; at <= RECORDS / 5; at++) {
		struct behaviour does = {
			.accept = 5, .shuffled = true, .refuse_at = at, .refusals = UINT32_MAX, .refusal = -ENOMEM };
		struct bench *b = prepare("randread", &does);

		ck_assert_int_eq(run(b), -ENOMEM);
		ck_assert_uint_eq(b->fake.submits, at);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->result.operations, b->fake.finished);
		ck_assert_uint_eq(b->result.error_offset, b->fake.rejected_offset);
		discard(b);
	}
}
END_TEST

/* Any request may fail. What had not been accepted by then never begins. */
START_TEST(an_error_of_a_request_ends_it)
{
	for (unsigned at = 1; at <= RECORDS; at++) {
		struct behaviour does = { .accept = 3,
					  .shuffled = true,
					  .request_fails_at = at,
					  .request_failures = 1,
					  .request_error = -EIO };
		struct bench *b = prepare("randwrite", &does);

		ck_assert_int_eq(run(b), -EIO);
		ck_assert_uint_eq(b->fake.begun_after_error, 0);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->result.operations, b->fake.finished - 1);
		ck_assert_uint_eq(b->latency.count, b->result.operations);
		ck_assert_uint_eq(b->result.error_offset % RECORD, 0);
		discard(b);
	}
}
END_TEST

START_TEST(requests_are_tried_again)
{
	static const int busy[] = { -EAGAIN, -EINTR };

	for (unsigned at = 1; at <= RECORDS; at++) {
		struct behaviour does = { .shuffled = true,
					  .request_fails_at = at,
					  .request_failures = 3,
					  .request_error = busy[at % 2] };
		struct bench *b = prepare("randwrite", &does);

		ck_assert_int_eq(run(b), 0);
		check_whole(b);
		ck_assert_uint_eq(b->fake.finished, RECORDS + 3);
		ck_assert_uint_eq(b->result.short_transfers, 0);
		discard(b);
	}
}
END_TEST

/* A signal during the wait is no error, and without the stop flag no end either. */
START_TEST(an_interrupted_wait_goes_on)
{
	for (unsigned at = 1; at <= RECORDS / DEPTH; at++) {
		struct behaviour does = { .reap_fails_at = at, .reap_error = -EINTR };
		struct bench *b = prepare("read", &does);

		ck_assert_int_eq(run(b), 0);
		check_whole(b);
		discard(b);
	}
}
END_TEST

/* Nobody knows then what is in flight; waiting for it could take for ever, and is left to closing the handle. */
START_TEST(a_failed_wait_ends_it_at_once)
{
	for (unsigned at = 1; at <= RECORDS / DEPTH; at++) {
		struct behaviour does = { .reap_fails_at = at, .reap_error = -EBADF };
		struct bench *b = prepare("read", &does);

		ck_assert_int_eq(run(b), -EBADF);
		ck_assert_uint_eq(b->fake.reaps, at);
		ck_assert_uint_eq(b->fake.submits, at);
		discard(b);
	}
}
END_TEST

/* At any time: what has begun is brought to its end, and all that has come back is counted. */
START_TEST(a_stop_brings_to_an_end_what_has_begun)
{
	for (unsigned at = 1; at <= RECORDS / 5 - DEPTH; at++) {
		struct behaviour does = { .accept = 5, .shuffled = true, .stop_at = at };
		struct bench *b = prepare("randread", &does);

		ck_assert_int_eq(run(b), 0);
		ck_assert(b->result.stopped && !b->result.cut);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->fake.rejected_n, 0);
		ck_assert_uint_eq(b->result.operations, b->fake.finished);
		ck_assert_uint_lt(b->result.operations, RECORDS);
		discard(b);
	}
}
END_TEST

START_TEST(the_limit_cuts_and_says_where)
{
	for (uint64_t limit = 0; limit < 10 * (SUBMIT_NS + REAP_NS); limit += 35) {
		struct behaviour does = { .accept = 5 };
		struct bench *b = prepare("read", &does);

		b->work.max_ns = limit;
		ck_assert_int_eq(run(b), 0);
		ck_assert(b->result.cut && !b->result.stopped);
		ck_assert_uint_ge(b->result.clocked_ns, limit);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->result.next_offset, b->result.bytes);
		discard(b);
	}
}
END_TEST

Suite *suite_engine_async(void)
{
	Suite *suite = suite_create("engine_async");
	TCase *tcase = tcase_create("engine_async");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, all_is_done_in_any_order);
	tcase_add_test(tcase, time_and_depth_are_exact);
	tcase_add_test(tcase, latency_has_the_wait_for_acceptance);
	tcase_add_test(tcase, serial_work_has_depth_one);
	tcase_add_test(tcase, a_busy_submit_is_tried_again);
	tcase_add_test(tcase, endless_refusal_is_an_error);
	tcase_add_test(tcase, a_stop_ends_endless_refusal);
	tcase_add_test(tcase, an_error_of_submit_ends_it);
	tcase_add_test(tcase, an_error_of_a_request_ends_it);
	tcase_add_test(tcase, requests_are_tried_again);
	tcase_add_test(tcase, an_interrupted_wait_goes_on);
	tcase_add_test(tcase, a_failed_wait_ends_it_at_once);
	tcase_add_test(tcase, a_stop_brings_to_an_end_what_has_begun);
	tcase_add_test(tcase, the_limit_cuts_and_says_where);
	suite_add_tcase(suite, tcase);
	return suite;
}
