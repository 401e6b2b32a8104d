#include "model/contamination.h"
#include "stats/histogram.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define U SAMPLE_ABSENT
#define MIB (UINT64_C(1) << 20)
#define SECOND UINT64_C(1000000000)

/* A sample of a second: what the device did, what the program is charged with, what the test wrote (or not). */
static const struct judge_case {
	uint64_t device_read, device_write, own_read, own_write, written, repetitions;
	bool sync_each;
	double factor;
	uint64_t side;
	int contaminated;
	const char *by;
} judge_cases[] = {
	/* quiet ones */
	{ 0, 0, 0, 0, 0, 1, false, 1, 0, 0, "" },
	{ 64 * MIB, 0, 64 * MIB, 0, 0, 1, false, 1, 0, 0, "" },
	{ 64 * MIB + 65536, 65536, 64 * MIB, 0, 0, 1, false, 1, 0, 0, "" }, /* a log line somewhere */
	{ 0, 64 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 0, "" },
	{ 0, 66 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 0, "" }, /* journal and inodes */
	{ 0, 0, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 0, "" }, /* all is still in memory */
	{ 0, 64 * MIB, 0, 64 * MIB, 8 * MIB, 1, false, 1, 0, 0, "" }, /* small records dirty whole pages */
	{ 0, 60 * MIB, 0, 4 * MIB, 4 * MIB, 1000, false, 1, 0, 0, "" }, /* a thousand new files of 4 KiB */
	{ 0, 36 * MIB, 0, 8 * MIB, 8 * MIB, 1, true, 1, 0, 0, "" }, /* O_SYNC, each write with its journal */
	{ 0, 128 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 2, 0, 0, "" }, /* data=journal */
	{ 0, 8 * MIB, 0, 0, 0, 1, false, 1, 8 * MIB, 0, "" }, /* the results */
	/* disturbed ones */
	{ 64 * MIB, 64 * MIB, 64 * MIB, 0, 0, 1, false, 1, 0, 1, "writes" },
	{ 80 * MIB, 0, 64 * MIB, 0, 0, 1, false, 1, 0, 1, "reads" },
	{ MIB, 0, 0, 0, 0, 1, false, 1, 0, 1, "reads" },
	{ 0, 80 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 1, "writes" },
	{ 0, 128 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 1, "writes" },
	{ 9 * MIB, 80 * MIB, 0, 64 * MIB, 64 * MIB, 1, false, 1, 0, 1, "reads, writes" },
	{ 0, 36 * MIB, 0, 8 * MIB, 8 * MIB, 1, false, 1, 0, 1, "writes" },
	{ 0, 16 * MIB, 0, 0, 0, 1, false, 1, 8 * MIB, 1, "writes" },
	/* where something is not known, the rest is judged */
	{ U, U, 0, 0, 0, 1, false, 1, 0, -1, "" },
	{ 64 * MIB, 0, U, U, 0, 1, false, 1, 0, 0, "" },
	{ 64 * MIB, 64 * MIB, U, U, 0, 1, false, 1, 0, 1, "writes" },
};

static void make(struct sample *s, const struct judge_case *c, struct histogram *latency)
{
	sample_init(s);
	histogram_init(latency);
	histogram_record(latency, 1000);
	s->latency[c->written ? IO_WRITE : IO_READ] = latency;
	snprintf(s->status, sizeof(s->status), "ok");
	s->record_size_bytes = 8192;
	s->jobs = 1;
	s->repetitions = c->repetitions;
	s->total_bytes = c->written ? c->written : 64 * MIB;
	s->total_ns = SECOND;
	if (c->written)
		s->flush_ns = SECOND / 10;
	s->device_read_bytes = c->device_read;
	s->device_write_bytes = c->device_write;
	s->own_read_bytes = c->own_read;
	s->own_write_bytes = c->own_write;
}

/* A test that only reads explains no writes by what it has asked for. */
START_TEST(judged)
{
	const struct judge_case *c = &judge_cases[_i];
	const struct contamination_terms terms = {
		.sync_each = c->sync_each,
		.write_factor = c->factor,
		.side_write_bytes = c->side,
	};
	struct histogram latency;
	struct sample s;

	make(&s, c, &latency);
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, c->contaminated);
	ck_assert_str_eq(s.contaminated_by, c->by);
	if (!strcmp(c->by, "reads"))
		ck_assert_uint_eq(s.others_read_bytes, c->device_read - c->own_read);
	if (c->device_write == U)
		ck_assert_uint_eq(s.others_write_bytes, U);
}
END_TEST

