#include "report/cliffs.h"

#include "base/err.h"
#include "report/cliff_phrases.h"
#include "unit/fixture_cliffs.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define FILES 5
#define RECORDS 15
#define PASSES 3

static char path[FIXTURE_PATH_LEN];
static struct resultset *rs;
static struct run_cliffs cliffs;
static uint64_t disturbed_files; /* of the smallest ones, with the I/O of others in samples of 128K */
static double again; /* what three more passes, which confirm, show beyond 64K; 0: there are none */

static void setup(void)
{
	again = 0;
	disturbed_files = 0;
	fixture_make(path);
}

static void teardown(void)
{
	cliffs_release(&cliffs);
	resultset_free(rs);
	rs = NULL;
	fixture_remove(path);
}

/* Each line is a test: its throughput beyond records of 64K, and beyond 1M, where it is 100 before, or at 64K at_64k. */
struct line {
	const char *test;
	double beyond_64k, beyond_1m;
	double device_share;
	double at_64k; /* 0: as before */
};

/* A run in device mode of tests with these falls; a cell's passes differ by a thousandth. */
static void measure(const char *raid, const struct line *lines, size_t n)
{
	size_t passes = again > 0 ? 2 * PASSES : PASSES, samples_n = FILES * RECORDS * passes * n;
	struct sample *samples = calloc(samples_n, sizeof(*samples)), *s = samples;
	struct config config;
	struct err err = ERR_INIT;

	ck_assert_ptr_nonnull(samples);
	fixture_config(&config);
	fixture_doublings(&config.file_sizes, 64 * MIB, FILES);
	fixture_doublings(&config.records, 4 * KIB, RECORDS);
	config_set_string(&config.raid, raid);
	for (size_t i = 0; i < samples_n; i++, s++) {
		const struct line *line = &lines[i % n];
		uint64_t pass = i / n % passes, record = config.records.v[i / n / passes % RECORDS];
		double speed = record > MIB ? line->beyond_1m : record > 64 * KIB ? line->beyond_64k : 100;

		if (record == 64 * KIB && line->at_64k > 0)
			speed = line->at_64k;
		if (pass >= PASSES)
			speed = record > 64 * KIB ? again : 100;
		fixture_sample(s, "device", line->test, config.file_sizes.v[i / n / passes / RECORDS], record, pass + 1,
			       speed * (1 + .001 * (double)pass));
		s->sequence = i + 1;
		s->device_share = line->device_share;
		s->direct = 1;
		s->contaminated = record == 128 * KIB && i / n / passes / RECORDS < disturbed_files;
		if (pass >= PASSES)
			snprintf(s->purpose, sizeof(s->purpose), "%s", SAMPLE_CONFIRM);
	}
	rs = fixture_load(path, &config, samples, samples_n);
	ck_assert_msg(!cliffs_find(rs, &cliffs, &err), "%s", err.text);
	config_release(&config);
	free(samples);
}

/* The text as one line, and whether the words are in it. */
static bool says(const char *words)
{
	struct strbuf text, line;
	bool found;

	strbuf_init(&text);
	strbuf_init(&line);
	fixture_cliffs_text(&cliffs, &text);
	for (size_t i = 0; i < text.len; i++) {
		bool blank = text.buf[i] == ' ' || text.buf[i] == '\n';

		if (!blank)
			strbuf_addch(&line, text.buf[i]);
		else if (line.len && line.buf[line.len - 1] != ' ')
			strbuf_addch(&line, ' ');
	}
	found = strstr(line.buf, words);
	strbuf_release(&text);
	strbuf_release(&line);
	return found;
}

