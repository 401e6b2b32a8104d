/*
 * null: an API that moves nothing. Every request is done at once and whole, so that what is left on the clock is
 * the cost of iosweep itself: the pattern, the issue loop, the time stamps.
 */
#include "api/api.h"

static int null_open(void *session, const struct io_open *o, void **handle)
{
	(void)session;
	(void)o;
	*handle = NULL;
	return 0;
}

static int null_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	(void)handle;
	for (unsigned i = 0; i < n; i++)
		requests[i]->result = requests[i]->len;
	return (int)n;
}

static int null_nothing(void *handle)
{
	(void)handle;
	return 0;
}

static void null_wait(void *session, uint64_t ns)
{
	(void)session;
	(void)ns;
}

static int null_file(void *session, uint64_t file_id)
{
	(void)session;
	(void)file_id;
	return 0;
}

static const struct io_virtual null_virtual = {
	.wait_ns = null_wait,
	.create = null_file,
	.drop_cache = null_file,
	.remove = null_file,
};

const struct io_api io_api_null = {
	.name = "null",
	.summary = "moves nothing; measures the tool itself",
	.flags = IO_API_SYNCHRONOUS | IO_API_VIRTUAL,
	.open = null_open,
	.submit = null_submit,
	.flush = null_nothing,
	.close = null_nothing,
	.virt = &null_virtual,
};
