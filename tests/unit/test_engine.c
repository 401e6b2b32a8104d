#include "measure/engine.h"

#include "stats/histogram.h"
#include "unit/skip.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORD 4096U
#define RECORDS 150U /* more than two of the engine's batches, no multiple of one */
#define FILE_SIZE ((uint64_t)RECORD * RECORDS)
#define COST_NS 1000U
#define CALLS_MAX 8192
#define DEPTH_MAX 16

/* What a made-up API was asked, and how it is to answer. Calls count from 1, each request is one. */
struct fake {
	uint64_t now_ns;
	unsigned calls;
	unsigned strike_at, strikes; /* calls [strike_at, strike_at + strikes) answer `answer` */
	int64_t answer;
	uint32_t most; /* bytes of a transfer; 0: all */
	unsigned stop_at;
	_Atomic sig_atomic_t stop;
	struct {
		uint64_t offset, stamp;
		int64_t result;
		enum io_dir dir;
	} seen[CALLS_MAX];
	/* asynchronous */
	struct io_request *queue[DEPTH_MAX];
	unsigned queued, deepest, accept; /* accept: at most so many in a call, 0: all */
};

static uint64_t fake_now(void *context)
{
	return ((struct fake *)context)->now_ns;
}

static void answer(struct fake *f, struct io_request *r)
{
	unsigned call = ++f->calls;

	ck_assert_uint_lt(call, CALLS_MAX);
	f->now_ns += COST_NS;
	r->result = f->most && r->len > f->most ? f->most : r->len;
	if (call >= f->strike_at && call < f->strike_at + f->strikes)
		r->result = f->answer;
	if (call == f->stop_at)
		f->stop = SIGTERM;
	f->seen[call].offset = r->offset;
	f->seen[call].result = r->result;
	f->seen[call].dir = r->dir;
	memcpy(&f->seen[call].stamp, r->buf, r->len < sizeof(uint64_t) ? r->len : sizeof(uint64_t));
}

static int sync_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		answer(handle, requests[i]);
	return (int)n;
}

static int async_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct fake *f = handle;

	if (f->accept && n > f->accept)
		n = f->accept;
	for (unsigned i = 0; i < n; i++) {
		ck_assert_uint_lt(f->queued, DEPTH_MAX);
		f->queue[f->queued++] = requests[i];
	}
	f->deepest = f->queued > f->deepest ? f->queued : f->deepest;
	return (int)n;
}

/* The last comes back first, and only half of what there is at a time. */
static int async_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	struct fake *f = handle;
	unsigned n = (f->queued + 1) / 2;

	ck_assert_uint_ge(f->queued, min);
	n = n > max ? max : n;
	for (unsigned i = 0; i < n; i++) {
		done[i] = f->queue[--f->queued];
		answer(f, done[i]);
	}
	return (int)n;
}

static const struct io_api fake_sync = { .name = "fake", .flags = IO_API_SYNCHRONOUS, .submit = sync_submit };
static const struct io_api fake_async = { .name = "fake", .submit = async_submit, .reap = async_reap };

/* Everything that a call of the engine needs. */
struct bench {
	struct fake fake;
	struct clock clock;
	struct buffer buffer;
	struct pattern_state state;
	struct histogram latency;
	struct engine_work work;
	struct engine_result result;
};

static const struct pattern_config whole_file = {
	.file_size = FILE_SIZE,
	.record_size = RECORD,
	.seed = 3,
	.start_offset = PATTERN_FROM_START,
};

static struct bench *prepare(const struct io_api *api, const char *pattern, const struct pattern_config *config)
{
	struct bench *b = calloc(1, sizeof(*b));
	unsigned depth = api == &fake_async ? 5 : 1;

	clock_init_virtual(&b->clock, fake_now, &b->fake);
	ck_assert_int_eq(buffer_init(&b->buffer, engine_buffer_size(config->record_size, depth), 1, false), 0);
	histogram_init(&b->latency);
	b->work = (struct engine_work){
		.api = api,
		.handle = &b->fake,
		.pattern = pattern_find(pattern),
		.state = &b->state,
		.buffer = &b->buffer,
		.depth = depth,
		.clock = &b->clock,
		.stop = &b->fake.stop,
		.max_ns = UINT64_MAX,
		.latency = { &b->latency, &b->latency },
	};
	pattern_start(b->work.pattern, config, &b->state);
	return b;
}

