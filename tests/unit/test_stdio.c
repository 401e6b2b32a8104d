/* The buffer of the C library: when what was written leaves the process, and whose failure it is. */
#include "measure/engine.h"
#include "stats/histogram.h"
#include "unit/api_file.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD 4096U

static const struct io_api *stdio_api(void)
{
	return io_api_find("stdio");
}

static void *open_stdio(int fd, bool writable, uint64_t buffer_bytes)
{
	struct io_open o = {
		.fd = fd,
		.file_size = 16 * RECORD,
		.record_size = RECORD,
		.depth = 1,
		.writable = writable,
		.settings.stdio_buffer_bytes = buffer_bytes,
	};

	return api_file_open(stdio_api(), &o);
}

static off_t size_of(int fd)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	return st.st_size;
}

static int64_t issue(void *handle, enum io_dir dir, uint64_t offset, void *data, uint32_t len)
{
	struct io_request r = { .buf = data, .offset = offset, .len = len, .dir = dir };

	return api_file_transfer(stdio_api(), handle, &r);
}

START_TEST(settle_empties_the_buffer)
{
	int fd = api_file_new(0, 0);
	void *handle = open_stdio(api_file_again(fd, O_RDWR), true, 16 * RECORD);
	char data[RECORD] = { 1 };

	ck_assert_int_eq(issue(handle, IO_WRITE, 0, data, RECORD), RECORD);
	ck_assert_int_eq(issue(handle, IO_WRITE, RECORD, data, RECORD), RECORD);
	ck_assert_int_eq(size_of(fd), 0); /* else the buffer is not the one that was asked for */
	ck_assert_int_eq(stdio_api()->settle(handle), 0);
	ck_assert_int_eq(size_of(fd), 2 * RECORD);
	ck_assert_int_eq(stdio_api()->settle(handle), 0);
	api_file_close(stdio_api(), handle);
	close(fd);
}
END_TEST

/* Records that are larger than the buffer, in whatever order. */
START_TEST(a_short_buffer_serves_as_well)
{
	static const uint64_t buffers[] = { 1, 16, 100, RECORD - 1, RECORD + 1 };
	int fd = api_file_new(0, 0);
	void *handle = open_stdio(api_file_again(fd, O_RDWR), true, buffers[_i]);
	unsigned char data[RECORD], back[RECORD];

	for (unsigned i = 0; i < 8; i++) {
		memset(data, (int)i + 1, RECORD);
		ck_assert_int_eq(issue(handle, IO_WRITE, i * RECORD, data, RECORD), RECORD);
	}
	for (unsigned i = 8; i-- > 0;) {
		memset(data, (int)i + 1, RECORD);
		ck_assert_int_eq(issue(handle, IO_READ, i * RECORD, back, RECORD), RECORD);
		ck_assert_mem_eq(back, data, RECORD);
		ck_assert_int_eq(issue(handle, IO_READ, i * RECORD + 1, back, 1), 1);
	}
	ck_assert_int_eq(stdio_api()->flush(handle), 0);
	ck_assert_int_eq(size_of(fd), 8 * RECORD);
	api_file_close(stdio_api(), handle);
	close(fd);
}
END_TEST

/* After the end of the file the stream goes on with whatever comes, writes too. */
START_TEST(the_end_of_the_file_is_no_end)
{
	int fd = api_file_new(RECORD, 3);
	void *handle = open_stdio(api_file_again(fd, O_RDWR), true, 0);
	unsigned char data[RECORD] = { 5 };

	ck_assert_int_eq(issue(handle, IO_READ, RECORD, data, RECORD), 0);
	ck_assert_int_eq(issue(handle, IO_WRITE, RECORD, data, RECORD), RECORD);
	ck_assert_int_eq(issue(handle, IO_READ, RECORD, data, RECORD), RECORD);
	ck_assert_int_eq(issue(handle, IO_READ, 2 * RECORD - 10, data, RECORD), 10);
	ck_assert_int_eq(issue(handle, IO_READ, 0, data, RECORD), RECORD);
	ck_assert_uint_eq(data[0], 3);
	api_file_close(stdio_api(), handle);
	close(fd);
}
END_TEST

/* /dev/full takes no byte, but the buffer does. */
START_TEST(what_the_buffer_cannot_get_rid_of_fails_settle)
{
	void *handle = open_stdio(open("/dev/full", O_RDWR), true, 16 * RECORD);
	char data[RECORD] = { 1 };

	ck_assert_int_eq(issue(handle, IO_WRITE, 0, data, RECORD), RECORD);
	ck_assert_int_eq(stdio_api()->settle(handle), -ENOSPC);
	ck_assert_int_eq(stdio_api()->flush(handle), -ENOSPC);
	stdio_api()->close(handle);
}
END_TEST

START_TEST(that_fails_the_work_as_well)
{
	static struct histogram latency;
	const _Atomic sig_atomic_t stop = 0;
	const struct pattern_config config = {
		.file_size = 4 * RECORD,
		.record_size = RECORD,
		.start_offset = PATTERN_FROM_START,
	};
	struct pattern_state state;
	struct engine_result result;
	struct buffer buffer;
	struct clock clock;
	const struct engine_work work = {
		.api = stdio_api(),
		.handle = open_stdio(open("/dev/full", O_RDWR), true, 16 * RECORD),
		.pattern = pattern_find("rewrite"),
		.state = &state,
		.buffer = &buffer,
		.depth = 1,
		.clock = &clock,
		.stop = &stop,
		.max_ns = UINT64_MAX,
		.latency = { &latency, &latency },
	};

	clock_init(&clock);
	histogram_init(&latency);
	ck_assert_int_eq(buffer_init(&buffer, engine_buffer_size(RECORD, 1), 1, false), 0);
	pattern_start(work.pattern, &config, &state);
	ck_assert_int_eq(engine_run(&work, &result), -ENOSPC);
	ck_assert_uint_eq(result.operations, 4);
	ck_assert_uint_eq(result.error_offset, UINT64_MAX);
	stdio_api()->close(work.handle);
	buffer_release(&buffer);
}
END_TEST

Suite *suite_stdio(void)
{
	Suite *suite = suite_create("stdio");
	TCase *tcase = tcase_create("stdio");

	tcase_add_test(tcase, settle_empties_the_buffer);
	tcase_add_loop_test(tcase, a_short_buffer_serves_as_well, 0, 5);
	tcase_add_test(tcase, the_end_of_the_file_is_no_end);
	tcase_add_test(tcase, what_the_buffer_cannot_get_rid_of_fails_settle);
	tcase_add_test(tcase, that_fails_the_work_as_well);
	suite_add_tcase(suite, tcase);
	return suite;
}
