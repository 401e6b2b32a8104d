/* Settling at the end of the work belongs to its time, and to the latency of no operation. */
#include "measure/engine.h"
#include "stats/histogram.h"

#include <check.h>
#include <errno.h>

#define OPERATION_NS 10
#define SETTLE_NS 1000

/* The API's session and handle: its own clock. */
struct world {
	uint64_t ns;
	unsigned settled;
	int settle_result;
};

static uint64_t world_ns(void *session)
{
	const struct world *w = session;

	return w->ns;
}

static int submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct world *w = handle;

	for (unsigned i = 0; i < n; i++) {
		requests[i]->result = requests[i]->len;
		w->ns += OPERATION_NS;
	}
	return (int)n;
}

static int settle(void *handle)
{
	struct world *w = handle;

	w->ns += SETTLE_NS;
	w->settled++;
	return w->settle_result;
}

static const struct io_api holding_back = {
	.name = "holding_back",
	.flags = IO_API_SYNCHRONOUS,
	.submit = submit,
	.settle = settle,
};

static int run(struct world *w, uint64_t max_ns, struct histogram *latency, struct engine_result *result)
{
	const _Atomic sig_atomic_t stop = 0;
	const struct pattern_config config = { .file_size = 8192, .record_size = 1024,
					       .start_offset = PATTERN_FROM_START };
	struct pattern_state state;
	struct buffer buffer;
	struct clock clock;
	const struct engine_work work = {
		.api = &holding_back,
		.handle = w,
		.pattern = pattern_find("rewrite"),
		.state = &state,
		.buffer = &buffer,
		.depth = 1,
		.clock = &clock,
		.stop = &stop,
		.max_ns = max_ns,
		.latency = { latency, latency },
	};
	int ret;

	clock_init_virtual(&clock, world_ns, w);
	histogram_init(latency);
	ck_assert_int_eq(buffer_init(&buffer, engine_buffer_size(1024, 1), 1, false), 0);
	pattern_start(work.pattern, &config, &state);
	ret = engine_run(&work, result);
	buffer_release(&buffer);
	return ret;
}

START_TEST(settling_is_clocked)
{
	static struct histogram latency;
	struct world w = { 0 };
	struct engine_result result;

	ck_assert_int_eq(run(&w, UINT64_MAX, &latency, &result), 0);
	ck_assert_uint_eq(w.settled, 1);
	ck_assert_uint_eq(result.operations, 8);
	ck_assert_uint_eq(result.clocked_ns, 8 * OPERATION_NS + SETTLE_NS);
	ck_assert_uint_eq(latency.count, 8);
	ck_assert_uint_eq(latency.max_ns, OPERATION_NS);
}
END_TEST

START_TEST(work_that_is_cut_settles_too)
{
	static struct histogram latency;
	struct world w = { 0 };
	struct engine_result result;

	ck_assert_int_eq(run(&w, 3 * OPERATION_NS, &latency, &result), 0);
	ck_assert(result.cut);
	ck_assert_uint_eq(result.operations, 3);
	ck_assert_uint_eq(result.clocked_ns, 3 * OPERATION_NS + SETTLE_NS);
}
END_TEST

START_TEST(its_failure_is_that_of_the_work)
{
	static struct histogram latency;
	struct world w = { .settle_result = -EIO };
	struct engine_result result;

	ck_assert_int_eq(run(&w, UINT64_MAX, &latency, &result), -EIO);
	ck_assert_uint_eq(result.error_offset, UINT64_MAX);
}
END_TEST

Suite *suite_engine_settle(void)
{
	Suite *suite = suite_create("engine_settle");
	TCase *tcase = tcase_create("engine_settle");

	tcase_add_test(tcase, settling_is_clocked);
	tcase_add_test(tcase, work_that_is_cut_settles_too);
	tcase_add_test(tcase, its_failure_is_that_of_the_work);
	suite_add_tcase(suite, tcase);
	return suite;
}
