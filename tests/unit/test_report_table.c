#include "report/report.h"

#include "base/err.h"
#include "base/units.h"
#include "store/journal.h"
#include "store/rundir.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K 1024ULL
#define SAMPLES_MAX 200

static char dir[FIXTURE_PATH_LEN];
static struct config config;
static struct sample samples[SAMPLES_MAX];
static size_t samples_n;

static void make_dir(void)
{
	fixture_make(dir);
	fixture_config(&config);
	samples_n = 0;
}

static void remove_dir(void)
{
	config_release(&config);
	fixture_remove(dir);
}

static struct sample *add(const char *mode, const char *test, uint64_t file_size, uint64_t record, double throughput)
{
	struct sample *sample = &samples[samples_n++];

	ck_assert_uint_le(samples_n, SAMPLES_MAX);
	fixture_sample(sample, mode, test, file_size, record, samples_n, throughput);
	return sample;
}

static struct sample *add_trouble(const char *test, uint64_t file_size, uint64_t record, const char *status,
				  const char *error)
{
	struct sample *sample = add("device", test, file_size, record, NAN);

	snprintf(sample->status, sizeof(sample->status), "%s", status);
	snprintf(sample->error, sizeof(sample->error), "%s", error);
	return sample;
}

static void report(const char *name, struct strbuf *out)
{
	struct resultset *rs = fixture_load(dir, &config, samples, samples_n);

	strbuf_init(out);
	fixture_report(name, rs, out);
	resultset_free(rs);
}

static void assert_report(const char *name, const char *want)
{
	struct strbuf out;

	report(name, &out);
	ck_assert_str_eq(out.buf, want);
	strbuf_release(&out);
}

#define HEAD_START                                   \
	"iosweep 9.8.7, started 2026-01-31T22:15:00Z\n" \
	"Command: iosweep /mnt/data\n"                  \
	"Target: /mnt/data\n"                           \
	"Host: not recorded\n"                          \
	"CPU: not recorded, RAM not recorded\n"         \
	"File system: not recorded\n"                   \
	"Device: not recorded\n"
#define HEAD HEAD_START "Not complete: the tables show what has been measured so far.\n"

static void add_small_run(void)
{
	static const int order[] = { 0, 2, 1 };

	for (int i = 0; i < 3; i++) {
		add("device", "randread", 64 * K, 4 * K, 45 + order[i])->flush_counted = 0;
		add("device", "randread", 256 * K, 4 * K, 9.5 + 0.5 * order[i]);
		add("device", "randread", 256 * K, 64 * K, 1200 + 40 * order[i])->cut = i == 1;
		add("cached", "stdio:write", 64 * K, 4 * K, 0.5)->flush_counted = 1;
	}
	add("cached", "stdio:write", 256 * K, 64 * K, 0.0209);
	add_trouble("randread", 64 * K, 64 * K, "failed", "randread 64k/64k: read at 0")->error_number = EIO;
	add_trouble("randread", 256 * K, 128 * K, "failed", "randread 128k/256k: read at 7")->error_number = EIO;
}

START_TEST(a_small_run)
{
	add_small_run();
	assert_report("table", HEAD
		      "\n"
		      "Random read - device mode, psync, MiB/s, median of 3 passes, typical spread 6.5 %\n"
		      "      record\n"
		      "file    4K    64K    128K\n"
		      " 64K  46.0?  fail\n"
		      "256K  10.0?  1240*?  fail\n"
		      "fail: Input/output error (2 cells)\n"
		      "*: the time limit came before the whole file was accessed (1 cell)\n"
		      "?: noisy: the 95 % interval of the median reaches further than 5 % from it (3 cells)\n"
		      "\n"
		      "Write, stdio - cached mode, KiB/s, median of 3 passes, typical spread 0.0 %\n"
		      "      record\n"
		      "file   4K   64K   128K\n"
		      " 64K  512\n"
		      "256K       21.4'\n"
		      "': a single sample (1 cell)\n"
		      "The flush that makes the data stable is counted.\n");
}
END_TEST

START_TEST(the_same_as_markdown)
{
	add_small_run();
	assert_report("markdown",
		      "- iosweep 9.8.7, started 2026-01-31T22:15:00Z\n"
		      "- Command: iosweep /mnt/data\n"
		      "- Target: /mnt/data\n"
		      "- Host: not recorded\n"
		      "- CPU: not recorded, RAM not recorded\n"
		      "- File system: not recorded\n"
		      "- Device: not recorded\n"
		      "- Not complete: the tables show what has been measured so far.\n"
		      "\n"
		      "File sizes run down, record sizes across.\n"
		      "\n"
		      "## Random read - device mode, psync, MiB/s, median of 3 passes, typical spread 6.5 %\n"
		      "\n"
		      "| file | 4K  | 64K   | 128K |\n"
		      "|---:|---:|---:|---:|\n"
		      "| 64K | 46.0? | fail   |  |\n"
		      "| 256K | 10.0? | 1240\\*? | fail |\n"
		      "\n"
		      "- fail: Input/output error (2 cells)\n"
		      "- \\*: the time limit came before the whole file was accessed (1 cell)\n"
		      "- ?: noisy: the 95 % interval of the median reaches further than 5 % from it (3 cells)\n"
		      "\n"
		      "## Write, stdio - cached mode, KiB/s, median of 3 passes, typical spread 0.0 %\n"
		      "\n"
		      "| file | 4K | 64K  | 128K |\n"
		      "|---:|---:|---:|---:|\n"
		      "| 64K | 512 |  |  |\n"
		      "| 256K |  | 21.4' |  |\n"
		      "\n"
		      "- ': a single sample (1 cell)\n"
		      "- The flush that makes the data stable is counted.\n");
}
END_TEST

