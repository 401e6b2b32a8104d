#include "sweep/standing.h"

#include "measure/content.h"
#include "measure/engine.h"
#include "measure/watchdog.h"
#include "stats/histogram.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int run_pattern(const struct standing *s, const char *pattern_name, const struct io_api *api, void *handle,
		       struct content *content)
{
	struct pattern_state state;
	struct engine_result result;
	struct engine_work work = {
		.api = api,
		.handle = handle,
		.pattern = pattern_find(pattern_name),
		.state = &state,
		.buffer = s->setting->buffers,
		.depth = 1,
		.clock = s->setting->clock,
		.stop = s->setting->stop,
		.max_ns = UINT64_MAX,
	};
	const struct pattern_config config = {
		.file_size = s->file_size,
		.record_size = s->file_size < STANDING_RECORD ? (uint32_t)s->file_size : STANDING_RECORD,
		.start_offset = PATTERN_FROM_START,
	};
	struct watch *watch = watchdog_own(s->setting->watchdog);
	struct histogram *unused = malloc(sizeof(*unused));
	int ret;

	if (!unused)
		return -ENOMEM;
	assert(s->setting->buffers->size >= config.record_size);
	histogram_init(unused);
	work.latency[IO_READ] = work.latency[IO_WRITE] = unused;
	work.watch = watch ? watch->io : NULL;
	watch_step(watch, pattern_name);
	pattern_start(work.pattern, &config, &state);
	ret = engine_run(&work, &result);
	free(unused);
	if (!ret && content)
		content_write(content, work.pattern, &config, &result, work.depth);
	return !ret && result.stopped ? -EINTR : ret;
}

static int flush(const struct standing *s, const struct io_api *api, void *handle)
{
	struct watch *watch = watchdog_own(s->setting->watchdog);
	int ret;

	watch_step_begin(watch, "flush", clock_now_ns(s->setting->clock));
	ret = api->flush(handle);
	watch_step_end(watch);
	return ret;
}

/* content: of what is written, filled; NULL: nobody asks, or nothing is. */
static int run_whole(const struct standing *s, uint64_t id, const char *pattern_name, bool writable,
		     struct content *content)
{
	void *session = NULL, *handle;
	const struct io_api *api = plan_virtual_api(s->plan, &session);
	struct io_open o = {
		.file_id = id,
		.file_size = s->file_size,
		.record_size = STANDING_RECORD,
		.depth = 1,
		.writable = writable,
	};
	int ret = target_file_open(s->setting->target, id, writable ? TARGET_WRITABLE : 0, &o.fd), closed;

	if (ret)
		return ret;
	api = api ? api : io_api_find("psync");
	ret = api->open(session, &o, &handle);
	if (ret) {
		if (o.fd >= 0)
			close(o.fd);
		return ret;
	}
	ret = run_pattern(s, pattern_name, api, handle, content);
	if (!ret && writable)
		ret = flush(s, api, handle);
	closed = api->close(handle);
	return ret ? ret : closed;
}

static int create_one(struct standing *s)
{
	int ret = target_create(s->setting->target, &s->ids[s->n]);
	struct content *content = s->contents ? &s->contents[s->n] : NULL;

	if (ret)
		return ret;
	if (content)
		content_forget(content);
	return run_whole(s, s->ids[s->n++], "write", true, content);
}

int standing_create(struct standing *s)
{
	unsigned files = config_files(s->plan->config);
	int ret = 0;

	for (s->n = 0; !ret && s->n < files;)
		ret = create_one(s);
	if (ret)
		standing_retire(s);
	return ret;
}

int standing_warm(const struct standing *s)
{
	int ret = 0;

	for (unsigned i = 0; !ret && i < s->n; i++)
		ret = run_whole(s, s->ids[i], "read", false, NULL);
	return ret;
}

int standing_drop(const struct standing *s)
{
	int ret = 0;

	for (unsigned i = 0; !ret && i < s->n; i++)
		ret = target_drop_cache(s->setting->target, s->ids[i]);
	return ret;
}

void standing_retire(struct standing *s)
{
	while (s->n)
		target_retire(s->setting->target, s->ids[--s->n]);
}