START_TEST(a_cause_is_said)
{
	const struct line line = { "write", 50, 50, NAN, 0 };
	const json_t *cause;
	json_t *json;

	measure("chunk=64k,data=3", &line, 1);
	ck_assert(says("as the record grows from 64K to 128K, at all 5 file sizes, 64M to 1G; confidence 0.97; consistent "
		       "with the array's chunk of 64K (chance 14 %) "));
	json = fixture_cliffs_json(&cliffs);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "cliffs")), 1);
	cause = json_object_get(json_array_get(json_object_get(json, "cliffs"), 0), "cause");
	ck_assert_str_eq(json_string_value(json_object_get(cause, "kind")), "chunk");
	ck_assert_str_eq(json_string_value(json_object_get(cause, "name")), "the array's chunk");
	ck_assert_int_eq(json_integer_value(json_object_get(cause, "size")), 65536);
	ck_assert_int_eq(json_integer_value(json_object_get(cause, "multiple")), 1);
	ck_assert_str_eq(json_string_value(json_object_get(cause, "how")), "at");
	ck_assert_double_eq_tol(json_real_value(json_object_get(cause, "score")), 1, 1e-6);
	ck_assert_double_eq_tol(json_real_value(json_object_get(cause, "chance")), 2 / 14., 1e-5);
	json_decref(json);
}
END_TEST

START_TEST(without_facts_there_is_no_cause)
{
	const struct line line = { "write", 50, 50, NAN, 0 };
	json_t *json;

	measure(NULL, &line, 1);
	ck_assert(says("from 64K to 128K, at all 5 file sizes, 64M to 1G; confidence 0.97 "));
	json = fixture_cliffs_json(&cliffs);
	ck_assert(json_is_null(json_object_get(json_array_get(json_object_get(json, "cliffs"), 0), "cause")));
	json_decref(json);
}
END_TEST

START_TEST(another_geometry_takes_its_place)
{
	const struct line line = { "write", 50, 50, NAN, 0 };
	struct err err = ERR_INIT;

	measure("chunk=4k,data=3", &line, 1);
	ck_assert(!says("consistent") && !says("near"));
	ck_assert_int_eq(cliffs_explain(rs, "chunk=16k,data=4", &cliffs, &err), 0);
	ck_assert(says("; consistent with the array's stripe of 64K (chance 14 %) "));
	ck_assert_int_eq(cliffs_explain(rs, NULL, &cliffs, &err), 0);
	ck_assert(!says("consistent") && !says("near"));
	ck_assert_int_eq(cliffs_explain(rs, "chunk=x", &cliffs, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, ": raid: chunk: 'x' is not a size"));
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
}
END_TEST

START_TEST(a_device_that_did_nothing_is_no_cause)
{
	const struct line idle = { "write", 50, 50, .2, 0 };

	measure("chunk=64k", &idle, 1);
	ck_assert(says("from 64K to 128K"));
	ck_assert(!says("consistent") && !says("near"));
}
END_TEST

START_TEST(a_device_that_worked_may_be)
{
	const struct line busy = { "write", 50, 50, 1, 0 };

	measure("chunk=64k", &busy, 1);
	ck_assert(says("; consistent with the array's chunk of 64K (chance 14 %) "));
}
END_TEST

/* The stripe explains writes alone, and where a boundary is that of a read as well, that is said. */
START_TEST(a_cause_of_some_tests_names_them)
{
	const struct line lines[] = { { "write", 50, 50, NAN, 0 }, { "randread", 50, 50, NAN, 0 }, { "stdio:write", 50, 50, NAN, 0 } };

	measure("chunk=16k,data=4", lines, 3);
	ck_assert(says("write, randread and stdio:write fall 50 % as"));
	ck_assert(says("; consistent with the array's stripe of 64K (chance 14 %) in write and stdio:write "));
}
END_TEST

