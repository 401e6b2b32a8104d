/* Faults: how they are written, and what a run makes of each of them, at every place, over every API. */
#include "api/fault.h"

#include "base/err.h"
#include "unit/apart.h"
#include "unit/small_run.h"
#include "unit/sparse.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The record does not divide the file: five operations, the last one shorter. */
#define FILE_SIZE UINT64_C(20000)
#define CELLS 4
#define WRITING_CELLS 3
#define OPERATIONS (5 * CELLS)
#define EVERYWHERE 10000 /* more than any run has events */
#define COUNT(table) (sizeof(table) / sizeof(*(table)))

/* ---- how a fault is written ---- */

static const struct {
	const char *text;
	struct fault_spec spec;
} good[] = {
	{ "op=17,errno=EIO", { FAULT_OP, FAULT_ERRNO, 17, 1, EIO } },
	{ "errno=EIO,op=17", { FAULT_OP, FAULT_ERRNO, 17, 1, EIO } },
	{ "op=5,short=512", { FAULT_OP, FAULT_SHORT, 5, 1, 512 } },
	{ "op=5,short=4k", { FAULT_OP, FAULT_SHORT, 5, 1, 4096 } },
	{ "op=5,short=0", { FAULT_OP, FAULT_SHORT, 5, 1, 0 } },
	{ "op=9,delay=20ms", { FAULT_OP, FAULT_DELAY, 9, 1, 20000000 } },
	{ "op=3,errno=EINTR,count=2", { FAULT_OP, FAULT_ERRNO, 3, 2, EINTR } },
	{ "open=2,errno=EMFILE", { FAULT_OPEN, FAULT_ERRNO, 2, 1, EMFILE } },
	{ "flush=1,errno=5", { FAULT_FLUSH, FAULT_ERRNO, 1, 1, 5 } },
	{ "close=1,errno=4095", { FAULT_CLOSE, FAULT_ERRNO, 1, 1, 4095 } },
	{ "settle=1,delay=1", { FAULT_SETTLE, FAULT_DELAY, 1, 1, 1000000000 } },
	{ "submit=4,errno=EAGAIN", { FAULT_SUBMIT, FAULT_ERRNO, 4, 1, EAGAIN } },
	{ "reap=18446744073709551615,errno=EINTR", { FAULT_REAP, FAULT_ERRNO, UINT64_MAX, 1, EINTR } },
	{ "corrupt=6", { FAULT_CORRUPT, FAULT_FLIP, 6, 1, 0 } },
	{ "misread=6,byte=4095,count=3", { FAULT_MISREAD, FAULT_FLIP, 6, 3, 4095 } },
};

START_TEST(is_read)
{
	struct fault_spec spec;
	struct err err = ERR_INIT;

	ck_assert_msg(!fault_parse(good[_i].text, &spec, &err), "%s: %s", good[_i].text, err.text);
	ck_assert_int_eq(spec.event, good[_i].spec.event);
	ck_assert_int_eq(spec.effect, good[_i].spec.effect);
	ck_assert_uint_eq(spec.at, good[_i].spec.at);
	ck_assert_uint_eq(spec.count, good[_i].spec.count);
	ck_assert_uint_eq(spec.value, good[_i].spec.value);
}
END_TEST

#define NO_PART " is no part of a fault, which is KEY=VALUE with one of op, submit, reap, open, settle, flush, close, " \
		"corrupt, misread, errno, short, delay, count, byte"

static const struct {
	const char *text, *error;
} bad[] = {
	{ "", "''" NO_PART },
	{ "op", "'op'" NO_PART },
	{ "ops=1", "'ops=1'" NO_PART },
	{ "o=1", "'o=1'" NO_PART },
	{ "op=1,errno=EIO,", "''" NO_PART },
	{ "op=0,errno=EIO", "op: '0' is not a whole number from 1 to 18446744073709551615" },
	{ "op=,errno=EIO", "op: '' is not a whole number from 1 to 18446744073709551615" },
	{ "op=-1,errno=EIO", "op: '-1' is not a whole number from 1 to 18446744073709551615" },
	{ "op=1,errno=EFOO", "errno: 'EFOO' is no error; accepted are names such as EIO, and numbers from 1 to 4095" },
	{ "op=1,errno=eio", "errno: 'eio' is no error; accepted are names such as EIO, and numbers from 1 to 4095" },
	{ "op=1,errno=0", "errno: '0' is no error; accepted are names such as EIO, and numbers from 1 to 4095" },
	{ "op=1,errno=4096", "errno: '4096' is no error; accepted are names such as EIO, and numbers from 1 to 4095" },
	{ "errno=EIO", "the event is missing; one of op, submit, reap, open, settle, flush, close, corrupt, misread" },
	{ "op=1", "what happens is missing; one of errno, short, delay" },
	{ "op=1,count=2", "what happens is missing; one of errno, short, delay" },
	{ "op=1,op=2", "op is given twice" },
	{ "op=1,errno=EIO,errno=EIO", "errno is given twice" },
	{ "op=1,open=1", "op and open do not go together" },
	{ "op=1,short=1,delay=1", "short and delay do not go together" },
	{ "corrupt=1,errno=EIO", "corrupt and errno do not go together" },
	{ "misread=1,delay=1s", "misread and delay do not go together" },
	{ "op=1,errno=EIO,byte=0", "byte goes with corrupt and misread, not with op" },
	{ "flush=1,short=1", "short goes with op, not with flush" },
	{ "op=1,short=1111111111111111111111111111111111111111", "short: the value is too long" },
};

