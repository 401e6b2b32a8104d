/*
 * The asynchronous APIs of the kernel and the C library on a real file: the depth that is reached, what is in flight
 * when a handle is closed, signals, errors within a batch, and the reasons when one cannot be used.
 */
#include "api/api.h"
#include "measure/engine.h"
#include "stats/histogram.h"
#include "unit/skip.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define RECORD 65536U
#define RECORDS 256U
#define FILE_SIZE ((uint64_t)RECORD * RECORDS)
#define DEPTH 16U

static const char *const names[] = { "libaio", "io_uring", "posixaio" };

#define NAMES_N ((int)(sizeof(names) / sizeof(*names)))

/* A file with data, an API with a handle on it, and all that the engine needs. */
struct bench {
	const struct io_api *api;
	void *handle;
	char path[512];
	struct clock clock;
	struct buffer buffer;
	struct pattern_state state;
	struct histogram latency;
	_Atomic sig_atomic_t stop;
	struct engine_work work;
};

static void make_file(struct bench *b)
{
	const char *dir = getenv("TMPDIR");
	int fd;

	snprintf(b->path, sizeof(b->path), "%s/async-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(b->path);
	ck_assert_int_ge(fd, 0);
	for (unsigned i = 0; i < RECORDS; i++)
		ck_assert_int_eq(write(fd, b->buffer.data, RECORD), RECORD);
	ck_assert_int_eq(fsync(fd), 0);
	close(fd);
}

static struct bench *bench_new(const char *name)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct strbuf reason;

	strbuf_init(&reason);
	b->api = io_api_find(name);
	if (!io_api_usable(b->api, &reason))
		skip_test("%s: %s", name, reason.buf);
	strbuf_release(&reason);
	ck_assert_int_eq(buffer_init(&b->buffer, engine_buffer_size(RECORD, DEPTH), 1, false), 0);
	make_file(b);
	clock_init(&b->clock);
	return b;
}

/* *ret: what the API's open said; the descriptor is closed where it failed. */
static void open_handle(struct bench *b, int flags, bool sqpoll, int *ret)
{
	struct io_open o = {
		.fd = open(b->path, flags),
		.file_size = FILE_SIZE,
		.record_size = RECORD,
		.depth = DEPTH,
		.writable = (flags & O_ACCMODE) != O_RDONLY,
		.direct = flags & O_DIRECT,
		.memory = b->buffer.data,
		.memory_size = b->buffer.mapped.data + b->buffer.mapped.input,
		.settings = { .uring_sqpoll = sqpoll },
	};

	if (o.fd < 0 && errno == EINVAL && o.direct)
		skip_test("no O_DIRECT for %s", b->path);
	ck_assert_int_ge(o.fd, 0);
	*ret = b->api->open(NULL, &o, &b->handle);
	if (*ret)
		close(o.fd);
}

static void open_plain(struct bench *b, int flags)
{
	int ret;

	open_handle(b, flags, false, &ret);
	ck_assert_msg(!ret, "%s: open: %s", b->api->name, strerror(-ret));
}

static void bench_free(struct bench *b)
{
	unlink(b->path);
	buffer_release(&b->buffer);
	free(b);
}

static struct engine_result run_engine(struct bench *b, const char *pattern)
{
	const struct pattern_config config = {
		.file_size = FILE_SIZE, .record_size = RECORD, .seed = 1, .start_offset = PATTERN_FROM_START };
	struct engine_result result;
	int ret;

	histogram_init(&b->latency);
	b->work = (struct engine_work){
		.api = b->api,
		.handle = b->handle,
		.pattern = pattern_find(pattern),
		.state = &b->state,
		.buffer = &b->buffer,
		.depth = DEPTH,
		.clock = &b->clock,
		.stop = &b->stop,
		.max_ns = UINT64_MAX,
		.latency = { &b->latency, &b->latency },
	};
	pattern_start(b->work.pattern, &config, &b->state);
	ret = engine_run(&b->work, &result);
	ck_assert_msg(!ret, "%s: %s", b->api->name, strerror(-ret));
	ck_assert_uint_eq(result.operations, RECORDS);
	return result;
}

