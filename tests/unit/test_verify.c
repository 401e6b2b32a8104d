/* Verification: what is whole passes, over every API, pattern and size, and one bit that is not is found where it is. */
#include "measure/verify.h"

#include "base/err.h"
#include "stats/histogram.h"
#include "unit/fixture_run.h"
#include "unit/small_run.h"
#include "unit/sparse.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof(*(table)))
#define API io_apis[_i]
#define ALL_PATTERNS \
	{ "write", "rewrite", "read", "reread", "randread", "randwrite", "backward", "recrewrite", "stride", "mixed" }

static bool is_synchronous(const struct io_api *api)
{
	return api->flags & IO_API_SYNCHRONOUS;
}

/* Ends the test, as passed, where there is nothing to read back. */
static bool has_files(const struct io_api *api)
{
	if (!small_run_is_real(api))
		return false;
	small_run_need(api);
	return true;
}

/* ---- whole runs ---- */

static void passes(const struct small_run *run)
{
	struct small_run_result result;

	small_run(run, &result);
	for (size_t i = 0; i < result.journal.samples_n; i++) {
		const struct sample *s = &result.journal.samples[i];

		ck_assert_msg(sample_ok(s), "%s, %s, records of %llu, depth %u, %u jobs: %s at %llu", s->api, s->test,
			      (unsigned long long)s->record_size_bytes, run->depth, run->jobs, s->error,
			      (unsigned long long)s->error_offset_bytes);
	}
	ck_assert_uint_gt(result.journal.samples_n, 0);
	small_run_release(&result);
}

START_TEST(clean_runs_pass)
{
	static const struct {
		uint64_t file_size, records[SMALL_RUN_LIST];
	} sizes[] = {
		{ 20000, { 512, 4096, 5000, 8192 } },
		{ 1, { 1 } },
		{ 1003, { 10, 100, 1003 } },
		{ 8 * 4096 + 3, { 4096, 4097, 12288 } },
	};
	static const unsigned depths[] = { 1, 4 };

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		for (size_t d = 0; d < (is_synchronous(API) ? 1 : COUNT(depths)); d++) {
			struct small_run run = {
				.api = API->name,
				.patterns = ALL_PATTERNS,
				.file_size = sizes[i].file_size,
				.mode = MODE_CACHED,
				.direct = DIRECT_REFUSED,
				.depth = depths[d],
				.verify = true,
			};

			memcpy(run.records, sizes[i].records, sizeof(run.records));
			passes(&run);
		}
	}
}
END_TEST

/* Files that go beyond one turn of the data, and records that begin at many places of it. */
START_TEST(all_places_of_the_data_pass)
{
	static const char *const names[] = { "psync", "mmap", "libaio", "io_uring" };
	static const struct {
		uint64_t file_size, records[SMALL_RUN_LIST];
	} sizes[] = {
		{ 140000, { 512, 1000 } },
		{ (1 << 20) + 4, { 4096, 12288, 65536, 98304, 131072, 1 << 20 } },
	};
	const struct io_api *api = io_api_find(names[_i]);

	if (!has_files(api))
		return;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct small_run run = {
			.api = api->name,
			.patterns = { "write", "read", "randwrite", "randread", "recrewrite", "backward" },
			.file_size = sizes[i].file_size,
			.mode = MODE_CACHED,
			.direct = DIRECT_REFUSED,
			.depth = 4,
			.verify = true,
		};

		memcpy(run.records, sizes[i].records, sizeof(run.records));
		passes(&run);
	}
}
END_TEST

/* In device mode: direct where the API can and the file system takes it, else with the cache dropped. */
START_TEST(clean_runs_pass_past_the_cache)
{
	const char *tmp = getenv("TMPDIR");
	struct small_run run = {
		.api = API->name,
		.patterns = ALL_PATTERNS,
		.file_size = 10 * 4096,
		.records = { 4096, 3 * 4096 },
		.mode = MODE_DEVICE,
		.dir = tmp ? tmp : "/tmp",
		.depth = 3,
		.verify = true,
	};
	char path[400];
	int fd;

	if (!has_files(API) || API->flags & IO_API_CACHED_ONLY)
		return;
	run.direct = DIRECT_REFUSED;
	passes(&run);
	snprintf(path, sizeof(path), "%s/verify-direct-XXXXXX", run.dir);
	fd = mkostemp(path, O_DIRECT);
	if (fd < 0)
		return;
	close(fd);
	unlink(path);
	run.direct = DIRECT_EFFECTIVE;
	passes(&run);
}
END_TEST

