#include "store/import.h"

#include "base/err.h"
#include "model/envfacts.h"
#include "store/resultset.h"
#include "unit/fixture_run.h"
#include "unit/iozone_fixture.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define K 1024U
#define ROW IOZONE_HEAD_MIDDLE "              64       4     1865     1802\n"
#define STDIO_ROW \
	IOZONE_HEAD_MIDDLE \
	"              64       4      100      200      300      400      500      600      700       800       900" \
	"     1000     1100     1200     1300\n"
#define BEGAN "\tRun began: Wed May 17 09:59:14 2006\n\n"
#define END "\niozone test complete.\n"

static char dir[FIXTURE_PATH_LEN];

static void make_dir(void)
{
	fixture_make(dir);
}

static void remove_dir(void)
{
	fixture_remove(dir);
}

/* The run that all of the texts become, each of one run. */
static struct resultset *import(const char *const *texts, size_t n, struct import_counts *counts)
{
	struct import_part parts[4];
	struct iozone_log logs[4];
	const struct import all = { .parts = parts, .parts_n = n, .version = "9.8" };
	struct err err = ERR_INIT;
	struct resultset *rs;

	for (size_t i = 0; i < n; i++) {
		iozone_read(texts[i], &logs[i]);
		ck_assert_uint_eq(logs[i].runs_n, 1);
		parts[i] = (struct import_part){ "x.log", &logs[i], 0 };
	}
	ck_assert_msg(!import_write(dir, &all, counts, &err), "%s", err.text);
	ck_assert_msg(!resultset_load(dir, &rs, &err), "%s", err.text);
	for (size_t i = 0; i < n; i++)
		iozone_log_release(&logs[i]);
	return rs;
}

static struct resultset *import_one(const char *text)
{
	struct import_counts counts;

	return import(&text, 1, &counts);
}

START_TEST(sample_of_kib)
{
	struct resultset *rs = import_one(BEGAN IOZONE_KIB ROW END);
	const struct sample *s = &rs->samples[0];

	ck_assert_uint_eq(rs->samples_n, 2);
	ck_assert_str_eq(s->mode, "cached");
	ck_assert_str_eq(s->test, "write");
	ck_assert_str_eq(s->api, "sync");
	ck_assert_str_eq(s->pattern, "write");
	ck_assert_str_eq(s->status, "ok");
	ck_assert(s->file_size_bytes == 64 * K && s->record_size_bytes == 4 * K);
	ck_assert(s->depth == 1 && s->jobs == 1 && s->pass == 1 && s->sequence == 1);
	ck_assert_double_eq(s->throughput_mib_s * 1024, 1865);
	ck_assert(s->bytes == SAMPLE_ABSENT && s->clocked_ns == SAMPLE_ABSENT && s->operations == SAMPLE_ABSENT);
	ck_assert(isnan(s->iops) && isnan(s->lat_mean_ns));
	ck_assert(s->direct == 0 && s->flush_counted == 0 && s->cut == -1);
	ck_assert_uint_eq(rs->surfaces_n, 2);
	ck_assert_double_eq(rs->surfaces[0].cells[0].median * 1024, 1865);
	resultset_free(rs);
}
END_TEST

START_TEST(samples_of_operations)
{
	struct resultset *rs = import_one("\tOPS Mode. Output is in operations per second.\n" ROW);

	ck_assert_double_eq(rs->samples[0].iops, 1865);
	ck_assert_double_eq(rs->samples[0].throughput_mib_s * 1024, 1865 * 4);
	ck_assert_double_nan(rs->samples[0].lat_mean_ns);
	resultset_free(rs);
}
END_TEST

START_TEST(samples_of_microseconds)
{
	struct resultset *rs = import_one("\tMicroseconds/op Mode. Output is in microseconds per operation.\n" ROW);

	ck_assert_double_eq(rs->samples[0].lat_mean_ns, 1865e3);
	ck_assert_double_eq_tol(rs->samples[0].throughput_mib_s, 4.0 / 1024 / 1865e-6, 1e-12);
	ck_assert_double_nan(rs->samples[0].iops);
	resultset_free(rs);
}
END_TEST