/* Reads fall behind 64K; writes that began to at 32K are the same boundary, and keep the name of where they began. */
START_TEST(a_test_is_asked_about_its_own_place)
{
	const struct line lines[] = { { "randread", 30, 30, NAN, 0 }, { "write", 40, 40, NAN, .at_64k = 65 } };
	const json_t *list, *cause;
	json_t *json;

	measure("chunk=8k,data=4", lines, 2);
	ck_assert(says("randread and write fall "));
	ck_assert(says(" as the record grows from 64K to 128K, "));
	ck_assert(says("; near the array's stripe of 32K (chance 23 %) in write, there from 32K to 128K "));
	json = fixture_cliffs_json(&cliffs);
	list = json_object_get(json, "cliffs");
	ck_assert_uint_eq(json_array_size(list), 2);
	ck_assert(json_is_null(json_object_get(json_array_get(list, 0), "cause")));
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 1), "from")), 32768);
	cause = json_object_get(json_array_get(list, 1), "cause");
	ck_assert_str_eq(json_string_value(json_object_get(cause, "kind")), "stripe");
	ck_assert_str_eq(json_string_value(json_object_get(cause, "how")), "near");
	json_decref(json);
}
END_TEST

START_TEST(a_multiple_is_said_beside_another)
{
	const struct line line = { "write", 50, 10, NAN, 0 };

	measure("chunk=16k,data=16", &line, 1); /* 256K: 1M is four stripes, and nothing is at one, two or three */
	ck_assert(says("from 1M to 2M, ") && !says("consistent"));
	cliffs_release(&cliffs);
	resultset_free(rs);
	fixture_remove(path);
	fixture_make(path);
	measure("chunk=32k,data=32", &line, 1); /* 64K is two chunks, 1M a stripe */
	ck_assert(says("; consistent with the array's stripe of 1M (chance 14 %) ") && !says("2 x"));
}
END_TEST

/* The stronger boundary first, whichever size it has. */
static const struct {
	enum axis first, second;
	struct cliff cliff;
	const char *text;
} wheres[] = {
	{ AXIS_FILE_SIZE, AXIS_RECORD, { .along = CLIFF_X, .other_from = 4096, .other_to = 65536, .lines = 5, .of_lines = 5 },
	  "at all 5 record sizes, 4K to 64K" },
	{ AXIS_DEPTH, AXIS_JOBS, { .along = CLIFF_X, .other_from = 2, .other_to = 16, .lines = 4, .of_lines = 6 },
	  "at 4 of 6 numbers of jobs, 2 to 16" },
	{ AXIS_DEPTH, AXIS_JOBS, { .along = CLIFF_Y, .other_from = 8, .other_to = 8, .lines = 1, .of_lines = 1 },
	  "at the depth 8" },
	{ AXIS_DEPTH, AXIS_JOBS, { .along = CLIFF_X, .other_from = 3, .other_to = 3, .lines = 1, .of_lines = 4 },
	  "at the number of jobs 3 of 4" },
	{ AXIS_FILE_SIZE, AXIS_RECORD,
	  { .along = CLIFF_X, .other_from = 65536, .other_to = 65536, .lines = 8, .of_lines = 8, .tests = 8 },
	  "at the record size 64K, in all 8 surfaces looked at together" },
	{ AXIS_FILE_SIZE, AXIS_RECORD,
	  { .along = CLIFF_X, .other_from = 65536, .other_to = 65536, .lines = 6, .of_lines = 8, .tests = 6 },
	  "at the record size 64K, in 6 of 8 surfaces looked at together" },
};

START_TEST(lines_are_said)
{
	const struct run_cliffs of = { .first = wheres[_i].first, .second = wheres[_i].second };
	struct strbuf text;

	strbuf_init(&text);
	cliff_phrase_where(&text, &of, &wheres[_i].cliff);
	ck_assert_str_eq(text.buf, wheres[_i].text);
	strbuf_release(&text);
}
END_TEST