START_TEST(is_refused)
{
	struct fault_spec spec = { .at = 99 };
	struct err err = ERR_INIT;

	ck_assert_int_eq(fault_parse(bad[_i].text, &spec, &err), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_str_eq(err.text, bad[_i].error);
	ck_assert_uint_eq(spec.at, 99);
}
END_TEST

START_TEST(says_what_a_delay_and_a_size_are)
{
	struct fault_spec spec;
	struct err err = ERR_INIT;

	ck_assert_int_eq(fault_parse("op=1,delay=soon", &spec, &err), -1);
	ck_assert_int_eq(strncmp(err.text, "delay: 'soon' is not a duration", 31), 0);
	ck_assert_int_eq(fault_parse("op=1,short=few", &spec, &err), -1);
	ck_assert_int_eq(strncmp(err.text, "short: 'few' is not a size", 26), 0);
}
END_TEST

/* ---- what a run makes of it ---- */

#define API io_apis[_i]

static bool is_synchronous(const struct io_api *api)
{
	return api->flags & IO_API_SYNCHRONOUS;
}

/* "op=N,errno=EIO" for a format "op=%u,errno=EIO". Runs it and checks what holds of every run. */
static void try_fault(const struct io_api *api, const char *format, unsigned n, struct small_run_result *result)
{
	char fault[80];
	const struct small_run run = {
		.api = api->name,
		.patterns = { "write", "rewrite", "read", "randwrite" },
		.file_size = FILE_SIZE,
		.records = { 4096 },
		.mode = MODE_CACHED,
		.direct = DIRECT_REFUSED,
		.fault = fault,
		.depth = 3,
	};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(fault, sizeof(fault), format, n);
#pragma GCC diagnostic pop
	small_run(&run, result);
	ck_assert_msg(result->journal.samples_n == CELLS, "%s, %s: %zu samples", api->name, fault,
		      result->journal.samples_n);
	ck_assert_uint_eq(result->sweep.measured + result->sweep.failed, CELLS);
}

static uint64_t operations_of(const struct sample *s)
{
	return (FILE_SIZE + s->record_size_bytes - 1) / s->record_size_bytes;
}

static void is_whole(const struct sample *s)
{
	ck_assert_msg(sample_ok(s), "%s: %s: %s", s->api, s->test, s->error);
	ck_assert_uint_eq(s->bytes, FILE_SIZE);
	ck_assert_uint_eq(s->operations, operations_of(s));
	ck_assert_uint_eq(s->error_number, SAMPLE_ABSENT);
	ck_assert_uint_eq(s->error_offset_bytes, SAMPLE_ABSENT);
}

/* All cells are whole; returns the sum of their short transfers. */
static uint64_t all_are_whole(const struct small_run_result *result)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < CELLS; i++) {
		is_whole(&result->journal.samples[i]);
		sum += result->journal.samples[i].short_transfers;
	}
	ck_assert_uint_eq(result->sweep.failed, 0);
	return sum;
}

/* The only cell that has failed, with this errno; the others are whole. */
static const struct sample *the_failed_one(const struct small_run_result *result, int error)
{
	const struct sample *failed = NULL;

	for (size_t i = 0; i < CELLS; i++) {
		const struct sample *s = &result->journal.samples[i];

		if (sample_ok(s)) {
			is_whole(s);
			continue;
		}
		ck_assert_str_eq(s->status, "failed");
		ck_assert_msg(!failed, "%s: %s and %s have failed", s->api, s->test, failed ? failed->test : "");
		ck_assert_uint_eq(s->error_number, (uint64_t)error);
		ck_assert(isnan(s->throughput_mib_s));
		failed = s;
	}
	ck_assert_ptr_nonnull(failed);
	ck_assert_uint_eq(result->sweep.failed, 1);
	return failed;
}

