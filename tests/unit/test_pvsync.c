/* What pvsync has and no other API: pieces and flags. That the kernel sees them is for tests/shell/apis.sh to show. */
#include "unit/api_file.h"
#include "unit/skip.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORD 8192U

static const struct io_api *pvsync(void)
{
	return io_api_find("pvsync");
}

static int try_open(int fd, uint32_t record_size, bool direct, unsigned iovecs)
{
	struct io_open o = {
		.fd = fd,
		.file_size = RECORD,
		.record_size = record_size,
		.depth = 1,
		.direct = direct,
		.settings.iovecs = iovecs,
	};
	void *handle = NULL;
	int ret = pvsync()->open(NULL, &o, &handle);

	if (!ret)
		api_file_close(pvsync(), handle);
	return ret;
}

START_TEST(more_pieces_than_the_record_has_bytes_are_refused)
{
	int fd = api_file_new(RECORD, 1);

	ck_assert_int_eq(try_open(fd, 4, false, 5), -EINVAL);
	ck_assert_int_eq(try_open(fd, RECORD, false, 1025), -EINVAL); /* IOV_MAX */
	/* No piece could be as small as the least that direct I/O takes. */
	ck_assert_int_eq(try_open(fd, RECORD, true, RECORD / 256), -EINVAL);
	ck_assert_int_eq(try_open(api_file_again(fd, O_RDONLY), 4, false, 4), 0);
	ck_assert_int_eq(try_open(api_file_again(fd, O_RDONLY), RECORD, false, 1024), 0);
	ck_assert_int_eq(try_open(api_file_again(fd, O_RDONLY), RECORD, true, 2), 0);
	ck_assert_int_eq(close(fd), 0); /* a refused open leaves it alone */
}
END_TEST

static const struct {
	unsigned iovecs;
	uint32_t len;
} cuts[] = {
	{ 0, RECORD }, { 1, RECORD }, { 2, RECORD }, { 3, RECORD }, { 7, RECORD }, { 1024, RECORD },
	{ 3, RECORD - 1 }, { 3, 4 }, { 3, 3 }, { 3, 2 }, { 3, 1 }, { 1000, 999 },
};

START_TEST(pieces_hold_the_whole_record)
{
	int fd = api_file_new(2 * RECORD, 0);
	struct io_open o = {
		.fd = api_file_again(fd, O_RDWR),
		.file_size = 2 * RECORD,
		.record_size = RECORD,
		.depth = 1,
		.writable = true,
		.settings.iovecs = cuts[_i].iovecs,
	};
	unsigned char data[RECORD + 1], back[RECORD + 1];
	struct io_request r = { .buf = data, .offset = 100, .len = cuts[_i].len, .dir = IO_WRITE };
	void *handle = api_file_open(pvsync(), &o);

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(1 + i * 31 % 255);
	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), r.len);
	ck_assert_int_eq(pread(fd, back, sizeof(back), 100), sizeof(back));
	ck_assert_mem_eq(back, data, r.len);
	ck_assert_uint_eq(back[r.len], 0);
	memset(back, 0, sizeof(back));
	r.buf = back;
	r.dir = IO_READ;
	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), r.len);
	ck_assert_mem_eq(back, data, r.len);
	ck_assert_uint_eq(back[r.len], 0);
	api_file_close(pvsync(), handle);
	close(fd);
}
END_TEST

START_TEST(direct_pieces_are_taken)
{
	int fd = api_file_new(RECORD, 0);
	struct io_open o = {
		.file_size = RECORD,
		.record_size = RECORD,
		.depth = 1,
		.writable = true,
		.direct = true,
		.settings.iovecs = 2,
	};
	struct io_request r = { .len = RECORD, .dir = IO_WRITE };
	char path[40];
	void *handle;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	o.fd = open(path, O_RDWR | O_DIRECT);
	if (o.fd < 0)
		skip_test("no O_DIRECT in the folder for temporary files");
	r.buf = aligned_alloc(4096, RECORD);
	memset(r.buf, 7, RECORD);
	handle = api_file_open(pvsync(), &o);
	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), RECORD);
	r.dir = IO_READ;
	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), RECORD);
	api_file_close(pvsync(), handle);
	free(r.buf);
	close(fd);
}
END_TEST

START_TEST(synchronous_writes_are_taken)
{
	int fd = api_file_new(RECORD, 0);
	struct io_open o = {
		.fd = api_file_again(fd, O_RDWR),
		.file_size = RECORD,
		.record_size = RECORD,
		.depth = 1,
		.writable = true,
		.settings.sync_mode = _i ? SYNC_OSYNC : SYNC_ODSYNC,
	};
	char data[RECORD] = { 1 };
	struct io_request r = { .buf = data, .len = RECORD, .dir = IO_WRITE };
	void *handle = api_file_open(pvsync(), &o);

	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), RECORD);
	r.dir = IO_READ;
	ck_assert_int_eq(api_file_transfer(pvsync(), handle, &r), RECORD);
	api_file_close(pvsync(), handle);
	close(fd);
}
END_TEST

/* tmpfs has nothing but the cache. */
START_TEST(dontcache_is_refused_where_it_means_nothing)
{
	struct io_open o = {
		.fd = open("/dev/shm", O_TMPFILE | O_RDWR, 0600),
		.file_size = RECORD,
		.record_size = RECORD,
		.depth = 1,
		.settings.dontcache = true,
	};
	void *handle = NULL;
	int ret;

	if (o.fd < 0)
		skip_test("no tmpfs in /dev/shm");
	ret = pvsync()->open(NULL, &o, &handle);
	ck_assert_int_eq(ret, -EOPNOTSUPP);
	/* With direct I/O there is no cache, and the setting asks for nothing. */
	o.direct = true;
	ck_assert_int_eq(pvsync()->open(NULL, &o, &handle), 0);
	api_file_close(pvsync(), handle);
}
END_TEST

Suite *suite_pvsync(void)
{
	Suite *suite = suite_create("pvsync");
	TCase *tcase = tcase_create("pvsync");

	tcase_add_test(tcase, more_pieces_than_the_record_has_bytes_are_refused);
	tcase_add_loop_test(tcase, pieces_hold_the_whole_record, 0, sizeof(cuts) / sizeof(*cuts));
	tcase_add_test(tcase, direct_pieces_are_taken);
	tcase_add_loop_test(tcase, synchronous_writes_are_taken, 0, 2);
	tcase_add_test(tcase, dontcache_is_refused_where_it_means_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}
