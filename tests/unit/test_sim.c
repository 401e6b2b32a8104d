#include "api/api.h"
#include "base/err.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct io_api io_api_sim;

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)

/* A model in a file of its own, played by a session with one file, number 1. */
struct machine {
	void *session, *handle;
	uint64_t openings; /* so many, each with a seed of its own */
};

static char *write_model(const char *json)
{
	const char *dir = getenv("TMPDIR");
	char path[512], *copy;
	FILE *file;
	int fd;

	snprintf(path, sizeof(path), "%s/sim-model-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	file = fdopen(fd, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(json, file), 0);
	ck_assert_int_eq(fclose(file), 0);
	copy = strdup(path);
	ck_assert_ptr_nonnull(copy);
	return copy;
}

static struct machine start(const char *json, uint64_t seed)
{
	char *path = json ? write_model(json) : NULL;
	struct io_session_config config = { .sim_model = path, .seed = seed };
	struct machine m = { NULL, NULL, 0 };
	struct err err = ERR_INIT;

	ck_assert_msg(!io_api_sim.session_open(&config, &m.session, &err), "%s", err.text);
	ck_assert_int_eq(io_api_sim.virt->create(m.session, 1), 0);
	if (path)
		unlink(path);
	free(path);
	return m;
}

static void open_file(struct machine *m, uint64_t file_size, bool direct)
{
	struct io_open o = {
		.fd = -1, .file_id = 1, .file_size = file_size, .record_size = 1 << 30, .depth = 1,
		.seed = ++m->openings, .writable = true, .direct = direct,
	};

	ck_assert_int_eq(io_api_sim.open(m->session, &o, &m->handle), 0);
}

static void close_file(struct machine *m)
{
	ck_assert_int_eq(io_api_sim.close(m->handle), 0);
}

static void stop(struct machine *m)
{
	io_api_sim.session_close(m->session);
}

static uint64_t now(const struct machine *m)
{
	return io_api_sim.virt->now_ns(m->session);
}

static int64_t issue(struct machine *m, enum io_dir dir, uint64_t offset, uint64_t len)
{
	struct io_request request = { .offset = offset, .len = (uint32_t)len, .dir = dir, .result = -1000 };
	struct io_request *requests[] = { &request };

	ck_assert_int_eq(io_api_sim.submit(m->handle, requests, 1), 1);
	return request.result;
}

/* The time of one operation, which moves all of len. */
static uint64_t cost(struct machine *m, enum io_dir dir, uint64_t offset, uint64_t len)
{
	uint64_t before = now(m);

	ck_assert_int_eq(issue(m, dir, offset, len), (int64_t)len);
	return now(m) - before;
}

static uint64_t scan(struct machine *m, enum io_dir dir, uint64_t file_size, uint64_t record)
{
	uint64_t before = now(m);

	for (uint64_t offset = 0; offset < file_size; offset += record) {
		uint64_t left = file_size - offset;

		cost(m, dir, offset, left < record ? left : record);
	}
	return now(m) - before;
}

static uint64_t scan_once(struct machine *m, enum io_dir dir, uint64_t file_size, uint64_t record, bool direct)
{
	uint64_t ns;

	open_file(m, file_size, direct);
	ns = scan(m, dir, file_size, record);
	close_file(m);
	return ns;
}

static uint64_t flush(struct machine *m)
{
	uint64_t before = now(m);

	ck_assert_int_eq(io_api_sim.flush(m->handle), 0);
	return now(m) - before;
}

/* 953.67431640625 MiB/s are 10^9 bytes/s: 1 ns a byte. */
#define FLAT "\"device\": { \"per_operation_ns\": 500, \"seek_ns\": 7000, \"flush_ns\": 9000, " \
	"\"read_mib_s\": 953.67431640625, \"write_mib_s\": 476.837158203125 }"

START_TEST(a_direct_operation_costs_what_the_model_says)
{
	struct machine m = start("{ " FLAT " }", 1);

	open_file(&m, 100000, true);
	ck_assert_uint_eq(now(&m), 0);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 0, 1000), 500 + 2000);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 1000, 3000), 500 + 6000);
	ck_assert_uint_eq(cost(&m, IO_READ, 4000 - 1000, 1000), 500 + 7000 + 1000);
	ck_assert_uint_eq(flush(&m), 9000);
	io_api_sim.virt->wait_ns(m.session, 12345);
	ck_assert_uint_eq(now(&m), 2500 + 6500 + 8500 + 9000 + 12345);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(requests_are_split_at_max_request)
{
	struct machine m = start("{ \"device\": { \"per_operation_ns\": 10, \"max_request\": \"64k\" } }", 1);

	open_file(&m, MIB, true);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 0, 64 * KIB), 10);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 64 * KIB, 64 * KIB + 1), 20);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 0, 1024 * KIB), 160);
	close_file(&m);
	stop(&m);
}
END_TEST

