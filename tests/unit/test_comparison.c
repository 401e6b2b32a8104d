#include "report/comparison.h"

#include "base/err.h"
#include "report/comparison_format.h"
#include "report/comparison_left.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define SAMPLES_MOST 64

static char path[COMPARISON_SIDES_N][FIXTURE_PATH_LEN];
static struct config config[COMPARISON_SIDES_N];
static struct sample samples[COMPARISON_SIDES_N][SAMPLES_MOST];
static size_t samples_n[COMPARISON_SIDES_N];
static struct resultset *rs[COMPARISON_SIDES_N];
static struct comparison comparison;
static struct err err;

static void setup(void)
{
	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		fixture_make(path[side]);
		fixture_config(&config[side]);
	}
}

static void teardown(void)
{
	comparison_release(&comparison);
	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		resultset_free(rs[side]);
		config_release(&config[side]);
		fixture_remove(path[side]);
	}
}

static struct sample *add(int side, const char *test, uint64_t file_kib, uint64_t pass, double throughput)
{
	struct sample *s = &samples[side][samples_n[side]++];

	ck_assert_uint_le(samples_n[side], SAMPLES_MOST);
	fixture_sample(s, "device", test, file_kib * KIB, 4 * KIB, pass, throughput);
	s->sequence = samples_n[side];
	return s;
}

/* Three passes that differ by a hundredth. */
static void add_cell(int side, const char *test, uint64_t file_kib, double throughput)
{
	for (uint64_t pass = 1; pass <= 3; pass++)
		add(side, test, file_kib, pass, throughput * (0.98 + 0.01 * (double)pass));
}

static const struct metric *metric_of(const char *name)
{
	size_t i = 0;

	while (strcmp(metrics[i]->name, name))
		i++;
	return metrics[i];
}

static int make(const char *metric)
{
	for (int side = 0; side < COMPARISON_SIDES_N; side++)
		rs[side] = fixture_load(path[side], &config[side], samples[side], samples_n[side]);
	return comparison_make(rs[COMPARISON_BASE], rs[COMPARISON_RUN], metric_of(metric), &comparison, &err);
}

static void compare(void)
{
	ck_assert_msg(!make("throughput"), "%s", err.text);
}

static const struct run_difference *difference(const char *key)
{
	for (size_t i = 0; i < comparison.differences.n; i++) {
		if (!strcmp(comparison.differences.v[i].key, key))
			return &comparison.differences.v[i];
	}
	return NULL;
}

static void assert_left(const char *line)
{
	struct strbuf text;

	strbuf_init(&text);
	comparison_left_text(&comparison, &text);
	ck_assert_msg(strstr(text.buf, line), "'%s' is not in:\n%s", line, text.buf);
	strbuf_release(&text);
}

START_TEST(cells_of_both_runs)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_BASE, "write", 256, 100);
	add_cell(COMPARISON_RUN, "write", 64, 50);
	add_cell(COMPARISON_RUN, "write", 256, 100);
	compare();
	ck_assert_uint_eq(comparison.tables_n, 1);
	ck_assert_uint_eq(comparison.summary.cells, 2);
	ck_assert_double_eq_tol(comparison.cells[0].ratio, 0.5, 1e-9);
	ck_assert(comparison.cells[0].differs && !comparison.cells[1].differs);
	ck_assert_uint_eq(comparison.summary.lower, 1);
	ck_assert_uint_eq(comparison.places[0].at[AXIS_FILE_SIZE], 64 * KIB);
	ck_assert_uint_eq(comparison.differences.n, 0);
}
END_TEST

START_TEST(grids_that_differ)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_BASE, "randread", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 256, 100);
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	assert_left("test randread: only in BASE\n");
	assert_left("file size 256K: only in RUN\n");
	assert_left("1 cell in all that only BASE has\n");
	assert_left("1 cell in all that only RUN has\n");
}
END_TEST

