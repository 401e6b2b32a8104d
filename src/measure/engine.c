#include "measure/engine.h"

#include "measure/engine_internal.h"

#include <errno.h>

size_t engine_buffer_size(uint64_t record_size, unsigned depth)
{
	size_t slot = ((size_t)record_size + BUFFER_BLOCK - 1) / BUFFER_BLOCK * BUFFER_BLOCK;

	return depth > 1 ? slot * depth : (size_t)record_size;
}

int engine_nothing_moved(enum io_dir dir)
{
	return dir == IO_READ ? -ENODATA : -EIO;
}

int engine_settle(const struct engine_work *work, uint64_t last_ns, struct engine_result *result)
{
	int ret;

	if (!work->api->settle)
		return 0;
	ret = work->api->settle(work->handle);
	result->clocked_ns += clock_now_ns(work->clock) - last_ns;
	return ret;
}

/* Why the work is not whole, and where the next sample goes on. */
static void note_rest(const struct engine_work *work, struct supply *supply, struct engine_result *result)
{
	const struct pattern_op *next = supply_peek(supply);

	if (!next)
		return;
	result->stopped = *work->stop;
	result->cut = !result->stopped;
	result->next_offset = next->offset;
}

int engine_run(const struct engine_work *work, struct engine_result *result)
{
	struct supply supply = { .work = work };
	int ret;

	*result = (struct engine_result){ .error_offset = UINT64_MAX };
	supply_peek(&supply); /* so that the first ones are not made within the clock */
	if (work->api->flags & IO_API_SYNCHRONOUS)
		ret = engine_run_synchronous(work, &supply, result);
	else
		ret = engine_run_asynchronous(work, &supply, result);
	if (!ret)
		note_rest(work, &supply, result);
	return ret;
}
