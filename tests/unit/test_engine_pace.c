/*
 * Work that has a pace, over made-up APIs on a clock of their own, on which nothing but I/O and waiting takes time: every
 * stamp is foretold.
 */
#include "measure/engine.h"

#include "api/fault.h"
#include "base/err.h"
#include "stats/histogram.h"

#include <check.h>
#include <stdlib.h>

#define RECORD 4096U
#define RECORDS 50U
#define REQUESTS (RECORDS + 1) /* an operation may take two */
#define DEPTH 8U
#define PERIOD_NS 1000U /* of the schedule in these tests */
#define RATE_IOPS (1000000000U / PERIOD_NS)

struct fake {
	uint64_t now_ns, cost_ns;
	unsigned slow_at; /* operation, from 1, that takes slow_ns */
	uint64_t slow_ns;
	unsigned begun, most_in_flight;
	uint64_t begun_ns[REQUESTS + 1];
	unsigned stop_in_wait; /* the wait, from 1, in which the stop flag is raised; 0: none */
	unsigned waits;
	_Atomic sig_atomic_t stop;
	struct {
		struct io_request *request;
		uint64_t done_ns;
	} queue[DEPTH];
	unsigned queued;
};

static uint64_t fake_now(void *context)
{
	return ((struct fake *)context)->now_ns;
}

static void fake_wait(void *context, uint64_t ns)
{
	struct fake *f = context;

	f->now_ns += ns;
	if (++f->waits == f->stop_in_wait)
		f->stop = SIGTERM;
}

static uint64_t begin(struct fake *f, struct io_request *r)
{
	ck_assert_uint_lt(f->begun, REQUESTS);
	f->begun_ns[++f->begun] = f->now_ns;
	r->result = r->len;
	return f->begun == f->slow_at ? f->slow_ns : f->cost_ns;
}

static int sync_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fake *f = handle;

	for (unsigned i = 0; i < n; i++)
		f->now_ns += begin(f, requests[i]);
	return (int)n;
}

static int async_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fake *f = handle;

	for (unsigned i = 0; i < n; i++) {
		f->queue[f->queued].request = requests[i];
		f->queue[f->queued++].done_ns = f->now_ns + begin(f, requests[i]);
	}
	f->most_in_flight = f->queued > f->most_in_flight ? f->queued : f->most_in_flight;
	return (int)n;
}

static uint64_t first_done(const struct fake *f)
{
	uint64_t first = UINT64_MAX;

	for (unsigned i = 0; i < f->queued; i++)
		first = f->queue[i].done_ns < first ? f->queue[i].done_ns : first;
	return first;
}

static int take_done(struct fake *f, struct io_request **done, unsigned max)
{
	unsigned n = 0, left = 0;

	for (unsigned i = 0; i < f->queued; i++) {
		if (f->queue[i].done_ns <= f->now_ns && n < max)
			done[n++] = f->queue[i].request;
		else
			f->queue[left++] = f->queue[i];
	}
	f->queued = left;
	return (int)n;
}

static int async_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct fake *f = handle;

	ck_assert_uint_ge(f->queued, min);
	f->now_ns = first_done(f) > f->now_ns ? first_done(f) : f->now_ns;
	return take_done(f, done, max);
}

/* A look at what is there takes the shortest time that there is. */
static int async_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	struct fake *f = handle;
	uint64_t limit = f->now_ns + (ns ? ns : 1), first = first_done(f);

	if (first > f->now_ns)
		f->now_ns = first < limit ? first : limit;
	return take_done(f, done, max);
}

static const struct io_api fake_sync = { .name = "fake", .flags = IO_API_SYNCHRONOUS, .submit = sync_submit };
static int fake_open(void *session, const struct io_open *o, void **handle)
{
	(void)o;
	*handle = session;
	return 0;
}

static int fake_close(void *handle)
{
	(void)handle;
	return 0;
}

