#include "api/api.h"

#include <string.h>

extern const struct io_api io_api_psync, io_api_sync, io_api_pvsync, io_api_mmap, io_api_stdio, io_api_posixaio,
	io_api_libaio, io_api_io_uring, io_api_null, io_api_sim, io_api_sim_queue;

const struct io_api *const io_apis[] = {
	&io_api_psync,
	&io_api_sync,
	&io_api_pvsync,
	&io_api_mmap,
	&io_api_stdio,
	&io_api_posixaio,
	&io_api_libaio,
	&io_api_io_uring,
	&io_api_null,
	&io_api_sim,
	&io_api_sim_queue,
};

const size_t io_apis_n = sizeof(io_apis) / sizeof(io_apis[0]);

const struct io_api *io_api_find(const char *name)
{
	for (size_t i = 0; i < io_apis_n; i++) {
		if (!strcmp(io_apis[i]->name, name))
			return io_apis[i];
	}
	return NULL;
}

bool io_api_usable(const struct io_api *api, struct strbuf *reason)
{
	return !api->usable || api->usable(reason);
}