START_TEST(direct_is_the_mode_device_but_for_stdio)
{
	struct resultset *rs = import_one("\tO_DIRECT feature enabled\n\tInclude fsync in write timing\n" IOZONE_KIB
					  STDIO_ROW);

	ck_assert_uint_eq(rs->samples_n, 13);
	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct sample *s = &rs->samples[i];
		bool own = i < 9, writes = strstr(s->pattern, "write");

		ck_assert_str_eq(s->mode, own ? "device" : "cached");
		ck_assert_str_eq(s->api, own ? "sync" : "stdio");
		ck_assert_int_eq(s->direct, own);
		ck_assert_int_eq(s->flush_counted, writes ? 1 : -1);
	}
	ck_assert(rs->config.modes[MODE_DEVICE] && !rs->config.modes[MODE_CACHED]);
	ck_assert(rs->config.include_flush && !rs->config.include_close);
	ck_assert_uint_eq(rs->config.tests_n, 13);
	ck_assert_str_eq(rs->config.tests[9].name, "stdio:write");
	resultset_free(rs);
}
END_TEST

START_TEST(mapping_is_not_direct)
{
	struct resultset *rs = import_one("\tO_DIRECT feature enabled\n\tUsing mmap files\n" IOZONE_KIB ROW);

	ck_assert_str_eq(rs->samples[0].mode, "cached");
	ck_assert_str_eq(rs->samples[0].api, "mmap");
	ck_assert_str_eq(rs->samples[0].test, "write");
	resultset_free(rs);
}
END_TEST

START_TEST(without_a_head_nothing_is_known)
{
	struct resultset *rs = import_one(ROW);
	const json_t *run = envfacts_get(rs->environment, "import.runs.0");

	ck_assert(rs->samples[0].direct == -1 && rs->samples[0].flush_counted == -1);
	ck_assert_str_eq(rs->samples[0].mode, "cached");
	ck_assert_str_eq(rs->started, "");
	ck_assert_str_eq(rs->version, "9.8 (import of IOzone)");
	ck_assert_ptr_null(rs->config.command);
	ck_assert(json_is_null(json_object_get(run, "version")) && json_is_null(json_object_get(run, "include_flush")));
	resultset_free(rs);
}
END_TEST

START_TEST(describes_the_run)
{
	struct resultset *rs = import_one("\t Version $Revision: 3.247 $\n\t\tBuild: linux \n" BEGAN
					  "\tSYNC Mode. \n\tMachine = Linux db1 2.6.9 #1 SMP x86_64\n"
					  "\tCommand line used: iozone -o\n" IOZONE_KIB ROW END);
	const json_t *env = rs->environment, *statements = envfacts_get(env, "import.runs.0.statements");

	ck_assert_str_eq(rs->version, "9.8 (import of IOzone 3.247)");
	ck_assert_str_eq(rs->started, "2006-05-17T09:59:14");
	ck_assert_str_eq(rs->config.command, "iozone -o");
	ck_assert_int_eq(rs->config.io.sync_mode, SYNC_OSYNC);
	ck_assert_str_eq(json_string_value(json_object_get(rs->run, "state")), "complete");
	ck_assert(json_is_null(json_object_get(rs->run, "finished")));
	ck_assert_str_eq(envfacts_string(env, "host_name"), "db1");
	ck_assert_str_eq(envfacts_string(env, "kernel.sysname"), "Linux");
	ck_assert_str_eq(envfacts_string(env, "kernel.release"), "2.6.9");
	ck_assert_ptr_null(envfacts_get(env, "cpu"));
	ck_assert_str_eq(envfacts_string(env, "import.program"), "IOzone");
	ck_assert_str_eq(envfacts_string(env, "import.runs.0.file"), "x.log");
	ck_assert_str_eq(envfacts_string(env, "import.runs.0.build"), "linux");
	ck_assert_str_eq(envfacts_string(env, "import.runs.0.began"), "Wed May 17 09:59:14 2006");
	ck_assert_str_eq(envfacts_string(env, "import.runs.0.machine"), "Linux db1 2.6.9 #1 SMP x86_64");
	ck_assert_uint_eq(json_array_size(statements), 2);
	resultset_free(rs);
}
END_TEST