/* The cell that the n-th request belongs to, counted over the run; *n becomes its number within the cell, from 0. */
static const struct sample *cell_of_request(const struct small_run_result *result, unsigned *n)
{
	const struct sample *s = result->journal.samples;

	for (--*n; *n >= operations_of(s); s++)
		*n -= (unsigned)operations_of(s);
	return s;
}

static void try_request(const void *api, size_t i)
{
	struct small_run_result result;
	unsigned n = (unsigned)i + 1, within = n;
	const struct sample *failed;

	try_fault(api, "op=%u,errno=EBADMSG", n, &result);
	ck_assert_uint_ge(result.seen, n);
	failed = the_failed_one(&result, EBADMSG);
	ck_assert_ptr_eq(failed, cell_of_request(&result, &within));
	ck_assert_str_eq(failed->error, !strcmp(failed->test, "read") ? "read: Bad message" : "write: Bad message");
	if (strcmp(failed->test, "randwrite") != 0)
		ck_assert_uint_eq(failed->error_offset_bytes, within * failed->record_size_bytes);
	ck_assert_uint_lt(failed->error_offset_bytes, FILE_SIZE);
	ck_assert_uint_eq(failed->error_offset_bytes % failed->record_size_bytes, 0);
	small_run_release(&result);
}

START_TEST(a_request_that_fails_is_its_cells_failure)
{
	struct small_run_result result;

	small_run_need(API);
	apart(try_request, API, OPERATIONS);
	try_fault(API, "op=%u,errno=EBADMSG", OPERATIONS + 1, &result);
	ck_assert_uint_eq(result.seen, OPERATIONS);
	all_are_whole(&result);
	small_run_release(&result);
}
END_TEST

/* What is gone on with, and what that may leave behind in the counts. */
static const struct {
	const char *format;
	uint64_t short_transfers;
} harmless[] = {
	{ "op=%u,short=512", 1 },
	{ "op=%u,short=1", 1 },
	{ "op=%u,errno=EINTR", 0 },
	{ "op=%u,errno=EAGAIN,count=3", 0 },
	{ "submit=%u,errno=EAGAIN", 0 },
	{ "submit=%u,errno=EINTR,count=2", 0 },
	{ "reap=%u,errno=EINTR", 0 },
	{ "reap=%u,errno=EAGAIN,count=2", 0 },
	{ "op=%u,delay=100us", 0 },
};

static void try_harmless(const void *api, size_t i)
{
	bool touched = true;

	for (unsigned n = 1; touched; n += sparse_step()) {
		struct small_run_result result;

		ck_assert_uint_lt(n, EVERYWHERE + sparse_step());
		try_fault(api, harmless[i].format, n, &result);
		touched = result.seen >= n;
		ck_assert_uint_eq(all_are_whole(&result), touched ? harmless[i].short_transfers : 0);
		small_run_release(&result);
	}
}

START_TEST(what_can_be_gone_on_with_fails_nothing)
{
	small_run_need(API);
	apart(try_harmless, API, COUNT(harmless));
}
END_TEST

START_TEST(all_may_be_short)
{
	static const unsigned most[] = { 1000, 512, 100 };

	small_run_need(API);
	for (size_t i = 0; i < COUNT(most); i++) {
		struct small_run_result result;

		try_fault(API, "op=1,count=100000,short=%u", most[i], &result);
		ck_assert_uint_eq(all_are_whole(&result), OPERATIONS);
		ck_assert_uint_ge(result.seen, FILE_SIZE * CELLS / most[i]);
		small_run_release(&result);
	}
}
END_TEST

START_TEST(nothing_moved_is_a_failure)
{
	struct small_run_result result;

	small_run_need(API);
	try_fault(API, "op=%u,short=0", 2, &result);
	ck_assert_uint_eq(the_failed_one(&result, EIO)->error_offset_bytes, result.journal.samples[0].record_size_bytes);
	small_run_release(&result);
}
END_TEST

/* Endless interruption ends, and as the same error through all APIs. */
START_TEST(endless_interruption_ends)
{
	struct small_run_result result;
	size_t failed = 0;

	small_run_need(API);
	try_fault(API, "op=%u,errno=EINTR,count=50000", OPERATIONS / 2, &result);
	for (size_t i = 0; i < CELLS; i++) {
		if (sample_ok(&result.journal.samples[i]))
			continue;
		ck_assert_uint_eq(result.journal.samples[i].error_number, EINTR);
		failed++;
	}
	ck_assert_uint_ge(failed, 1);
	small_run_release(&result);
}
END_TEST

