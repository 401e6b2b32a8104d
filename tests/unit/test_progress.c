#include "cli/progress.h"

#include <check.h>
#include <string.h>
#include <unistd.h>

static const char *shown(int fd, char *text, size_t size)
{
	ssize_t n = read(fd, text, size - 1);

	ck_assert_int_gt(n, 0);
	text[n] = '\0';
	return text;
}

/* What is told of a place is of that place: a test that is over does not move on with the run. */
START_TEST(rate_belongs_to_the_place)
{
	struct sweep_status status = {
		.pass = 1, .passes = 2, .cells_total = 4, .mode = MODE_CACHED, .file_size = 65536,
		.record_size = 4096, .left_ns = UINT64_MAX,
	};
	struct progress progress;
	struct sample sample;
	char text[256];
	int fds[2];

	ck_assert_int_eq(pipe(fds), 0);
	progress_init(&progress, fds[1]);
	sample_init(&sample);
	strcpy(sample.status, "ok");
	strcpy(sample.test, "stdio:read");
	sample.throughput_mib_s = 100;
	status.last = &sample;
	status.cells_done = 2;
	progress_show(&progress, &status);
	ck_assert_str_eq(shown(fds[0], text, sizeof(text)),
			 " 50% pass 1/2, cached file 64K record 4K, stdio:read 100 MiB/s\n");
	status.last = NULL;
	status.pass = 2;
	status.mode = MODE_DEVICE;
	progress_show(&progress, &status);
	ck_assert_str_eq(shown(fds[0], text, sizeof(text)), " 50% pass 2/2, device file 64K record 4K\n");
	progress_end(&progress);
	sample_release(&sample);
	close(fds[0]);
	close(fds[1]);
}
END_TEST

/* More may be left than was thought; what was done has been done. */
START_TEST(progress_never_goes_back)
{
	static const uint64_t left[] = { 900, 400, 4000, 300 };
	static const char *const told[] = { " 10% ", " 33% ", " 33% ", " 57% " };
	struct sweep_status status = { .passes = 9, .cells_total = 4, .file_size = 65536, .record_size = 4096 };
	struct progress progress;
	char text[256];
	int fds[2];

	ck_assert_int_eq(pipe(fds), 0);
	progress_init(&progress, fds[1]);
	for (size_t i = 0; i < 4; i++) {
		status.pass = i + 1;
		status.elapsed_ns = 100 * (i + 1);
		status.left_ns = left[i];
		progress_show(&progress, &status);
		ck_assert_int_eq(strncmp(shown(fds[0], text, sizeof(text)), told[i], 5), 0);
	}
	progress_end(&progress);
	close(fds[0]);
	close(fds[1]);
}
END_TEST

Suite *suite_progress(void)
{
	Suite *suite = suite_create("progress");
	TCase *tc = tcase_create("progress");

	tcase_add_test(tc, rate_belongs_to_the_place);
	tcase_add_test(tc, progress_never_goes_back);
	suite_add_tcase(suite, tc);
	return suite;
}
