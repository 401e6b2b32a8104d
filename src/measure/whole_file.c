#include "measure/whole_file.h"

#include "measure/content.h"
#include "measure/engine.h"
#include "measure/watchdog.h"
#include "stats/histogram.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/param.h>
#include <unistd.h>

static uint32_t record_size(const struct whole_file *f)
{
	return (uint32_t)MIN(MIN(f->size, WHOLE_FILE_RECORD), f->buffer->size.input);
}

static int run_pattern(const struct whole_file *f, const struct io_api *api, void *handle, bool writes,
		       struct content *content)
{
	struct pattern_state state;
	struct engine_result result;
	struct engine_work work = {
		.api = api,
		.handle = handle,
		.pattern = pattern_find(writes ? "write" : "read"),
		.state = &state,
		.buffer = f->buffer,
		.depth = 1,
		.clock = f->clock,
		.stop = f->stop,
		.max_ns = UINT64_MAX,
		.watch = f->watch ? f->watch->io : NULL,
	};
	const struct pattern_config config = {
		.file_size = f->size,
		.record_size = record_size(f),
		.start_offset = PATTERN_FROM_START,
	};
	struct histogram *unused = malloc(sizeof(*unused));
	int ret;

	if (!unused)
		return -ENOMEM;
	histogram_init(unused);
	work.latency[IO_READ] = work.latency[IO_WRITE] = unused;
	watch_step(f->watch, work.pattern->name);
	pattern_start(work.pattern, &config, &state);
	ret = engine_run(&work, &result);
	free(unused);
	if (!ret && content)
		content_write(content, work.pattern, &config, &result, work.depth);
	return !ret && result.stopped ? -EINTR : ret;
}

static int flush(const struct whole_file *f, const struct io_api *api, void *handle)
{
	int ret;

	watch_step_begin(f->watch, "flush", clock_now_ns(f->clock));
	ret = api->flush(handle);
	watch_step_end(f->watch);
	return ret;
}

static int run(const struct whole_file *f, bool writes, struct content *content)
{
	const struct io_api *api = f->virtual_api ? f->virtual_api : io_api_find("psync");
	struct io_open o = {
		.file_id = f->id,
		.file_size = f->size,
		.record_size = record_size(f),
		.depth = 1,
		.writable = writes,
	};
	void *handle;
	int ret = target_file_open(f->target, f->id, writes ? TARGET_WRITABLE : 0, &o.fd), closed;

	if (ret)
		return ret;
	ret = api->open(f->session, &o, &handle);
	if (ret) {
		if (o.fd >= 0)
			close(o.fd);
		return ret;
	}
	ret = run_pattern(f, api, handle, writes, content);
	if (!ret && writes)
		ret = flush(f, api, handle);
	closed = api->close(handle);
	return ret ? ret : closed;
}

int whole_file_write(const struct whole_file *file, struct content *content)
{
	return run(file, true, content);
}

int whole_file_read(const struct whole_file *file)
{
	return run(file, false, NULL);
}
