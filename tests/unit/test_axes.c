#include "store/resultset.h"

#include "base/err.h"
#include "report/cliffs.h"
#include "report/overview_place.h"
#include "unit/fixture_cliffs.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define LIST_MAX 8

static char path[FIXTURE_PATH_LEN];
static struct config config;
static struct resultset *rs;
static struct sample *samples;
static size_t samples_n;

static void setup(void)
{
	fixture_make(path);
	fixture_config(&config);
	config.modes[MODE_CACHED] = false;
}

static void teardown(void)
{
	free(samples);
	samples = NULL;
	samples_n = 0;
	resultset_free(rs);
	rs = NULL;
	config_release(&config);
	fixture_remove(path);
}

static void set(struct size_list *list, const uint64_t *v)
{
	size_t n = 0;

	while (n < LIST_MAX && v[n])
		n++;
	ck_assert_int_eq(size_list_copy(list, &(struct size_list){ (uint64_t *)(uintptr_t)v, n }), 0);
}

static void set_all(const uint64_t *file_sizes, const uint64_t *records, const uint64_t *depths, const uint64_t *jobs)
{
	set(&config.file_sizes, file_sizes);
	set(&config.records, records);
	set(&config.depth, depths);
	set(&config.jobs, jobs);
}

/* Through an API that has depths, and one that has none. */
static void set_tests(size_t n)
{
	static const struct test tests[] = {
		{ "randread", "libaio", "randread", 0 },
		{ "psync:randread", "psync", "randread", 0 },
	};

	memcpy(config.tests, tests, sizeof(tests));
	config.tests_n = n;
}

typedef double speed_fn(uint64_t file_size, uint64_t record, uint64_t depth, uint64_t jobs);

static double all_alike(uint64_t file_size, uint64_t record, uint64_t depth, uint64_t jobs)
{
	(void)file_size;
	(void)record;
	(void)depth;
	(void)jobs;
	return 100;
}

/* A sample for each cell of the configuration and pass. */
static void load(unsigned passes, speed_fn *speed)
{
	size_t most = config.tests_n * config.file_sizes.n * config.records.n * config.depth.n * config.jobs.n * passes;

	samples = calloc(most, sizeof(*samples));
	ck_assert_ptr_nonnull(samples);
	for (size_t i = 0; i < most; i++) {
		size_t at = i / passes;
		const struct test *test = &config.tests[at % config.tests_n];
		uint64_t jobs = config.jobs.v[(at /= config.tests_n) % config.jobs.n];
		uint64_t depth = config.depth.v[(at /= config.jobs.n) % config.depth.n];
		uint64_t record = config.records.v[(at /= config.depth.n) % config.records.n];
		uint64_t file_size = config.file_sizes.v[at / config.records.n];
		bool synchronous = !strcmp(test->api, "psync");

		if (record > file_size || (synchronous && depth != config.depth.v[0]))
			continue;
		depth = synchronous ? 1 : depth;
		fixture_sample(&samples[samples_n], "device", test->name, file_size, record, i % passes + 1,
			       speed(file_size, record, depth, jobs) * (1 + .001 * (double)(i % passes)));
		samples[samples_n].depth = depth;
		samples[samples_n].jobs = jobs;
		samples[samples_n].sequence = samples_n + 1;
		samples_n++;
	}
	rs = fixture_load(path, &config, samples, samples_n);
}

static const uint64_t one_file[] = { MIB, 0 }, files[] = { MIB, 2 * MIB, 0 };
static const uint64_t one_record[] = { 4 * KIB, 0 }, records[] = { 4 * KIB, 16 * KIB, MIB, 2 * MIB, 0 };
static const uint64_t one[] = { 1, 0 }, sixteen[] = { 16, 0 }, depths[] = { 1, 4, 16, 0 }, jobs_2[] = { 1, 8, 0 };

static const struct {
	const uint64_t *file_sizes, *records, *depths, *jobs;
	enum axis x, y;
} usual[] = {
	{ files, records, one, one, AXIS_FILE_SIZE, AXIS_RECORD },
	{ one_file, records, one, one, AXIS_FILE_SIZE, AXIS_RECORD },
	{ files, one_record, one, one, AXIS_FILE_SIZE, AXIS_RECORD },
	{ one_file, one_record, one, one, AXIS_FILE_SIZE, AXIS_RECORD },
	{ one_file, one_record, sixteen, one, AXIS_FILE_SIZE, AXIS_RECORD },
	{ files, records, depths, jobs_2, AXIS_FILE_SIZE, AXIS_RECORD },
	{ one_file, records, depths, one, AXIS_RECORD, AXIS_DEPTH },
	{ one_file, records, depths, jobs_2, AXIS_RECORD, AXIS_DEPTH },
	{ one_file, records, one, jobs_2, AXIS_RECORD, AXIS_JOBS },
	{ files, one_record, depths, one, AXIS_FILE_SIZE, AXIS_DEPTH },
	{ files, one_record, one, jobs_2, AXIS_FILE_SIZE, AXIS_JOBS },
	{ one_file, one_record, depths, jobs_2, AXIS_DEPTH, AXIS_JOBS },
	{ one_file, one_record, depths, one, AXIS_RECORD, AXIS_DEPTH },
	{ one_file, one_record, one, jobs_2, AXIS_RECORD, AXIS_JOBS },
};