static const struct io_virtual fake_virtual = { .now_ns = fake_now, .wait_ns = fake_wait };
static const struct io_api fake_async = {
	.name = "fake",
	.flags = IO_API_VIRTUAL,
	.open = fake_open,
	.close = fake_close,
	.virt = &fake_virtual,
	.submit = async_submit,
	.reap = async_reap,
	.reap_within = async_reap_within,
};
static const struct io_api *const apis[] = { &fake_sync, &fake_async };

#define API apis[_i]

struct bench {
	struct fake fake;
	struct clock clock;
	struct buffer buffer;
	struct pattern_state state;
	struct histogram latency, intended;
	struct pace pace;
	struct engine_work work;
	struct engine_result result;
};

static struct bench *prepare(const struct io_api *api, unsigned depth, const struct pace *pace)
{
	static const struct pattern_config config = {
		.file_size = (uint64_t)RECORDS * RECORD,
		.record_size = RECORD,
		.start_offset = PATTERN_FROM_START,
	};
	struct bench *b = calloc(1, sizeof(*b));

	b->fake.now_ns = 777;
	b->fake.cost_ns = 100;
	b->pace = *pace;
	clock_init_virtual(&b->clock, fake_now, &b->fake);
	b->clock.virtual_wait_ns = fake_wait;
	ck_assert_int_eq(buffer_init(&b->buffer, engine_buffer_size(RECORD, depth), 1, false), 0);
	histogram_init(&b->latency);
	histogram_init(&b->intended);
	b->work = (struct engine_work){
		.api = api,
		.handle = &b->fake,
		.pattern = pattern_find("rewrite"),
		.state = &b->state,
		.buffer = &b->buffer,
		.depth = depth,
		.clock = &b->clock,
		.stop = &b->fake.stop,
		.max_ns = UINT64_MAX,
		.latency = { &b->latency, &b->latency },
		.part[LATENCY_INTENDED] = pace_has_schedule(pace) ? &b->intended : NULL,
		.pace = &b->pace,
	};
	pattern_start(b->work.pattern, &config, &b->state);
	return b;
}

static void run(struct bench *b)
{
	ck_assert_int_eq(engine_run(&b->work, &b->result), 0);
	ck_assert_uint_eq(b->result.operations, b->fake.begun);
	ck_assert_uint_eq(b->latency.count, b->fake.begun);
	ck_assert_uint_eq(b->fake.queued, 0);
}

static void discard(struct bench *b)
{
	buffer_release(&b->buffer);
	free(b);
}

static const struct pace iops = { .operations_per_s = RATE_IOPS };

/* Operations begin when the schedule says, whatever the unit of the rate, and throughput is what was asked for. */
START_TEST(a_rate_is_kept)
{
	static const struct pace same[] = { { .operations_per_s = RATE_IOPS },
					    { .bytes_per_s = (uint64_t)RATE_IOPS * RECORD } };

	for (size_t p = 0; p < 2; p++) {
		for (unsigned depth = 1; depth <= (API == &fake_async ? DEPTH : 1); depth++) {
			struct bench *b = prepare(API, depth, &same[p]);

			run(b);
			for (unsigned i = 1; i <= RECORDS; i++)
				ck_assert_uint_eq(b->fake.begun_ns[i], 777 + (i - 1) * PERIOD_NS);
			ck_assert_uint_eq(b->result.operations, RECORDS);
			ck_assert_uint_eq(b->result.clocked_ns, RECORDS * PERIOD_NS);
			ck_assert_uint_eq(b->result.throttle_ns, RECORDS * (PERIOD_NS - 100));
			ck_assert_double_eq(b->result.in_flight_ns, RECORDS * 100);
			ck_assert_uint_eq(b->latency.min_ns, 100);
			ck_assert_uint_eq(b->latency.max_ns, 100);
			ck_assert_uint_eq(b->intended.sum_ns, b->latency.sum_ns);
			ck_assert(!b->result.cut && !b->result.stopped);
			discard(b);
		}
	}
}
END_TEST