/* Processes before threads: glibc's asynchronous I/O does not survive a fork once it was used. */
START_TEST(clean_runs_of_jobs_pass)
{
	static const enum job_files files[] = { JOB_FILES_OWN, JOB_FILES_SEGMENTS, JOB_FILES_STRIDED };

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(files) * 2; i++) {
		const struct small_run run = {
			.api = API->name,
			.patterns = ALL_PATTERNS,
			.file_size = 50000,
			.records = { 4096, 5000 },
			.mode = MODE_CACHED,
			.direct = DIRECT_REFUSED,
			.depth = 2,
			.jobs = 3,
			.job_files = files[i % COUNT(files)],
			.processes = i < COUNT(files),
			.verify = true,
		};

		passes(&run);
	}
}
END_TEST

START_TEST(data_of_any_shape_pass)
{
	static const struct data_shape shapes[] = { { 50, 0 }, { 100, 0 }, { 0, 100 }, { 30, 60 } };

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(shapes) * 2; i += sparse_step()) {
		const struct small_run run = {
			.api = API->name,
			.patterns = ALL_PATTERNS,
			.file_size = 100000,
			.records = { 4096, 20000 },
			.mode = MODE_CACHED,
			.direct = DIRECT_REFUSED,
			.depth = 3,
			.jobs = 1 + i % 2,
			.verify = true,
			.data = shapes[i / 2],
		};

		passes(&run);
	}
}
END_TEST

/* ---- whole runs in which one bit is wrong ---- */

#define FILE_SIZE UINT64_C(20000)
#define RECORD UINT64_C(8192)
#define OPERATIONS 3 /* two and a short one */

static const unsigned places[] = { 0, 1, 7, 8, 4095, 4096, 4103, 1000000 };

/* The place that a byte=K means in the operation, as an offset in the file. */
static uint64_t place_in_file(unsigned operation, unsigned place)
{
	uint64_t offset = operation * RECORD, len = FILE_SIZE - offset < RECORD ? FILE_SIZE - offset : RECORD;

	return offset + (place < len ? place : len - 1);
}

static void run_damaged(const struct io_api *api, const char *pattern, const char *fault, struct small_run_result *result)
{
	const struct small_run run = {
		.api = api->name,
		.patterns = { pattern, "backward" },
		.file_size = FILE_SIZE,
		.records = { RECORD },
		.mode = MODE_CACHED,
		.direct = DIRECT_REFUSED,
		.fault = fault,
		.depth = 2,
		.verify = true,
	};

	small_run(&run, result);
	ck_assert_uint_eq(result->journal.samples_n, 2);
}

static void differs_at(const struct sample *s, const char *fault, uint64_t offset)
{
	ck_assert_msg(!strcmp(s->status, "failed"), "%s, %s, %s: not found", s->api, s->test, fault);
	ck_assert_str_eq(s->error, "verify: byte differs");
	ck_assert_uint_eq(s->error_number, EILSEQ);
	ck_assert_msg(s->error_offset_bytes == offset, "%s, %s, %s: found at %llu, not %llu", s->api, s->test, fault,
		      (unsigned long long)s->error_offset_bytes, (unsigned long long)offset);
}

START_TEST(a_bit_written_wrongly_is_found)
{
	static const char *const names[] = { "write", "rewrite" };
	char fault[80];

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(names) * OPERATIONS * COUNT(places); i += sparse_step()) {
		unsigned operation = (unsigned)(i / COUNT(places)) % OPERATIONS, place = places[i % COUNT(places)];
		struct small_run_result result;

		snprintf(fault, sizeof(fault), "corrupt=%u,byte=%u", operation + 1, place);
		run_damaged(API, names[i / COUNT(places) / OPERATIONS], fault, &result);
		differs_at(&result.journal.samples[0], fault, place_in_file(operation, place));
		ck_assert(sample_ok(&result.journal.samples[1]));
		small_run_release(&result);
	}
}
END_TEST

