#include "model/sample.h"
#include "stats/histogram.h"

#include <check.h>
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

Suite *suite_sample(void)
{
	Suite *suite = suite_create("sample");
	TCase *tc = tcase_create("sample");

	tcase_add_loop_test(tc, device_share_is_of_all_jobs, 0, sizeof(shares) / sizeof(*shares));
	suite_add_tcase(suite, tc);
	return suite;
}
