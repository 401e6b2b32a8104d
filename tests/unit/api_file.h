/* api_file: a real file, a handle of an API on it, and single requests, for the tests of one API's own traits. */
#ifndef IOSWEEP_TESTS_API_FILE_H
#define IOSWEEP_TESTS_API_FILE_H

#include "api/api.h"

/* A new file of this size in TMPDIR, holding bytes of `fill`, already unlinked. Returns the descriptor. */
int api_file_new(uint64_t size, int fill);

/* Another descriptor of the same file. */
int api_file_again(int fd, int flags);

/* Opens without a session; the test fails where that fails. o->fd belongs to the handle. */
void *api_file_open(const struct io_api *api, const struct io_open *o);
void api_file_close(const struct io_api *api, void *handle);

/* One request; returns its result. buf is not const, as it is read into or written from. */
int64_t api_file_transfer(const struct io_api *api, void *handle, const struct io_request *request);

#endif