static void discard(struct bench *b)
{
	buffer_release(&b->buffer);
	free(b);
}

static int run(struct bench *b)
{
	return engine_run(&b->work, &b->result);
}

/* The pattern's operations, made without the engine. */
static size_t expected_ops(
	const char *pattern, const struct pattern_config *config, struct pattern_op *ops, size_t max)
{
	struct pattern_state state;
	const struct pattern *p = pattern_find(pattern);

	pattern_start(p, config, &state);
	return p->next(&state, ops, max);
}

static const struct io_api *const apis[] = { &fake_sync, &fake_async };

#define API apis[_i]

START_TEST(all_is_done_once_and_counted)
{
	static const uint32_t records[] = { 512, 4096, 5000, 65536 };

	for (size_t p = 0; p < patterns_n; p++) {
		for (size_t r = 0; r < sizeof(records) / sizeof(*records); r++) {
			struct pattern_config config = whole_file;
			static struct pattern_op ops[2000];
			uint64_t bytes = 0;
			struct bench *b;
			size_t n;

			config.record_size = records[r];
			n = expected_ops(patterns[p]->name, &config, ops, 2000);
			for (size_t i = 0; i < n; i++)
				bytes += ops[i].len;
			b = prepare(API, patterns[p]->name, &config);
			ck_assert_int_eq(run(b), 0);
			ck_assert_uint_eq(b->result.operations, n);
			ck_assert_uint_eq(b->fake.calls, n);
			ck_assert_uint_eq(b->result.bytes, bytes);
			ck_assert_uint_eq(b->latency.count, n);
			ck_assert_uint_eq(b->result.clocked_ns, n * COST_NS);
			ck_assert_uint_eq(b->result.short_transfers, 0);
			ck_assert(!b->result.cut && !b->result.stopped);
			ck_assert_uint_eq(b->fake.queued, 0);
			discard(b);
		}
	}
}
END_TEST

/* Stamps are chained: not a nanosecond is lost between two operations, and none is counted twice. */
START_TEST(latencies_sum_up_to_the_clocked_time)
{
	struct bench *b = prepare(&fake_sync, "randread", &whole_file);

	b->fake.most = 1000;
	ck_assert_int_eq(run(b), 0);
	ck_assert_uint_eq(b->latency.sum_ns, b->result.clocked_ns);
	ck_assert_uint_eq(b->latency.count, b->result.operations);
	ck_assert_double_eq(b->result.in_flight_ns, (double)b->result.clocked_ns);
	discard(b);
}
END_TEST

START_TEST(the_order_is_the_patterns)
{
	static struct pattern_op ops[RECORDS];

	for (size_t p = 0; p < patterns_n; p++) {
		struct bench *b = prepare(&fake_sync, patterns[p]->name, &whole_file);
		size_t n = expected_ops(patterns[p]->name, &whole_file, ops, RECORDS);

		ck_assert_int_eq(run(b), 0);
		for (size_t i = 0; i < n; i++) {
			ck_assert_uint_eq(b->fake.seen[i + 1].offset, ops[i].offset);
			ck_assert_int_eq(b->fake.seen[i + 1].dir, ops[i].dir);
		}
		discard(b);
	}
}
END_TEST

START_TEST(an_error_at_any_operation_ends_it_there)
{
	static struct pattern_op ops[RECORDS];

	expected_ops("randwrite", &whole_file, ops, RECORDS);
	for (unsigned at = 1; at <= RECORDS; at++) {
		struct bench *b = prepare(&fake_sync, "randwrite", &whole_file);

		b->fake.strike_at = at;
		b->fake.strikes = 1;
		b->fake.answer = -EIO;
		ck_assert_int_eq(run(b), -EIO);
		ck_assert_uint_eq(b->result.operations, at - 1);
		ck_assert_uint_eq(b->result.bytes, (uint64_t)(at - 1) * RECORD);
		ck_assert_uint_eq(b->latency.count, at - 1);
		ck_assert_uint_eq(b->result.clocked_ns, (uint64_t)(at - 1) * COST_NS);
		ck_assert_uint_eq(b->result.error_offset, ops[at - 1].offset);
		ck_assert_uint_eq(b->fake.calls, at);
		ck_assert(!b->result.cut && !b->result.stopped);
		discard(b);
	}
}
END_TEST

