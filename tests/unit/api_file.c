#include "unit/api_file.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int api_file_new(uint64_t size, int fill)
{
	const char *tmp = getenv("TMPDIR");
	char path[400], data[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/api-file-XXXXXX", tmp ? tmp : "/tmp");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(unlink(path), 0);
	memset(data, fill, sizeof(data));
	for (uint64_t at = 0; at < size; at += sizeof(data)) {
		size_t len = size - at < sizeof(data) ? (size_t)(size - at) : sizeof(data);

		ck_assert_int_eq(pwrite(fd, data, len, (off_t)at), (ssize_t)len);
	}
	return fd;
}

int api_file_again(int fd, int flags)
{
	char path[40];
	int again;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, flags);
	ck_assert_int_ge(again, 0);
	return again;
}

void *api_file_open(const struct io_api *api, const struct io_open *o)
{
	void *handle = NULL;
	int ret = api->open(NULL, o, &handle);

	ck_assert_msg(!ret, "%s: open: %s", api->name, strerror(-ret));
	return handle;
}

void api_file_close(const struct io_api *api, void *handle)
{
	int ret = api->close(handle);

	ck_assert_msg(!ret, "%s: close: %s", api->name, strerror(-ret));
}

int64_t api_file_transfer(const struct io_api *api, void *handle, const struct io_request *request)
{
	struct io_request r = *request;
	struct io_request *const one[] = { &r };

	r.result = INT64_MIN;
	ck_assert_int_eq(api->submit(handle, one, 1), 1);
	return r.result;
}