/* What disturbs a sample of a second is nothing new over an hour. */
START_TEST(a_long_sample_bears_more)
{
	const struct contamination_terms terms = { .write_factor = 1 };
	const struct judge_case c = { 64 * MIB, 8 * MIB, 63 * MIB, 0, 0, 1, false, 1, 0, 0, "" };
	struct histogram latency;
	struct sample s;

	make(&s, &c, &latency);
	s.total_ns = 3600 * SECOND;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, 0);
	s.device_write_bytes = 4096 * MIB;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, 1);
}
END_TEST

/* Reads and writes in halves: 32 MiB were written. */
START_TEST(mixed_explains_its_part)
{
	const struct contamination_terms terms = { .write_factor = 1 };
	const struct judge_case c = { 0, 60 * MIB, 0, U, 64 * MIB, 1, false, 1, 0, 1, "writes" };
	struct histogram reads, writes;
	struct sample s;

	histogram_init(&reads);
	histogram_record(&reads, 1000);
	make(&s, &c, &writes);
	s.latency[IO_READ] = &reads;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, 1);
	s.latency[IO_READ] = NULL;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, 0);
}
END_TEST

/* The neighbour on another partition shows on the disk alone. */
START_TEST(partitions_share_a_disk)
{
	const struct contamination_terms terms = { .on_partition = true, .write_factor = 1 };
	const struct judge_case c = { 64 * MIB, 0, 64 * MIB, 0, 0, 1, false, 1, 0, 0, "" };
	struct histogram latency;
	struct sample s;

	make(&s, &c, &latency);
	s.disks_read_bytes = 64 * MIB;
	s.disks_write_bytes = 0;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, 0);
	s.disks_read_bytes = 90 * MIB;
	contamination_judge(&terms, &s);
	ck_assert_str_eq(s.contaminated_by, "reads");
}
END_TEST

static const struct {
	const char *action;
	uint64_t lacked_before, lacks;
	int contaminated;
	const char *by;
} arrays[] = {
	{ "idle", 0, 0, 0, "" },
	{ "frozen", 0, 0, 0, "" },
	{ "resync", 0, 0, 1, "resync" },
	{ "check", 0, 0, 1, "check" },
	{ "", U, U, 0, "" },
	{ "idle", 1, 1, 0, "" }, /* who measures such an array wants to know what it gives */
	{ "idle", 1, 0, 0, "" },
	{ "idle", 0, 1, 1, "degraded" },
	{ "idle", 1, 2, 1, "degraded" },
	{ "recover", 0, 1, 1, "recover" },
};

START_TEST(an_array_that_works)
{
	const struct contamination_terms terms = { .write_factor = 1, .md_degraded = arrays[_i].lacked_before };
	const struct judge_case c = { 0, 0, 0, 0, 0, 1, false, 1, 0, 0, "" };
	struct histogram latency;
	struct sample s;

	make(&s, &c, &latency);
	snprintf(s.md_sync_action, sizeof(s.md_sync_action), "%s", arrays[_i].action);
	s.md_degraded = arrays[_i].lacks;
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, arrays[_i].contaminated);
	ck_assert_str_eq(s.contaminated_by, arrays[_i].by);
}
END_TEST

START_TEST(what_failed_is_not_judged)
{
	const struct contamination_terms terms = { .write_factor = 1 };
	const struct judge_case c = { 9 * MIB, 9 * MIB, 0, 0, 0, 1, false, 1, 0, 0, "" };
	struct histogram latency;
	struct sample s;

	make(&s, &c, &latency);
	snprintf(s.status, sizeof(s.status), "failed");
	contamination_judge(&terms, &s);
	ck_assert_int_eq(s.contaminated, -1);
}
END_TEST

Suite *suite_contamination(void)
{
	Suite *suite = suite_create("contamination");
	TCase *tc = tcase_create("rule");

	tcase_add_loop_test(tc, judged, 0, sizeof(judge_cases) / sizeof(*judge_cases));
	tcase_add_loop_test(tc, an_array_that_works, 0, sizeof(arrays) / sizeof(*arrays));
	tcase_add_test(tc, a_long_sample_bears_more);
	tcase_add_test(tc, mixed_explains_its_part);
	tcase_add_test(tc, partitions_share_a_disk);
	tcase_add_test(tc, what_failed_is_not_judged);
	suite_add_tcase(suite, tc);
	return suite;
}