START_TEST(all_trouble_has_its_reason)
{
	add("device", "write", 64 * K, 4 * K, 100);
	add_trouble("write", 64 * K, 4 * K, "failed", "x")->error_number = ENOSPC;
	add("device", "write", 256 * K, 4 * K, 100)->cut = 1;
	add_trouble("write", 64 * K, 64 * K, "skipped", "direct I/O needs records of 512")->error_number = EINVAL;
	add_trouble("write", 256 * K, 64 * K, "skipped", "direct I/O needs records of 512");
	add_trouble("write", 256 * K, 128 * K, "failed", "");
	assert_report("table", HEAD
		      "\n"
		      "Write - device mode, psync, MiB/s, 1 pass\n"
		      "      record\n"
		      "file   4K    64K  128K\n"
		      " 64K  100!  skip\n"
		      "256K  100*  skip  fail\n"
		      "!: failed in some passes: No space left on device (1 cell)\n"
		      "skip: direct I/O needs records of 512 (2 cells)\n"
		      "fail: no reason was recorded (1 cell)\n"
		      "*: the time limit came before the whole file was accessed (1 cell)\n");
}
END_TEST

START_TEST(reasons_are_limited)
{
	struct strbuf out;

	for (int i = 0; i < 13; i++) {
		uint64_t sizes[] = { 64 * K + (uint64_t)i, 4 * K };

		snprintf(add_trouble("write", sizes[0], sizes[1], "skipped", "")->error, SAMPLE_ERROR_LEN, "reason %d", i);
	}
	report("table", &out);
	ck_assert_ptr_nonnull(strstr(out.buf, "\nskip: reason 9 (1 cell)\nfail, skip or !: other reasons (3 cells)\n"));
	ck_assert_ptr_null(strstr(out.buf, "reason 10"));
	strbuf_release(&out);
}
END_TEST

START_TEST(only_failures)
{
	add_trouble("write", 64 * K, 4 * K, "failed", "out of luck");
	assert_report("table", HEAD
		      "\n"
		      "Write - device mode, psync, MiB/s\n"
		      "      record\n"
		      "file    4K  64K  128K\n"
		      " 64K  fail\n"
		      "256K\n"
		      "fail: out of luck (1 cell)\n");
}
END_TEST

START_TEST(no_samples)
{
	assert_report("table", HEAD "There are no samples.\n");
}
END_TEST

START_TEST(the_unit_is_one_for_a_table)
{
	static const struct {
		double values[2];
		const char *unit, *text;
	} rows[] = {
		{ { 0.999, 0.0213 }, ", KiB/s, ", "\n 64K  1020  21.8\n" },
		{ { 1, 0.0213 }, ", MiB/s, ", "\n 64K  1.00  0.0213\n" },
		{ { 12345.6, 98765.4 }, ", MiB/s, ", "\n 64K  12300  98800\n" },
	};
	struct strbuf out;

	add("device", "write", 64 * K, 4 * K, rows[_i].values[0]);
	add("device", "write", 64 * K, 64 * K, rows[_i].values[1]);
	report("table", &out);
	ck_assert_ptr_nonnull(strstr(out.buf, rows[_i].unit));
	ck_assert_msg(strstr(out.buf, rows[_i].text) != NULL, "%s", out.buf);
	strbuf_release(&out);
}
END_TEST

/* The sizes of automatic mode. */
static void widen(size_t records)
{
	free(config.records.v);
	config.records.v = calloc(records, sizeof(uint64_t));
	config.records.n = records;
	for (size_t i = 0; i < records; i++)
		config.records.v[i] = 4096ULL << i;
	free(config.file_sizes.v);
	config.file_sizes.v = calloc(2, sizeof(uint64_t));
	config.file_sizes.v[0] = 1 << 26;
	config.file_sizes.v[1] = 1ULL << 32;
	for (size_t i = 0; i < records; i++) {
		add("device", "write", 1 << 26, 4096ULL << i, 12345);
		add("device", "write", 1ULL << 32, 4096ULL << i, 45.6)->cut = 1;
	}
}