/* In random order the record is not known, but the place in it is. */
START_TEST(a_bit_written_wrongly_somewhere_is_found)
{
	if (!has_files(API))
		return;
	for (unsigned operation = 0; operation < OPERATIONS; operation++) {
		struct small_run_result result;
		char fault[80];

		snprintf(fault, sizeof(fault), "corrupt=%u,byte=100", operation + 1);
		run_damaged(API, "randwrite", fault, &result);
		differs_at(&result.journal.samples[0], fault,
			   result.journal.samples[0].error_offset_bytes / RECORD * RECORD + 100);
		small_run_release(&result);
	}
}
END_TEST

/* One record again and again: all wrong is found, and of one request at a time only the last one counts. */
START_TEST(of_a_record_rewritten_the_last_time_counts)
{
	char fault[80];

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(places); i += sparse_step()) {
		struct small_run_result result;

		snprintf(fault, sizeof(fault), "corrupt=1,count=1000,byte=%u", places[i]);
		run_damaged(API, "recrewrite", fault, &result);
		differs_at(&result.journal.samples[0], fault, place_in_file(0, places[i]));
		small_run_release(&result);
	}
	for (unsigned n = 1; n <= OPERATIONS && is_synchronous(API); n++) {
		struct small_run_result result;

		snprintf(fault, sizeof(fault), "corrupt=%u,byte=9", n);
		run_damaged(API, "recrewrite", fault, &result);
		if (n == OPERATIONS)
			differs_at(&result.journal.samples[0], fault, 9);
		else
			ck_assert_msg(sample_ok(&result.journal.samples[0]), "%s", result.journal.samples[0].error);
		small_run_release(&result);
	}
}
END_TEST

/* What is measured is not compared; what is read once more is, against what the writing test has left. */
START_TEST(a_bit_read_wrongly_is_found)
{
	static const char *const names[] = { "rewrite", "randwrite", "recrewrite" };
	char fault[80];

	if (!has_files(API))
		return;
	for (size_t i = 0; i < COUNT(names) * 2 * OPERATIONS; i += sparse_step()) {
		unsigned n = (unsigned)(i % (2 * OPERATIONS)), backward = 2 * OPERATIONS - 1 - n;
		const char *name = names[i / (2 * OPERATIONS)];
		bool known = is_synchronous(API) || strcmp(name, "recrewrite") != 0 || backward;
		struct small_run_result result;

		snprintf(fault, sizeof(fault), "misread=%u,byte=4100", n + 1);
		run_damaged(API, name, fault, &result);
		if (n < OPERATIONS || !known)
			ck_assert_msg(sample_ok(&result.journal.samples[1]), "%s: %s", name, result.journal.samples[1].error);
		else
			differs_at(&result.journal.samples[1], fault, place_in_file(backward, 4100));
		ck_assert(sample_ok(&result.journal.samples[0]));
		small_run_release(&result);
	}
}
END_TEST

/* ---- one file, damaged through another descriptor ---- */

struct scene {
	char dir[FIXTURE_PATH_LEN];
	const struct io_api *api;
	void *session;
	struct target *target;
	uint64_t file;
	struct clock clock;
	struct buffer buffer;
	struct pattern_config config;
	struct engine_result result;
	struct io_settings settings;
	struct verify verify;
};

static const _Atomic sig_atomic_t no_stop;

static void run_pattern(struct scene *s, const struct pattern *pattern, void *handle)
{
	struct histogram *unused = malloc(sizeof(*unused));
	struct pattern_state state;
	const struct engine_work work = {
		.api = s->api,
		.handle = handle,
		.pattern = pattern,
		.state = &state,
		.buffer = &s->buffer,
		.depth = 1,
		.clock = &s->clock,
		.stop = &no_stop,
		.max_ns = UINT64_MAX,
		.latency = { unused, unused },
	};

	ck_assert_ptr_nonnull(unused);
	histogram_init(unused);
	pattern_start(pattern, &s->config, &state);
	ck_assert_int_eq(engine_run(&work, &s->result), 0);
	free(unused);
}

static uint64_t zero_ns(void *context)
{
	(void)context;
	return 0;
}

