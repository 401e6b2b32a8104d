#include "measure/job.h"

#include "measure/verify.h"

#include <unistd.h>

static bool writes(const struct job *job)
{
	return job->work->pattern->flags & PATTERN_WRITES;
}

static unsigned open_flags(const struct job *job)
{
	const struct job_work *w = job->work;
	unsigned flags = w->direct ? TARGET_DIRECT : 0;

	if (!writes(job))
		return flags;
	flags |= TARGET_WRITABLE;
	if (w->api->flags & IO_API_SYNC_BY_CALL || w->settings.sync_mode == SYNC_NONE)
		return flags;
	return flags | (w->settings.sync_mode == SYNC_OSYNC ? TARGET_OSYNC : TARGET_ODSYNC);
}

bool job_has_part(const struct io_api *api, const struct pace *pace, enum latency_part part)
{
	if (part == LATENCY_INTENDED)
		return pace && pace_has_schedule(pace);
	return !(api->flags & IO_API_SYNCHRONOUS);
}

/* A step that is one I/O. */
static void begin_step(struct job *job, const char *name)
{
	job->step = name;
	watch_step_begin(job->watch, name, clock_now_ns(job->work->clock));
}

void job_open(void *memory)
{
	struct job *job = memory;
	const struct job_work *w = job->work;
	struct io_open o = {
		.file_id = job->file,
		.file_size = w->file_size,
		.record_size = w->record_size,
		.seed = job->pattern.seed,
		.depth = w->depth,
		.writable = writes(job),
		.direct = w->direct,
		.random = w->pattern->flags & PATTERN_RANDOM && !job->pattern.in_order,
		.backward = w->pattern->flags & PATTERN_BACKWARD,
		.settings = w->settings,
	};

	engine_name_memory(w->pattern, job->buffer, &o);
	begin_step(job, "open");
	job->ret = target_file_open(w->target, job->file, open_flags(job), &o.fd);
	if (!job->ret) {
		job->ret = w->api->open(w->session, &o, &job->handle);
		job->open = !job->ret;
		if (job->ret && o.fd >= 0)
			close(o.fd);
	}
	watch_step_end(job->watch);
}

/* Of a process; what threads use counts for the process that they are in. */
static void run_counted(struct job *job, const struct engine_work *work)
{
	uint64_t before[PROCESS_FIELDS] = { 0 };

	counters_own_io(before);
	team_meet(job->work->team);
	counters_usage(before);
	job->ret = engine_run(work, &job->result);
	counters_usage(job->usage);
	counters_own_io(job->usage);
	for (int i = 0; i < PROCESS_FIELDS; i++) {
		if (before[i] != UINT64_MAX && job->usage[i] != UINT64_MAX)
			job->usage[i] -= before[i];
	}
}

void job_run(void *memory)
{
	struct job *job = memory;
	struct job_work *w = job->work;
	struct pattern_state state;
	struct engine_work work = {
		.api = w->api,
		.handle = job->handle,
		.pattern = w->pattern,
		.state = &state,
		.buffer = job->buffer,
		.depth = w->depth,
		.clock = w->clock,
		.stop = w->stop,
		.max_ns = w->max_ns,
		.latency = { &job->latency[IO_READ], &job->latency[IO_WRITE] },
		.wall = w->stonewall ? &w->wall : NULL,
		.series = &job->series,
		.pace = pace_is_free(&w->pace) ? NULL : &w->pace,
		.watch = job->watch ? job->watch->io : NULL,
	};

	job->step = writes(job) ? "write" : "read";
	watch_step(job->watch, job->step);
	series_init(&job->series);
	histogram_init(&job->latency[IO_READ]);
	histogram_init(&job->latency[IO_WRITE]);
	for (int part = 0; part < LATENCY_PARTS_N; part++) {
		histogram_init(&job->part[part]);
		work.part[part] = job_has_part(w->api, work.pace, (enum latency_part)part) ? &job->part[part] : NULL;
	}
	pattern_start(w->pattern, &job->pattern, &state);
	if (w->processes) {
		run_counted(job, &work);
		return;
	}
	team_meet(w->team);
	job->ret = engine_run(&work, &job->result);
}

void job_flush(void *memory)
{
	struct job *job = memory;
	uint64_t start;

	job->flush_ns = 0;
	if (job->ret || !writes(job))
		return;
	begin_step(job, "flush");
	start = clock_now_ns(job->work->clock);
	job->ret = job->work->api->flush(job->handle);
	job->flush_ns = clock_now_ns(job->work->clock) - start;
	watch_step_end(job->watch);
}

void job_close(void *memory)
{
	struct job *job = memory;
	uint64_t start;
	int ret;

	if (!job->open)
		return;
	start = clock_now_ns(job->work->clock);
	watch_step_begin(job->watch, "close", start);
	ret = job->work->api->close(job->handle);
	job->close_ns = clock_now_ns(job->work->clock) - start;
	watch_step_end(job->watch);
	job->open = false;
	if (!job->ret && ret) {
		job->step = "close";
		job->ret = ret;
	}
}

void job_verify(void *memory)
{
	struct job *job = memory;
	const struct job_work *w = job->work;
	const struct verify verify = {
		.target = w->target,
		.file = job->file,
		.api = w->api,
		.session = w->session,
		.settings = &w->settings,
		.pattern = w->pattern,
		.config = &job->pattern,
		.result = &job->result,
		.buffer = job->buffer,
		.depth = w->depth,
		.direct = w->direct,
		.stop = w->stop,
		.clock = w->clock,
		.watch = job->watch ? job->watch->io : NULL,
	};
	uint64_t offset = UINT64_MAX;

	if (job->ret)
		return;
	job->step = "verify";
	watch_step(job->watch, job->step);
	if (writes(job))
		job->ret = verify_written(&verify, &offset);
	else if (job->content.n)
		job->ret = verify_read(&verify, &job->content, &offset);
	job->result.error_offset = offset;
}