/* What is in flight is waited for, and what was done is counted, whichever fails. */
START_TEST(an_asynchronous_error_leaves_nothing_in_flight)
{
	for (unsigned at = 1; at <= RECORDS; at++) {
		struct bench *b = prepare(&fake_async, "read", &whole_file);

		b->fake.strike_at = at;
		b->fake.strikes = 1;
		b->fake.answer = -EBADMSG;
		ck_assert_int_eq(run(b), -EBADMSG);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->result.operations, b->fake.calls - 1);
		ck_assert_uint_eq(b->latency.count, b->result.operations);
		ck_assert_uint_eq(b->result.error_offset, b->fake.seen[at].offset);
		discard(b);
	}
}
END_TEST

/* Each byte of the file is moved once, however small the pieces. */
START_TEST(short_transfers_are_gone_on_with)
{
	static const uint32_t pieces[] = { 1024, 1000, 4095, 3000 };

	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		struct bench *b = prepare(API, "randread", &whole_file);
		unsigned char *moved = calloc(1, FILE_SIZE);

		b->fake.most = pieces[i];
		ck_assert_int_eq(run(b), 0);
		ck_assert_uint_eq(b->result.operations, RECORDS);
		ck_assert_uint_eq(b->result.bytes, FILE_SIZE);
		ck_assert_uint_eq(b->result.short_transfers, RECORDS);
		ck_assert_uint_eq(b->latency.count, RECORDS);
		for (unsigned c = 1; c <= b->fake.calls; c++) {
			for (int64_t at = 0; at < b->fake.seen[c].result; at++)
				moved[b->fake.seen[c].offset + (uint64_t)at]++;
		}
		for (uint64_t at = 0; at < FILE_SIZE; at++) {
			if (moved[at] != 1)
				ck_abort_msg("byte %llu is moved %d times", (unsigned long long)at, moved[at]);
		}
		free(moved);
		discard(b);
	}
}
END_TEST

/* The third piece of the second record fails: the offset is that of the piece. */
START_TEST(an_error_after_a_short_transfer_has_its_offset)
{
	struct bench *b = prepare(&fake_sync, "write", &whole_file);

	b->fake.most = 1000;
	b->fake.strike_at = 5 + 3;
	b->fake.strikes = 1;
	b->fake.answer = -ENOSPC;
	ck_assert_int_eq(run(b), -ENOSPC);
	ck_assert_uint_eq(b->result.error_offset, RECORD + 2000);
	ck_assert_uint_eq(b->result.operations, 1);
	ck_assert_uint_eq(b->result.bytes, RECORD);
	discard(b);
}
END_TEST

START_TEST(interruptions_are_gone_on_with)
{
	static const int errors[] = { -EINTR, -EAGAIN };

	for (size_t e = 0; e < 2; e++) {
		for (unsigned at = 1; at <= RECORDS; at += 7) {
			struct bench *b = prepare(API, "read", &whole_file);

			b->fake.strike_at = at;
			b->fake.strikes = 20;
			b->fake.answer = errors[e];
			ck_assert_int_eq(run(b), 0);
			ck_assert_uint_eq(b->result.operations, RECORDS);
			ck_assert_uint_eq(b->result.bytes, FILE_SIZE);
			ck_assert_uint_eq(b->fake.calls, RECORDS + 20);
			ck_assert_uint_eq(b->result.short_transfers, 0);
			discard(b);
		}
	}
}
END_TEST

START_TEST(a_stop_ends_endless_again)
{
	struct bench *b = prepare(&fake_sync, "read", &whole_file);

	b->fake.strike_at = 2;
	b->fake.strikes = UINT32_MAX / 2;
	b->fake.answer = -EAGAIN;
	b->fake.stop_at = 1000;
	ck_assert_int_eq(run(b), -EINTR);
	ck_assert_uint_eq(b->fake.calls, 1000);
	ck_assert_uint_eq(b->result.operations, 1);
	discard(b);
}
END_TEST