#define CACHES "\"caches\": [ { \"size\": \"64k\", \"per_operation_ns\": 10 }, " \
	"{ \"size\": \"1m\", \"per_operation_ns\": 30 } ], "
#define CACHED "{ " CACHES " \"device\": { \"per_operation_ns\": 1000, \"read_mib_s\": 1000 } }"

START_TEST(the_working_set_chooses_the_cache)
{
	static const struct {
		uint64_t size, expected_ns;
	} rows[] = {
		{ 4 * KIB, 10 }, { 64 * KIB, 16 * 10 }, { 68 * KIB, 17 * 30 }, { MIB, 256 * 30 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct machine m = start(CACHED, 1);

		ck_assert_uint_eq(scan_once(&m, IO_WRITE, rows[i].size, 4 * KIB, false), rows[i].expected_ns);
		ck_assert_uint_eq(scan_once(&m, IO_READ, rows[i].size, 4 * KIB, false), rows[i].expected_ns);
		stop(&m);
	}
}
END_TEST

/* A scan of more than the page cache finds nothing of itself there, however often it is repeated. */
START_TEST(a_file_beyond_the_page_cache_misses_wholly)
{
	struct machine m = start(CACHED, 1);
	const uint64_t size = 2 * MIB, records = size / (4 * KIB);
	uint64_t expected = records * (30 + 3906); /* 4 KiB at 1000 MiB/s */

	scan_once(&m, IO_WRITE, size, 4 * KIB, false);
	for (int i = 0; i < 2; i++) {
		uint64_t ns = scan_once(&m, IO_READ, size, 4 * KIB, false);

		ck_assert_uint_ge(ns, expected);
		ck_assert_uint_le(ns, expected + records * 2);
	}
	stop(&m);
}
END_TEST

START_TEST(a_dropped_file_misses_once)
{
	struct machine m = start(CACHED, 1);
	const uint64_t size = 256 * KIB, hit = 64 * 30;
	uint64_t miss;

	scan_once(&m, IO_WRITE, size, 4 * KIB, false);
	ck_assert_uint_eq(scan_once(&m, IO_READ, size, 4 * KIB, false), hit);
	ck_assert_int_eq(io_api_sim.virt->drop_cache(m.session, 1), 0);
	miss = scan_once(&m, IO_READ, size, 4 * KIB, false);
	ck_assert_uint_gt(miss, hit + 200000); /* 256 KiB at 1000 MiB/s are 250 us */
	ck_assert_uint_lt(miss, hit + 300000);
	ck_assert_uint_eq(scan_once(&m, IO_READ, size, 4 * KIB, false), hit);
	stop(&m);
}
END_TEST

/* However small the records, a scan after a drop reads the file from the device once. */
START_TEST(the_record_size_does_not_change_what_is_missed)
{
	static const uint64_t records[] = { 512, 4 * KIB, 12 * KIB, 256 * KIB };

	for (size_t i = 0; i < sizeof(records) / sizeof(*records); i++) {
		struct machine m = start(CACHED, 1);
		uint64_t operations = (256 * KIB + records[i] - 1) / records[i], ns;

		scan_once(&m, IO_WRITE, 256 * KIB, records[i], false);
		ck_assert_int_eq(io_api_sim.virt->drop_cache(m.session, 1), 0);
		ns = scan_once(&m, IO_READ, 256 * KIB, records[i], false) - operations * 30;
		ck_assert_uint_gt(ns, 249000);
		ck_assert_uint_lt(ns, 251000);
		stop(&m);
	}
}
END_TEST

START_TEST(a_direct_write_takes_the_file_out_of_the_cache)
{
	struct machine m = start(CACHED, 1);

	scan_once(&m, IO_WRITE, 256 * KIB, 4 * KIB, true);
	ck_assert_uint_gt(scan_once(&m, IO_READ, 256 * KIB, 4 * KIB, false), 64 * 30 + 200000);
	ck_assert_uint_eq(scan_once(&m, IO_READ, 256 * KIB, 4 * KIB, false), 64 * 30);
	ck_assert_uint_eq(scan_once(&m, IO_READ, 256 * KIB, 256 * KIB, true), 1000 + 250000);
	ck_assert_uint_eq(scan_once(&m, IO_READ, 256 * KIB, 4 * KIB, false), 64 * 30);
	scan_once(&m, IO_WRITE, 256 * KIB, 4 * KIB, true);
	ck_assert_uint_gt(scan_once(&m, IO_READ, 256 * KIB, 4 * KIB, false), 64 * 30 + 200000);
	stop(&m);
}
END_TEST

/* The page cache holds a quarter of the file, so a quarter of the random reads are hits. */
START_TEST(random_hits_come_with_the_share_that_fits)
{
	struct machine m = start(CACHED, 1);
	const uint64_t size = 4 * MIB;
	int hits = 0;

	scan_once(&m, IO_WRITE, size, 4 * KIB, false);
	open_file(&m, size, false);
	for (uint64_t i = 0; i < 10000; i++)
		hits += cost(&m, IO_READ, (i * 12345 % 1024) * 4 * KIB, 4 * KIB) < 1000;
	ck_assert_int_gt(hits, 2300);
	ck_assert_int_lt(hits, 2700);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(one_record_again_and_again_is_the_working_set)
{
	struct machine m = start(CACHED, 1);

	scan_once(&m, IO_WRITE, 8 * MIB, 64 * KIB, false);
	open_file(&m, 8 * MIB, false);
	cost(&m, IO_WRITE, 4 * MIB, 16 * KIB);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 4 * MIB, 16 * KIB), 10);
	ck_assert_uint_eq(cost(&m, IO_READ, 4 * MIB, 16 * KIB), 10);
	close_file(&m);
	stop(&m);
}
END_TEST

