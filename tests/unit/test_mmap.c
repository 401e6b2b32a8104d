/* Mapped files that cannot be touched, and what the guard does with signals that are not its own. */
#include "api/map_guard.h"
#include "base/err.h"
#include "unit/api_file.h"
#include "unit/skip.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD 16384U
#define RECORDS 8
#define FILE_BYTES ((uint64_t)RECORDS * RECORD)

static const struct io_api *mmap_api(void)
{
	return io_api_find("mmap");
}

static void start_session(void)
{
	struct err err = ERR_INIT;
	void *session;

	ck_assert_int_eq(mmap_api()->session_open(NULL, &session, &err), 0);
}

static void *open_map(int fd, bool writable)
{
	struct io_open o = {
		.fd = fd,
		.file_size = FILE_BYTES,
		.record_size = RECORD,
		.depth = 1,
		.writable = writable,
	};

	return api_file_open(mmap_api(), &o);
}

static int64_t issue(void *handle, enum io_dir dir, unsigned record, void *data)
{
	struct io_request r = { .buf = data, .offset = (uint64_t)record * RECORD, .len = RECORD, .dir = dir };

	return api_file_transfer(mmap_api(), handle, &r);
}

START_TEST(a_file_that_became_shorter_fails_what_is_gone)
{
	int fd = api_file_new(FILE_BYTES, 9), whole = api_file_new(FILE_BYTES, 4);
	void *handle, *other;
	unsigned char data[RECORD];

	start_session();
	handle = open_map(api_file_again(fd, O_RDWR), true);
	other = open_map(whole, true);
	ck_assert_int_eq(ftruncate(fd, 2 * RECORD), 0);
	for (int i = 0; i < 1000; i++) {
		ck_assert_int_eq(issue(handle, IO_READ, 5, data), -EIO);
		ck_assert_int_eq(issue(handle, IO_WRITE, 2, data), -EIO);
		memset(data, 0, RECORD);
		ck_assert_int_eq(issue(handle, IO_READ, 1, data), RECORD);
		ck_assert_uint_eq(data[RECORD - 1], 9);
		ck_assert_int_eq(issue(other, IO_READ, 5, data), RECORD);
		ck_assert_uint_eq(data[0], 4);
	}
	api_file_close(mmap_api(), handle);
	api_file_close(mmap_api(), other);
	close(fd);
	mmap_api()->session_close(NULL);
}
END_TEST

/* Each thread has a guard of its own; arg is a handle. */
static void *fail_often(void *arg)
{
	void *handle = arg;
	unsigned char data[RECORD];

	for (int i = 0; i < 2000; i++) {
		ck_assert_int_eq(issue(handle, IO_READ, 5, data), -EIO);
		ck_assert_int_eq(issue(handle, IO_READ, 0, data), RECORD);
	}
	return NULL;
}

START_TEST(threads_fail_on_their_own)
{
	int fd = api_file_new(FILE_BYTES, 1);
	pthread_t threads[4];
	void *handles[4];

	start_session();
	for (size_t i = 0; i < 4; i++)
		handles[i] = open_map(api_file_again(fd, O_RDONLY), false);
	ck_assert_int_eq(ftruncate(fd, RECORD), 0);
	for (size_t i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, fail_often, handles[i]), 0);
	for (size_t i = 0; i < 4; i++) {
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
		api_file_close(mmap_api(), handles[i]);
	}
	close(fd);
	mmap_api()->session_close(NULL);
}
END_TEST

/* A file system of its own, seen by this process alone, so that it goes with it. */
static int file_on_small_tmpfs(const char *options)
{
	const char *tmp = getenv("TMPDIR");
	int fd;

	tmp = tmp ? tmp : "/tmp";
	if (unshare(CLONE_NEWNS) || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", tmp, "tmpfs", 0, options))
		skip_test("cannot mount a tmpfs: %s", strerror(errno));
	fd = open(tmp, O_TMPFILE | O_RDWR, 0600);
	ck_assert_int_ge(fd, 0);
	return fd;
}

START_TEST(a_full_file_system_fails_what_does_not_fit)
{
	int fd = file_on_small_tmpfs("size=65536");
	unsigned char data[RECORD];
	void *handle;

	start_session();
	handle = open_map(fd, true);
	memset(data, 3, RECORD);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_int_eq(issue(handle, IO_WRITE, i, data), RECORD);
	for (int again = 0; again < 100; again++) {
		for (unsigned i = 4; i < RECORDS; i++)
			ck_assert_int_eq(issue(handle, IO_WRITE, i, data), -ENOSPC);
	}
	memset(data, 0, RECORD);
	ck_assert_int_eq(issue(handle, IO_READ, 3, data), RECORD);
	ck_assert_uint_eq(data[0], 3);
	ck_assert_int_eq(mmap_api()->flush(handle), 0);
	api_file_close(mmap_api(), handle);
	mmap_api()->session_close(NULL);
}
END_TEST

START_TEST(only_a_handle_that_writes_makes_the_file_grow)
{
	int fd = api_file_new(0, 0);
	unsigned char data[RECORD];
	struct stat st;
	void *handle;

	start_session();
	handle = open_map(api_file_again(fd, O_RDONLY), false);
	ck_assert_int_eq(issue(handle, IO_READ, 0, data), 0);
	ck_assert_int_eq(mmap_api()->flush(handle), 0);
	api_file_close(mmap_api(), handle);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, 0);
	handle = open_map(api_file_again(fd, O_RDWR), true);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_uint_eq((uint64_t)st.st_size, FILE_BYTES);
	ck_assert_int_eq(st.st_blocks, 0); /* its blocks are found by the writes */
	ck_assert_int_eq(issue(handle, IO_WRITE, RECORDS, data), -EFBIG);
	api_file_close(mmap_api(), handle);
	close(fd);
	mmap_api()->session_close(NULL);
}
END_TEST

