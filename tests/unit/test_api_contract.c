/*
 * What every API must keep, tested over all rows of io_apis[]: the real ones on files of a directory of their own,
 * the virtual ones on theirs. Rows that are not usable here are skipped with their reason.
 */
#include "api/api.h"
#include "base/err.h"
#include "unit/skip.h"

#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORD 4096
#define RECORDS 16
#define FILE_BYTES ((RECORDS - 1) * RECORD + 1000) /* the last record is short */
#define UNSET INT64_MIN
#define FILE_ID 7

static const unsigned depths[] = { 1, 3, RECORDS };

#define DEPTHS_N (sizeof(depths) / sizeof(*depths))

/* One API with one file. */
struct bench {
	const struct io_api *api;
	void *session, *handle;
	char dir[400], path[420];
	unsigned char *data; /* of the whole file, aligned for direct I/O */
	unsigned depth;
};

/* A virtual API without a clock keeps no files either. */
static bool keeps_files(const struct io_api *api)
{
	return !api->virt || api->virt->now_ns;
}

/* No two records alike, and not the same for another salt. */
static void fill(unsigned char *data, size_t len, unsigned salt)
{
	for (size_t i = 0; i < len; i++)
		data[i] = (unsigned char)((i * 31 + i / RECORD * 17 + salt) % 251);
}

static void bench_init(struct bench *b, const struct io_api *api)
{
	struct io_session_config config = { .seed = 1 };
	const char *tmp = getenv("TMPDIR");
	struct err err = ERR_INIT;
	struct strbuf reason;

	strbuf_init(&reason);
	if (!io_api_usable(api, &reason)) {
		ck_assert_msg(reason.len > 0, "%s: not usable, without a reason", api->name);
		skip_test("%s: %s", api->name, reason.buf);
	}
	strbuf_release(&reason);
	*b = (struct bench){ .api = api, .depth = 1 };
	b->data = aligned_alloc(RECORD, RECORDS * RECORD);
	ck_assert_ptr_nonnull(b->data);
	fill(b->data, RECORDS * RECORD, 0);
	if (api->session_open)
		ck_assert_msg(!api->session_open(&config, &b->session, &err), "%s: %s", api->name, err.text);
	snprintf(b->dir, sizeof(b->dir), "%s/api-contract-XXXXXX", tmp ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(b->dir));
	snprintf(b->path, sizeof(b->path), "%s/file", b->dir);
}

static void bench_release(struct bench *b)
{
	if (b->api->session_close)
		b->api->session_close(b->session);
	if (!b->api->virt)
		ck_assert_int_eq(unlink(b->path), 0);
	ck_assert_int_eq(rmdir(b->dir), 0);
	free(b->data);
}