START_TEST(cells_that_failed)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_BASE, "write", 256, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	strcpy(add(COMPARISON_RUN, "write", 256, 1, NAN)->status, "failed");
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	ck_assert_uint_eq(comparison.newly_failed, 1);
	ck_assert_int_eq(comparison.places[1].state[COMPARISON_RUN], COMPARISON_FAILED);
	assert_left("1 cell failed or skipped in RUN, with a figure in BASE\n");
}
END_TEST

/* What failed in some passes has a figure all the same, and a skip is no new failure. */
START_TEST(cells_that_failed_in_part)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	strcpy(add(COMPARISON_RUN, "write", 64, 4, NAN)->status, "failed");
	add_cell(COMPARISON_BASE, "write", 256, 100);
	strcpy(add(COMPARISON_RUN, "write", 256, 1, NAN)->status, "skipped");
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	ck_assert_uint_eq(comparison.newly_failed, 0);
}
END_TEST

static void set_api(struct config *of, size_t test, const char *api)
{
	snprintf(of->tests[test].api, NAME_LEN, "%s", api);
}

START_TEST(same_tests_through_another_api)
{
	set_api(&config[COMPARISON_RUN], 0, "io_uring");
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	ck_assert_ptr_nonnull(difference("API of write, mode device"));
	ck_assert_str_eq(difference("API of write, mode device")->base, "psync");
	ck_assert_str_eq(difference("API of write, mode device")->run, "io_uring");
}
END_TEST

/* The API counts before the name: psync:write of the run is the base's write. */
START_TEST(same_work_under_another_name)
{
	struct test *tests = config[COMPARISON_RUN].tests;

	set_api(&config[COMPARISON_RUN], 0, "mmap");
	tests[1] = (struct test){ "psync:write", "psync", "write", 0 };
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 10);
	add_cell(COMPARISON_RUN, "psync:write", 64, 100);
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	ck_assert_double_eq_tol(comparison.cells[0].ratio, 1, 1e-9);
	ck_assert_uint_eq(comparison_left_count(&comparison).only[COMPARISON_RUN], 1);
}
END_TEST

static void set_depth(int side, uint64_t depth)
{
	for (size_t i = 0; i < samples_n[side]; i++)
		samples[side][i].depth = depth;
}

START_TEST(one_depth_against_another)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	set_depth(COMPARISON_RUN, 16);
	compare();
	ck_assert_uint_eq(comparison.summary.cells, 1);
	ck_assert_str_eq(difference("depth of write, mode device")->base, "1");
	ck_assert_str_eq(difference("depth of write, mode device")->run, "16");
}
END_TEST

START_TEST(several_depths)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	set_depth(COMPARISON_BASE, 4);
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	compare();
	ck_assert_uint_eq(comparison.tables_n, 2);
	ck_assert_uint_eq(comparison.summary.cells, 1);
	assert_left("depth 4: only in BASE\n");
}
END_TEST

/* Tables stand on the axes of the base. */
START_TEST(tables_on_other_axes)
{
	const struct axis_pair pair = { AXIS_RECORD, AXIS_DEPTH };
	struct strbuf title;

	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		add_cell(side, "write", 64, 100);
		set_depth(side, 4);
		add_cell(side, "write", 64, 100);
		add_cell(side, "write", 256, 100);
		rs[side] = fixture_load(path[side], &config[side], samples[side], samples_n[side]);
	}
	ck_assert_int_eq(resultset_set_axes(rs[COMPARISON_BASE], &pair, &err), 0);
	ck_assert_int_eq(comparison_make(rs[COMPARISON_BASE], rs[COMPARISON_RUN], metric_of("throughput"), &comparison,
					 &err), 0);
	ck_assert_uint_eq(comparison.summary.cells, 3);
	ck_assert_uint_eq(comparison.tables_n, 2);
	ck_assert_uint_eq(comparison.tables[0].n, 2);
	ck_assert_uint_eq(comparison.tables[0].fixed[AXIS_FILE_SIZE], 64 * KIB);
	strbuf_init(&title);
	comparison_add_title(&comparison, &comparison.tables[0], &title);
	ck_assert_str_eq(title.buf, "Write, file 64K");
	strbuf_release(&title);
}
END_TEST