START_TEST(all_settings_work)
{
	static const enum map_advice advices[] = { MAP_ADVICE_PATTERN, MAP_ADVICE_NORMAL, MAP_ADVICE_SEQUENTIAL,
						   MAP_ADVICE_RANDOM, MAP_ADVICE_WILLNEED };
	int fd = api_file_new(FILE_BYTES, 1);
	unsigned char data[RECORD] = { 2 };

	start_session();
	for (unsigned i = 0; i < 40; i++) {
		struct io_open o = {
			.fd = api_file_again(fd, O_RDWR),
			.file_size = FILE_BYTES,
			.record_size = RECORD,
			.writable = true,
			.random = i / 5 & 1,
			.backward = i / 10 & 1,
			.settings.map_advice = advices[i % 5],
			.settings.map_async_flush = i / 5 & 1,
			.settings.sync_mode = i / 20 & 1 ? SYNC_ODSYNC : SYNC_NONE,
		};
		void *handle = api_file_open(mmap_api(), &o);

		ck_assert_int_eq(issue(handle, IO_WRITE, i % RECORDS, data), RECORD);
		ck_assert_int_eq(issue(handle, IO_READ, i % RECORDS, data), RECORD);
		ck_assert_int_eq(mmap_api()->flush(handle), 0);
		api_file_close(mmap_api(), handle);
	}
	close(fd);
	mmap_api()->session_close(NULL);
}
END_TEST

/* Touches a page behind the end of a file, which no guarded copy does. */
static void touch_nothing(void)
{
	int fd = api_file_new(4096, 1);
	void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(ftruncate(fd, 0), 0);
	ck_assert_int_eq(*(volatile const char *)map, 1);
}

START_TEST(a_fault_elsewhere_ends_the_program)
{
	signal(SIGBUS, SIG_DFL); /* sanitizers have a handler */
	start_session();
	touch_nothing();
}
END_TEST

START_TEST(a_signal_that_is_sent_ends_the_program)
{
	signal(SIGBUS, SIG_DFL); /* sanitizers have a handler */
	start_session();
	raise(SIGBUS);
}
END_TEST

static void leave(int signum)
{
	_exit(signum == SIGBUS ? 7 : 8);
}

static void leave_with_info(int signum, siginfo_t *info, void *context)
{
	_exit(signum == SIGBUS && context && info->si_addr ? 7 : 8);
}

START_TEST(a_fault_elsewhere_goes_to_the_handler_from_before)
{
	struct sigaction action = { .sa_handler = leave };

	if (_i) {
		action.sa_sigaction = leave_with_info;
		action.sa_flags = SA_SIGINFO;
	}
	sigaction(SIGBUS, &action, NULL);
	start_session();
	touch_nothing();
}
END_TEST

START_TEST(the_last_session_puts_the_handler_back)
{
	struct sigaction now;

	signal(SIGBUS, leave);
	start_session();
	start_session();
	mmap_api()->session_close(NULL);
	sigaction(SIGBUS, NULL, &now);
	ck_assert(now.sa_handler != leave);
	mmap_api()->session_close(NULL);
	sigaction(SIGBUS, NULL, &now);
	ck_assert(now.sa_handler == leave);
}
END_TEST

START_TEST(an_ignored_signal_stays_ignored)
{
	signal(SIGBUS, SIG_IGN);
	start_session();
	raise(SIGBUS);
	mmap_api()->session_close(NULL);
}
END_TEST

Suite *suite_mmap(void)
{
	Suite *suite = suite_create("mmap");
	TCase *tcase = tcase_create("mmap");

	tcase_add_test(tcase, a_file_that_became_shorter_fails_what_is_gone);
	tcase_add_test(tcase, threads_fail_on_their_own);
	tcase_add_test(tcase, a_full_file_system_fails_what_does_not_fit);
	tcase_add_test(tcase, only_a_handle_that_writes_makes_the_file_grow);
	tcase_add_test(tcase, all_settings_work);
	tcase_add_test_raise_signal(tcase, a_fault_elsewhere_ends_the_program, SIGBUS);
	tcase_add_test_raise_signal(tcase, a_signal_that_is_sent_ends_the_program, SIGBUS);
	tcase_add_loop_exit_test(tcase, a_fault_elsewhere_goes_to_the_handler_from_before, 7, 0, 2);
	tcase_add_test(tcase, the_last_session_puts_the_handler_back);
	tcase_add_test(tcase, an_ignored_signal_stays_ignored);
	suite_add_tcase(suite, tcase);
	return suite;
}
