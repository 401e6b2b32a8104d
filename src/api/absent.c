#include "api/absent.h"

#include <errno.h>

int absent_open(void *session, const struct io_open *o, void **handle)
{
	(void)session;
	(void)o;
	*handle = NULL;
	return -ENOSYS;
}

int absent_submit(void *handle, struct io_request *const *requests, unsigned n)
{
	(void)handle;
	(void)requests;
	(void)n;
	return -ENOSYS;
}

int absent_reap(void *handle, struct io_request **done, unsigned min, unsigned max)
{
	(void)handle;
	(void)done;
	(void)min;
	(void)max;
	return -ENOSYS;
}

int absent_reap_within(void *handle, struct io_request **done, unsigned max, uint64_t ns)
{
	(void)handle;
	(void)done;
	(void)max;
	(void)ns;
	return -ENOSYS;
}

int absent_flush(void *handle)
{
	(void)handle;
	return -ENOSYS;
}

int absent_close(void *handle)
{
	(void)handle;
	return -ENOSYS;
}