/* A moment without the processor lowers what is reached, so the best of some tries counts. */
START_TEST(the_depth_is_reached_by_direct_reads)
{
	const char *preloaded = getenv("LD_PRELOAD");
	struct bench *b;
	double best = 0;

	if (preloaded && strstr(preloaded, "valgrind"))
		skip_test("under valgrind handing over takes as long as the reads");
	b = bench_new(names[_i]);
	open_plain(b, O_RDONLY | O_DIRECT);
	for (int i = 0; i < 10 && best < 0.8 * DEPTH; i++) {
		struct engine_result result = run_engine(b, "randread");
		double depth = result.in_flight_ns / (double)result.clocked_ns;

		best = depth > best ? depth : best;
		ck_assert_double_le(depth, DEPTH);
	}
	ck_assert_msg(best >= 0.8 * DEPTH, "%s: %.2f of %u in flight", b->api->name, best, DEPTH);
	ck_assert_int_eq(b->api->close(b->handle), 0);
	bench_free(b);
}
END_TEST

static void prepare(struct bench *b, struct io_request *requests, struct io_request **list, enum io_dir dir)
{
	for (unsigned i = 0; i < DEPTH; i++) {
		requests[i] = (struct io_request){
			.buf = b->buffer.data + (size_t)i * RECORD, .offset = (uint64_t)i * RECORD, .len = RECORD, .dir = dir };
		list[i] = &requests[i];
	}
}

/* Reads that nobody waited for must not come into memory that has got another use since. */
START_TEST(nothing_arrives_after_closing)
{
	struct bench *b = bench_new(names[_i]);
	size_t late;

	for (int round = 0; round < 10; round++) {
		struct io_request *requests = calloc(DEPTH, sizeof(*requests)), *list[DEPTH];

		open_plain(b, O_RDONLY | O_DIRECT);
		prepare(b, requests, list, IO_READ);
		ck_assert_int_gt(b->api->submit(b->handle, list, DEPTH), 0);
		memset(requests, 0, DEPTH * sizeof(*requests));
		free(requests);
		ck_assert_int_eq(b->api->close(b->handle), 0);
		memset(b->buffer.data, 0xaa, b->buffer.size.data);
		usleep(2000);
		late = 0;
		while (late < b->buffer.size.data && b->buffer.data[late] == 0xaa)
			late++;
		ck_assert_msg(late == b->buffer.size.data, "%s: byte %zu came later", b->api->name, late);
	}
	bench_free(b);
}
END_TEST

static void on_alarm(int signal)
{
	(void)signal;
}

/* Signals interrupt the waits, again and again; all is done all the same. */
START_TEST(signals_are_gone_on_with)
{
	const struct sigaction action = { .sa_handler = on_alarm }, ignore = { .sa_handler = SIG_IGN };
	const struct itimerval often = { { 0, 300 }, { 0, 300 } }, never = { { 0, 0 }, { 0, 0 } };
	struct bench *b = bench_new(names[_i]);

	open_plain(b, O_RDWR | O_DIRECT);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	run_engine(b, "randread");
	run_engine(b, "randwrite");
	sigaction(SIGALRM, &ignore, NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	ck_assert_int_eq(b->api->close(b->handle), 0);
	bench_free(b);
}
END_TEST

static void submit_all(struct bench *b, struct io_request **list)
{
	unsigned taken = 0;

	while (taken < DEPTH) {
		int got = b->api->submit(b->handle, list + taken, DEPTH - taken);

		ck_assert_msg(got > 0, "%s: submit: %d", b->api->name, got);
		taken += (unsigned)got;
	}
}

/* A write through a descriptor that is open for reading, wherever it stands in a batch, fails alone. */
START_TEST(one_bad_request_fails_alone)
{
	struct bench *b = bench_new(names[_i]);

	open_plain(b, O_RDONLY);
	for (unsigned bad = 0; bad < DEPTH; bad++) {
		struct io_request requests[DEPTH], *list[DEPTH], *done[DEPTH];
		unsigned back = 0;

		prepare(b, requests, list, IO_READ);
		requests[bad].dir = IO_WRITE;
		submit_all(b, list);
		while (back < DEPTH) {
			int got = b->api->reap(b->handle, done, 1, DEPTH);

			ck_assert_msg(got > 0, "%s: reap: %d", b->api->name, got);
			back += (unsigned)got;
		}
		for (unsigned i = 0; i < DEPTH; i++)
			ck_assert_int_eq(requests[i].result, i == bad ? -EBADF : (int64_t)RECORD);
	}
	ck_assert_int_eq(b->api->close(b->handle), 0);
	bench_free(b);
}
END_TEST

/* A wait with a limit gives nothing when nothing is in flight, and in the end all that is, whatever the limit. */
START_TEST(a_wait_may_have_a_limit)
{
	static const uint64_t limits[] = { 0, 1000, UINT64_C(3000000000) };
	struct bench *b = bench_new(names[_i]);
	struct io_request requests[DEPTH], *list[DEPTH], *done[DEPTH];

	open_plain(b, O_RDONLY);
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		unsigned back = 0;

		if (limits[i] < 1000000)
			ck_assert_int_eq(b->api->reap_within(b->handle, done, DEPTH, limits[i]), 0);
		prepare(b, requests, list, IO_READ);
		submit_all(b, list);
		while (back < DEPTH) {
			int got = b->api->reap_within(b->handle, done, 3, limits[i]);

			ck_assert_msg(got >= 0 && got <= 3, "%s: reap_within: %d", b->api->name, got);
			back += (unsigned)got;
		}
		for (unsigned r = 0; r < DEPTH; r++)
			ck_assert_int_eq(requests[r].result, RECORD);
	}
	ck_assert_int_eq(b->api->close(b->handle), 0);
	bench_free(b);
}
END_TEST