static void scene_open(struct scene *s, const struct io_api *api)
{
	struct io_session_config session = { .seed = 1 };
	struct target_config target = { .dir = s->dir };
	struct err err = ERR_INIT;

	*s = (struct scene){ .api = api };
	fixture_make(s->dir);
	if (api->session_open)
		ck_assert_int_eq(api->session_open(&session, &s->session, &err), 0);
	ck_assert_msg(!target_open(&target, &s->target, &err), "%s", err.text);
	ck_assert_int_eq(target_create(s->target, FILE_SIZE, &s->file), 0);
	ck_assert_int_eq(buffer_init(&s->buffer, engine_buffer_size(1 << 20, 1), 3, false), 0);
	clock_init_virtual(&s->clock, zero_ns, NULL);
}

static void scene_write(struct scene *s, const char *pattern, uint64_t file_size, uint32_t record)
{
	struct io_open o = { .file_size = file_size, .record_size = record, .depth = 1, .writable = true };
	void *handle;

	s->config = (struct pattern_config){
		.file_size = file_size, .record_size = record, .seed = 7, .start_offset = PATTERN_FROM_START };
	s->verify = (struct verify){
		.target = s->target,
		.file = s->file,
		.api = s->api,
		.session = s->session,
		.settings = &s->settings,
		.pattern = pattern_find(pattern),
		.config = &s->config,
		.result = &s->result,
		.buffer = &s->buffer,
		.depth = 1,
		.stop = &no_stop,
	};
	engine_name_memory(s->verify.pattern, &s->buffer, &o);
	ck_assert_int_eq(target_file_open(s->target, s->file, TARGET_WRITABLE, &o.fd), 0);
	ck_assert_int_eq(s->api->open(s->session, &o, &handle), 0);
	run_pattern(s, s->verify.pattern, handle);
	ck_assert_int_eq(s->api->flush(handle), 0);
	ck_assert_int_eq(s->api->close(handle), 0);
}

static void scene_close(struct scene *s)
{
	if (s->api->session_close)
		s->api->session_close(s->session);
	ck_assert_int_eq(target_close(s->target), 0);
	buffer_release(&s->buffer);
	fixture_remove(s->dir);
}

static void flip(struct scene *s, uint64_t offset)
{
	unsigned char byte;
	int fd;

	ck_assert_int_eq(target_file_open(s->target, s->file, TARGET_WRITABLE, &fd), 0);
	ck_assert_int_eq(pread(fd, &byte, 1, (off_t)offset), 1);
	byte ^= 0x10;
	ck_assert_int_eq(pwrite(fd, &byte, 1, (off_t)offset), 1);
	close(fd);
}

static void is_found_at(struct scene *s, const struct content *content, uint64_t place)
{
	uint64_t offset;

	flip(s, place);
	ck_assert_int_eq(content ? verify_read(&s->verify, content, &offset) : verify_written(&s->verify, &offset),
			 -VERIFY_DIFFERS);
	ck_assert_uint_eq(offset, place);
	flip(s, place);
}

/* First, stamp, behind it, edges of blocks and records, the short record at the end, last. */
static const uint64_t offsets[] = { 0, 7, 8, 4095, 4096, 4999, 5000, 5001, 5007, 9095, 9096, 10000, 19999, 20000, 20001,
				    20002 };

#define ODD_SIZE 20003U
#define ODD_RECORD 5000U

START_TEST(each_byte_counts)
{
	static const char *const names[] = { "write", "randwrite" };
	struct content content = { .n = 0 };
	struct scene s;

	if (!has_files(API))
		return;
	scene_open(&s, API);
	for (size_t p = 0; p < COUNT(names); p++) {
		uint64_t offset;

		scene_write(&s, names[p], ODD_SIZE, ODD_RECORD);
		ck_assert_int_eq(verify_written(&s.verify, &offset), 0);
		for (size_t i = 0; i < COUNT(offsets); i++)
			is_found_at(&s, NULL, offsets[i]);
		ck_assert_int_eq(verify_written(&s.verify, &offset), 0);
		content_write(&content, s.verify.pattern, &s.config, &s.result, 1);
		/* Read in records that share no edge with those that were written. */
		s.config.record_size = 3001;
		s.result.operations = 7;
		s.verify.pattern = pattern_find("stride");
		ck_assert_int_eq(verify_read(&s.verify, &content, &offset), 0);
		for (size_t i = 0; i < COUNT(offsets); i++)
			is_found_at(&s, &content, offsets[i]);
	}
	scene_close(&s);
}
END_TEST