START_TEST(runs_are_passes)
{
	static const char *const texts[] = {
		IOZONE_KIB ROW END,
		IOZONE_KIB IOZONE_HEAD_MIDDLE "              64       4     1965     1902\n",
		IOZONE_KIB IOZONE_HEAD_MIDDLE "             128       4     2865     2802\n" END,
	};
	struct import_counts counts;
	struct resultset *rs = import(texts, 3, &counts);

	ck_assert(counts.samples == 6 && counts.tests == 2 && counts.passes == 2);
	ck_assert(counts.cached && !counts.device);
	ck_assert_uint_eq(rs->config.passes, 2);
	ck_assert_uint_eq(rs->samples[2].pass, 2);
	ck_assert_uint_eq(rs->samples[4].pass, 1);
	ck_assert_uint_eq(rs->axes[AXIS_FILE_SIZE].n, 2);
	ck_assert_double_eq(rs->surfaces[0].cells[0].median * 1024, 1915);
	ck_assert_double_eq(rs->surfaces[0].cells[1].median * 1024, 2865);
	/* one of them has no end */
	ck_assert_str_eq(json_string_value(json_object_get(rs->run, "state")), "stopped");
	ck_assert_uint_eq(json_array_size(envfacts_get(rs->environment, "import.runs")), 3);
	resultset_free(rs);
}
END_TEST

START_TEST(jobs_are_kept)
{
	struct resultset *rs = import_one(
		IOZONE_KIB "\tThroughput test with 4 processes\n\tEach process writes a 1024 kByte file in 8 kByte records\n"
		"\tChildren see throughput for 4 random readers = 2048.50 kB/sec\n");

	ck_assert_uint_eq(rs->samples[0].jobs, 4);
	ck_assert_double_eq(rs->samples[0].throughput_mib_s * 1024, 2048.5);
	ck_assert(config_most_jobs(&rs->config) == 4 && rs->config.processes && rs->config.stonewall);
	resultset_free(rs);
}
END_TEST

/* One report of throughput mode. */
#define CHILDREN(jobs, rate) \
	"\tThroughput test with " jobs " processes\n\tEach process writes a 1024 kByte file in 8 kByte records\n" \
	"\tChildren see throughput for " jobs " readers = " rate " kB/sec\n"

/* The second of two jobs is the second pass of its cell, and no pass of the others'. */
START_TEST(numbers_of_jobs_are_an_axis)
{
	static const char *const texts[] = {
		IOZONE_KIB CHILDREN("1", "1000.00"), IOZONE_KIB CHILDREN("4", "3000.00"),
		IOZONE_KIB CHILDREN("2", "1800.00"), IOZONE_KIB CHILDREN("2", "2200.00"),
	};
	struct import_counts counts;
	struct resultset *rs = import(texts, 4, &counts);

	ck_assert_uint_eq(rs->samples_n, 4);
	ck_assert_uint_eq(rs->config.passes, 2);
	ck_assert_uint_eq(rs->axes[AXIS_JOBS].n, 3);
	ck_assert(rs->axes[AXIS_JOBS].v[0] == 1 && rs->axes[AXIS_JOBS].v[2] == 4);
	ck_assert_uint_eq(rs->axes[AXIS_DEPTH].n, 1);
	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct cell *cell = resultset_cell_of(rs, &rs->samples[i]);

		ck_assert_ptr_nonnull(cell);
		ck_assert_uint_eq(cell->samples_n, rs->samples[i].jobs == 2 ? 2 : 1);
		ck_assert_double_eq(cell->median * 1024,
				    rs->samples[i].jobs == 1 ? 1000 : rs->samples[i].jobs == 2 ? 2000 : 3000);
	}
	resultset_free(rs);
}
END_TEST

START_TEST(depths_are_an_axis)
{
	static const char *const texts[] = {
		"\tPOSIX async I/O (with bcopy). Depth 8\n" ROW, "\tPOSIX async I/O (with bcopy). Depth 16\n" ROW,
	};
	struct import_counts counts;
	struct resultset *rs = import(texts, 2, &counts);

	ck_assert_uint_eq(rs->config.depth.n, 2);
	ck_assert(rs->config.depth.v[0] == 8 && rs->config.depth.v[1] == 16);
	ck_assert_uint_eq(rs->config.passes, 1);
	resultset_free(rs);
}
END_TEST

START_TEST(text_that_is_not_utf8)
{
	struct resultset *rs = import_one("\tMachine = Linux h\xf6st 6.1\n\tCommand line used: iozone -f /\xe4\n" IOZONE_KIB
					  ROW);

	ck_assert_str_eq(envfacts_string(rs->environment, "host_name"), "h?st");
	ck_assert_str_eq(rs->config.command, "iozone -f /\xe4");
	resultset_free(rs);
}
END_TEST

