#include "api/sim_device.h"

#include <check.h>
#include <math.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* Disks that take a time unit for each request and none for its bytes: what is counted is requests in a row. */
static struct sim_device array_of(uint64_t level, uint64_t disks, uint64_t chunk_kib)
{
	return (struct sim_device){
		.raid = { .level = level, .disks = disks, .chunk_bytes = chunk_kib * KIB, .request_ns = 1 },
	};
}

static double cost(const struct sim_device *device, enum io_dir dir, uint64_t offset_kib, uint64_t len_kib)
{
	struct sim_transfer t = { .dir = dir, .offset = offset_kib * KIB, .len = len_kib * KIB, .sequential = true };

	return sim_device_request_ns(device, &t);
}

START_TEST(data_disks_are_those_without_parity)
{
	static const uint64_t levels[] = { 0, 5, 6 };

	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		struct sim_device device = array_of(levels[i], 4 + i, 64);

		ck_assert_uint_eq(sim_raid_data_disks(&device.raid), 4);
	}
}
END_TEST

/*
 * The longest row of requests at one disk, the reads before a write included. Chunk 64 KiB; of each level four data
 * disks, so a stripe of 256 KiB.
 */
static const struct {
	uint64_t level, disks;
	enum io_dir dir;
	uint64_t offset_kib, len_kib;
	double requests;
} rows[] = {
	{ 0, 4, IO_READ, 0, 4, 1 }, { 0, 4, IO_READ, 0, 256, 1 }, { 0, 4, IO_WRITE, 32, 256, 1 },
	{ 0, 4, IO_WRITE, 0, 4096, 1 }, { 0, 4, IO_WRITE, 100, 900, 1 }, { 0, 1, IO_WRITE, 60, 1000, 1 },

	{ 5, 5, IO_WRITE, 0, 4, 2 }, /* read data and parity, write both */
	{ 5, 5, IO_WRITE, 0, 64, 2 },
	{ 5, 5, IO_WRITE, 48, 32, 4 }, /* the end of one chunk, the start of the next: two pieces of parity */
	{ 5, 5, IO_WRITE, 32, 64, 2 }, /* where these meet, it is one piece */
	{ 5, 5, IO_WRITE, 32, 96, 2 }, /* and with a whole chunk between, */
	{ 5, 5, IO_WRITE, 48, 96, 3 }, /* though the rows may each be read another way */
	{ 5, 5, IO_WRITE, 0, 192, 2 }, { 5, 5, IO_WRITE, 0, 256, 1 }, { 5, 5, IO_WRITE, 256, 256, 1 },
	{ 5, 5, IO_WRITE, 0, 320, 2 }, { 5, 5, IO_WRITE, 0, 512, 1 }, { 5, 5, IO_WRITE, 256, 1024, 1 },
	{ 5, 5, IO_READ, 0, 256, 1 }, { 5, 5, IO_READ, 0, 512, 1 },
	{ 5, 5, IO_READ, 0, 768, 2 }, /* parity lies between the data of one disk */
	{ 6, 6, IO_WRITE, 0, 4, 2 }, { 6, 6, IO_WRITE, 0, 192, 2 }, { 6, 6, IO_WRITE, 0, 256, 1 },
	{ 6, 6, IO_WRITE, 0, 260, 2 },
};

START_TEST(requests_stand_in_a_row_at_the_busiest_disk)
{
	struct sim_device device = array_of(rows[_i].level, rows[_i].disks, 64);

	ck_assert_double_eq(cost(&device, rows[_i].dir, rows[_i].offset_kib, rows[_i].len_kib), rows[_i].requests);
}
END_TEST

static double throughput(const struct sim_device *device, enum io_dir dir, uint64_t record_kib)
{
	double ns = 0;
	uint64_t at;

	for (at = 0; at < 16 * 1024; at += record_kib)
		ns += cost(device, dir, at, record_kib);
	return (double)at / ns;
}

/* As md on disks with 4.6 ms a request: what was measured there is in the comments, in MiB/s. */
static struct sim_device slow_disks(uint64_t level, uint64_t disks, uint64_t chunk_kib)
{
	struct sim_device device = array_of(level, disks, chunk_kib);

	device.per_operation_ns = 2e5;
	device.mib_s[IO_READ] = device.mib_s[IO_WRITE] = 400;
	device.raid.request_ns = 4.6e6;
	device.raid.mib_s[IO_READ] = device.raid.mib_s[IO_WRITE] = 250;
	return device;
}