#define DIRTY "{ " CACHES " \"dirty_limit\": \"128k\", \"device\": { \"write_mib_s\": 1000, \"flush_ns\": 70 } }"

START_TEST(writes_are_free_up_to_the_dirty_limit)
{
	struct machine m = start(DIRTY, 1);
	const uint64_t kib_ns = 976; /* at 1000 MiB/s */

	open_file(&m, 256 * KIB, false);
	ck_assert_uint_eq(scan(&m, IO_WRITE, 128 * KIB, 4 * KIB), 32 * 30);
	ck_assert_uint_ge(cost(&m, IO_WRITE, 128 * KIB, 64 * KIB), 30 + 64 * kib_ns);
	ck_assert_uint_ge(cost(&m, IO_WRITE, 192 * KIB, 64 * KIB), 30 + 64 * kib_ns);
	ck_assert_uint_ge(flush(&m), 70 + 128 * kib_ns);
	ck_assert_uint_eq(flush(&m), 70);
	ck_assert_uint_eq(scan(&m, IO_WRITE, 128 * KIB, 4 * KIB), 32 * 30);
	for (int i = 0; i < 1000; i++)
		ck_assert_uint_le(cost(&m, IO_WRITE, 124 * KIB, 4 * KIB), 30);
	ck_assert_uint_lt(flush(&m), 70 + 129 * (kib_ns + 1));
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(dropping_writes_back_first)
{
	struct machine m = start(DIRTY, 1);
	uint64_t before;

	scan_once(&m, IO_WRITE, 64 * KIB, 4 * KIB, false);
	before = now(&m);
	ck_assert_int_eq(io_api_sim.virt->drop_cache(m.session, 1), 0);
	ck_assert_uint_ge(now(&m) - before, 64 * 976);
	before = now(&m);
	ck_assert_int_eq(io_api_sim.virt->drop_cache(m.session, 1), 0);
	ck_assert_uint_eq(now(&m), before);
	stop(&m);
}
END_TEST

START_TEST(files_come_and_go)
{
	const struct io_virtual *virt = io_api_sim.virt;
	struct machine m = start("{ \"capacity\": 1000, \"device\": {} }", 1);
	struct io_open missing = { .fd = -1, .file_id = 2, .file_size = 1, .record_size = 1, .depth = 1 };
	void *handle;

	ck_assert_int_eq(virt->create(m.session, 1), -EEXIST);
	ck_assert_int_eq(virt->remove(m.session, 2), -ENOENT);
	ck_assert_int_eq(virt->drop_cache(m.session, 2), -ENOENT);
	ck_assert_int_eq(io_api_sim.open(m.session, &missing, &handle), -ENOENT);
	open_file(&m, 1000, true);
	cost(&m, IO_WRITE, 0, 1000);
	ck_assert_int_eq(issue(&m, IO_WRITE, 1000, 1), -ENOSPC);
	ck_assert_int_eq(issue(&m, IO_WRITE, 500, 501), -ENOSPC);
	ck_assert_int_eq(issue(&m, IO_WRITE, 999, 1), 1);
	ck_assert_int_eq(virt->remove(m.session, 1), 0);
	ck_assert_int_eq(virt->create(m.session, 1), 0); /* while the removed one is open, and holds its space */
	ck_assert_int_eq(issue(&m, IO_READ, 0, 1000), 1000);
	close_file(&m);
	open_file(&m, 1000, true);
	ck_assert_int_eq(issue(&m, IO_READ, 0, 1000), 0);
	cost(&m, IO_WRITE, 0, 1000);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(reads_end_with_the_file)
{
	struct machine m = start(CACHED, 1);
	struct io_open o = { .fd = -1, .file_id = 1, .file_size = 5000, .record_size = 4096, .depth = 1 };

	open_file(&m, 5000, false);
	cost(&m, IO_WRITE, 0, 5000);
	ck_assert_int_eq(issue(&m, IO_READ, 4096, 4096), 904);
	ck_assert_int_eq(issue(&m, IO_READ, 5000, 1), 0);
	ck_assert_int_eq(issue(&m, IO_READ, 100000, 1), 0);
	close_file(&m);
	ck_assert_int_eq(io_api_sim.open(m.session, &o, &m.handle), 0);
	ck_assert_int_eq(issue(&m, IO_WRITE, 0, 1), -EBADF);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(faults_strike_the_operation_that_they_name)
{
	static const int64_t expected[] = { 1000, -EIO, 1000, -EINTR, -EINTR, 300, 0, 1000 };
	struct machine m = start("{ \"device\": { \"per_operation_ns\": 5 }, \"faults\": ["
				 " { \"operation\": 2, \"errno\": \"EIO\" },"
				 " { \"operation\": 4, \"errno\": \"EINTR\", \"count\": 2 },"
				 " { \"operation\": 6, \"short\": 300 }, { \"operation\": 7, \"short\": 0 } ] }", 1);

	open_file(&m, 1000, true);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		ck_assert_int_eq(issue(&m, IO_WRITE, 0, 1000), expected[i]);
	ck_assert_uint_eq(now(&m), 5 * 8);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(time_never_stands_still)
{
	struct machine m = start("{ \"device\": {}, \"noise\": { \"drift_per_hour\": -1 } }", 1);

	open_file(&m, 10, true);
	io_api_sim.virt->wait_ns(m.session, UINT64_C(7200000000000));
	ck_assert_uint_eq(cost(&m, IO_WRITE, 0, 10), 1);
	ck_assert_uint_eq(flush(&m), 1);
	close_file(&m);
	stop(&m);
}
END_TEST

#define NOISY(noise) "{ \"device\": { \"per_operation_ns\": 1000000 }, \"noise\": { " noise " } }"

static uint64_t one_opening(struct machine *m)
{
	uint64_t ns;

	open_file(m, 4096, true);
	ns = cost(m, IO_WRITE, 0, 4096);
	close_file(m);
	return ns;
}

START_TEST(cell_noise_changes_with_the_opening_alone)
{
	struct machine m = start(NOISY("\"cell_cv\": 0.05"), 3);
	double sum = 0, squares = 0;

	open_file(&m, 4096, true);
	ck_assert_uint_eq(cost(&m, IO_WRITE, 0, 4096), cost(&m, IO_WRITE, 0, 4096));
	close_file(&m);
	for (int i = 0; i < 4000; i++) {
		double x = log((double)one_opening(&m) / 1e6);

		sum += x;
		squares += x * x;
	}
	ck_assert_double_lt(fabs(sum / 4000), 0.004);
	ck_assert_double_lt(fabs(sqrt(squares / 4000) - 0.05), 0.003);
	stop(&m);
}
END_TEST

START_TEST(operation_noise_changes_with_each_operation)
{
	struct machine m = start(NOISY("\"operation_cv\": 0.05"), 3);
	double squares = 0;

	open_file(&m, 4096, true);
	for (int i = 0; i < 4000; i++) {
		double x = log((double)cost(&m, IO_WRITE, 0, 4096) / 1e6);

		squares += x * x;
	}
	ck_assert_double_lt(fabs(sqrt(squares / 4000) - 0.05), 0.003);
	ck_assert_uint_eq(flush(&m), 1);
	close_file(&m);
	stop(&m);
}
END_TEST

START_TEST(outliers_are_as_many_and_as_slow_as_told)
{
	struct machine m = start(NOISY("\"outliers\": { \"share\": 0.1, \"factor\": 3 }"), 3);
	int slow = 0;

	for (int i = 0; i < 2000; i++) {
		uint64_t ns = one_opening(&m);

		ck_assert(ns == 1000000 || ns == 3000000);
		slow += ns == 3000000;
	}
	ck_assert_int_gt(slow, 150);
	ck_assert_int_lt(slow, 250);
	stop(&m);
}
END_TEST

START_TEST(drift_follows_the_virtual_clock)
{
	struct machine m = start(NOISY("\"drift_per_hour\": 0.5"), 3);

	ck_assert_uint_eq(one_opening(&m), 1000000);
	io_api_sim.virt->wait_ns(m.session, UINT64_C(7200000000000) - now(&m));
	ck_assert_uint_eq(one_opening(&m), 2000000);
	stop(&m);
}
END_TEST

static uint64_t whole_run(uint64_t seed)
{
	struct machine m = start(NULL, seed);
	uint64_t ns;

	for (int pass = 0; pass < 3; pass++) {
		scan_once(&m, IO_WRITE, 3 * MIB, 96 * KIB, pass == 1);
		scan_once(&m, IO_READ, 3 * MIB, 96 * KIB, pass == 2);
	}
	ns = now(&m);
	stop(&m);
	return ns;
}

START_TEST(the_seed_decides_everything)
{
	ck_assert_uint_eq(whole_run(1), whole_run(1));
	ck_assert_uint_ne(whole_run(1), whole_run(2));
}
END_TEST

/* What happened before an opening has no say in it: a run that stopped can be gone on with. */
START_TEST(chance_follows_from_the_opening)
{
	struct machine m = start(NOISY("\"cell_cv\": 0.1, \"operation_cv\": 0.1"), 3), other;
	uint64_t first[10];

	one_opening(&m);
	open_file(&m, 4096, true);
	for (int i = 0; i < 10; i++)
		first[i] = cost(&m, IO_WRITE, 0, 4096);
	close_file(&m);
	stop(&m);
	other = start(NOISY("\"cell_cv\": 0.1, \"operation_cv\": 0.1"), 3);
	other.openings = 1;
	open_file(&other, 4096, true);
	for (int i = 0; i < 10; i++)
		ck_assert_uint_eq(cost(&other, IO_WRITE, 0, 4096), first[i]);
	close_file(&other);
	stop(&other);
}
END_TEST

START_TEST(an_array_falls_above_its_stripe)
{
	static const struct {
		uint64_t record_kib;
		double from, to; /* its throughput in that of 256 KiB, the stripe */
	} rows[] = {
		{ 128, 0, 0.6 }, { 192, 0, 0.8 }, { 256, 0.999, 1.001 }, { 320, 0, 0.75 }, { 512, 1.05, 2 },
		{ 576, 0, 0.999 },
	};
	struct machine m = start("{ \"device\": { \"per_operation_ns\": 20000, \"read_mib_s\": 3000,"
				 " \"write_mib_s\": 3000, \"raid\": { \"level\": 5, \"disks\": 5, \"chunk\": \"64k\","
				 " \"request_ns\": 150000, \"read_mib_s\": 500, \"write_mib_s\": 450 } } }", 1);
	double stripe = 16.0 / (double)scan_once(&m, IO_WRITE, 16 * MIB, 256 * KIB, true);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		double ns = (double)scan_once(&m, IO_WRITE, 16 * MIB, rows[i].record_kib * KIB, true);

		ck_assert_double_ge(16 / ns / stripe, rows[i].from);
		ck_assert_double_le(16 / ns / stripe, rows[i].to);
	}
	stop(&m);
}
END_TEST

Suite *suite_sim(void)
{
	Suite *suite = suite_create("sim");
	TCase *tcase = tcase_create("sim");

	tcase_add_test(tcase, a_direct_operation_costs_what_the_model_says);
	tcase_add_test(tcase, requests_are_split_at_max_request);
	tcase_add_test(tcase, the_working_set_chooses_the_cache);
	tcase_add_test(tcase, a_file_beyond_the_page_cache_misses_wholly);
	tcase_add_test(tcase, a_dropped_file_misses_once);
	tcase_add_test(tcase, the_record_size_does_not_change_what_is_missed);
	tcase_add_test(tcase, a_direct_write_takes_the_file_out_of_the_cache);
	tcase_add_test(tcase, random_hits_come_with_the_share_that_fits);
	tcase_add_test(tcase, one_record_again_and_again_is_the_working_set);
	tcase_add_test(tcase, writes_are_free_up_to_the_dirty_limit);
	tcase_add_test(tcase, dropping_writes_back_first);
	tcase_add_test(tcase, files_come_and_go);
	tcase_add_test(tcase, reads_end_with_the_file);
	tcase_add_test(tcase, faults_strike_the_operation_that_they_name);
	tcase_add_test(tcase, time_never_stands_still);
	tcase_add_test(tcase, cell_noise_changes_with_the_opening_alone);
	tcase_add_test(tcase, operation_noise_changes_with_each_operation);
	tcase_add_test(tcase, outliers_are_as_many_and_as_slow_as_told);
	tcase_add_test(tcase, drift_follows_the_virtual_clock);
	tcase_add_test(tcase, the_seed_decides_everything);
	tcase_add_test(tcase, chance_follows_from_the_opening);
	tcase_add_test(tcase, an_array_falls_above_its_stripe);
	suite_add_tcase(suite, tcase);
	return suite;
}