START_TEST(the_usual_axes_are_those_with_several_values)
{
	set_tests(2);
	set_all(usual[_i].file_sizes, usual[_i].records, usual[_i].depths, usual[_i].jobs);
	load(1, all_alike);
	ck_assert_int_eq(rs->x, usual[_i].x);
	ck_assert_int_eq(rs->y, usual[_i].y);
}
END_TEST

static bool is_in(const struct cell *cell, const struct sample *sample)
{
	for (size_t i = 0; i < cell->samples_n; i++) {
		if (cell->samples[i] == sample)
			return true;
	}
	return false;
}

/* On whichever two axes: every sample is in one cell, the one that says where it was measured. */
START_TEST(every_sample_is_in_its_cell)
{
	const struct axis_pair pair = { (enum axis)(_i / AXES_N), (enum axis)(_i % AXES_N) };
	struct err err = ERR_INIT;
	size_t found = 0;

	set_tests(2);
	set_all(files, records, depths, jobs_2);
	load(2, all_alike);
	if (pair.x == pair.y) {
		ck_assert_int_eq(resultset_set_axes(rs, &pair, &err), -1);
		ck_assert_int_eq(err.kind, ERR_USAGE);
		return;
	}
	ck_assert_msg(!resultset_set_axes(rs, &pair, &err), "%s", err.text);
	for (size_t s = 0; s < rs->surfaces_n; s++) {
		const struct surface *surface = &rs->surfaces[s];

		ck_assert_uint_eq(surface->fixed[pair.x], 0);
		ck_assert_uint_eq(surface->fixed[pair.y], 0);
		for (size_t i = 0; i < surface->cells_n; i++) {
			ck_assert(surface->cells[i].state == CELL_OUTSIDE || surface->cells[i].samples_n == 2);
			for (size_t k = 0; k < surface->cells[i].samples_n; k++, found++) {
				for (int axis = 0; axis < AXES_N; axis++)
					ck_assert_uint_eq(axis_of_sample((enum axis)axis, surface->cells[i].samples[k]),
							  surface_value(rs, surface, i, (enum axis)axis));
			}
		}
	}
	ck_assert_uint_eq(found, samples_n);
	for (size_t i = 0; i < rs->samples_n; i++)
		ck_assert(is_in(resultset_cell_of(rs, &rs->samples[i]), &rs->samples[i]));
}
END_TEST

static const struct surface *find(const char *title)
{
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (!strcmp(rs->surfaces[i].title, title))
			return &rs->surfaces[i];
	}
	ck_abort_msg("no surface '%s'", title);
}

START_TEST(a_surface_for_each_fixed_value)
{
	set_tests(2);
	set_all(files, records, depths, jobs_2);
	load(1, all_alike);
	/* Three depths of libaio and one of psync, with two numbers of jobs. */
	ck_assert_uint_eq(rs->surfaces_n, (3 + 1) * 2);
	ck_assert_str_eq(find("Random read, depth 4, 8 jobs")->name, "randread-depth-4-jobs-8");
	ck_assert_str_eq(find("Random read, depth 4, 8 jobs")->place, "depth 4, 8 jobs");
	ck_assert_str_eq(find("Random read, psync, 1 job")->name, "psync-randread-jobs-1");
	ck_assert_str_eq(find("Random read, psync, 1 job")->heading, "Random read, psync");
	ck_assert(find("Random read, psync, 1 job")->title_names_api);
	ck_assert(!find("Random read, depth 1, 1 job")->title_names_api);
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		for (size_t k = 0; k < i; k++)
			ck_assert_str_ne(rs->surfaces[i].name, rs->surfaces[k].name);
	}
}
END_TEST

START_TEST(one_value_is_not_told)
{
	set_tests(2);
	set_all(files, records, sixteen, one);
	load(1, all_alike);
	ck_assert_uint_eq(rs->surfaces_n, 2);
	ck_assert_str_eq(find("Random read")->name, "randread");
	ck_assert_uint_eq(find("Random read")->fixed[AXIS_DEPTH], 16);
	ck_assert_uint_eq(find("Random read, psync")->fixed[AXIS_DEPTH], 1);
}
END_TEST