static int always_again(void *handle, struct io_request *const *requests, unsigned n)
{
	(void)n;
	((struct fake *)handle)->calls++;
	requests[0]->result = -EAGAIN;
	return 1;
}

static int always_refuses(void *handle, struct io_request *const *requests, unsigned n)
{
	(void)requests;
	(void)n;
	((struct fake *)handle)->calls++;
	return -EAGAIN;
}

/* No wait without an end. */
START_TEST(again_without_a_stop_ends_as_well)
{
	const struct io_api rows[] = {
		{ .flags = IO_API_SYNCHRONOUS, .submit = always_again },
		{ .flags = IO_API_SYNCHRONOUS, .submit = always_refuses },
		{ .submit = always_refuses, .reap = async_reap },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct bench *b = prepare(&fake_sync, "read", &whole_file);

		b->work.api = &rows[i];
		ck_assert_int_eq(run(b), -EAGAIN);
		ck_assert_uint_gt(b->fake.calls, 100);
		ck_assert_uint_eq(b->result.operations, 0);
		ck_assert_uint_eq(b->result.error_offset, 0);
		discard(b);
	}
}
END_TEST

START_TEST(nothing_moved_is_an_error)
{
	static const struct {
		const char *pattern;
		int error;
	} rows[] = { { "read", -ENODATA }, { "rewrite", -EIO } };

	for (size_t i = 0; i < 2; i++) {
		struct bench *b = prepare(API, rows[i].pattern, &whole_file);

		b->fake.strike_at = 10;
		b->fake.strikes = 1;
		b->fake.answer = 0;
		ck_assert_int_eq(run(b), rows[i].error);
		ck_assert_uint_eq(b->result.error_offset, b->fake.seen[10].offset);
		discard(b);
	}
}
END_TEST

/* At each limit that there is: whole operations only, and the next one is where the next sample begins. */
START_TEST(the_limit_cuts_between_operations)
{
	static struct pattern_op ops[RECORDS];

	expected_ops("randread", &whole_file, ops, RECORDS);
	for (uint64_t limit = 0; limit <= FILE_SIZE / RECORD * COST_NS + COST_NS; limit += COST_NS / 2) {
		uint64_t n = limit ? (limit + COST_NS - 1) / COST_NS : 1;
		struct bench *b = prepare(&fake_sync, "randread", &whole_file);

		b->work.max_ns = limit;
		ck_assert_int_eq(run(b), 0);
		n = n > RECORDS ? RECORDS : n;
		ck_assert_uint_eq(b->result.operations, n);
		ck_assert_uint_eq(b->result.bytes, n * RECORD);
		ck_assert_uint_eq(b->result.clocked_ns, n * COST_NS);
		ck_assert_int_eq(b->result.cut, n < RECORDS);
		if (n < RECORDS)
			ck_assert_uint_eq(b->result.next_offset, ops[n].offset);
		discard(b);
	}
}
END_TEST

/* Samples that each begin where the last one was cut visit every record, in order. */
START_TEST(cut_samples_go_on)
{
	struct pattern_config config = whole_file;
	uint64_t expected = 0;

	for (int sample = 0; sample < 10; sample++) {
		struct bench *b = prepare(&fake_sync, "read", &config);

		b->work.max_ns = 37 * COST_NS;
		ck_assert_int_eq(run(b), 0);
		ck_assert(b->result.cut);
		for (unsigned c = 1; c <= b->fake.calls; c++) {
			ck_assert_uint_eq(b->fake.seen[c].offset, expected);
			expected = (expected + RECORD) % FILE_SIZE;
		}
		config.start_offset = b->result.next_offset;
		ck_assert_uint_eq(config.start_offset, expected);
		discard(b);
	}
}
END_TEST