static void create(struct bench *b)
{
	int fd;

	if (b->api->virt) {
		ck_assert_int_eq(b->api->virt->create(b->session, FILE_ID), 0);
		return;
	}
	fd = open(b->path, O_CREAT | O_EXCL | O_WRONLY, 0600);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

/* flags: of open(2). Returns false where the file system refuses them (O_DIRECT). */
static bool open_with(struct bench *b, int flags)
{
	struct io_open o = {
		.fd = -1,
		.file_id = FILE_ID,
		.file_size = FILE_BYTES,
		.record_size = RECORD,
		.depth = b->depth,
		.writable = (flags & O_ACCMODE) != O_RDONLY,
		.direct = flags & O_DIRECT,
	};
	int ret;

	if (o.direct)
		o.file_size = RECORDS * RECORD;
	if (!b->api->virt) {
		o.fd = open(b->path, flags);
		if (o.fd < 0 && errno == EINVAL && o.direct)
			return false;
		ck_assert_int_ge(o.fd, 0);
	}
	ret = b->api->open(b->session, &o, &b->handle);
	ck_assert_msg(!ret, "%s: open: %s", b->api->name, strerror(-ret));
	return true;
}

static void close_it(struct bench *b)
{
	int ret = b->api->close(b->handle);

	ck_assert_msg(!ret, "%s: close: %s", b->api->name, strerror(-ret));
}

static void flush(struct bench *b)
{
	int ret = b->api->flush(b->handle);

	ck_assert_msg(!ret, "%s: flush: %s", b->api->name, strerror(-ret));
}

/* Takes what is finished; each request must come back once, as itself. */
static unsigned reap(struct bench *b, struct io_request *requests, bool *back, unsigned n)
{
	struct io_request *done[RECORDS];
	int got = b->api->reap(b->handle, done, 1, b->depth);

	ck_assert_msg(got >= 1 && (unsigned)got <= b->depth, "%s: reap: %d", b->api->name, got);
	for (int i = 0; i < got; i++) {
		size_t which = (size_t)(done[i] - requests);

		ck_assert_msg(which < n && !back[which], "%s: reap: request %zu", b->api->name, which);
		back[which] = true;
	}
	return (unsigned)got;
}

/* Issues n <= RECORDS requests, `depth` at a time, and waits for all. */
static void issue(struct bench *b, struct io_request *requests, unsigned n)
{
	bool synchronous = b->api->flags & IO_API_SYNCHRONOUS, back[RECORDS] = { false };
	struct io_request *pointers[RECORDS];
	unsigned submitted = 0, done = 0;

	for (unsigned i = 0; i < n; i++) {
		requests[i].result = UNSET;
		pointers[i] = &requests[i];
	}
	while (done < n) {
		unsigned room = b->depth - (submitted - done), left = n - submitted, batch = left < room ? left : room;

		if (batch) {
			int got = b->api->submit(b->handle, pointers + submitted, batch);

			ck_assert_msg(got > 0 && (unsigned)got <= batch, "%s: submit: %d", b->api->name, got);
			submitted += (unsigned)got;
		}
		done = synchronous ? submitted : done + reap(b, requests, back, n);
		for (unsigned i = 0; synchronous && i < done; i++)
			ck_assert_msg(requests[i].result != UNSET, "%s: no result", b->api->name);
	}
}

static void prepare(struct bench *b, struct io_request *requests, enum io_dir dir)
{
	for (unsigned i = 0; i < RECORDS; i++)
		requests[i] = (struct io_request){
			.buf = b->data + i * RECORD,
			.offset = i * RECORD,
			.len = i < RECORDS - 1 ? RECORD : FILE_BYTES % RECORD,
			.dir = dir,
		};
}

static void all_whole(struct bench *b, const struct io_request *requests, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		ck_assert_msg(requests[i].result == requests[i].len, "%s: request %u of %u bytes gave %lld",
			      b->api->name, i, requests[i].len, (long long)requests[i].result);
}

/* All records, whole, in the order of the file or against it. */
static void transfer(struct bench *b, enum io_dir dir, bool backward)
{
	struct io_request requests[RECORDS];

	prepare(b, requests, dir);
	for (unsigned i = 0; backward && i < RECORDS / 2; i++) {
		struct io_request swapped = requests[i];

		requests[i] = requests[RECORDS - 1 - i];
		requests[RECORDS - 1 - i] = swapped;
	}
	issue(b, requests, RECORDS);
	all_whole(b, requests, RECORDS);
}

static int64_t issue_one(struct bench *b, enum io_dir dir, uint64_t offset, uint32_t len)
{
	struct io_request request = { .buf = b->data, .offset = offset, .len = len, .dir = dir };

	issue(b, &request, 1);
	return request.result;
}

static void write_file(struct bench *b, bool backward)
{
	ck_assert(open_with(b, O_RDWR));
	transfer(b, IO_WRITE, backward);
	flush(b);
	close_it(b);
}

/* What really lies in the file, by pread(2). */
static void check_file(struct bench *b, size_t size, unsigned salt)
{
	unsigned char expected[RECORDS * RECORD], found[RECORDS * RECORD + 1];
	int fd;

	if (b->api->virt)
		return;
	fd = open(b->path, O_RDONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pread(fd, found, sizeof(found), 0), (ssize_t)size);
	close(fd);
	fill(expected, size, salt);
	ck_assert_msg(!memcmp(found, expected, size), "%s: the file holds something else", b->api->name);
}

static void read_file(struct bench *b, bool backward)
{
	unsigned char expected[RECORDS * RECORD];

	memcpy(expected, b->data, sizeof(expected));
	if (!b->api->virt)
		memset(b->data, 0xee, FILE_BYTES);
	ck_assert(open_with(b, O_RDONLY));
	transfer(b, IO_READ, backward);
	close_it(b);
	ck_assert_msg(!memcmp(b->data, expected, sizeof(expected)), "%s: read something else", b->api->name);
}

START_TEST(the_row_is_sane)
{
	const struct io_api *api = io_apis[_i];

	ck_assert_ptr_eq(io_api_find(api->name), api); /* that is also: no other row has the name */
	ck_assert_uint_gt(strlen(api->name), 0);
	for (const char *c = api->name; *c; c++)
		ck_assert_msg(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_', "%s", api->name);
	ck_assert_msg(strlen(api->summary) > 0 && api->summary[strlen(api->summary) - 1] != '.', "%s", api->name);
	ck_assert_ptr_nonnull(api->open);
	ck_assert_ptr_nonnull(api->submit);
	ck_assert_ptr_nonnull(api->flush);
	ck_assert_ptr_nonnull(api->close);
	ck_assert_msg(!api->reap == !!(api->flags & IO_API_SYNCHRONOUS), "%s: reap", api->name);
	ck_assert_msg(!api->reap == !api->reap_within, "%s: reap_within", api->name);
	ck_assert_msg(!api->virt == !(api->flags & IO_API_VIRTUAL), "%s: virt", api->name);
	ck_assert_msg(!api->session_open == !api->session_close, "%s: half a session", api->name);
	if (api->virt) {
		ck_assert_ptr_nonnull(api->virt->wait_ns);
		ck_assert_ptr_nonnull(api->virt->create);
		ck_assert_ptr_nonnull(api->virt->drop_cache);
		ck_assert_ptr_nonnull(api->virt->remove);
	}
}
END_TEST

START_TEST(an_unknown_name_is_no_api)
{
	static const char *const names[] = { "", "syn", "syncs", "SYNC", "sync,psync" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_ptr_null(io_api_find(names[i]));
}
END_TEST

/* Written in order, over itself against the order, and read both ways; at each depth on a new file. */
START_TEST(what_is_written_is_in_the_file)
{
	for (size_t i = 0; i < DEPTHS_N; i++) {
		struct bench b;

		bench_init(&b, io_apis[_i]);
		b.depth = depths[i];
		create(&b);
		write_file(&b, false);
		check_file(&b, FILE_BYTES, 0);
		fill(b.data, RECORDS * RECORD, 100);
		write_file(&b, true);
		check_file(&b, FILE_BYTES, 100);
		read_file(&b, false);
		read_file(&b, true);
		check_file(&b, FILE_BYTES, 100);
		bench_release(&b);
	}
}
END_TEST

/* Reads and writes through one handle see each other, in whatever order they come. */
START_TEST(directions_mix)
{
	struct bench b;

	bench_init(&b, io_apis[_i]);
	create(&b);
	write_file(&b, false);
	ck_assert(open_with(&b, O_RDWR));
	for (unsigned i = 0; i < RECORDS - 1; i += 2) {
		unsigned char *first = b.data, expected[RECORD];

		fill(first, RECORD, i);
		memcpy(expected, first, RECORD);
		ck_assert_int_eq(issue_one(&b, IO_WRITE, i * RECORD, RECORD), RECORD);
		ck_assert_int_eq(issue_one(&b, IO_READ, (RECORDS - 2 - i) * RECORD, RECORD), RECORD);
		ck_assert_int_eq(issue_one(&b, IO_READ, i * RECORD, RECORD), RECORD);
		ck_assert_msg(!memcmp(first, expected, RECORD), "%s: record %u", b.api->name, i);
	}
	close_it(&b);
	bench_release(&b);
}
END_TEST

START_TEST(direct_works_where_it_is_said_to)
{
	struct io_request requests[RECORDS];
	struct bench b;

	if (io_apis[_i]->flags & (IO_API_NO_DIRECT | IO_API_CACHED_ONLY))
		return;
	bench_init(&b, io_apis[_i]);
	b.depth = RECORDS;
	create(&b);
	if (!open_with(&b, O_RDWR | O_DIRECT)) {
		bench_release(&b);
		skip_test("%s: no O_DIRECT in %s", io_apis[_i]->name, b.dir);
	}
	prepare(&b, requests, IO_WRITE);
	requests[RECORDS - 1].len = RECORD;
	issue(&b, requests, RECORDS);
	all_whole(&b, requests, RECORDS);
	flush(&b);
	close_it(&b);
	check_file(&b, RECORDS * RECORD, 0);
	bench_release(&b);
}
END_TEST

START_TEST(reads_end_with_the_file)
{
	struct bench b;

	bench_init(&b, io_apis[_i]);
	if (keeps_files(b.api)) {
		create(&b);
		write_file(&b, false);
		ck_assert(open_with(&b, O_RDONLY));
		ck_assert_int_eq(issue_one(&b, IO_READ, FILE_BYTES, RECORD), 0);
		ck_assert_int_eq(issue_one(&b, IO_READ, FILE_BYTES + 100 * RECORD, RECORD), 0);
		ck_assert_int_eq(issue_one(&b, IO_READ, (RECORDS - 1) * RECORD, RECORD), FILE_BYTES % RECORD);
		ck_assert_int_eq(issue_one(&b, IO_READ, 0, RECORD), RECORD);
		close_it(&b);
	} else {
		create(&b);
	}
	bench_release(&b);
}
END_TEST

START_TEST(what_was_opened_for_reading_is_not_written)
{
	struct bench b;

	bench_init(&b, io_apis[_i]);
	create(&b);
	if (keeps_files(b.api)) {
		write_file(&b, false);
		ck_assert(open_with(&b, O_RDONLY));
		ck_assert_int_eq(issue_one(&b, IO_WRITE, RECORD, RECORD), -EBADF);
		ck_assert_int_eq(issue_one(&b, IO_READ, 2 * RECORD, RECORD), RECORD);
		close_it(&b);
		check_file(&b, FILE_BYTES, 0);
	}
	bench_release(&b);
}
END_TEST

static int open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	ck_assert_ptr_nonnull(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

START_TEST(nothing_stays_open)
{
	struct bench b;
	int before;

	bench_init(&b, io_apis[_i]);
	b.depth = 4;
	create(&b);
	write_file(&b, false);
	before = open_descriptors();
	for (int i = 0; i < 40; i++) {
		ck_assert(open_with(&b, i % 2 ? O_RDWR : O_RDONLY));
		ck_assert_int_eq(issue_one(&b, i % 2 ? IO_WRITE : IO_READ, 0, RECORD), RECORD);
		close_it(&b);
	}
	ck_assert_int_eq(open_descriptors(), before);
	bench_release(&b);
}
END_TEST

/* Two handles of one session, on the same file, do not meet. */
START_TEST(handles_are_apart)
{
	struct bench b;
	void *other;

	bench_init(&b, io_apis[_i]);
	create(&b);
	write_file(&b, false);
	ck_assert(open_with(&b, O_RDONLY));
	other = b.handle;
	ck_assert(open_with(&b, O_RDONLY));
	ck_assert_int_eq(issue_one(&b, IO_READ, RECORD, RECORD), RECORD);
	close_it(&b);
	b.handle = other;
	ck_assert_int_eq(issue_one(&b, IO_READ, 2 * RECORD, RECORD), RECORD);
	close_it(&b);
	bench_release(&b);
}
END_TEST

START_TEST(a_virtual_clock_moves_with_its_own_io_alone)
{
	const struct io_virtual *virt = io_apis[_i]->virt;
	struct bench b;
	uint64_t before;

	if (!virt || !virt->now_ns)
		return;
	bench_init(&b, io_apis[_i]);
	create(&b);
	ck_assert(open_with(&b, O_RDWR));
	ck_assert_uint_eq(virt->now_ns(b.session), 0);
	for (unsigned i = 0; i < RECORDS; i++) {
		before = virt->now_ns(b.session);
		ck_assert_int_eq(issue_one(&b, IO_WRITE, i * RECORD, 1), 1);
		ck_assert_uint_gt(virt->now_ns(b.session), before);
	}
	before = virt->now_ns(b.session);
	virt->wait_ns(b.session, 1000);
	ck_assert_uint_eq(virt->now_ns(b.session), before + 1000);
	close_it(&b);
	ck_assert_int_eq(virt->create(b.session, FILE_ID), -EEXIST);
	ck_assert_int_eq(virt->remove(b.session, FILE_ID), 0);
	ck_assert_int_eq(virt->remove(b.session, FILE_ID), -ENOENT);
	ck_assert_int_eq(virt->drop_cache(b.session, FILE_ID), -ENOENT);
	ck_assert_uint_eq(virt->now_ns(b.session), before + 1000);
	bench_release(&b);
}
END_TEST

Suite *suite_api_contract(void)
{
	Suite *suite = suite_create("api_contract");
	TCase *tcase = tcase_create("api_contract");
	int n = (int)io_apis_n;

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, the_row_is_sane, 0, n);
	tcase_add_test(tcase, an_unknown_name_is_no_api);
	tcase_add_loop_test(tcase, what_is_written_is_in_the_file, 0, n);
	tcase_add_loop_test(tcase, directions_mix, 0, n);
	tcase_add_loop_test(tcase, direct_works_where_it_is_said_to, 0, n);
	tcase_add_loop_test(tcase, reads_end_with_the_file, 0, n);
	tcase_add_loop_test(tcase, what_was_opened_for_reading_is_not_written, 0, n);
	tcase_add_loop_test(tcase, nothing_stays_open, 0, n);
	tcase_add_loop_test(tcase, handles_are_apart, 0, n);
	tcase_add_loop_test(tcase, a_virtual_clock_moves_with_its_own_io_alone, 0, n);
	suite_add_tcase(suite, tcase);
	return suite;
}