/* The calls that are no request's: what fails is told by its step, and how often there is one is known. */
static const struct {
	const char *format, *step;
	unsigned times; /* in a run; 0: as often as the API likes */
	bool asynchronous, settles; /* only such APIs have it */
} calls[] = {
	{ "open=%u,errno=EMFILE", "open: ", CELLS, false, false },
	{ "flush=%u,errno=EMFILE", "flush: ", WRITING_CELLS, false, false },
	{ "close=%u,errno=EMFILE", "close: ", CELLS, false, false },
	{ "settle=%u,errno=EMFILE", "", CELLS, false, true },
	{ "submit=%u,errno=EMFILE", "", 0, false, false },
	{ "reap=%u,errno=EMFILE", "", 0, true, false },
};

static bool call_is_struck(const struct io_api *api, size_t i, unsigned n)
{
	struct small_run_result result;
	bool struck;

	ck_assert_uint_le(n, EVERYWHERE);
	try_fault(api, calls[i].format, n, &result);
	struck = result.seen >= n;
	if (struck) {
		const char *error = the_failed_one(&result, EMFILE)->error;

		ck_assert_msg(!strncmp(error, calls[i].step, strlen(calls[i].step)), "%s", error);
	} else {
		all_are_whole(&result);
	}
	small_run_release(&result);
	return struck;
}

static void try_call(const void *context, size_t i)
{
	const struct io_api *api = context;
	unsigned n = 1;

	if ((calls[i].asynchronous && is_synchronous(api)) || (calls[i].settles && !api->settle))
		return;
	while (call_is_struck(api, i, n))
		n++;
	ck_assert_uint_gt(n, 1);
	if (calls[i].times)
		ck_assert_uint_eq(n, calls[i].times + 1);
}

START_TEST(a_call_that_fails_is_its_cells_failure)
{
	small_run_need(API);
	apart(try_call, API, COUNT(calls));
}
END_TEST

START_TEST(a_delay_is_in_the_latency)
{
	struct small_run_result result;
	unsigned within = 7;

	small_run_need(API);
	try_fault(API, "op=%u,delay=3ms", within, &result);
	all_are_whole(&result);
	ck_assert_uint_ge(cell_of_request(&result, &within)->lat_max_ns, 3000000);
	small_run_release(&result);
}
END_TEST

START_TEST(what_is_not_there_is_not_struck)
{
	struct small_run_result result;

	small_run_need(API);
	if (is_synchronous(API)) {
		try_fault(API, "reap=%u,errno=EIO", 1, &result);
		ck_assert_uint_eq(result.seen, 0);
		all_are_whole(&result);
		small_run_release(&result);
	}
	if (!API->settle) {
		try_fault(API, "settle=%u,errno=EIO", 1, &result);
		ck_assert_uint_eq(result.seen, 0);
		all_are_whole(&result);
		small_run_release(&result);
	}
}
END_TEST

START_TEST(the_wrapper_looks_like_what_it_wraps)
{
	struct fault fault = { .spec = { FAULT_OP, FAULT_ERRNO, 1, 1, EIO } };
	const struct io_api *api;
	void *session;

	ck_assert_int_eq(fault_wrap(API, NULL, &fault, &api, &session), 0);
	ck_assert_str_eq(api->name, API->name);
	ck_assert_uint_eq(api->flags, API->flags);
	ck_assert_int_eq(!api->reap, !API->reap);
	ck_assert_int_eq(!api->settle, !API->settle);
	ck_assert_int_eq(!api->virt, !API->virt);
	if (api->virt)
		ck_assert_int_eq(!api->virt->now_ns, !API->virt->now_ns);
	fault_unwrap(session);
	fault_unwrap(NULL);
}
END_TEST

Suite *suite_fault(void)
{
	Suite *suite = suite_create("fault");
	TCase *tcase = tcase_create("fault");
	int n = (int)io_apis_n;

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, is_read, 0, (int)COUNT(good));
	tcase_add_loop_test(tcase, is_refused, 0, (int)COUNT(bad));
	tcase_add_test(tcase, says_what_a_delay_and_a_size_are);
	tcase_add_loop_test(tcase, the_wrapper_looks_like_what_it_wraps, 0, n);
	tcase_add_loop_test(tcase, a_request_that_fails_is_its_cells_failure, 0, n);
	tcase_add_loop_test(tcase, what_can_be_gone_on_with_fails_nothing, 0, n);
	tcase_add_loop_test(tcase, all_may_be_short, 0, n);
	tcase_add_loop_test(tcase, nothing_moved_is_a_failure, 0, n);
	tcase_add_loop_test(tcase, endless_interruption_ends, 0, n);
	tcase_add_loop_test(tcase, a_call_that_fails_is_its_cells_failure, 0, n);
	tcase_add_loop_test(tcase, a_delay_is_in_the_latency, 0, n);
	tcase_add_loop_test(tcase, what_is_not_there_is_not_struck, 0, n);
	suite_add_tcase(suite, tcase);
	return suite;
}
