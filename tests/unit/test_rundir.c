#include "store/rundir.h"

#include "base/err.h"
#include "store/run_config.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[FIXTURE_PATH_LEN];

static void make_dir(void)
{
	fixture_make(dir);
}

static void remove_dir(void)
{
	fixture_remove(dir);
}

static void get_file(const char *name, struct strbuf *text)
{
	struct strbuf path;

	strbuf_init(&path);
	strbuf_init(text);
	strbuf_addf(&path, "%s/%s", dir, name);
	ck_assert_int_eq(strbuf_read_file(text, path.buf), 0);
	strbuf_release(&path);
}

static void put_file(const char *name, const char *text)
{
	struct err err = ERR_INIT;

	ck_assert_msg(!rundir_write_file(dir, name, text, strlen(text), &err), "%s", err.text);
}

static void start(void)
{
	struct config config;

	fixture_config(&config);
	fixture_start(dir, &config);
	config_release(&config);
}

static json_t *read_run(void)
{
	struct err err = ERR_INIT;
	json_t *run;
	bool newer;

	ck_assert_msg(!rundir_read(dir, &run, &newer, &err), "%s", err.text);
	ck_assert_int_eq(newer, false);
	return run;
}

static const char *member(const json_t *run, const char *key)
{
	return json_string_value(json_object_get(run, key));
}

START_TEST(default_paths)
{
	static const char *const rows[][2] = {
		{ "db1", "./iosweep-db1-20260131-090500" },
		{ "a.b_c-d", "./iosweep-a.b_c-d-20260131-090500" },
		{ "../x y/\n\xc3\xa9", "./iosweep-..-x-y-----20260131-090500" },
		{ "", "./iosweep--20260131-090500" },
	};
	const struct tm when = { .tm_year = 126, .tm_mon = 0, .tm_mday = 31, .tm_hour = 9, .tm_min = 5 };
	struct strbuf path;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		strbuf_init(&path);
		rundir_default_path(rows[i][0], &when, &path);
		ck_assert_str_eq(path.buf, rows[i][1]);
		strbuf_release(&path);
	}
}
END_TEST

START_TEST(times)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00Z" },
		{ 1769897700999999999, "2026-01-31T22:15:00Z" },
		{ 4102444800000000000, "2100-01-01T00:00:00Z" },
	};
	struct strbuf text;

	setenv("TZ", "America/New_York", 1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		strbuf_init(&text);
		rundir_format_time(rows[i].ns, &text);
		ck_assert_str_eq(text.buf, rows[i].text);
		strbuf_release(&text);
	}
}
END_TEST