START_TEST(the_kernel_may_poll)
{
	struct bench *b = bench_new("io_uring");
	int ret;

	open_handle(b, O_RDWR | O_DIRECT, true, &ret);
	if (ret == -EPERM)
		skip_test("IORING_SETUP_SQPOLL is forbidden here");
	ck_assert_msg(!ret, "open: %s", strerror(-ret));
	run_engine(b, "randread");
	run_engine(b, "randwrite");
	ck_assert_int_eq(b->api->flush(b->handle), 0);
	ck_assert_int_eq(b->api->close(b->handle), 0);
	bench_free(b);
}
END_TEST

/* From here on the system call of this number gives this error. */
static void forbid(int number, int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		skip_test("no seccomp filter can be set here: %s", strerror(errno));
}

static const struct {
	const char *api;
	int call, error;
	const char *reason; /* a part of it */
} refusals[] = {
	{ "io_uring", SYS_io_uring_setup, ENOSYS, "the kernel has no io_uring_setup" },
	{ "io_uring", SYS_io_uring_setup, EPERM, "io_uring" },
	{ "io_uring", SYS_io_uring_setup, EMFILE, "Too many open files" },
	{ "libaio", SYS_io_setup, ENOSYS, "the kernel has no io_setup" },
	{ "libaio", SYS_io_setup, EPERM, "forbidden" },
	{ "libaio", SYS_io_setup, EAGAIN, "fs.aio-max-nr" },
	{ "libaio", SYS_io_setup, ENOMEM, "Cannot allocate memory" },
};

#define REFUSALS_N ((int)(sizeof(refusals) / sizeof(*refusals)))

START_TEST(a_refusal_has_its_reason)
{
	const struct io_api *api = io_api_find(refusals[_i].api);
	struct strbuf reason;

	strbuf_init(&reason);
	if (!io_api_usable(api, &reason))
		skip_test("%s: %s", api->name, reason.buf);
	forbid(refusals[_i].call, refusals[_i].error);
	ck_assert(!io_api_usable(api, &reason));
	ck_assert_msg(strstr(reason.buf, refusals[_i].reason) != NULL, "%s: '%s'", api->name, reason.buf);
	strbuf_release(&reason);
}
END_TEST

Suite *suite_async_apis(void)
{
	Suite *suite = suite_create("async_apis");
	TCase *tcase = tcase_create("async_apis");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, the_depth_is_reached_by_direct_reads, 0, NAMES_N);
	tcase_add_loop_test(tcase, nothing_arrives_after_closing, 0, NAMES_N);
	tcase_add_loop_test(tcase, signals_are_gone_on_with, 0, NAMES_N);
	tcase_add_loop_test(tcase, one_bad_request_fails_alone, 0, NAMES_N);
	tcase_add_loop_test(tcase, a_wait_may_have_a_limit, 0, NAMES_N);
	tcase_add_test(tcase, the_kernel_may_poll);
	tcase_add_loop_test(tcase, a_refusal_has_its_reason, 0, REFUSALS_N);
	suite_add_tcase(suite, tcase);
	return suite;
}