START_TEST(a_cut_leaves_nothing_in_flight)
{
	for (uint64_t limit = 0; limit < RECORDS * COST_NS; limit += 1500) {
		struct bench *b = prepare(&fake_async, "read", &whole_file);

		b->work.max_ns = limit;
		ck_assert_int_eq(run(b), 0);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_eq(b->result.operations, b->fake.calls);
		ck_assert_uint_eq(b->result.bytes, (uint64_t)b->fake.calls * RECORD);
		ck_assert_int_eq(b->result.cut, b->fake.calls < RECORDS);
		if (b->result.cut)
			ck_assert_uint_eq(b->result.next_offset, (uint64_t)b->fake.calls * RECORD);
		discard(b);
	}
}
END_TEST

START_TEST(the_stop_flag_ends_it_soon)
{
	for (unsigned at = 1; at <= RECORDS; at++) {
		struct bench *b = prepare(API, "write", &whole_file);

		b->fake.stop_at = at;
		ck_assert_int_eq(run(b), 0);
		ck_assert_uint_eq(b->fake.queued, 0);
		ck_assert_uint_le(b->fake.calls, at + DEPTH_MAX);
		ck_assert_uint_eq(b->result.operations, b->fake.calls);
		ck_assert_int_eq(b->result.stopped, b->fake.calls < RECORDS);
		ck_assert(!b->result.cut);
		discard(b);
	}
}
END_TEST

/* Also not those of two repetitions, and of one place. */
START_TEST(no_two_writes_carry_the_same_data)
{
	static const char *const names[] = { "write", "recrewrite", "randwrite" };

	for (size_t p = 0; p < sizeof(names) / sizeof(*names); p++) {
		struct bench *b = prepare(API, names[p], &whole_file);

		ck_assert_int_eq(run(b), 0);
		pattern_start(b->work.pattern, &whole_file, &b->state);
		ck_assert_int_eq(run(b), 0);
		ck_assert_uint_eq(b->fake.calls, 2 * RECORDS);
		for (unsigned c = 2; c <= b->fake.calls; c++) {
			for (unsigned d = 1; d < c; d++) {
				if (b->fake.seen[c].stamp == b->fake.seen[d].stamp)
					ck_abort_msg("%s: writes %u and %u have the same stamp", names[p], d, c);
			}
		}
		discard(b);
	}
}
END_TEST

START_TEST(the_depth_is_reached_and_not_passed)
{
	static const unsigned accepts[] = { 0, 1, 2 };

	for (size_t i = 0; i < sizeof(accepts) / sizeof(*accepts); i++) {
		struct bench *b = prepare(&fake_async, "read", &whole_file);

		b->fake.accept = accepts[i];
		ck_assert_int_eq(run(b), 0);
		ck_assert_uint_le(b->fake.deepest, b->work.depth);
		if (!accepts[i])
			ck_assert_uint_eq(b->fake.deepest, b->work.depth);
		ck_assert_double_le(b->result.in_flight_ns, (double)b->work.depth * (double)b->result.clocked_ns);
		ck_assert_uint_eq(b->result.operations, RECORDS);
		discard(b);
	}
}
END_TEST

/* What the kernel has counted for this process. */
struct kernel_io {
	unsigned long long rchar, wchar, syscr, syscw;
};

static struct kernel_io read_kernel_io(void)
{
	struct kernel_io io = { 0 };
	FILE *file = fopen("/proc/self/io", "r");

	if (!file)
		skip_test("the kernel does not count I/O by process");
	ck_assert_int_eq(fscanf(file, "rchar: %llu wchar: %llu syscr: %llu syscw: %llu", &io.rchar, &io.wchar,
				 &io.syscr, &io.syscw),
		4);
	fclose(file);
	return io;
}

static struct kernel_io difference(struct kernel_io after, struct kernel_io before)
{
	return (struct kernel_io){ after.rchar - before.rchar, after.wchar - before.wchar,
		after.syscr - before.syscr, after.syscw - before.syscw };
}

static int open_scratch(void)
{
	const char *dir = getenv("TMPDIR");
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/engine-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	unlink(path);
	ck_assert_int_eq(ftruncate(fd, (off_t)FILE_SIZE), 0);
	return fd;
}

/*
 * Calls and bytes as the kernel saw them, with the reading of the counters itself taken off, are those of the
 * result. No assertion stands between two readings, since each writes to a pipe of the test library.
 */
