#include "measure/group.h"

#include "base/err.h"
#include "measure/engine.h"
#include "stats/histogram.h"
#include "stats/series.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD 4096U
#define FILE_SIZE (64U << 10)
#define RECORDS (FILE_SIZE / RECORD)
#define COST_NS 1000U
#define REPETITION_NS (RECORDS * COST_NS)
#define LOG_MAX 20000

/* A made-up device with a clock of its own. All that it is asked is in the log, a letter each. */
struct device {
	uint64_t now_ns;
	uint64_t cost_ns[IO_DIRS_N], flush_ns;
	unsigned operations; /* so far */
	unsigned slow_from; /* operation, from 1, from which on the cost is ten times as much; 0: never */
	unsigned fail_from, fail_until; /* operations, from 1 */
	int open_error, flush_error, close_error, create_error, drop_error;
	unsigned stop_at; /* operation */
	_Atomic sig_atomic_t stop;
	unsigned open_handles, files, files_most;
	bool saw_direct, saw_indirect;
	uint64_t first_offset;
	unsigned log_n;
	/* c create, o open, r read, w write, f flush, x close, d drop; a letter once in a row */
	char log[LOG_MAX + 1];
};

static void note(struct device *d, char what)
{
	if (d->log_n < LOG_MAX && (!d->log_n || d->log[d->log_n - 1] != what))
		d->log[d->log_n++] = what;
}

static uint64_t device_now(void *session)
{
	return ((struct device *)session)->now_ns;
}

static void device_wait(void *session, uint64_t ns)
{
	((struct device *)session)->now_ns += ns;
}

static int device_create(void *session, uint64_t file_id)
{
	struct device *d = session;

	(void)file_id;
	note(d, 'c');
	d->files++;
	d->files_most = d->files > d->files_most ? d->files : d->files_most;
	return d->create_error;
}

static int device_drop(void *session, uint64_t file_id)
{
	struct device *d = session;

	(void)file_id;
	note(d, 'd');
	return d->drop_error;
}

static int device_remove(void *session, uint64_t file_id)
{
	(void)file_id;
	((struct device *)session)->files--;
	return 0;
}

static int device_open(void *session, const struct io_open *o, void **handle)
{
	struct device *d = session;

	note(d, 'o');
	if (d->open_error)
		return d->open_error;
	d->saw_direct = d->saw_direct || o->direct;
	d->saw_indirect = d->saw_indirect || !o->direct;
	d->open_handles++;
	*handle = d;
	return 0;
}

static int device_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	struct device *d = handle;

	for (unsigned i = 0; i < n; i++) {
		struct io_request *r = requests[i];

		note(d, r->dir == IO_READ ? 'r' : 'w');
		d->operations++;
		if (d->operations == 1)
			d->first_offset = r->offset;
		if (d->operations == d->stop_at)
			d->stop = SIGINT;
		d->now_ns += d->cost_ns[r->dir] * (d->slow_from && d->operations >= d->slow_from ? 10 : 1);
		r->result = r->len;
		if (d->operations >= d->fail_from && d->operations < d->fail_until)
			r->result = -ENOSPC;
	}
	return (int)n;
}

static int device_flush(void *handle)
{
	struct device *d = handle;

	note(d, 'f');
	d->now_ns += d->flush_ns;
	return d->flush_error;
}

static int device_close(void *handle)
{
	struct device *d = handle;

	note(d, 'x');
	d->open_handles--;
	return d->close_error;
}

static const struct io_virtual device_virtual = {
	.now_ns = device_now,
	.wait_ns = device_wait,
	.create = device_create,
	.drop_cache = device_drop,
	.remove = device_remove,
};

#define DEVICE_API                                                                                                \
	.name = "device", .open = device_open, .submit = device_submit, .flush = device_flush,                    \
	.close = device_close, .virt = &device_virtual

static const struct io_api device_api = { DEVICE_API, .flags = IO_API_SYNCHRONOUS | IO_API_VIRTUAL };
static const struct io_api indirect_api = { DEVICE_API,
	.flags = IO_API_SYNCHRONOUS | IO_API_VIRTUAL | IO_API_NO_DIRECT };

#define TESTS_MAX 4

/* All that a call needs. */
struct stage {
	struct device device;
	struct clock clock;
	struct target *target;
	struct buffer buffer;
	struct io_settings io;
	struct timing timing;
	struct test names[TESTS_MAX];
	struct group_test tests[TESTS_MAX];
	struct sample samples[TESTS_MAX];
	uint64_t standing;
	struct group_setting setting;
	struct group group;
};