/* Beyond one turn too, in what was written and in what is read in other records. */
START_TEST(each_byte_counts_at_all_places)
{
	static const uint32_t records[] = { 512, 1000, 4096, 12288, 65536, 98304, 131072, 1 << 20 };
	static const uint64_t far[] = { 0, 4100, 65535, 131071, 131072, 131079, 140000, 262144, 1048575, 1048576, 1048579 };
	const uint64_t file_size = (1 << 20) + 4;
	struct content content = { .n = 0 };
	uint64_t offset;
	struct scene s;

	scene_open(&s, io_api_find("psync"));
	scene_write(&s, "randwrite", file_size, records[_i]);
	ck_assert_int_eq(verify_written(&s.verify, &offset), 0);
	for (size_t i = 0; i < COUNT(far); i++)
		is_found_at(&s, NULL, far[i]);
	content_write(&content, s.verify.pattern, &s.config, &s.result, 1);
	s.config.record_size = 30001;
	s.result.operations = UINT64_MAX;
	s.verify.pattern = pattern_find("read");
	ck_assert_int_eq(verify_read(&s.verify, &content, &offset), 0);
	for (size_t i = 0; i < COUNT(far); i++)
		is_found_at(&s, &content, far[i]);
	scene_close(&s);
}
END_TEST

/* A file that ends too soon, and what an earlier repetition has left, are no better. */
START_TEST(what_is_missing_or_old_is_found)
{
	struct engine_result first;
	struct scene s;
	uint64_t offset;

	if (!has_files(API))
		return;
	scene_open(&s, API);
	scene_write(&s, "write", ODD_SIZE, ODD_RECORD);
	first = s.result;
	scene_write(&s, "rewrite", ODD_SIZE, ODD_RECORD);
	ck_assert_int_eq(verify_written(&s.verify, &offset), 0);
	s.verify.result = &first;
	ck_assert_int_eq(verify_written(&s.verify, &offset), -VERIFY_DIFFERS);
	ck_assert_uint_lt(offset, sizeof(uint64_t));
	s.verify.result = &s.result;
	ck_assert_int_eq(target_truncate(s.target, s.file), 0);
	ck_assert_int_eq(verify_written(&s.verify, &offset), -ENODATA);
	ck_assert_uint_eq(offset, 0);
	scene_close(&s);
}
END_TEST

/* Only what was done is looked at. */
START_TEST(what_was_cut_off_does_not_matter)
{
	struct scene s;
	uint64_t offset;

	if (!has_files(API))
		return;
	scene_open(&s, API);
	scene_write(&s, "write", ODD_SIZE, ODD_RECORD);
	s.result.operations = 2;
	flip(&s, 2 * ODD_RECORD);
	ck_assert_int_eq(verify_written(&s.verify, &offset), 0);
	s.result.operations = 3;
	ck_assert_int_eq(verify_written(&s.verify, &offset), -VERIFY_DIFFERS);
	ck_assert_uint_eq(offset, 2 * ODD_RECORD);
	scene_close(&s);
}
END_TEST

/* ---- what a file is known to hold ---- */

/* A writing of a file of 100 bytes. */
struct writing {
	const char *pattern;
	uint32_t record_size;
	uint64_t operations;
	unsigned depth;
	bool cut;
};

static void write_content(struct content *content, const struct writing *w, uint64_t stamp)
{
	const struct pattern_config config = { .file_size = 100, .record_size = w->record_size };
	const struct engine_result result = { .operations = w->operations, .stamp = stamp, .cut = w->cut };

	content_write(content, pattern_find(w->pattern), &config, &result, w->depth);
}

/* Which of the writings, counted from 1, what lies at this place comes from; 0: not known. */
static uint64_t layer_of(const struct content *content, uint64_t offset)
{
	uint64_t end;
	const struct content_layer *layer = content_at(content, offset, &end);

	ck_assert_uint_gt(end, offset);
	return layer ? layer->stamp : 0;
}