static const struct {
	uint64_t disks, chunk_kib, record_kib;
	double measured; /* rewrite, KiB/s, 16 MiB file */
} md_writes[] = {
	{ 5, 64, 16, 1785 }, { 5, 64, 64, 6798 }, { 5, 64, 128, 15281 }, { 5, 64, 192, 17143 }, { 5, 64, 256, 41793 },
	{ 5, 64, 320, 24757 }, { 5, 64, 384, 26480 }, { 5, 64, 512, 69495 }, { 5, 64, 640, 40620 },
	{ 5, 64, 768, 87568 }, { 5, 64, 1024, 99122 }, { 6, 256, 16, 1730 }, { 6, 256, 64, 6592 },
	{ 6, 256, 128, 12383 }, { 6, 256, 256, 22062 }, { 6, 256, 512, 41604 }, { 6, 256, 1280, 112343 },
	{ 6, 256, 2560, 122659 },
};

START_TEST(writes_come_near_a_real_md)
{
	struct sim_device device = slow_disks(5, md_writes[_i].disks, md_writes[_i].chunk_kib);
	double kib_s = throughput(&device, IO_WRITE, md_writes[_i].record_kib) * 1e9;

	ck_assert_msg(fabs(log2(kib_s / md_writes[_i].measured)) < 0.7, "record %dK: %.0f instead of %.0f KiB/s",
		      (int)md_writes[_i].record_kib, kib_s, md_writes[_i].measured);
}
END_TEST

START_TEST(raid0_has_no_cliff)
{
	struct sim_device device = slow_disks(0, 4, 64);
	double last = throughput(&device, IO_WRITE, 4);

	for (uint64_t record_kib = 8; record_kib <= 4096; record_kib += 4) {
		double next = throughput(&device, IO_WRITE, record_kib);

		if (next < last * 0.99)
			ck_abort_msg("falls at %dK", (int)record_kib);
		last = next;
	}
}
END_TEST

START_TEST(bytes_cost_at_both_rates)
{
	struct sim_device device = array_of(5, 5, 64);

	device.mib_s[IO_WRITE] = 1000;
	device.raid.mib_s[IO_WRITE] = 500;
	ck_assert_double_eq_tol(cost(&device, IO_WRITE, 0, 1024), 1 + 1e6 + 256e9 / 1024 / 500, 1e-3);
	ck_assert_double_eq_tol(cost(&device, IO_READ, 0, 256), 1, 1e-9);
	device.raid.partial_stripe_ns = 7;
	/* Half a stripe more: 128K at the bus, and at one disk the next stripe's parity right behind its data. */
	ck_assert_double_eq_tol(cost(&device, IO_WRITE, 128, 256) - cost(&device, IO_WRITE, 128, 128), 250007, 1e-3);
	ck_assert_double_eq(sim_transfer_ns(0, MIB), 0);
}
END_TEST

START_TEST(a_stream_costs_what_whole_stripes_do)
{
	struct sim_device device = slow_disks(5, 5, 64), plain = { .per_operation_ns = 5, .mib_s = { 100, 200 } };

	sim_device_prepare(&device);
	ck_assert_double_gt(sim_device_stream_ns(&device, IO_WRITE, MIB), 1e9 / 400);
	ck_assert_double_lt(sim_device_stream_ns(&device, IO_WRITE, MIB), cost(&device, IO_WRITE, 0, 1024));
	sim_device_prepare(&plain);
	ck_assert_double_eq_tol(sim_device_stream_ns(&plain, IO_READ, MIB), 1e7, 1);
	ck_assert_double_eq_tol(sim_device_stream_ns(&plain, IO_WRITE, MIB), 5e6, 1);
}
END_TEST

#define LENGTH(table) ((int)(sizeof(table) / sizeof(*(table))))

Suite *suite_sim_device(void)
{
	Suite *suite = suite_create("sim_device");
	TCase *tcase = tcase_create("sim_device");

	tcase_add_test(tcase, data_disks_are_those_without_parity);
	tcase_add_loop_test(tcase, requests_stand_in_a_row_at_the_busiest_disk, 0, LENGTH(rows));
	tcase_add_loop_test(tcase, writes_come_near_a_real_md, 0, LENGTH(md_writes));
	tcase_add_test(tcase, raid0_has_no_cliff);
	tcase_add_test(tcase, bytes_cost_at_both_rates);
	tcase_add_test(tcase, a_stream_costs_what_whole_stripes_do);
	suite_add_tcase(suite, tcase);
	return suite;
}
