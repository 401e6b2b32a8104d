#include "measure/new_file.h"

#include "measure/engine.h"
#include "stats/histogram.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* 0, -EINTR when the run was stopped, or -errno. */
static int run_pattern(const struct new_file *f, void *handle)
{
	const struct pattern_config config = {
		.file_size = f->file_size,
		.record_size = f->record_size,
		.start_offset = PATTERN_FROM_START,
	};
	struct histogram *unused = malloc(sizeof(*unused));
	struct pattern_state state;
	struct engine_result result;
	const struct engine_work work = {
		.api = f->api,
		.handle = handle,
		.pattern = f->pattern,
		.state = &state,
		.buffer = f->buffer,
		.depth = f->depth,
		.clock = f->clock,
		.stop = f->stop,
		.max_ns = UINT64_MAX,
		.latency = { unused, unused },
		.watch = f->depth == 1 && f->watch ? f->watch->io : NULL, /* which has room for one */
	};
	int ret;

	if (!unused)
		return -ENOMEM;
	histogram_init(unused);
	watch_step(f->watch, "write before the test");
	pattern_start(work.pattern, &config, &state);
	ret = engine_run(&work, &result);
	free(unused);
	return !ret && result.stopped ? -EINTR : ret;
}

/* Flushed: what is still in memory has no blocks yet that could be taken away. */
static int write_whole(const struct new_file *f, uint64_t id)
{
	struct io_open o = {
		.file_id = id,
		.file_size = f->file_size,
		.record_size = f->record_size,
		.depth = f->depth,
		.writable = true,
		.direct = f->direct,
		.settings = *f->settings,
	};
	unsigned flags = TARGET_WRITABLE | (f->direct ? TARGET_DIRECT : 0);
	int ret = target_file_open(f->target, id, flags, &o.fd), closed;
	void *handle;

	if (ret)
		return ret;
	engine_name_memory(f->pattern, f->buffer, &o);
	o.settings.sync_mode = SYNC_NONE;
	ret = f->api->open(f->session, &o, &handle);
	if (ret) {
		close(o.fd);
		return ret;
	}
	ret = run_pattern(f, handle);
	if (!ret)
		ret = f->api->flush(handle);
	closed = f->api->close(handle);
	return ret ? ret : closed;
}

int new_file_make(const struct new_file *f, uint64_t *id, const char **step)
{
	struct target *target = f->target;
	int ret;

	*step = "create";
	ret = target_create(target, f->file_size, id);
	if (ret)
		return ret;
	target_retire(target, *id);
	if (f->truncate_before_write) {
		*step = "write before the test";
		ret = write_whole(f, *id);
		if (ret)
			return ret;
		*step = "truncate";
		ret = target_truncate(target, *id);
		if (ret)
			return ret;
	}
	*step = "preallocate";
	return f->fallocate ? target_preallocate(target, *id, f->file_size) : 0;
}