/* Names: the tests, between spaces. */
static struct stage *set_up(const char *names)
{
	struct stage *s = calloc(1, sizeof(*s));
	struct target_config config = { .virtual_api = &device_api };
	struct err err = ERR_INIT;
	char text[100], *save = NULL;

	s->device.cost_ns[IO_READ] = s->device.cost_ns[IO_WRITE] = COST_NS;
	clock_init_virtual(&s->clock, device_now, &s->device);
	config.session = &s->device;
	ck_assert_int_eq(target_open(&config, &s->target, &err), 0);
	ck_assert_int_eq(target_create(s->target, FILE_SIZE, &s->standing), 0);
	ck_assert_int_eq(buffer_init(&s->buffer, engine_buffer_size(FILE_SIZE, 1), 1, false), 0);
	s->device.log_n = 0;
	s->setting = (struct group_setting){
		.clock = &s->clock,
		.target = s->target,
		.direct = { DIRECT_EFFECTIVE, 1, 1 },
		.buffers = &s->buffer,
		.io = &s->io,
		.stonewall = true,
		.stop = &s->device.stop,
		.min_time_ns = 1,
		.space_bytes = 100 * FILE_SIZE,
		.timing = &s->timing,
	};
	s->group = (struct group){
		.mode = MODE_CACHED,
		.file_size = FILE_SIZE,
		.record_size = RECORD,
		.depth = 1,
		.jobs = 1,
		.pass = 1,
		.seed = 7,
		.standing_files = &s->standing,
		.tests = s->tests,
	};
	snprintf(text, sizeof(text), "%s", names);
	for (char *name = strtok_r(text, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
		size_t i = s->group.tests_n++;

		snprintf(s->names[i].name, sizeof(s->names[i].name), "%s", name);
		s->tests[i] = (struct group_test){ &s->names[i], &device_api, &s->device, pattern_find(name),
			PATTERN_FROM_START, false };
		sample_init(&s->samples[i]);
	}
	return s;
}

static int measure(struct stage *s)
{
	return group_measure(&s->setting, &s->group, s->samples);
}

/* Whatever came before, no handle and no file is left. */
static void tear_down(struct stage *s)
{
	ck_assert_uint_eq(s->device.open_handles, 0);
	for (size_t i = 0; i < s->group.tests_n; i++)
		sample_release(&s->samples[i]);
	ck_assert_int_eq(target_close(s->target), 0);
	buffer_release(&s->buffer);
	free(s);
}

START_TEST(repeats_until_the_minimum_time)
{
	static const struct {
		uint64_t min_ns, repetitions;
	} rows[] = {
		{ 1, 1 },
		{ REPETITION_NS, 1 },
		{ REPETITION_NS + 1, 2 },
		{ 100 * REPETITION_NS - 1, 100 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up("rewrite");
		const struct sample *x = s->samples;

		s->setting.min_time_ns = rows[i].min_ns;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_str_eq(x->status, "ok");
		ck_assert_uint_eq(x->repetitions, rows[i].repetitions);
		ck_assert_uint_eq(x->bytes, rows[i].repetitions * FILE_SIZE);
		ck_assert_uint_eq(x->operations, rows[i].repetitions * RECORDS);
		ck_assert_uint_eq(x->clocked_ns, rows[i].repetitions * REPETITION_NS);
		ck_assert_uint_eq(x->latency[IO_WRITE]->count, x->operations);
		ck_assert_uint_eq(x->latency[IO_WRITE]->sum_ns, x->clocked_ns);
		ck_assert_ptr_null(x->latency[IO_READ]);
		ck_assert_uint_eq(x->first_bytes, FILE_SIZE);
		ck_assert_uint_eq(x->first_ns, REPETITION_NS);
		ck_assert_uint_eq(x->touched_bytes, FILE_SIZE);
		ck_assert_int_eq(x->cut, 0);
		ck_assert_double_eq_tol(x->iops, 1e9 / COST_NS, 1e-6);
		ck_assert_double_eq_tol(x->throughput_mib_s, RECORD * 1e9 / COST_NS / 1048576, 1e-6);
		tear_down(s);
	}
}
END_TEST

/* A read always follows a write and a reread a read, also in the repetitions of the one that takes longest. */
START_TEST(the_whole_sequence_is_repeated)
{
	struct stage *s = set_up("rewrite read reread");

	s->device.cost_ns[IO_READ] = 3 * COST_NS;
	s->setting.min_time_ns = 3 * REPETITION_NS;
	ck_assert_int_eq(measure(s), 0);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(s->samples[i].repetitions, 3);
	ck_assert_str_eq(s->device.log, "owfxorxorxowfxorxorxowfxorxorx");
	tear_down(s);
}
END_TEST

START_TEST(a_new_file_for_each_repetition)
{
	struct stage *s = set_up("write");

	s->setting.min_time_ns = 5 * REPETITION_NS;
	ck_assert_int_eq(measure(s), 0);
	ck_assert_uint_eq(s->samples[0].repetitions, 5);
	ck_assert_uint_eq(s->device.files, 1 + 5);
	ck_assert_str_eq(s->device.log, "cowfxcowfxcowfxcowfxcowfx");
	ck_assert_int_eq(target_purge(s->target), 0);
	ck_assert_uint_eq(s->device.files, 1);
	tear_down(s);
}
END_TEST

static void measure_again(struct stage *s, uint64_t repetitions)
{
	s->setting.min_time_ns = repetitions * REPETITION_NS;
	for (size_t i = 0; i < s->group.tests_n; i++) {
		sample_release(&s->samples[i]);
		sample_init(&s->samples[i]);
	}
	ck_assert_int_eq(measure(s), 0);
	for (size_t i = 0; i < s->group.tests_n; i++) {
		ck_assert_str_eq(s->samples[i].status, "ok");
		ck_assert_uint_eq(s->samples[i].repetitions, repetitions);
	}
}

/*
 * However often a small file is repeated, by however many tests, and whatever groups before have left: as many as there
 * may be are kept, and never one more. One of them is the standing file.
 */
START_TEST(files_take_what_they_may_and_no_more)
{
	static const char *const tests[] = { "write", "write write", "rewrite write read write" };
	static const unsigned may[] = { 2, 3, 4, 7, 100 };

	for (size_t t = 0; t < sizeof(tests) / sizeof(*tests); t++) {
		for (size_t i = 0; i < sizeof(may) / sizeof(*may); i++) {
			struct stage *s = set_up(tests[t]);

			s->setting.space_bytes = (uint64_t)may[i] * FILE_SIZE;
			measure_again(s, may[i] / 2);
			measure_again(s, 1);
			ck_assert_uint_le(s->device.files_most, may[i]);
			measure_again(s, 200);
			ck_assert_uint_eq(s->device.files_most, may[i]);
			tear_down(s);
		}
	}
}
END_TEST

/* What does not fill the minimum time by the wall clock either is ended there. */
START_TEST(the_wall_clock_ends_the_repetitions)
{
	struct stage *s = set_up("rewrite");

	s->device.flush_ns = 1000000000;
	s->setting.min_time_ns = 1000 * REPETITION_NS;
	ck_assert_int_eq(measure(s), 0);
	ck_assert_str_eq(s->samples[0].status, "ok");
	ck_assert_uint_eq(s->samples[0].repetitions, group_wall_limit_ns(0) / 1000000000);
	ck_assert_uint_eq(s->samples[0].flush_ns, s->samples[0].repetitions * 1000000000);
	tear_down(s);
}
END_TEST

START_TEST(long_samples_are_cut_in_device_mode)
{
	static const struct {
		enum mode mode;
		bool cuts_cached, cut;
	} rows[] = { { MODE_DEVICE, false, true }, { MODE_CACHED, false, false }, { MODE_CACHED, true, true } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up("read randread");
		const struct sample *x = s->samples;

		s->group.mode = rows[i].mode;
		s->setting.max_time_ns = 5 * COST_NS;
		s->setting.max_time_cuts_cached = rows[i].cuts_cached;
		s->setting.min_time_ns = 100 * REPETITION_NS;
		if (!rows[i].cut)
			s->setting.min_time_ns = 1;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_int_eq(x[0].cut, rows[i].cut);
		ck_assert_uint_eq(x[0].repetitions, 1);
		ck_assert_uint_eq(x[0].operations, rows[i].cut ? 5 : RECORDS);
		ck_assert_uint_eq(x[0].touched_bytes, rows[i].cut ? 5 * RECORD : FILE_SIZE);
		ck_assert_uint_eq(x[0].end_offset_bytes, rows[i].cut ? 5 * RECORD : SAMPLE_ABSENT);
		/* A random one has no place to go on at. */
		ck_assert_uint_eq(x[1].end_offset_bytes, SAMPLE_ABSENT);
		tear_down(s);
	}
}
END_TEST

START_TEST(goes_on_where_it_was_told)
{
	struct stage *s = set_up("read");

	s->tests[0].start_offset = 5 * RECORD;
	ck_assert_int_eq(measure(s), 0);
	ck_assert_uint_eq(s->device.first_offset, 5 * RECORD);
	ck_assert_uint_eq(s->samples[0].start_offset_bytes, 5 * RECORD);
	ck_assert_uint_eq(s->samples[0].bytes, FILE_SIZE);
	tear_down(s);
}
END_TEST

/* Fails each operation of the second test of three in turn: the others are whole. */
START_TEST(a_failed_test_leaves_the_others)
{
	for (unsigned at = 1; at <= RECORDS; at++) {
		struct stage *s = set_up("rewrite read backward");
		const struct sample *x = &s->samples[1];

		s->device.fail_from = RECORDS + at;
		s->device.fail_until = s->device.fail_from + 1;
		s->setting.min_time_ns = 2 * REPETITION_NS;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_str_eq(x->status, "failed");
		ck_assert_uint_eq(x->error_number, ENOSPC);
		ck_assert_uint_eq(x->error_offset_bytes, (at - 1) * RECORD);
		ck_assert_ptr_nonnull(strstr(x->error, "read: "));
		ck_assert_ptr_nonnull(strstr(x->error, strerror(ENOSPC)));
		ck_assert_double_nan(x->throughput_mib_s);
		ck_assert_double_nan(x->iops);
		ck_assert_uint_eq(x->lat_p50_ns, SAMPLE_ABSENT);
		for (size_t i = 0; i < 3; i += 2) {
			ck_assert_str_eq(s->samples[i].status, "ok");
			ck_assert_uint_eq(s->samples[i].repetitions, 2);
			ck_assert_uint_eq(s->samples[i].bytes, 2 * FILE_SIZE);
		}
		tear_down(s);
	}
}
END_TEST

START_TEST(every_step_may_fail)
{
	static const struct {
		size_t field;
		const char *tests, *text;
		enum mode mode;
	} rows[] = {
		{ offsetof(struct device, open_error), "read", "open: ", MODE_CACHED },
		{ offsetof(struct device, flush_error), "rewrite", "flush: ", MODE_CACHED },
		{ offsetof(struct device, close_error), "read", "close: ", MODE_CACHED },
		{ offsetof(struct device, create_error), "write", "create: ", MODE_CACHED },
		{ offsetof(struct device, drop_error), "read", "drop cache: ", MODE_DEVICE },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up(rows[i].tests);

		*(int *)((char *)&s->device + rows[i].field) = -EIO;
		s->group.mode = rows[i].mode;
		s->setting.direct.support = DIRECT_REFUSED;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_str_eq(s->samples[0].status, "failed");
		ck_assert_uint_eq(s->samples[0].error_number, EIO);
		ck_assert_msg(strstr(s->samples[0].error, rows[i].text) != NULL, "%s", s->samples[0].error);
		ck_assert_double_nan(s->samples[0].throughput_mib_s);
		s->device.create_error = 0;
		tear_down(s);
	}
}
END_TEST

START_TEST(direct_needs_whole_sectors)
{
	static const struct {
		uint32_t record;
		uint64_t file;
		const char *status;
	} rows[] = {
		{ 512, FILE_SIZE, "skipped" },
		{ 4096, FILE_SIZE, "ok" },
		{ 6144, FILE_SIZE, "skipped" },
		{ 8192, FILE_SIZE + 4096, "ok" },
		{ 4096, FILE_SIZE - 512, "skipped" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up("rewrite read");

		s->group.mode = MODE_DEVICE;
		s->group.record_size = rows[i].record;
		s->group.file_size = rows[i].file;
		s->setting.direct = (struct target_direct){ DIRECT_EFFECTIVE, 4096, 512 };
		ck_assert_int_eq(measure(s), 0);
		for (size_t t = 0; t < 2; t++) {
			bool skipped = !strcmp(rows[i].status, "skipped");

			ck_assert_str_eq(s->samples[t].status, rows[i].status);
			ck_assert_int_eq(strstr(s->samples[t].error, "4096") != NULL, skipped);
			ck_assert_int_eq(s->samples[t].bytes == SAMPLE_ABSENT, skipped);
			ck_assert_int_eq(s->samples[t].clocked_ns == SAMPLE_ABSENT, skipped);
			ck_assert_int_eq(isnan(s->samples[t].throughput_mib_s) != 0, skipped);
		}
		tear_down(s);
	}
}
END_TEST

/* How a mode turns into O_DIRECT, and what then counts. */
START_TEST(the_mode_decides_what_is_direct)
{
	static const struct {
		enum mode mode;
		enum direct_support support;
		const struct io_api *api;
		bool direct, dropped, counted;
		int8_t claimed;
	} rows[] = {
		{ MODE_CACHED, DIRECT_EFFECTIVE, &device_api, false, false, false, 0 },
		{ MODE_DEVICE, DIRECT_EFFECTIVE, &device_api, true, false, false, 1 },
		{ MODE_DEVICE, DIRECT_NOMINAL, &device_api, true, false, false, 0 },
		{ MODE_DEVICE, DIRECT_REFUSED, &device_api, false, true, true, 0 },
		{ MODE_DEVICE, DIRECT_EFFECTIVE, &indirect_api, false, true, true, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up("rewrite");

		s->group.mode = rows[i].mode;
		s->setting.direct.support = rows[i].support;
		s->tests[0].api = rows[i].api;
		s->device.flush_ns = REPETITION_NS;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_int_eq(s->device.saw_direct, rows[i].direct);
		ck_assert_int_eq(s->device.saw_indirect, !rows[i].direct);
		ck_assert_int_eq(strchr(s->device.log, 'd') != NULL, rows[i].dropped);
		ck_assert_int_eq(s->samples[0].flush_counted, rows[i].counted);
		ck_assert_int_eq(s->samples[0].direct, rows[i].claimed);
		ck_assert_uint_eq(s->samples[0].flush_ns, REPETITION_NS);
		ck_assert_double_eq_tol(s->samples[0].iops, 1e9 / COST_NS / (rows[i].counted ? 2 : 1), 1e-6);
		tear_down(s);
	}
}
END_TEST

START_TEST(reading_has_no_flush)
{
	struct stage *s = set_up("read");

	s->device.flush_error = -EIO;
	ck_assert_int_eq(measure(s), 0);
	ck_assert_str_eq(s->samples[0].status, "ok");
	ck_assert_uint_eq(s->samples[0].flush_ns, SAMPLE_ABSENT);
	ck_assert_ptr_null(strchr(s->device.log, 'f'));
	tear_down(s);
}
END_TEST

START_TEST(the_stop_flag_ends_it)
{
	for (unsigned at = 1; at < 2 * RECORDS; at++) {
		struct stage *s = set_up("rewrite read");

		s->device.stop_at = at;
		s->setting.min_time_ns = 1000 * REPETITION_NS;
		ck_assert_int_eq(measure(s), -EINTR);
		ck_assert_uint_le(s->device.operations, at + 1);
		tear_down(s);
	}
}
END_TEST

static uint64_t all_parts(const struct timing *timing)
{
	return timing_except(timing, TIMING_OTHER) + timing->ns[TIMING_OTHER];
}

START_TEST(the_time_is_accounted_for)
{
	struct stage *s = set_up("rewrite read");
	uint64_t clocked;

	s->device.flush_ns = 12345;
	s->setting.min_time_ns = 3 * REPETITION_NS;
	ck_assert_int_eq(measure(s), 0);
	clocked = s->samples[0].clocked_ns + s->samples[1].clocked_ns;
	ck_assert_uint_eq(s->timing.ns[TIMING_MEASURING], clocked);
	ck_assert_uint_eq(s->timing.ns[TIMING_FLUSHING], s->samples[0].flush_ns);
	ck_assert_uint_eq(all_parts(&s->timing), s->device.now_ns);
	tear_down(s);
}
END_TEST

/* Long samples keep their throughput over time, through all repetitions; the middle of the run is where it falls. */
START_TEST(a_fall_is_seen)
{
	static const struct {
		uint64_t min_ns;
		unsigned slow_from;
		int8_t fell;
	} rows[] = { { 3000000000, 0, 0 }, { 3000000000, 150, 1 }, { 1900000000, 0, -1 } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct stage *s = set_up("rewrite");
		const struct sample *x = s->samples;
		uint64_t sum = 0;

		s->device.cost_ns[IO_WRITE] = 10000000;
		s->device.slow_from = rows[i].slow_from;
		s->setting.min_time_ns = rows[i].min_ns;
		ck_assert_int_eq(measure(s), 0);
		ck_assert_int_eq(x->fell, rows[i].fell);
		ck_assert_int_eq(x->series != NULL, rows[i].fell >= 0);
		for (unsigned slot = 0; x->series && slot < x->series->n; slot++)
			sum += x->series->bytes[slot];
		if (x->series) {
			ck_assert_uint_eq(sum, x->total_bytes);
			ck_assert_double_eq_tol(x->series_max_mib_s, RECORD * 100 / 1048576.0, 1e-9);
			ck_assert_double_eq_tol(x->series_min_mib_s, RECORD * 100 / 1048576.0 / (rows[i].fell ? 10 : 1), 1e-3);
		}
		ck_assert_int_eq(isnan(x->series_mean_mib_s) != 0, rows[i].fell < 0);
		tear_down(s);
	}
}
END_TEST

/* A rate and a pause are each job's; waiting is counted. */
START_TEST(a_pace_is_kept)
{
	const struct pace paces[] = { { .operations_per_s = 100000 }, { .think_ns = 9000 } };

	for (size_t i = 0; i < 2; i++) {
		struct stage *s = set_up("read");
		const struct sample *x = s->samples;

		s->clock.virtual_wait_ns = device_wait;
		s->setting.pace = &paces[i];
		ck_assert_int_eq(measure(s), 0);
		ck_assert_uint_eq(x->clocked_ns, RECORDS * 10000);
		ck_assert_uint_eq(x->throttle_ns, RECORDS * 9000);
		ck_assert_double_eq_tol(x->iops, 100000, 1e-6);
		ck_assert_uint_eq(x->lat_max_ns, COST_NS);
		ck_assert_uint_eq(x->ilat_max_ns, i ? SAMPLE_ABSENT : COST_NS);
		ck_assert_int_eq(x->part[LATENCY_INTENDED] != NULL, !i);
		ck_assert_double_eq_tol(x->depth_reached, 0.1, 1e-9);
		tear_down(s);
	}
}
END_TEST

/* Random orders differ from pass to pass and from seed to seed, and are the same for the same. */
START_TEST(each_pass_has_an_order_of_its_own)
{
	static const struct {
		uint64_t pass, seed;
	} rows[] = { { 1, 1 }, { 2, 1 }, { 1, 2 }, { 1, 1 } };
	uint64_t first[4];

	for (size_t i = 0; i < 4; i++) {
		struct stage *s = set_up("randread");

		/* Of so many records, two orders begin alike once in a hundred million. */
		s->group.file_size = 100000000ULL * RECORD;
		s->group.mode = MODE_DEVICE;
		s->setting.max_time_ns = COST_NS;
		s->group.pass = rows[i].pass;
		s->group.seed = rows[i].seed;
		ck_assert_int_eq(measure(s), 0);
		first[i] = s->device.first_offset;
		tear_down(s);
	}
	ck_assert_uint_eq(first[0], first[3]);
	ck_assert_uint_ne(first[0], first[1]);
	ck_assert_uint_ne(first[0], first[2]);
	ck_assert_uint_ne(first[1], first[2]);
}
END_TEST

Suite *suite_group(void)
{
	Suite *suite = suite_create("group");
	TCase *tcase = tcase_create("group");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, repeats_until_the_minimum_time);
	tcase_add_test(tcase, the_whole_sequence_is_repeated);
	tcase_add_test(tcase, a_new_file_for_each_repetition);
	tcase_add_test(tcase, files_take_what_they_may_and_no_more);
	tcase_add_test(tcase, the_wall_clock_ends_the_repetitions);
	tcase_add_test(tcase, long_samples_are_cut_in_device_mode);
	tcase_add_test(tcase, goes_on_where_it_was_told);
	tcase_add_test(tcase, a_failed_test_leaves_the_others);
	tcase_add_test(tcase, every_step_may_fail);
	tcase_add_test(tcase, direct_needs_whole_sectors);
	tcase_add_test(tcase, the_mode_decides_what_is_direct);
	tcase_add_test(tcase, reading_has_no_flush);
	tcase_add_test(tcase, the_stop_flag_ends_it);
	tcase_add_test(tcase, the_time_is_accounted_for);
	tcase_add_test(tcase, a_fall_is_seen);
	tcase_add_test(tcase, a_pace_is_kept);
	tcase_add_test(tcase, each_pass_has_an_order_of_its_own);
	suite_add_tcase(suite, tcase);
	return suite;
}
