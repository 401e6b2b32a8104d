#include "report/report.h"

#include "base/err.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define K 1024ULL

static char dir[FIXTURE_PATH_LEN];
static struct config config;
static struct sample samples[5];

static void make_dir(void)
{
	fixture_make(dir);
	fixture_config(&config);
	fixture_sample(&samples[0], "device", "randread", 64 * K, 4 * K, 1, 45);
	fixture_sample(&samples[1], "device", "randread", 64 * K, 4 * K, 2, 0.1);
	fixture_sample(&samples[2], "cached", "stdio:write", 256 * K, 128 * K, 1, 1e6 / 3);
	fixture_sample(&samples[3], "device", "randread", 256 * K, 4 * K, 1, NAN);
	fixture_sample(&samples[4], "cached", "write", 256 * K, 4 * K, 1, NAN);
	samples[0].iops = 100;
	samples[1].iops = 300;
	samples[0].direct = samples[1].direct = 1;
	samples[0].lat_p50_ns = 1500;
	samples[0].flush_counted = 0;
	samples[1].flush_counted = 1;
	strcpy(samples[3].status, "failed");
	strcpy(samples[3].error, "read at 0, \"EIO\"");
	samples[3].error_number = EIO;
	strcpy(samples[4].status, "skipped");
	strcpy(samples[4].error, "no");
}

static void remove_dir(void)
{
	config_release(&config);
	fixture_remove(dir);
}

static struct resultset *load(void)
{
	return fixture_load(dir, &config, samples, 5);
}

static size_t count(const char *text, char c)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == c;
	return n;
}

/* What holds for every row, also those that are added later. */
START_TEST(every_reporter_keeps_the_contract)
{
	const struct reporter *reporter = reporters[_i];
	struct resultset *full = load(), *empty;
	struct strbuf out, again;
	char other[FIXTURE_PATH_LEN];

	ck_assert_ptr_eq(reporter_find(reporter->name), reporter);
	ck_assert_uint_gt(strlen(reporter->summary), 0);
	fixture_make(other);
	empty = fixture_load(other, &config, NULL, 0);
	strbuf_init(&out);
	strbuf_init(&again);
	fixture_report(reporter->name, full, &out);
	fixture_report(reporter->name, full, &again);
	ck_assert_uint_gt(out.len, 0);
	ck_assert_int_eq(out.buf[out.len - 1], '\n');
	ck_assert_uint_eq(strlen(out.buf), out.len);
	ck_assert_str_eq(out.buf, again.buf);
	strbuf_reset(&again);
	fixture_report(reporter->name, empty, &again);
	ck_assert_uint_gt(again.len, 0);
	ck_assert_uint_lt(again.len, out.len);
	strbuf_release(&out);
	strbuf_release(&again);
	resultset_free(full);
	resultset_free(empty);
	fixture_remove(other);
}
END_TEST

START_TEST(an_unknown_name_finds_nothing)
{
	ck_assert_ptr_null(reporter_find("tables"));
	ck_assert_ptr_null(reporter_find(""));
}
END_TEST

START_TEST(cells_as_csv)
{
	struct resultset *rs = load();
	struct strbuf out;

	strbuf_init(&out);
	fixture_report("cells", rs, &out);
	ck_assert_str_eq(out.buf,
			 "mode,test,api,pattern,file_size_bytes,record_size_bytes,depth,jobs,state,samples,throughput_mib_s,"
			 "throughput_min_mib_s,throughput_max_mib_s,spread,throughput_low_mib_s,throughput_high_mib_s,"
			 "verdict,drift,first_left_out,iops,lat_p50_ns,lat_p99_ns,lat_p999_ns,"
			 "clocked_ns,flush_ns,flush_counted,close_counted,direct,cut,fell,device_share,answered_by,"
			 "resident_before_bytes,contaminated_samples,steal_ns,error_number,error\n"
			 "device,randread,psync,randread,65536,4096,1,1,measured,2,22.55,0.1,45,1.991130820399113,,,noisy,,0,"
			 "200,1500,,,,,,,1,0,,,,,,,,\n"
			 "device,randread,psync,randread,262144,4096,1,1,failed,0,,,,,,,,,,,,,,,,,,,,,,,,,,5,\"read at 0, \"\"EIO\"\"\"\n"
			 "cached,write,psync,write,262144,4096,1,1,skipped,0,,,,,,,,,,,,,,,,,,,,,,,,,,,no\n"
			 "cached,stdio:write,stdio,write,262144,131072,1,1,measured,1,333333.3333333333,333333.3333333333,"
			 "333333.3333333333,,,,single,,0,,,,,,,,,,0,,,,,,,,\n");
	strbuf_release(&out);
	resultset_free(rs);
}
END_TEST