START_TEST(the_strongest_comes_first)
{
	static const struct {
		struct line line;
		double first, second;
	} orders[] = { { { "write", 70, 10, NAN, 0 }, 1048576, 65536 }, { { "write", 20, 12, NAN, 0 }, 65536, 1048576 } };
	const json_t *list;
	json_t *json;

	measure(NULL, &orders[_i].line, 1);
	json = fixture_cliffs_json(&cliffs);
	list = json_object_get(json, "cliffs");
	ck_assert_uint_eq(json_array_size(list), 2);
	ck_assert_double_eq(json_number_value(json_object_get(json_array_get(list, 0), "from")), orders[_i].first);
	ck_assert_double_eq(json_number_value(json_object_get(json_array_get(list, 1), "from")), orders[_i].second);
	json_decref(json);
}
END_TEST

/* The fall of a half that was found: the fresh samples show it, too little of it, or a rise. */
static const struct fate {
	double again;
	const char *status;
	double confidence;
	const char *text;
} fates[] = {
	{ 50, "confirmed", .99, "confidence 0.99; confirmed; consistent with the array's chunk of 64K" },
	{ 95, "rejected", .62, "not confirmed when measured again:" },
	{ 200, "rejected", .62, "confidence 0.62; when measured again it rises by a factor of 2.00" },
	{ 0, "found", .97, "confidence 0.97; consistent with" },
};

START_TEST(fresh_samples_decide)
{
	const struct line line = { "write", 50, 50, 1, 0 };
	json_t *json, *cliff;

	again = fates[_i].again;
	measure("chunk=64k,data=64", &line, 1);
	json = fixture_cliffs_json(&cliffs);
	cliff = json_array_get(json_object_get(json, "cliffs"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(cliff, "status")), fates[_i].status);
	ck_assert_double_eq_tol(json_number_value(json_object_get(cliff, "confidence")), fates[_i].confidence, .005);
	ck_assert_int_eq(json_is_null(json_object_get(cliff, "again")), again <= 0);
	if (again > 0)
		ck_assert_double_eq_tol(json_number_value(json_object_get(json_object_get(cliff, "again"),
									  "confidence_before")), .97, .005);
	ck_assert_double_eq_tol(json_number_value(json_object_get(cliff, "ratio")), .5, .01); /* they do not count */
	ck_assert(says(fates[_i].text));
	json_decref(json);
}
END_TEST

/* In which it was measured again, or else in which it was found. */
START_TEST(the_io_of_others_is_said)
{
	const struct line line = { "write", 50, 50, 1, 0 };
	json_t *json;

	disturbed_files = _i % 4 + 1;
	again = _i < 4 ? 0 : 50;
	measure(NULL, &line, 1);
	json = fixture_cliffs_json(&cliffs);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(json_object_get(json, "cliffs"), 0),
							    "contaminated_lines")), disturbed_files);
	ck_assert_int_eq(says("; others used the device in "), disturbed_files > 2);
	ck_assert_int_eq(says("; others used the device in 4 of 5 lines"), disturbed_files == 4);
	json_decref(json);
}
END_TEST

Suite *suite_cliffs(void)
{
	Suite *suite = suite_create("cliffs");
	TCase *tcase = tcase_create("cliffs");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_cause_is_said);
	tcase_add_test(tcase, without_facts_there_is_no_cause);
	tcase_add_test(tcase, another_geometry_takes_its_place);
	tcase_add_test(tcase, a_device_that_did_nothing_is_no_cause);
	tcase_add_test(tcase, a_device_that_worked_may_be);
	tcase_add_test(tcase, a_cause_of_some_tests_names_them);
	tcase_add_test(tcase, a_test_is_asked_about_its_own_place);
	tcase_add_test(tcase, a_multiple_is_said_beside_another);
	tcase_add_loop_test(tcase, lines_are_said, 0, (int)(sizeof(wheres) / sizeof(*wheres)));
	tcase_add_loop_test(tcase, the_strongest_comes_first, 0, 2);
	tcase_add_loop_test(tcase, fresh_samples_decide, 0, 4);
	tcase_add_loop_test(tcase, the_io_of_others_is_said, 0, 8);
	suite_add_tcase(suite, tcase);
	return suite;
}