START_TEST(flags_of_the_measurement)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	for (size_t i = 0; i < 3; i++) {
		samples[COMPARISON_BASE][i].flush_counted = 0;
		samples[COMPARISON_RUN][i].flush_counted = 1;
	}
	compare();
	ck_assert_str_eq(difference("flush_counted of write, mode device")->run, "true");
}
END_TEST

START_TEST(configurations_that_differ)
{
	config[COMPARISON_RUN].include_flush = true;
	config[COMPARISON_RUN].seed = 99;
	config_set_string(&config[COMPARISON_RUN].target, "/elsewhere");
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	compare();
	ck_assert_uint_eq(comparison.differences.n, 1);
	ck_assert_str_eq(difference("config.include_flush")->base, "false");
	ck_assert_str_eq(difference("config.include_flush")->run, "true");
}
END_TEST

/* Samples that were taken again because something was found there would make it look less. */
START_TEST(samples_that_confirm_stay_out)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	strcpy(add(COMPARISON_RUN, "write", 64, 4, 10)->purpose, SAMPLE_CONFIRM);
	compare();
	ck_assert_uint_eq(comparison.cells[0].run.n, 3);
}
END_TEST

/* A volume that was not warmed up: the first pass takes twice as long everywhere. */
START_TEST(first_pass_that_differs_stays_out)
{
	for (uint64_t file_kib = 64; file_kib <= 64 << 9; file_kib *= 2) {
		for (uint64_t pass = 1; pass <= 5; pass++) {
			double speed = 100 + (double)((pass + file_kib / 64) % 3);

			add(COMPARISON_BASE, "write", file_kib, pass, speed);
			add(COMPARISON_RUN, "write", file_kib, pass, pass == 1 ? speed / 2 : speed);
		}
	}
	compare();
	ck_assert_uint_eq(comparison.first_pass[COMPARISON_BASE], 0);
	ck_assert_uint_eq(comparison.first_pass[COMPARISON_RUN], 10);
	ck_assert_uint_eq(comparison.cells[0].run.n, 4);
	ck_assert(comparison.cells[0].ratio > 0.99);
}
END_TEST

START_TEST(disturbed_samples_are_counted)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	samples[COMPARISON_RUN][1].contaminated = 1;
	compare();
	ck_assert_uint_eq(comparison.disturbed[COMPARISON_BASE], 0);
	ck_assert_uint_eq(comparison.disturbed[COMPARISON_RUN], 1);
	ck_assert_uint_eq(comparison.cells[0].run.n, 3);
}
END_TEST

START_TEST(nothing_in_common_is_refused)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "randread", 64, 100);
	ck_assert_int_eq(make("throughput"), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_ptr_nonnull(strstr(err.text, "have no cell in common: test write: only in BASE;"));
	comparison = (struct comparison){ 0 };
}
END_TEST

static const struct {
	const char *metric, *says;
} refused[] = {
	{ "spread", "spread is a figure of a cell" },
	{ "p99", "has no figure of p99" },
};

START_TEST(metrics_that_are_refused)
{
	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 100);
	ck_assert_int_eq(make(refused[_i].metric), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	ck_assert_msg(strstr(err.text, refused[_i].says), "%s", err.text);
	comparison = (struct comparison){ 0 };
}
END_TEST

