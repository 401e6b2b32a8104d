#include "model/sample.h"
#include "stats/histogram.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With several jobs the rate ends with the first one, the device's counters with the last. */
static const struct {
	uint64_t bytes, total_bytes, device_bytes;
	double share;
} shares[] = {
	{ 4096, SAMPLE_ABSENT, 8192, 2 },
	{ 4096, 4096, 8192, 2 },
	{ 3 << 20, 12 << 20, 12 << 20, 1 },
	{ 4096, 16384, 0, 0 },
};

START_TEST(device_share_is_of_all_jobs)
{
	struct sample sample;

	sample_init(&sample);
	strcpy(sample.status, "ok");
	sample.latency[IO_WRITE] = calloc(1, sizeof(*sample.latency[IO_WRITE]));
	ck_assert_ptr_nonnull(sample.latency[IO_WRITE]);
	histogram_init(sample.latency[IO_WRITE]);
	sample.bytes = shares[_i].bytes;
	sample.total_bytes = shares[_i].total_bytes;
	sample.clocked_ns = 1000000;
	sample.device_write_bytes = shares[_i].device_bytes;
	sample_derive(&sample);
	ck_assert_double_eq(sample.device_share, shares[_i].share);
	sample_release(&sample);
}
END_TEST

START_TEST(a_mixed_sample_has_the_latency_of_all_its_operations)
{
	struct sample sample;

	sample_init(&sample);
	strcpy(sample.status, "ok");
	sample.clocked_ns = 1000000;
	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		sample.latency[dir] = calloc(1, sizeof(*sample.latency[dir]));
		ck_assert_ptr_nonnull(sample.latency[dir]);
		histogram_init(sample.latency[dir]);
	}
	for (uint64_t ns = 1; ns <= 60; ns++)
		histogram_record(sample.latency[ns > 50 ? IO_WRITE : IO_READ], ns);
	sample_derive(&sample);
	ck_assert_double_eq_tol(sample.lat_mean_ns, 30.5, 1e-9);
	ck_assert_uint_eq(sample.lat_min_ns, 1);
	ck_assert_uint_eq(sample.lat_p50_ns, 30);
	ck_assert_uint_eq(sample.lat_p90_ns, 54);
	ck_assert_uint_eq(sample.lat_max_ns, 60);
	ck_assert(isnan(sample.device_share) && !*sample.answered_by);
	sample_release(&sample);
}
END_TEST

static const struct {
	enum io_dir dir;
	uint64_t asked, stop, end;
	int8_t flush_counted;
	const char *who;
} answers[] = {
	{ IO_READ, 1 << 20, 0, 0, 0, "page cache" },
	{ IO_READ, 1 << 20, 1 << 20, 1 << 20, 0, "device" },
	{ IO_READ, 1 << 20, 1 << 19, 1 << 19, 0, "both" },
	{ IO_READ, 1 << 20, SAMPLE_ABSENT, SAMPLE_ABSENT, 0, "" },
	{ IO_WRITE, 1 << 20, 4096, 1 << 20, 0, "page cache" },
	{ IO_WRITE, 1 << 20, 4096, 1 << 20, 1, "device" },
	{ IO_WRITE, 1 << 20, 1 << 20, 1 << 20, 0, "device" },
};

/* What the flush moves after the clock has stopped was no answer, unless it counts. */
START_TEST(who_answered)
{
	struct sample sample;

	sample_init(&sample);
	strcpy(sample.status, "ok");
	sample.latency[answers[_i].dir] = calloc(1, sizeof(*sample.latency[0]));
	ck_assert_ptr_nonnull(sample.latency[answers[_i].dir]);
	histogram_init(sample.latency[answers[_i].dir]);
	sample.bytes = answers[_i].asked;
	sample.clocked_ns = 1000000;
	sample.flush_counted = answers[_i].flush_counted;
	*(answers[_i].dir == IO_READ ? &sample.device_stop_read_bytes : &sample.device_stop_write_bytes) = answers[_i].stop;
	*(answers[_i].dir == IO_READ ? &sample.device_read_bytes : &sample.device_write_bytes) = answers[_i].end;
	sample_derive(&sample);
	ck_assert_str_eq(sample.answered_by, answers[_i].who);
	sample_release(&sample);
}
END_TEST

Suite *suite_sample(void)
{
	Suite *suite = suite_create("sample");
	TCase *tc = tcase_create("sample");

	tcase_add_loop_test(tc, device_share_is_of_all_jobs, 0, sizeof(shares) / sizeof(*shares));
	tcase_add_test(tc, a_mixed_sample_has_the_latency_of_all_its_operations);
	tcase_add_loop_test(tc, who_answered, 0, sizeof(answers) / sizeof(*answers));
	suite_add_tcase(suite, tc);
	return suite;
}