START_TEST(many_records_are_stacked)
{
	struct strbuf out;
	const char *head;

	widen(13);
	report("table", &out);
	head = strstr(out.buf, "      record\n");
	ck_assert_ptr_nonnull(head);
	ck_assert_str_eq(head,
			 "      record\n"
			 "file     4K      8K     16K     32K     64K    128K    256K\n"
			 " 64M  12300   12300   12300   12300   12300   12300   12300\n"
			 "  4G   45.6*   45.6*   45.6*   45.6*   45.6*   45.6*   45.6*\n"
			 "\n"
			 "      record\n"
			 "file   512K      1M      2M      4M      8M     16M\n"
			 " 64M  12300   12300   12300   12300   12300   12300\n"
			 "  4G   45.6*   45.6*   45.6*   45.6*   45.6*   45.6*\n"
			 "*: the time limit came before the whole file was accessed (13 cells)\n");
	strbuf_release(&out);
}
END_TEST

START_TEST(no_line_is_wider_than_the_page)
{
	static const size_t records[] = { 1, 2, 9, 10, 13, 20, 27, 40 };
	struct strbuf out;
	size_t longest = 0;

	widen(records[_i]);
	report("table", &out);
	for (const char *line = strstr(out.buf, "record\n") + 7; *line;) {
		size_t len = strcspn(line, "\n");

		longest = len > longest ? len : longest;
		line += len + 1;
	}
	ck_assert_uint_le(longest, 80);
	for (size_t i = 0; i < config.records.n; i++) {
		char inner[4 + UNITS_TEXT_LEN], last[4 + UNITS_TEXT_LEN], size[UNITS_TEXT_LEN];

		units_format_size(config.records.v[i], size);
		snprintf(inner, sizeof(inner), " %s ", size);
		snprintf(last, sizeof(last), " %s\n", size);
		ck_assert_msg(strstr(out.buf, inner) || strstr(out.buf, last), "%s is not there", size);
	}
	strbuf_release(&out);
}
END_TEST

static void write_end(int signal_number)
{
	const struct rundir_end end = { .finished_ns = 1769901300000000000, .stopped_by = signal_number };
	json_t *environment = json_pack(
		"{s:s, s:{s:s, s:s, s:s}, s:{s:s, s:i}, s:{s:I}, s:{s:s, s:s}}", "host_name", "db1\n", "kernel", "sysname",
		"Linux", "release", "6.1.0", "machine", "x86_64", "cpu", "model", "Fast CPU", "threads_online", 8, "memory",
		"total_bytes", (json_int_t)1 << 34, "file_system", "type", "ext4", "source", "/dev/md0");
	const struct rundir_start start = { .config = &config, .version = "9.8.7", .environment = environment };
	struct err err = ERR_INIT;

	ck_assert_int_eq(rundir_write_start(dir, &start, &err), 0);
	ck_assert_int_eq(rundir_finish(dir, &end, &err), 0);
	json_decref(environment);
}

static void assert_in_table(const char *want)
{
	struct resultset *rs = NULL;
	struct err err = ERR_INIT;
	struct strbuf out;

	ck_assert_int_eq(resultset_load(dir, &rs, &err), 0);
	strbuf_init(&out);
	fixture_report("table", rs, &out);
	ck_assert_msg(strstr(out.buf, want) != NULL, "%s", out.buf);
	strbuf_release(&out);
	resultset_free(rs);
}

START_TEST(the_head_names_the_run)
{
	config_set_string(&config.command, "iosweep $'/mnt/\x1b[2J'");
	config_set_string(&config.target, NULL);
	write_end(0);
	assert_in_table("iosweep 9.8.7, started 1970-01-01T00:00:00Z\n"
			"Command: iosweep $'/mnt/?[2J'\n"
			"Host: db1?, Linux 6.1.0 x86_64\n"
			"CPU: Fast CPU, 8 threads, RAM 16G\n"
			"File system: ext4 on /dev/md0\n"
			"Device: no visible block device\n"
			"Finished: 2026-01-31T23:15:00Z\n"
			"There are no samples.\n");
	write_end(SIGTERM);
	assert_in_table("\nStopped by signal 15: the tables show what was measured until then.\n");
}
END_TEST

START_TEST(damage_is_told)
{
	static const char *const lines[] = { "x\n", "x\ny\n" };
	static const char *const want[] = { "\n1 damaged line of the journal was left out.\n",
					    "\n2 damaged lines of the journal were left out.\n" };
	struct err err = ERR_INIT;

	fixture_start(dir, &config);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_int_eq(rundir_write_file(dir, "samples.jsonl", lines[i], strlen(lines[i]), &err), 0);
		assert_in_table(want[i]);
	}
}
END_TEST

Suite *suite_report_table(void)
{
	Suite *suite = suite_create("report_table");
	TCase *tcase = tcase_create("report_table");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, a_small_run);
	tcase_add_test(tcase, the_same_as_markdown);
	tcase_add_test(tcase, all_trouble_has_its_reason);
	tcase_add_test(tcase, reasons_are_limited);
	tcase_add_test(tcase, only_failures);
	tcase_add_test(tcase, no_samples);
	tcase_add_loop_test(tcase, the_unit_is_one_for_a_table, 0, 3);
	tcase_add_test(tcase, many_records_are_stacked);
	tcase_add_loop_test(tcase, no_line_is_wider_than_the_page, 0, 8);
	tcase_add_test(tcase, the_head_names_the_run);
	tcase_add_test(tcase, damage_is_told);
	suite_add_tcase(suite, tcase);
	return suite;
}