START_TEST(less_latency_is_better)
{
	const struct metric *p50 = metric_of("p50"), *throughput = metric_of("throughput");

	ck_assert(comparison_worse(p50, 1.2, 0.1) && !comparison_worse(p50, 1.05, 0.1) && !comparison_worse(p50, 0.5, 0.1));
	ck_assert(comparison_worse(throughput, 0.8, 0.1) && !comparison_worse(throughput, 1.5, 0.1));
	ck_assert(!comparison_worse(metric_of("device-share"), 0.1, 0.1));
	ck_assert_str_eq(comparison_word(p50, true), "slower");
	ck_assert_str_eq(comparison_word(throughput, true), "faster");
	ck_assert_str_eq(comparison_word(metric_of("cpu"), true), "dearer");
	ck_assert_str_eq(comparison_word(metric_of("device-share"), true), "higher");
}
END_TEST

START_TEST(worse_by_more_than_a_share)
{
	size_t worst = 99;

	add_cell(COMPARISON_BASE, "write", 64, 100);
	add_cell(COMPARISON_BASE, "write", 256, 100);
	add_cell(COMPARISON_BASE, "randread", 64, 100);
	add_cell(COMPARISON_RUN, "write", 64, 85);
	add_cell(COMPARISON_RUN, "write", 256, 70);
	add_cell(COMPARISON_RUN, "randread", 64, 130);
	compare();
	ck_assert_uint_eq(comparison_count_worse(&comparison, 0.1, &worst), 2);
	ck_assert_uint_eq(worst, 1);
	ck_assert_uint_eq(comparison_count_worse(&comparison, 0.2, &worst), 1);
	ck_assert_uint_eq(comparison_count_worse(&comparison, 0.4, &worst), 0);
}
END_TEST

/* Every format takes every comparison, and says something. */
START_TEST(formats_write_all)
{
	struct strbuf out;

	add_cell(COMPARISON_BASE, "write", 64, 100);
	add(COMPARISON_BASE, "stdio:write", 64, 1, 100);
	add_cell(COMPARISON_RUN, "write", 64, 50);
	add(COMPARISON_RUN, "stdio:write", 64, 1, 100);
	add_cell(COMPARISON_RUN, "write", 256, 50);
	compare();
	for (size_t i = 0; i < comparison_formats_n; i++) {
		strbuf_init(&out);
		ck_assert_int_eq(comparison_write(comparison_formats[i], &comparison, 1, &out, &err), 0);
		ck_assert_uint_gt(out.len, 100);
		ck_assert_ptr_nonnull(strstr(out.buf, "slower"));
		ck_assert_ptr_null(strstr(out.buf, "nan"));
		strbuf_release(&out);
	}
}
END_TEST

Suite *suite_comparison(void)
{
	Suite *suite = suite_create("comparison");
	TCase *tcase = tcase_create("comparison");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, cells_of_both_runs);
	tcase_add_test(tcase, grids_that_differ);
	tcase_add_test(tcase, cells_that_failed);
	tcase_add_test(tcase, cells_that_failed_in_part);
	tcase_add_test(tcase, same_tests_through_another_api);
	tcase_add_test(tcase, same_work_under_another_name);
	tcase_add_test(tcase, one_depth_against_another);
	tcase_add_test(tcase, several_depths);
	tcase_add_test(tcase, tables_on_other_axes);
	tcase_add_test(tcase, flags_of_the_measurement);
	tcase_add_test(tcase, configurations_that_differ);
	tcase_add_test(tcase, samples_that_confirm_stay_out);
	tcase_add_test(tcase, first_pass_that_differs_stays_out);
	tcase_add_test(tcase, disturbed_samples_are_counted);
	tcase_add_test(tcase, nothing_in_common_is_refused);
	tcase_add_loop_test(tcase, metrics_that_are_refused, 0, (int)(sizeof(refused) / sizeof(*refused)));
	tcase_add_test(tcase, less_latency_is_better);
	tcase_add_test(tcase, worse_by_more_than_a_share);
	tcase_add_test(tcase, formats_write_all);
	suite_add_tcase(suite, tcase);
	return suite;
}