static const struct {
	const char *a, *b;
	enum import_difference how;
	const char *what;
} pairs[] = {
	{ IOZONE_KIB ROW, IOZONE_KIB ROW END, IMPORT_ALIKE, NULL },
	{ "\tCommand line used: a\n" ROW, "\tCommand line used: b\n" ROW, IMPORT_ALIKE, NULL },
	{ IOZONE_KIB ROW, "\tOPS Mode. Output is in operations per second.\n" ROW, IMPORT_ALIKE, NULL },
	{ IOZONE_KIB ROW, "\tO_DIRECT feature enabled\n" ROW, IMPORT_ALIKE, NULL },
	{ IOZONE_KIB ROW, "\tUsing mmap files\n" ROW, IMPORT_INCOMPATIBLE, "the API" },
	{ "\tPOSIX async I/O (with bcopy). Depth 8\n" ROW, "\tPOSIX async I/O (with bcopy). Depth 9\n" ROW,
	  IMPORT_ALIKE, NULL },
	{ IOZONE_KIB ROW, ROW, IMPORT_DIFFERENT, "whether there is a head" },
	{ "\tVersion $Revision: 3.1 $\n" ROW, "\tVersion $Revision: 3.2 $\n" ROW, IMPORT_DIFFERENT,
	  "the version of IOzone" },
	{ "\tMachine = Linux a\n" ROW, IOZONE_KIB ROW, IMPORT_DIFFERENT, "the machine" },
	{ IOZONE_KIB ROW, "\tInclude fsync in write timing\n" ROW, IMPORT_DIFFERENT, "counting the flush (-e)" },
	{ IOZONE_KIB ROW, "\tInclude close in write timing\n" ROW, IMPORT_DIFFERENT, "counting the close (-c)" },
	{ IOZONE_KIB ROW, "\tSYNC Mode. \n" ROW, IMPORT_DIFFERENT, "synchronous writing (-o)" },
	{ IOZONE_KIB ROW, "\tPurge Mode On\n" ROW, IMPORT_DIFFERENT, "purging the cache (-p)" },
};

START_TEST(runs_differ)
{
	struct iozone_log a, b;
	struct import_part pa = { "a", &a, 0 }, pb = { "b", &b, 0 };
	const char *what = NULL, *back = NULL;

	iozone_read(pairs[_i].a, &a);
	iozone_read(pairs[_i].b, &b);
	ck_assert_int_eq(import_compare(&pa, &pb, &what), pairs[_i].how);
	ck_assert_int_eq(import_compare(&pb, &pa, &back), pairs[_i].how);
	ck_assert_pstr_eq(what, pairs[_i].what);
	ck_assert_pstr_eq(back, pairs[_i].what);
	iozone_log_release(&a);
	iozone_log_release(&b);
}
END_TEST

START_TEST(a_full_directory_is_refused)
{
	struct resultset *rs = import_one(ROW);
	struct iozone_log log;
	const struct import_part part = { "a", &log, 0 };
	const struct import again = { .parts = &part, .parts_n = 1, .version = "9.8" };
	struct import_counts counts;
	struct err err = ERR_INIT;

	iozone_read(ROW, &log);
	ck_assert_int_eq(import_write(dir, &again, &counts, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	iozone_log_release(&log);
	ck_assert_int_eq(import_read("/proc/self/nothing", &log, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	resultset_free(rs);
}
END_TEST

Suite *suite_import(void)
{
	Suite *suite = suite_create("import");
	TCase *tcase = tcase_create("import"), *pure = tcase_create("compare");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, sample_of_kib);
	tcase_add_test(tcase, samples_of_operations);
	tcase_add_test(tcase, samples_of_microseconds);
	tcase_add_test(tcase, direct_is_the_mode_device_but_for_stdio);
	tcase_add_test(tcase, mapping_is_not_direct);
	tcase_add_test(tcase, without_a_head_nothing_is_known);
	tcase_add_test(tcase, describes_the_run);
	tcase_add_test(tcase, runs_are_passes);
	tcase_add_test(tcase, jobs_are_kept);
	tcase_add_test(tcase, numbers_of_jobs_are_an_axis);
	tcase_add_test(tcase, depths_are_an_axis);
	tcase_add_test(tcase, text_that_is_not_utf8);
	tcase_add_test(tcase, a_full_directory_is_refused);
	tcase_add_loop_test(pure, runs_differ, 0, (int)(sizeof(pairs) / sizeof(*pairs)));
	suite_add_tcase(suite, tcase);
	suite_add_tcase(suite, pure);
	return suite;
}