/* One operation takes as long as ten are apart: those that it held up are late, which latency alone would not show. */
START_TEST(what_was_held_up_is_late)
{
	struct bench *b = prepare(API, 1, &iops);
	uint64_t free = 777, sum = 0, longest = 0;

	b->fake.slow_at = 7;
	b->fake.slow_ns = 10500;
	run(b);
	for (unsigned i = 1; i <= RECORDS; i++) {
		uint64_t scheduled = 777 + (i - 1) * PERIOD_NS, begun = scheduled > free ? scheduled : free;

		ck_assert_uint_eq(b->fake.begun_ns[i], begun);
		free = begun + (i == 7 ? 10500 : 100);
		sum += free - scheduled;
		longest = free - scheduled > longest ? free - scheduled : longest;
	}
	ck_assert_uint_eq(b->intended.count, RECORDS);
	ck_assert_uint_eq(b->intended.sum_ns, sum);
	ck_assert_uint_eq(b->intended.max_ns, longest);
	ck_assert_uint_eq(b->latency.sum_ns, (RECORDS - 1) * 100 + 10500);
	ck_assert_uint_eq(b->result.clocked_ns, RECORDS * PERIOD_NS);
	discard(b);
}
END_TEST

/* What the device cannot do is not waited for: it is as if there were no pace, and each operation is later. */
START_TEST(a_rate_beyond_the_device_changes_nothing)
{
	struct bench *b = prepare(API, 1, &iops);

	b->fake.cost_ns = 3 * PERIOD_NS;
	run(b);
	ck_assert_uint_eq(b->result.clocked_ns, RECORDS * 3 * PERIOD_NS);
	ck_assert_uint_eq(b->result.throttle_ns, 0);
	ck_assert_uint_eq(b->latency.max_ns, 3 * PERIOD_NS);
	ck_assert_uint_eq(b->intended.max_ns, 3 * PERIOD_NS + (RECORDS - 1) * 2 * PERIOD_NS);
	discard(b);
}
END_TEST

/* With more in flight a slow operation does not hold up the schedule, and no completion is waited for beyond it. */
START_TEST(depth_keeps_the_schedule)
{
	static const uint64_t periods[] = { PERIOD_NS, 2000000, 200000000 };

	for (size_t p = 0; p < sizeof(periods) / sizeof(*periods); p++) {
		uint64_t period = periods[p];
		struct bench *b = prepare(&fake_async, DEPTH, &(struct pace){ .operations_per_s = 1000000000 / period });

		b->fake.cost_ns = period / 2 * 5;
		run(b);
		for (unsigned i = 1; i <= RECORDS; i++)
			ck_assert_uint_eq(b->fake.begun_ns[i], 777 + (i - 1) * period);
		ck_assert_uint_eq(b->fake.most_in_flight, 3);
		ck_assert_uint_le(b->latency.max_ns - b->fake.cost_ns, 1);
		ck_assert_uint_eq(b->result.throttle_ns, 0);
		discard(b);
	}
}
END_TEST