START_TEST(other_axes_have_other_names)
{
	const struct axis_pair depth_jobs = { AXIS_DEPTH, AXIS_JOBS }, open = { AXES_N, AXES_N };
	struct err err = ERR_INIT;

	set_tests(1);
	set_all(one_file, records, depths, jobs_2);
	load(1, all_alike);
	ck_assert_str_eq(find("Random read, 8 jobs")->name, "randread-jobs-8");
	ck_assert_msg(!resultset_set_axes(rs, &depth_jobs, &err), "%s", err.text);
	ck_assert_str_eq(find("Random read, record 16K")->name, "randread-record-16k-by-depth-jobs");
	ck_assert_msg(!resultset_set_axes(rs, &open, &err), "%s", err.text);
	ck_assert_str_eq(find("Random read, 8 jobs")->name, "randread-jobs-8");
}
END_TEST

/* Only one is said: the other is the first that has several values, or a size. */
static const struct {
	struct axis_pair asked, got;
} halves[] = {
	{ { AXIS_DEPTH, AXES_N }, { AXIS_DEPTH, AXIS_RECORD } },
	{ { AXES_N, AXIS_JOBS }, { AXIS_RECORD, AXIS_JOBS } },
	{ { AXIS_RECORD, AXES_N }, { AXIS_RECORD, AXIS_DEPTH } },
	{ { AXIS_FILE_SIZE, AXES_N }, { AXIS_FILE_SIZE, AXIS_RECORD } },
};

START_TEST(half_a_choice_is_completed)
{
	struct err err = ERR_INIT;

	set_tests(1);
	set_all(one_file, records, depths, jobs_2);
	load(1, all_alike);
	ck_assert_msg(!resultset_set_axes(rs, &halves[_i].asked, &err), "%s", err.text);
	ck_assert_int_eq(rs->x, halves[_i].got.x);
	ck_assert_int_eq(rs->y, halves[_i].got.y);
}
END_TEST

START_TEST(tables_have_the_lines_of_their_surface)
{
	const struct axis_pair pair = { AXIS_DEPTH, AXIS_RECORD };
	struct err err = ERR_INIT;
	struct strbuf out;

	set_tests(2);
	set_all(one_file, one_record, depths, one);
	load(1, all_alike);
	ck_assert_msg(!resultset_set_axes(rs, &pair, &err), "%s", err.text);
	strbuf_init(&out);
	fixture_report("table", rs, &out);
	ck_assert_msg(strstr(out.buf, "\n       record\ndepth   4K\n    1  100\n    4  100\n   16  100\n"), "%s", out.buf);
	/* That of psync has the depth 1 alone. */
	ck_assert_msg(strstr(strstr(out.buf, "psync"), "\ndepth   4K\n    1  100\n"), "%s", out.buf);
	ck_assert_msg(!strstr(strstr(out.buf, "psync"), "\n    4"), "%s", out.buf);
	strbuf_reset(&out);
	fixture_report("markdown", rs, &out);
	ck_assert_msg(strstr(out.buf, "\nDepths run down, record sizes across.\n"), "%s", out.buf);
	strbuf_release(&out);
}
END_TEST

START_TEST(json_says_where_surfaces_stand)
{
	const struct axis_pair pair = { AXIS_JOBS, AXIS_DEPTH };
	struct err err = ERR_INIT;
	const json_t *surface;
	struct strbuf out;
	json_t *json;

	set_tests(1);
	set_all(files, one_record, depths, jobs_2);
	load(1, all_alike);
	ck_assert_msg(!resultset_set_axes(rs, &pair, &err), "%s", err.text);
	strbuf_init(&out);
	fixture_report("json", rs, &out);
	json = json_loads(out.buf, 0, NULL);
	ck_assert_ptr_nonnull(json);
	ck_assert_str_eq(json_string_value(json_object_get(json, "x")), "jobs");
	ck_assert_str_eq(json_string_value(json_object_get(json, "y")), "depth");
	ck_assert_uint_eq(json_array_size(json_object_get(json, "depth")), 3);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "surfaces")), 2);
	surface = json_array_get(json_object_get(json, "surfaces"), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(surface, "fixed"), "file-size")), 2 * MIB);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(surface, "fixed"), "record")), 4 * KIB);
	ck_assert_ptr_null(json_object_get(json_object_get(surface, "fixed"), "depth"));
	ck_assert_uint_eq(json_array_size(json_object_get(surface, "cells")), 6);
	json_decref(json);
	strbuf_release(&out);
}
END_TEST