START_TEST(samples_as_csv)
{
	struct resultset *rs = load();
	struct strbuf out;
	const char *line;

	strbuf_init(&out);
	fixture_report("csv", rs, &out);
	ck_assert_uint_eq(count(out.buf, '\n'), 6);
	for (size_t i = 0, at = 0; i < sample_fields_n; i++) {
		size_t len = strlen(sample_fields[i].name);

		ck_assert_int_eq(strncmp(out.buf + at, sample_fields[i].name, len), 0);
		at += len;
		ck_assert_int_eq(out.buf[at++], i + 1 < sample_fields_n ? ',' : '\n');
	}
	line = strchr(out.buf, '\n') + 1;
	ck_assert_int_eq(strncmp(line, "device,randread,psync,randread,65536,4096,1,1,1,,,,,ok,,,,65536,16,", 66), 0);
	ck_assert_ptr_nonnull(strstr(out.buf, ",failed,\"read at 0, \"\"EIO\"\"\",5,,"));
	/* The commas of a line without quotes are those between the fields. */
	*strchr(line, '\n') = '\0';
	ck_assert_uint_eq(count(line, ','), sample_fields_n - 1);
	ck_assert_ptr_null(strstr(line, ",nan"));
	strbuf_release(&out);
	resultset_free(rs);
}
END_TEST

static const json_t *cell_of(const json_t *json, size_t surface, size_t cell)
{
	const json_t *s = json_array_get(json_object_get(json, "surfaces"), surface);

	return json_array_get(json_object_get(s, "cells"), cell);
}

START_TEST(the_run_as_json)
{
	struct resultset *rs = load();
	struct strbuf out;
	const json_t *cell, *surface;
	json_t *json;

	strbuf_init(&out);
	fixture_report("json", rs, &out);
	json = json_loads(out.buf, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_ptr_nonnull(json);
	ck_assert(json_equal(json_object_get(json, "run"), rs->run));
	ck_assert_int_eq(json_integer_value(json_object_get(json, "damaged_lines")), 0);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "file_size_bytes")), 2);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "record_size_bytes")), 3);
	ck_assert_uint_eq(json_array_size(json_object_get(json, "surfaces")), 5);
	surface = json_array_get(json_object_get(json, "surfaces"), 1);
	ck_assert_str_eq(json_string_value(json_object_get(surface, "title")), "Random read");
	ck_assert_int_eq(json_integer_value(json_object_get(surface, "passes")), 2);
	ck_assert_uint_eq(json_array_size(json_object_get(surface, "cells")), 2);
	cell = cell_of(json, 1, 0);
	ck_assert_str_eq(json_string_value(json_object_get(cell, "state")), "measured");
	ck_assert_double_eq(json_real_value(json_object_get(cell, "throughput_mib_s")), 22.55);
	ck_assert_double_eq(json_real_value(json_object_get(cell, "iops")), 200);
	ck_assert(json_is_true(json_object_get(cell, "direct")));
	ck_assert(json_is_null(json_object_get(cell, "flush_counted")));
	ck_assert(json_is_null(json_object_get(cell, "lat_p99_ns")));
	ck_assert_double_eq(json_real_value(json_array_get(json_object_get(cell, "throughputs_mib_s"), 1)), 0.1);
	cell = cell_of(json, 1, 1);
	ck_assert_str_eq(json_string_value(json_object_get(cell, "state")), "failed");
	ck_assert_str_eq(json_string_value(json_object_get(cell, "error")), "read at 0, \"EIO\"");
	ck_assert(json_is_null(json_object_get(cell, "throughput_mib_s")));
	json_decref(json);
	strbuf_release(&out);
	resultset_free(rs);
}
END_TEST

static bool is_there(const char *name)
{
	char path[FIXTURE_PATH_LEN + 32];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

START_TEST(the_run_gets_its_files)
{
	struct resultset *rs = load();
	char path[FIXTURE_PATH_LEN + 32];
	struct strbuf want, got;
	struct err err = ERR_INIT;

	ck_assert_msg(!report_write_all(rs, dir, &err), "%s", err.text);
	ck_assert(is_there("tables.txt"));
	ck_assert(is_there("samples.csv"));
	strbuf_init(&want);
	strbuf_init(&got);
	fixture_report("cells", rs, &want);
	snprintf(path, sizeof(path), "%s/cells.csv", dir);
	ck_assert_int_eq(strbuf_read_file(&got, path), 0);
	ck_assert_str_eq(got.buf, want.buf);
	strbuf_release(&want);
	strbuf_release(&got);
	resultset_free(rs);
}
END_TEST

START_TEST(one_that_fails_does_not_stop_the_others)
{
	struct resultset *rs = load();
	char path[FIXTURE_PATH_LEN + 32];
	struct err err = ERR_INIT;

	snprintf(path, sizeof(path), "%s/tables.txt", dir);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(report_write_all(rs, dir, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "tables.txt"));
	ck_assert(is_there("samples.csv"));
	ck_assert(is_there("cells.csv"));
	ck_assert_int_eq(report_write_all(rs, "/nonexistent", &err), -1);
	ck_assert_int_eq(err.errnum, ENOENT);
	ck_assert_ptr_nonnull(strstr(err.text, "tables.txt"));
	resultset_free(rs);
}
END_TEST

Suite *suite_report(void)
{
	Suite *suite = suite_create("report");
	TCase *tcase = tcase_create("report");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_loop_test(tcase, every_reporter_keeps_the_contract, 0, (int)reporters_n);
	tcase_add_test(tcase, an_unknown_name_finds_nothing);
	tcase_add_test(tcase, cells_as_csv);
	tcase_add_test(tcase, samples_as_csv);
	tcase_add_test(tcase, the_run_as_json);
	tcase_add_test(tcase, the_run_gets_its_files);
	tcase_add_test(tcase, one_that_fails_does_not_stop_the_others);
	suite_add_tcase(suite, tcase);
	return suite;
}
