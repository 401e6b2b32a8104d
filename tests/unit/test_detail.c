#include "stats/histogram.h"
#include "stats/series.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define MS UINT64_C(1000000)
#define RECORD (64 * KIB)

static char path[FIXTURE_PATH_LEN];
static struct config config;
static struct sample sample;
static struct strbuf out;

static void setup(void)
{
	fixture_make(path);
	fixture_config(&config);
	ck_assert_int_eq(config_set_only(&config.jobs, 4), 0);
	strbuf_init(&out);
}

static void teardown(void)
{
	sample_release(&sample);
	strbuf_release(&out);
	config_release(&config);
	fixture_remove(path);
}

static void add_histogram(struct histogram **h, unsigned operations, uint64_t ns)
{
	*h = malloc(sizeof(**h));
	ck_assert_ptr_nonnull(*h);
	histogram_init(*h);
	for (unsigned i = 0; i < operations; i++)
		histogram_record(*h, ns);
}

/* Four jobs: 1000 operations until the first was done, 1200 in all. */
static void make_sample(void)
{
	fixture_sample(&sample, "device", "randread", 256 * KIB, RECORD, 1, 100);
	sample.jobs = 4;
	sample.depth = 1;
	sample.iops = 1600;
	sample.operations = 1000;
	sample.bytes = 1000 * RECORD;
	sample.clocked_ns = 3000 * MS;
	sample.total_operations = 1200;
	sample.total_bytes = 1200 * RECORD;
	sample.total_ns = 4000 * MS;
	sample.jobs_rate_mib_s = 110;
	sample.submit_calls = 300;
	sample.reap_calls = 600;
	sample.submit_ns = 30 * MS;
	sample.repetitions = 5;
	add_histogram(&sample.latency[IO_READ], 1200, 5 * MS);
}

/* Half a second of 200 MiB/s, half of 100, and so on. */
static void add_series(void)
{
	sample.series = malloc(sizeof(*sample.series));
	ck_assert_ptr_nonnull(sample.series);
	series_init(sample.series);
	for (uint64_t i = 0; i < 40; i++)
		series_add(sample.series, i * 100 * MS, (i + 1) * 100 * MS, (i < 20 ? 20 : 5) * 1024 * KIB);
}

static void report(void)
{
	struct resultset *rs = fixture_load(path, &config, &sample, 1);

	fixture_report("detail", rs, &out);
	resultset_free(rs);
}

static void expect(const char *text)
{
	ck_assert_msg(strstr(out.buf, text), "no '%s' in:\n%s", text, out.buf);
}

START_TEST(work_is_all_that_was_done)
{
	make_sample();
	report();
	expect("\nRandom read, device mode, file 256K, record 64K\n");
	expect("\n  jobs         4, sum of their own rates 110 MiB/s\n");
	expect("\n  work         1200 operations, 75M, in 4.0 s, 5 repetitions\n"
	       "               of these 1000 operations, 62.5M, in 3.0 s until the first job was done: the rates' part\n");
	expect("\n  calls        300 submits of 4.00 operations each, 600 reaps of 2.00; 30.0 ms inside submit\n");
	expect("(1200 operations)\n");
	ck_assert_msg(!strstr(out.buf, "over time") && !strstr(out.buf, "members") && !strstr(out.buf, "requests"), "%s",
		      out.buf);
}
END_TEST

START_TEST(one_job_has_nothing_beside_its_work)
{
	make_sample();
	sample.jobs = 1;
	ck_assert_int_eq(config_set_only(&config.jobs, 1), 0);
	sample.bytes = sample.total_bytes;
	sample.operations = sample.total_operations;
	sample.clocked_ns = sample.total_ns;
	report();
	expect("\n  work         1200 operations, 75M, in 4.0 s, 5 repetitions\n");
	ck_assert_ptr_null(strstr(out.buf, "of these"));
}
END_TEST

/* A run that did not store them still tells the operations that have a latency. */
START_TEST(older_runs_count_latencies)
{
	make_sample();
	sample.total_operations = SAMPLE_ABSENT;
	report();
	expect("\n  work         1200 operations, 75M, in 4.0 s");
	expect("300 submits of 4.00 operations each");
}
END_TEST

START_TEST(the_course_belongs_together)
{
	make_sample();
	add_series();
	report();
	expect("\n  over time    pass 1, 200 slots of 20.0 ms: MiB/s 50.0 to 200, mean 125, deviation 75.0\n"
	       "               IOPS 800 to 3200, mean 2000, deviation 1200\n"
	       "               fell: from some moment on below 50 % of what it was before\n");
}
END_TEST

START_TEST(mixed_work_has_two_directions)
{
	make_sample();
	strcpy(config.tests[1].pattern, "mixed");
	add_histogram(&sample.latency[IO_WRITE], 400, 7 * MS);
	report();
	expect("\n               of these reads 75.0 MiB/s, 1200 IOPS; writes 25.0 MiB/s, 400 IOPS\n");
}
END_TEST

START_TEST(latencies_have_parts)
{
	make_sample();
	add_histogram(&sample.part[LATENCY_SUBMISSION], 1200, 1 * MS);
	add_histogram(&sample.part[LATENCY_COMPLETION], 1200, 4 * MS);
	report();
	expect("\n  submit us    min 1000, mean 1000, deviation 0, max 1000 (1200 operations)\n");
	expect("\n  compl. us    min 4000, mean 4000, deviation 0, max 4000 (1200 operations)\n");
	ck_assert_ptr_null(strstr(out.buf, "\n  intend us"));
}
END_TEST

START_TEST(devices_tell_what_they_did)
{
	make_sample();
	sample.device_read_bytes = 1200 * RECORD;
	sample.device_write_bytes = 0;
	sample.device_reads = 1150;
	sample.device_read_merges = 50;
	sample.device_writes = 3;
	sample.device_write_merges = 1;
	sample.device_flushes = 2;
	sample.device_span_ns = 4000 * MS;
	sample.device_busy_ns = 3000 * MS;
	sample.device_queue_ns = 26000 * MS;
	report();
	expect("\n  device       read 75M, written 0");
	expect("\n  requests     1150 reads (50 more merged), 3 writes (1), 2 flushes; queue 6.50, utilised 75.0 %\n");
	ck_assert_ptr_null(strstr(out.buf, "members"));
}
END_TEST

START_TEST(so_do_the_members_of_an_array)
{
	make_sample();
	sample.device_span_ns = 4000 * MS;
	sample.members_read_bytes = 2400 * RECORD;
	sample.members_write_bytes = 64 * KIB;
	sample.members_reads = 2400;
	sample.members_read_merges = 0;
	sample.members_writes = 1;
	sample.members_write_merges = 0;
	sample.members_busy_ns = 2000 * MS;
	sample.members_queue_ns = 4000 * MS;
	report();
	expect("\n  members      read 150M, written 64K, all together\n"
	       "               2400 reads (0 more merged), 1 writes (0); queue 1.00, utilised 50.0 %\n");
}
END_TEST

Suite *suite_detail(void)
{
	Suite *suite = suite_create("detail");
	TCase *tc = tcase_create("detail");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, work_is_all_that_was_done);
	tcase_add_test(tc, one_job_has_nothing_beside_its_work);
	tcase_add_test(tc, older_runs_count_latencies);
	tcase_add_test(tc, the_course_belongs_together);
	tcase_add_test(tc, mixed_work_has_two_directions);
	tcase_add_test(tc, latencies_have_parts);
	tcase_add_test(tc, devices_tell_what_they_did);
	tcase_add_test(tc, so_do_the_members_of_an_array);
	suite_add_tcase(suite, tc);
	return suite;
}