START_TEST(overviews_have_one_place_each)
{
	const struct surface *list[16];
	size_t leads = 0, stand = 0;

	set_tests(2);
	set_all(files, records, depths, jobs_2);
	load(1, all_alike);
	for (size_t i = 0; i < rs->surfaces_n; i++)
		list[i] = &rs->surfaces[i];
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (!overview_place_leads(list, rs->surfaces_n, i))
			continue;
		leads++;
		for (size_t k = 0; k < rs->surfaces_n; k++)
			stand += overview_place_has(list[i], list[k]);
	}
	ck_assert_uint_eq(leads, 3 * 2);
	ck_assert_uint_eq(stand, 3 * 2 * 2); /* psync beside each */
}
END_TEST

/* A device that gives up half where more than 16 I/Os are in flight, at whatever record. */
static double falls_beyond_16(uint64_t file_size, uint64_t record, uint64_t depth, uint64_t jobs)
{
	(void)file_size;
	(void)record;
	(void)jobs;
	return depth > 16 ? 300 : 600;
}

static void expect_fall(const struct axis_pair *pair)
{
	struct run_cliffs cliffs;
	struct err err = ERR_INIT;
	struct strbuf text;
	json_t *json;
	const json_t *cliff;

	ck_assert_msg(!resultset_set_axes(rs, pair, &err), "%s", err.text);
	ck_assert_msg(!cliffs_find(rs, &cliffs, &err), "%s", err.text);
	strbuf_init(&text);
	fixture_cliffs_text(&cliffs, &text);
	ck_assert_msg(strstr(text.buf, "randread falls 50 % as the depth grows from 16 to 32, at all 6 record sizes,\n"
				       "    4K to 128K;"),
		      "%s", text.buf);
	ck_assert_msg(!strstr(text.buf, "consistent") && !strstr(text.buf, "near "), "%s", text.buf);
	json = fixture_cliffs_json(&cliffs);
	cliff = json_array_get(json_object_get(json, "cliffs"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(cliff, "axis")), "depth");
	ck_assert_int_eq(json_integer_value(json_object_get(cliff, "from")), 16);
	ck_assert_int_eq(json_integer_value(json_object_get(cliff, "other_to")), 128 * KIB);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(cliff, "fixed"), "jobs")), 1);
	json_decref(json);
	strbuf_release(&text);
	cliffs_release(&cliffs);
}

START_TEST(cliffs_are_found_along_the_depth)
{
	static const uint64_t six[] = { 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 128 * KIB, 0 };
	static const uint64_t deep[] = { 1, 2, 4, 8, 16, 32, 64, 128 };

	set_tests(1);
	set_all(one_file, six, deep, one);
	load(3, falls_beyond_16);
	expect_fall(&(struct axis_pair){ AXIS_RECORD, AXIS_DEPTH });
	expect_fall(&(struct axis_pair){ AXIS_DEPTH, AXIS_RECORD });
}
END_TEST

/* The files that jobs of two numbers have, in tables as IOzone writes them. */
START_TEST(iozone_has_a_table_for_each_load)
{
	const struct axis_pair sizes = { AXIS_FILE_SIZE, AXIS_RECORD };
	struct err err = ERR_INIT;
	struct strbuf out;
	size_t tables = 0;

	set_tests(1);
	set_all(files, records, depths, jobs_2);
	load(1, all_alike);
	ck_assert_msg(!resultset_set_axes(rs, &sizes, &err), "%s", err.text);
	strbuf_init(&out);
	fixture_report("iozone", rs, &out);
	for (const char *at = out.buf; (at = strstr(at, "through the API libaio, depth ")); at++)
		tables++;
	ck_assert_uint_eq(tables, 6);
	ck_assert_ptr_nonnull(strstr(out.buf, "depth 16\n"));
	ck_assert_ptr_nonnull(strstr(out.buf, "Throughput test with 8 threads\n"));
	strbuf_release(&out);
}
END_TEST

Suite *suite_axes(void)
{
	Suite *suite = suite_create("axes");
	TCase *tc = tcase_create("axes");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, the_usual_axes_are_those_with_several_values, 0, sizeof(usual) / sizeof(*usual));
	tcase_add_loop_test(tc, every_sample_is_in_its_cell, 0, AXES_N * AXES_N);
	tcase_add_test(tc, a_surface_for_each_fixed_value);
	tcase_add_test(tc, one_value_is_not_told);
	tcase_add_test(tc, other_axes_have_other_names);
	tcase_add_loop_test(tc, half_a_choice_is_completed, 0, sizeof(halves) / sizeof(*halves));
	tcase_add_test(tc, tables_have_the_lines_of_their_surface);
	tcase_add_test(tc, json_says_where_surfaces_stand);
	tcase_add_test(tc, overviews_have_one_place_each);
	tcase_add_test(tc, cliffs_are_found_along_the_depth);
	tcase_add_test(tc, iozone_has_a_table_for_each_load);
	suite_add_tcase(suite, tc);
	return suite;
}