/* Delays and refused waits behind the wrapper of faults move no beginning either. */
START_TEST(faults_do_not_move_the_schedule)
{
	static const struct {
		const char *fault;
		uint64_t longest_ns;
	} rows[] = {
		{ "op=5,delay=3500ns,count=20", 3600 },
		{ "op=1,delay=20us", 20100 },
		{ "reap=3,errno=EINTR,count=30", 100 },
		{ "op=9,short=1000", 200 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench *b = prepare(&fake_async, DEPTH, &iops);
		struct io_open o = { .fd = -1, .depth = DEPTH };
		struct fault fault = { .armed = true };
		struct err err = ERR_INIT;
		void *session;

		ck_assert_int_eq(fault_parse(rows[i].fault, &fault.spec, &err), 0);
		ck_assert_int_eq(fault_wrap(&fake_async, &b->fake, &fault, &b->work.api, &session), 0);
		ck_assert_int_eq(b->work.api->open(session, &o, &b->work.handle), 0);
		ck_assert_int_eq(engine_run(&b->work, &b->result), 0);
		ck_assert_uint_eq(b->result.operations, RECORDS);
		ck_assert_uint_eq(b->intended.count, RECORDS);
		ck_assert_uint_le(b->intended.sum_ns - b->latency.sum_ns, RECORDS);
		ck_assert_uint_ge(b->latency.max_ns, rows[i].longest_ns);
		ck_assert_uint_le(b->latency.max_ns, rows[i].longest_ns + 50);
		ck_assert_int_eq(b->work.api->close(b->work.handle), 0);
		fault_unwrap(session);
		discard(b);
	}
}
END_TEST

/* Pauses are clocked, and are no latency. */
START_TEST(a_pause_follows_each_operation)
{
	struct bench *b = prepare(API, 1, &(struct pace){ .think_ns = 400 });

	run(b);
	for (unsigned i = 1; i <= RECORDS; i++)
		ck_assert_uint_eq(b->fake.begun_ns[i], 777 + (i - 1) * 500);
	ck_assert_uint_eq(b->result.clocked_ns, RECORDS * 500);
	ck_assert_uint_eq(b->result.throttle_ns, RECORDS * 400);
	ck_assert_uint_eq(b->latency.max_ns, 100);
	ck_assert_uint_eq(b->intended.count, 0);
	discard(b);
}
END_TEST

/* Each of what is in flight has its own pauses; none waits for those of another. */
START_TEST(each_in_flight_has_its_own_pauses)
{
	struct bench *b = prepare(&fake_async, 5, &(struct pace){ .think_ns = 400 });

	b->fake.slow_at = 3;
	b->fake.slow_ns = 1000000;
	run(b);
	/* Four go on at one operation in 500 ns each, while the third operation lasts. */
	for (unsigned i = 6; i <= RECORDS; i++)
		ck_assert_uint_eq(b->fake.begun_ns[i], 777 + ((i - 6) / 4 + 1) * 500);
	ck_assert_uint_eq(b->result.clocked_ns, 1000000 + 400);
	discard(b);
}
END_TEST

/* At every limit: whole operations, none that would begin later, and the time goes to the limit at least. */
START_TEST(the_limit_ends_a_wait)
{
	for (uint64_t limit = 50; limit < 10 * PERIOD_NS; limit += 50) {
		struct bench *b = prepare(API, 1, &iops);
		uint64_t n = (limit + PERIOD_NS - 1) / PERIOD_NS, last = (n - 1) * PERIOD_NS + 100;

		b->work.max_ns = limit;
		run(b);
		ck_assert_uint_eq(b->result.operations, n);
		ck_assert_uint_eq(b->result.clocked_ns, limit > last ? limit : last);
		ck_assert(b->result.cut && !b->result.stopped);
		ck_assert_uint_eq(b->result.next_offset, n * RECORD);
		discard(b);
	}
}
END_TEST

START_TEST(a_stop_ends_a_wait)
{
	for (unsigned at = 1; at < RECORDS; at++) {
		struct bench *b = prepare(API, 1, &iops);

		b->fake.stop_in_wait = at;
		run(b);
		ck_assert_uint_eq(b->result.operations, at);
		ck_assert(b->result.stopped && !b->result.cut);
		discard(b);
	}
}
END_TEST

Suite *suite_engine_pace(void)
{
	Suite *suite = suite_create("engine_pace");
	TCase *tcase = tcase_create("engine_pace");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, a_rate_is_kept, 0, 2);
	tcase_add_loop_test(tcase, what_was_held_up_is_late, 0, 2);
	tcase_add_loop_test(tcase, a_rate_beyond_the_device_changes_nothing, 0, 2);
	tcase_add_test(tcase, depth_keeps_the_schedule);
	tcase_add_test(tcase, faults_do_not_move_the_schedule);
	tcase_add_loop_test(tcase, a_pause_follows_each_operation, 0, 2);
	tcase_add_test(tcase, each_in_flight_has_its_own_pauses);
	tcase_add_loop_test(tcase, the_limit_ends_a_wait, 0, 2);
	tcase_add_loop_test(tcase, a_stop_ends_a_wait, 0, 2);
	suite_add_tcase(suite, tcase);
	return suite;
}