START_TEST(layers_lie_over_each_other)
{
	static const struct {
		struct writing writings[4];
		uint64_t at[4]; /* what lies at 0, 15, 35, 99 */
	} rows[] = {
		{ { { NULL, 0, 0, 0, false } }, { 0, 0, 0, 0 } },
		{ { { "write", 10, 10, 1, false } }, { 1, 1, 1, 1 } },
		{ { { "write", 10, 10, 1, true } }, { 0, 0, 0, 0 } },
		{ { { "write", 10, 10, 1, false }, { "recrewrite", 30, 1, 1, false } }, { 2, 2, 1, 1 } },
		{ { { "write", 10, 10, 1, false }, { "recrewrite", 30, 1, 4, false } }, { 0, 0, 1, 1 } },
		{ { { "write", 10, 10, 1, false }, { "recrewrite", 30, 1, 1, false }, { "recrewrite", 10, 1, 1, false } },
		  { 3, 2, 1, 1 } },
		{ { { "write", 10, 10, 1, false }, { "recrewrite", 10, 1, 1, false }, { "recrewrite", 30, 1, 1, false } },
		  { 3, 3, 1, 1 } },
		{ { { "write", 10, 10, 1, false }, { "recrewrite", 10, 1, 1, false }, { "randwrite", 20, 5, 8, false } },
		  { 3, 3, 3, 3 } },
		{ { { "write", 10, 10, 1, false }, { "mixed", 10, 10, 1, false } }, { 0, 0, 0, 0 } },
		{ { { "recrewrite", 30, 1, 1, false } }, { 1, 1, 0, 0 } },
		{ { { "recrewrite", 200, 1, 1, false } }, { 1, 1, 1, 1 } },
	};
	static const uint64_t at[] = { 0, 15, 35, 99 };
	struct content content = { .n = 0 };

	for (unsigned i = 0; i < 4 && rows[_i].writings[i].pattern; i++)
		write_content(&content, &rows[_i].writings[i], i + 1);
	for (size_t i = 0; i < COUNT(at); i++)
		ck_assert_uint_eq(layer_of(&content, at[i]), rows[_i].at[i]);
	content_forget(&content);
	ck_assert_uint_eq(layer_of(&content, 0), 0);
}
END_TEST

/* More of them than there is room for makes it unknown, not wrong. */
START_TEST(too_many_layers_are_forgotten)
{
	struct content content = { .n = 0 };
	struct writing w = { "recrewrite", 90, 1, 1, false };

	for (unsigned i = 0; i < CONTENT_LAYERS; i++, w.record_size -= 5)
		write_content(&content, &w, i + 1);
	ck_assert_uint_eq(layer_of(&content, 0), CONTENT_LAYERS);
	write_content(&content, &w, 99);
	ck_assert_uint_eq(layer_of(&content, 0), 0);
	ck_assert_uint_eq(layer_of(&content, 80), 0);
}
END_TEST

Suite *suite_verify(void)
{
	Suite *suite = suite_create("verify");
	TCase *tcase = tcase_create("verify");
	int n = (int)io_apis_n;

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, clean_runs_pass, 0, n);
	tcase_add_loop_test(tcase, all_places_of_the_data_pass, 0, 4);
	tcase_add_loop_test(tcase, clean_runs_pass_past_the_cache, 0, n);
	tcase_add_loop_test(tcase, clean_runs_of_jobs_pass, 0, n);
	tcase_add_loop_test(tcase, data_of_any_shape_pass, 0, n);
	tcase_add_loop_test(tcase, a_bit_written_wrongly_is_found, 0, n);
	tcase_add_loop_test(tcase, a_bit_written_wrongly_somewhere_is_found, 0, n);
	tcase_add_loop_test(tcase, of_a_record_rewritten_the_last_time_counts, 0, n);
	tcase_add_loop_test(tcase, a_bit_read_wrongly_is_found, 0, n);
	tcase_add_loop_test(tcase, each_byte_counts, 0, n);
	tcase_add_loop_test(tcase, each_byte_counts_at_all_places, 0, 8);
	tcase_add_loop_test(tcase, what_is_missing_or_old_is_found, 0, n);
	tcase_add_loop_test(tcase, what_was_cut_off_does_not_matter, 0, n);
	tcase_add_loop_test(tcase, layers_lie_over_each_other, 0, 11);
	tcase_add_test(tcase, too_many_layers_are_forgotten);
	suite_add_tcase(suite, tcase);
	return suite;
}