START_TEST(creates_only_where_nothing_is)
{
	struct err err = ERR_INIT;
	char path[FIXTURE_PATH_LEN + 32];

	ck_assert_int_eq(rundir_create(dir, &err), 0);
	snprintf(path, sizeof(path), "%s/new", dir);
	ck_assert_int_eq(rundir_create(path, &err), 0);
	ck_assert_int_eq(rundir_create(dir, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_ptr_nonnull(strstr(err.text, "not empty"));
	snprintf(path, sizeof(path), "%s/no/parent", dir);
	ck_assert_int_eq(rundir_create(path, &err), -1);
	ck_assert_int_eq(err.errnum, ENOENT);
	put_file("file", "x");
	snprintf(path, sizeof(path), "%s/file", dir);
	ck_assert_int_eq(rundir_create(path, &err), -1);
	ck_assert_int_eq(err.errnum, ENOTDIR);
}
END_TEST

START_TEST(run_json_tells_the_run)
{
	const struct rundir_end end = { .finished_ns = 1769901300000000000, .stopped_by = SIGTERM };
	struct err err = ERR_INIT;
	json_t *run;

	start();
	run = read_run();
	ck_assert_str_eq(member(run, "version"), "9.8.7");
	ck_assert_str_eq(member(run, "started"), "2026-01-31T22:15:00Z");
	ck_assert_str_eq(member(run, "state"), "running");
	ck_assert_str_eq(member(run, "command"), "iosweep /mnt/data");
	ck_assert_int_eq(json_integer_value(json_object_get(run, "seed")), 7);
	for (const char *const *key = (const char *const[]){ "finished", "stopped_by", "plan", "environment", "timing",
							     NULL }; *key; key++)
		ck_assert_msg(json_is_null(json_object_get(run, *key)), "%s", *key);
	json_decref(run);

	ck_assert_int_eq(rundir_finish(dir, &end, &err), 0);
	run = read_run();
	ck_assert_str_eq(member(run, "state"), "stopped");
	ck_assert_str_eq(member(run, "finished"), "2026-01-31T23:15:00Z");
	ck_assert_int_eq(json_integer_value(json_object_get(run, "stopped_by")), SIGTERM);
	ck_assert_str_eq(member(run, "started"), "2026-01-31T22:15:00Z");
	json_decref(run);

	ck_assert_int_eq(rundir_reopen(dir, NULL, &err), 0);
	run = read_run();
	ck_assert_str_eq(member(run, "state"), "running");
	ck_assert(json_is_null(json_object_get(run, "finished")));
	ck_assert(json_is_null(json_object_get(run, "stopped_by")));
	json_decref(run);
}
END_TEST

START_TEST(what_the_caller_gives_is_stored)
{
	json_t *plan = json_pack("{s:i}", "cells", 12), *environment = json_pack("{s:s}", "host_name", "db1");
	json_t *timing = json_pack("{s:f}", "seconds", 0.1), *run;
	struct rundir_end end = { .finished_ns = 1, .timing = timing };
	struct config config;
	struct rundir_start given = { .config = &config, .version = "1", .plan = plan, .environment = environment };
	struct err err = ERR_INIT;

	fixture_config(&config);
	ck_assert_int_eq(rundir_write_start(dir, &given, &err), 0);
	ck_assert_int_eq(rundir_finish(dir, &end, &err), 0);
	run = read_run();
	ck_assert(json_equal(json_object_get(run, "plan"), plan));
	ck_assert(json_equal(json_object_get(run, "environment"), environment));
	ck_assert(json_equal(json_object_get(run, "timing"), timing));
	ck_assert_str_eq(member(run, "state"), "complete");
	json_decref(run);
	json_decref(plan);
	json_decref(environment);
	json_decref(timing);
	config_release(&config);
}
END_TEST

static const struct {
	const char *text, *error;
} formats[] = {
	{ "{", "run.json, line 1: " },
	{ "", "run.json, line 1: " },
	{ "{\"a\": 1,\n \"a\": 2}", "run.json, line 2: " },
	{ "[]", "is not the description of a run" },
	{ "{\"format\": {\"name\": \"other\", \"version\": 1}}", "is not the description of a run" },
	{ "{\"format\": {\"name\": \"iosweep-run\"}}", "is not the description of a run" },
	{ "{\"format\": {\"name\": \"iosweep-run\", \"version\": 2}}", "newer iosweep (format 2, " },
};

START_TEST(other_files_are_refused)
{
	struct err err = ERR_INIT;
	json_t *run;
	bool newer;

	put_file("run.json", formats[_i].text);
	ck_assert_int_eq(rundir_read(dir, &run, &newer, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_msg(strstr(err.text, formats[_i].error) && strstr(err.text, dir), "%s", err.text);
	ck_assert_ptr_null(run);
}
END_TEST

START_TEST(a_directory_without_a_run)
{
	const struct rundir_end end = { .finished_ns = 1 };
	struct err err = ERR_INIT;
	json_t *run;
	bool newer;

	ck_assert_int_eq(rundir_read(dir, &run, &newer, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "is not the directory of a run"));
	ck_assert_int_eq(rundir_finish(dir, &end, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "is not the directory of a run"));
	ck_assert_int_eq(rundir_read("/nonexistent", &run, &newer, &err), -1);
}
END_TEST

static size_t entries(void)
{
	DIR *d = opendir(dir);
	size_t n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

START_TEST(files_are_replaced_whole_or_not_at_all)
{
	char big[4096];
	struct rlimit old, limit;
	struct err err = ERR_INIT;
	struct strbuf text;

	memset(big, 'b', sizeof(big));
	ck_assert_int_eq(rundir_make_folder(dir, "a/b", &err), 0);
	ck_assert_int_eq(rundir_make_folder(dir, "a/b", &err), 0);
	put_file("a/b/out.txt", "old");
	put_file("a/b/out.txt", "older");
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	limit = old;
	limit.rlim_cur = 1000;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(rundir_write_file(dir, "a/b/out.txt", big, sizeof(big), &err), -1);
	ck_assert_int_eq(rundir_write_file(dir, "new.txt", big, sizeof(big), &err), -1);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_int_eq(err.errnum, EFBIG);
	ck_assert_ptr_nonnull(strstr(err.text, "/new.txt: "));
	get_file("a/b/out.txt", &text);
	ck_assert_str_eq(text.buf, "older");
	strbuf_release(&text);
	ck_assert_uint_eq(entries(), 1);
	ck_assert_int_eq(rundir_write_file(dir, "no/out.txt", "x", 1, &err), -1);
	ck_assert_int_eq(err.errnum, ENOENT);
	put_file("file", "x");
	ck_assert_int_eq(rundir_make_folder(dir, "file/sub", &err), -1);
	ck_assert_int_eq(err.errnum, ENOTDIR);
}
END_TEST

static void compare_counts(const struct size_list *a, const struct size_list *b)
{
	ck_assert_uint_eq(a->n, b->n);
	ck_assert_mem_eq(a->v, b->v, a->n * sizeof(*a->v));
}

static void assert_same_config(const struct config *a, const struct config *b)
{
	ck_assert_pstr_eq(a->target, b->target);
	ck_assert_pstr_eq(a->output, b->output);
	ck_assert_pstr_eq(a->command, b->command);
	ck_assert_pstr_eq(a->sim_model, b->sim_model);
	ck_assert_pstr_eq(a->raid, b->raid);
	ck_assert_uint_eq(a->file_sizes.n, b->file_sizes.n);
	ck_assert_mem_eq(a->file_sizes.v, b->file_sizes.v, a->file_sizes.n * sizeof(*a->file_sizes.v));
	ck_assert_uint_eq(a->records.n, b->records.n);
	ck_assert_mem_eq(a->records.v, b->records.v, a->records.n * sizeof(*a->records.v));
	ck_assert_uint_eq(a->tests_n, b->tests_n);
	for (size_t i = 0; i < a->tests_n; i++) {
		ck_assert_str_eq(a->tests[i].name, b->tests[i].name);
		ck_assert_str_eq(a->tests[i].api, b->tests[i].api);
		ck_assert_str_eq(a->tests[i].pattern, b->tests[i].pattern);
	}
	ck_assert_mem_eq(a->modes, b->modes, sizeof(a->modes));
	compare_counts(&a->depth, &b->depth);
	compare_counts(&a->jobs, &b->jobs);
	ck_assert_int_eq(a->io.sync_mode, b->io.sync_mode);
	ck_assert_uint_eq(a->io.iovecs, b->io.iovecs);
	ck_assert_int_eq(a->io.dontcache, b->io.dontcache);
	ck_assert_uint_eq(a->io.stdio_buffer_bytes, b->io.stdio_buffer_bytes);
	ck_assert_int_eq(a->io.map_advice, b->io.map_advice);
	ck_assert_int_eq(a->io.map_async_flush, b->io.map_async_flush);
	ck_assert_int_eq(a->io.uring_sqpoll, b->io.uring_sqpoll);
	ck_assert_int_eq(a->include_flush, b->include_flush);
	ck_assert_int_eq(a->include_close, b->include_close);
	ck_assert_int_eq(a->fallocate, b->fallocate);
	ck_assert_int_eq(a->truncate_before_write, b->truncate_before_write);
	ck_assert_int_eq(a->verify, b->verify);
	ck_assert_pstr_eq(a->fault, b->fault);
	ck_assert_uint_eq(a->pace.bytes_per_s, b->pace.bytes_per_s);
	ck_assert_uint_eq(a->pace.operations_per_s, b->pace.operations_per_s);
	ck_assert_uint_eq(a->pace.think_ns, b->pace.think_ns);
	ck_assert_uint_eq(a->data.dedupe_percent, b->data.dedupe_percent);
	ck_assert_uint_eq(a->data.compress_percent, b->data.compress_percent);
	ck_assert_uint_eq(a->passes, b->passes);
	ck_assert_uint_eq(a->min_time_ns, b->min_time_ns);
	ck_assert_uint_eq(a->max_time_ns, b->max_time_ns);
	ck_assert_int_eq(a->max_time_cuts_cached, b->max_time_cuts_cached);
	ck_assert_uint_eq(a->seed, b->seed);
	ck_assert_int_eq(a->quiet, b->quiet);
}

START_TEST(the_config_comes_back)
{
	uint64_t numbers[] = { 1, 3, 1024 };
	const struct size_list jobs = { numbers, 3 };
	struct config config, back;
	struct err err = ERR_INIT;
	json_t *json;

	fixture_config(&config);
	config_set_string(&config.target, "/mnt/\xff\xc3\xa9");
	config_set_string(&config.raid, "chunk=256k,data=5");
	config_set_string(&config.sim_model, "m\xc3\xb6" "del \"x\"\n");
	config.modes[MODE_DEVICE] = false;
	config_set_only(&config.depth, 32);
	ck_assert_int_eq(size_list_copy(&config.jobs, &jobs), 0);
	config.io = (struct io_settings){
		.sync_mode = SYNC_ODSYNC,
		.iovecs = 4,
		.dontcache = true,
		.stdio_buffer_bytes = 65536,
		.map_advice = MAP_ADVICE_WILLNEED,
		.map_async_flush = true,
		.uring_sqpoll = true,
	};
	config.include_flush = config.include_close = true;
	config.fallocate = config.truncate_before_write = config.verify = true;
	config_set_string(&config.fault, "op=1,errno=EIO");
	config.pace = (struct pace){ .bytes_per_s = 1, .operations_per_s = INT64_MAX, .think_ns = 3 };
	config.data = (struct data_shape){ .dedupe_percent = 100, .compress_percent = 7 };
	config.max_time_cuts_cached = true;
	config.quiet = true;
	config.seed = INT64_MAX;
	json = run_config_to_json(&config, &err);
	ck_assert_ptr_nonnull(json);
	config_init(&back);
	ck_assert_msg(!run_config_from_json(json, false, &back, &err), "%s", err.text);
	assert_same_config(&back, &config);
	json_decref(json);
	config_release(&back);
	config.seed = UINT64_MAX;
	ck_assert_ptr_null(run_config_to_json(&config, &err));
	ck_assert_ptr_nonnull(strstr(err.text, "seed"));
	config_release(&config);
}
END_TEST

/* Each key is replaced by the value; NULL removes it. The error must say the text. */
static const struct {
	const char *key, *value, *error;
} changes[] = {
	{ "target", NULL, "target is missing" },
	{ "target", "7", "target must be a text" },
	{ "target", "{\"hex\": \"2f6\"}", "target must be a text" },
	{ "target", "{\"hex\": \"2f00\"}", "target must be a text" },
	{ "target", "{\"hex\": \"2f0G\"}", "target must be a text" },
	{ "target", "{}", "target must be a text" },
	{ "depth", "[]", "depth must be a whole number" },
	{ "depth", "[0, 1]", "depth must be a whole number" },
	{ "depth", "[1, 4294967296]", "depth must be a whole number" },
	{ "jobs", "[2, 1]", "jobs must be a whole number" },
	{ "jobs", "[1, 1]", "jobs must be a whole number" },
	{ "file_sizes", "[]", "file_sizes must be an array" },
	{ "file_sizes", "[0]", "file_sizes must be an array" },
	{ "file_sizes", "[2, 1]", "file_sizes must be an array" },
	{ "file_sizes", "[1, 1]", "file_sizes must be an array" },
	{ "file_sizes", "[1.5]", "file_sizes must be an array" },
	{ "records", "4096", "records must be an array" },
	{ "records", "[-1]", "records must be an array" },
	{ "tests", "[]", "tests must be an array" },
	{ "tests", "[{\"name\": \"a\", \"api\": \"b\"}]", "tests must be an array" },
	{ "tests", "[{\"name\": \"a\", \"api\": \"\", \"pattern\": \"c\"}]", "tests must be an array" },
	{ "tests", "[{\"name\": \"a\", \"api\": \"sixteen letters!\", \"pattern\": \"c\"}]", "tests must be an array" },
	{ "tests", "[7]", "tests must be an array" },
	{ "modes", "[]", "modes must be an array" },
	{ "modes", "[\"warm\"]", "modes must be an array" },
	{ "modes", "[\"device\", \"device\"]", "modes must be an array" },
	{ "modes", "[1]", "modes must be an array" },
	{ "passes", "0", "passes must be a whole number" },
	{ "passes", "4294967296", "passes must be a whole number" },
	{ "passes", "\"3\"", "passes must be a whole number" },
	{ "min_time_ns", "-1", "min_time_ns must be a whole number" },
	{ "max_time_ns", "1.0", "max_time_ns must be a whole number" },
	{ "seed", "null", "seed must be a whole number" },
	{ "depth", "0", "depth must be a whole number" },
	{ "sync_mode", "\"fsync\"", "sync_mode must be none, osync or odsync" },
	{ "map_advice", "2", "map_advice must be the name of an advice" },
	{ "uring_sqpoll", "null", "uring_sqpoll must be true or false" },
	{ "include_flush", "1", "include_flush must be true or false" },
	{ "quiet", "0", "quiet must be true or false" },
	{ "max_time_cuts_cached", NULL, "max_time_cuts_cached is missing" },
	{ "rate_bytes_per_s", "-1", "rate_bytes_per_s must be a whole number" },
	{ "compress_percent", "101", "compress_percent must be a whole number" },
	{ "added_later", "1", "unknown key \"added_later\"" },
};

START_TEST(a_wrong_config_is_refused_by_key)
{
	const char *key = changes[_i].key, *value = changes[_i].value;
	struct config config, back;
	struct err err = ERR_INIT;
	json_t *json;

	fixture_config(&config);
	json = run_config_to_json(&config, &err);
	ck_assert_ptr_nonnull(json);
	if (value)
		json_object_set_new(json, key, json_loads(value, JSON_DECODE_ANY, NULL));
	else
		json_object_del(json, key);
	config_init(&back);
	ck_assert_int_eq(run_config_from_json(json, false, &back, &err), -1);
	ck_assert_msg(strstr(err.text, changes[_i].error), "%s", err.text);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	config_release(&back);
	config_release(&config);
	json_decref(json);
}
END_TEST

/* Without what version 1.0 did not store. */
START_TEST(an_older_run_has_the_defaults)
{
	static const char *const later[] = {
		"depth",         "jobs",          "sync_mode",     "iovecs",    "dontcache", "stdio_buffer_bytes",   "map_advice", "map_async_flush",
		"include_flush", "include_close", "fallocate", "truncate_before_write", "uring_sqpoll", "verify", "fault",
		"rate_bytes_per_s", "rate_operations_per_s", "think_time_ns", "dedupe_percent", "compress_percent",
	};
	struct config config, back;
	struct err err = ERR_INIT;
	json_t *json;

	fixture_config(&config);
	json = run_config_to_json(&config, &err);
	ck_assert_ptr_nonnull(json);
	for (size_t i = 0; i < sizeof(later) / sizeof(*later); i++)
		ck_assert_int_eq(json_object_del(json, later[i]), 0);
	config_init(&back);
	ck_assert_msg(!run_config_from_json(json, false, &back, &err), "%s", err.text);
	ck_assert_uint_eq(back.depth.n, 1);
	ck_assert_uint_eq(back.depth.v[0], 1);
	ck_assert_uint_eq(back.jobs.n, 1);
	ck_assert_uint_eq(back.jobs.v[0], 1);
	ck_assert_int_eq(back.io.sync_mode, SYNC_NONE);
	ck_assert_int_eq(back.io.map_advice, MAP_ADVICE_PATTERN);
	ck_assert(!back.include_flush && !back.fallocate);
	config_release(&back);
	config_release(&config);
	json_decref(json);
}
END_TEST

START_TEST(a_newer_program_may_add_keys)
{
	struct config config;
	struct err err = ERR_INIT;
	json_t *run, *json;
	struct strbuf text;
	bool newer;
	char *minor;

	start();
	get_file("run.json", &text);
	minor = strstr(text.buf, "\"minor\": 3");
	ck_assert_ptr_nonnull(minor);
	minor[strlen("\"minor\": 3") - 1] = '9';
	put_file("run.json", text.buf);
	ck_assert_int_eq(rundir_read(dir, &run, &newer, &err), 0);
	ck_assert_int_eq(newer, true);
	json = json_object_get(run, "config");
	json_object_set_new(json, "added_later", json_true());
	config_init(&config);
	ck_assert_msg(!run_config_from_json(json, newer, &config, &err), "%s", err.text);
	config_release(&config);
	ck_assert_int_eq(run_config_from_json(NULL, newer, &config, &err), -1);
	json_decref(run);
	strbuf_release(&text);
}
END_TEST

Suite *suite_rundir(void)
{
	Suite *suite = suite_create("rundir");
	TCase *tcase = tcase_create("rundir");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, default_paths);
	tcase_add_test(tcase, times);
	tcase_add_test(tcase, creates_only_where_nothing_is);
	tcase_add_test(tcase, run_json_tells_the_run);
	tcase_add_test(tcase, what_the_caller_gives_is_stored);
	tcase_add_loop_test(tcase, other_files_are_refused, 0, (int)(sizeof(formats) / sizeof(*formats)));
	tcase_add_test(tcase, a_directory_without_a_run);
	tcase_add_test(tcase, files_are_replaced_whole_or_not_at_all);
	tcase_add_test(tcase, the_config_comes_back);
	tcase_add_loop_test(tcase, a_wrong_config_is_refused_by_key, 0, (int)(sizeof(changes) / sizeof(*changes)));
	tcase_add_test(tcase, an_older_run_has_the_defaults);
	tcase_add_test(tcase, a_newer_program_may_add_keys);
	suite_add_tcase(suite, tcase);
	return suite;
}