START_TEST(the_kernel_counts_the_same)
{
	static const char *const names[] = { "sync", "psync" };

	skip_under_valgrind(VALGRIND_USES_PIPE);
	for (size_t i = 0; i < 2; i++) {
		for (size_t p = 0; p < patterns_n; p++) {
			struct io_open o = { .fd = open_scratch(),
				.file_size = FILE_SIZE,
				.record_size = RECORD,
				.depth = 1,
				.writable = true };
			struct bench *b = prepare(&fake_sync, patterns[p]->name, &whole_file);
			bool writes = patterns[p]->flags & PATTERN_WRITES;
			struct kernel_io idle, busy;
			int ret;

			b->work.api = io_api_find(names[i]);
			ck_assert_int_eq(b->work.api->open(NULL, &o, &b->work.handle), 0);
			idle = read_kernel_io();
			idle = difference(read_kernel_io(), idle);
			busy = read_kernel_io();
			ret = run(b);
			busy = difference(read_kernel_io(), busy);
			ck_assert_int_eq(ret, 0);
			ck_assert_uint_eq(busy.syscr - idle.syscr, writes ? 0 : b->result.operations);
			ck_assert_uint_eq(busy.syscw - idle.syscw, writes ? b->result.operations : 0);
			ck_assert_uint_eq(busy.wchar - idle.wchar, writes ? b->result.bytes : 0);
			/* The counters' own text may have grown by a digit or two. */
			ck_assert_uint_ge(busy.rchar + 64, idle.rchar + (writes ? 0 : b->result.bytes));
			ck_assert_uint_le(busy.rchar, idle.rchar + (writes ? 0 : b->result.bytes) + 64);
			b->work.api->close(b->work.handle);
			discard(b);
		}
	}
}
END_TEST

START_TEST(the_buffer_has_room_for_the_depth)
{
	ck_assert_uint_eq(engine_buffer_size(4096, 1).input, 4096);
	ck_assert_uint_ge(engine_buffer_size(4096, 1).data, 4096 + BUFFER_TURN - BUFFER_BLOCK);
	ck_assert_uint_eq(engine_buffer_size(5000, 7).input, 7 * 8192);
	ck_assert_uint_ge(engine_buffer_size(5000, 7).data, 7 * (8192 + BUFFER_TURN - BUFFER_BLOCK));
	ck_assert_uint_le(engine_buffer_size(4096, 4096).data, 4096 * 4096 + BUFFER_TURNS_MOST);
}
END_TEST

Suite *suite_engine(void)
{
	Suite *suite = suite_create("engine");
	TCase *tcase = tcase_create("engine");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, all_is_done_once_and_counted, 0, 2);
	tcase_add_test(tcase, latencies_sum_up_to_the_clocked_time);
	tcase_add_test(tcase, the_order_is_the_patterns);
	tcase_add_test(tcase, an_error_at_any_operation_ends_it_there);
	tcase_add_test(tcase, an_asynchronous_error_leaves_nothing_in_flight);
	tcase_add_loop_test(tcase, short_transfers_are_gone_on_with, 0, 2);
	tcase_add_test(tcase, an_error_after_a_short_transfer_has_its_offset);
	tcase_add_loop_test(tcase, interruptions_are_gone_on_with, 0, 2);
	tcase_add_test(tcase, a_stop_ends_endless_again);
	tcase_add_test(tcase, again_without_a_stop_ends_as_well);
	tcase_add_loop_test(tcase, nothing_moved_is_an_error, 0, 2);
	tcase_add_test(tcase, the_limit_cuts_between_operations);
	tcase_add_test(tcase, cut_samples_go_on);
	tcase_add_test(tcase, a_cut_leaves_nothing_in_flight);
	tcase_add_loop_test(tcase, the_stop_flag_ends_it_soon, 0, 2);
	tcase_add_loop_test(tcase, no_two_writes_carry_the_same_data, 0, 2);
	tcase_add_test(tcase, the_depth_is_reached_and_not_passed);
	tcase_add_test(tcase, the_kernel_counts_the_same);
	tcase_add_test(tcase, the_buffer_has_room_for_the_depth);
	suite_add_tcase(suite, tcase);
	return suite;
}
