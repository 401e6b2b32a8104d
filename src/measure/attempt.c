#include "measure/attempt_internal.h"

#include "measure/facts.h"
#include "measure/watchdog.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

static int step(const struct attempt *a, void (*function)(void *job), struct attempt_failure *failure)
{
	unsigned failed = 0;
	int ret = crew_step(a->crew, function, &failed);

	if (!ret)
		return 0;
	failure->job = failed;
	failure->step = ret == -ECHILD ? "worker" : crew_job(a->crew, failed)->step;
	return ret;
}

static void add_usage_of_processes(const struct attempt *a)
{
	for (unsigned i = 0; i < a->crew->jobs; i++)
		facts_add_usage(crew_job(a->crew, i)->usage, a->sample);
}

static int run_io(const struct attempt *a, struct crew_result *sum, struct attempt_failure *failure)
{
	int ret;

	if (a->setting->facts)
		facts_begin(a->setting->facts);
	ret = step(a, job_run, failure);
	if (a->setting->facts)
		facts_io_done(a->setting->facts, a->sample);
	if (ret == -ECHILD)
		return ret;
	if (a->setting->facts && a->crew->work->processes)
		add_usage_of_processes(a);
	crew_result(a->crew, sum);
	a->setting->timing->ns[TIMING_MEASURING] += sum->total_ns;
	if (ret) {
		failure->offset = crew_job(a->crew, failure->job)->result.error_offset;
	} else if (sum->stopped_job != UINT_MAX) {
		*failure = (struct attempt_failure){ crew_job(a->crew, sum->stopped_job)->step, sum->stopped_job, UINT64_MAX };
		ret = -EINTR;
	}
	return ret;
}

static int flush(const struct attempt *a, struct attempt_failure *failure)
{
	uint64_t start = attempt_now_ns(a), longest = 0;
	int ret = step(a, job_flush, failure);

	a->setting->timing->ns[TIMING_FLUSHING] += attempt_now_ns(a) - start;
	if (a->setting->facts)
		facts_end(a->setting->facts, a->sample);
	for (unsigned i = 0; i < a->crew->jobs; i++) {
		if (crew_job(a->crew, i)->flush_ns > longest)
			longest = crew_job(a->crew, i)->flush_ns;
	}
	if (!ret && (attempt_flags(a) & PATTERN_WRITES))
		sample_add(&a->sample->flush_ns, longest);
	return ret;
}

/* Without O_DIRECT device mode wants to know what lies on the device, not what the cache still has. */
static int read_back(const struct attempt *a, struct attempt_failure *failure)
{
	bool drop = a->group->mode == MODE_DEVICE && !a->crew->work->direct;
	uint64_t start = attempt_now_ns(a);
	int ret = 0;

	failure->step = "drop cache";
	for (unsigned i = 0; !ret && drop && i < attempt_files_n(a); i++)
		ret = target_drop_cache(a->setting->target, crew_job(a->crew, i)->file);
	if (!ret) {
		ret = step(a, job_verify, failure);
		if (ret && ret != -ECHILD)
			failure->offset = crew_job(a->crew, failure->job)->result.error_offset;
	}
	a->setting->timing->ns[TIMING_VERIFYING] += attempt_now_ns(a) - start;
	return ret;
}

static void go(const struct attempt *a)
{
	struct watchdog_place place = {
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.jobs = a->group->jobs,
	};

	snprintf(place.mode, sizeof(place.mode), "%s", mode_name(a->group->mode));
	snprintf(place.test, sizeof(place.test), "%s", attempt_test(a)->test->name);
	watchdog_go(a->setting->watchdog, &place);
}

/* From the first file to the last close, and the look at what was written or read. */
static int run_all(const struct attempt *a, struct crew_result *sum, struct attempt_failure *failure)
{
	struct attempt_failure closing = *failure;
	int ret, closed;

	attempt_brief(a);
	ret = attempt_prepare(a, &failure->step);
	if (!ret)
		ret = step(a, job_open, failure);
	if (ret == -ECHILD)
		return ret;
	if (!ret)
		ret = run_io(a, sum, failure);
	if (!ret)
		ret = flush(a, failure);
	if (ret == -ECHILD)
		return ret;
	closed = step(a, job_close, &closing);
	if (!ret && !closed)
		attempt_note_close(a);
	if (!ret && closed)
		*failure = closing;
	ret = ret ? ret : closed;
	if (!ret && a->setting->verify)
		ret = read_back(a, failure);
	return ret;
}

int attempt_run(const struct attempt *a)
{
	uint64_t start = attempt_now_ns(a), before = timing_except(a->setting->timing, TIMING_SETUP), setup;
	struct attempt_failure failure = { .job = UINT_MAX, .offset = UINT64_MAX };
	struct crew_result sum = { 0 };
	int ret;

	go(a);
	if (!a->number)
		a->sample->started_ns = clock_epoch_ns(a->setting->clock);
	ret = run_all(a, &sum, &failure);
	setup = attempt_now_ns(a) - start - (timing_except(a->setting->timing, TIMING_SETUP) - before);
	a->setting->timing->ns[TIMING_SETUP] += setup;
	sample_add(&a->sample->setup_ns, setup);
	if (ret && *a->setting->stop)
		return -EINTR;
	if (!ret && sum.idle_job != UINT_MAX) {
		failure = (struct attempt_failure){ "moved nothing", sum.idle_job, UINT64_MAX };
		ret = -EIO;
	}
	attempt_note_contents(a, ret);
	if (ret)
		attempt_note_failure(a, &failure, ret);
	else
		attempt_note_result(a, &sum);
	attempt_note_stuck(a);
	return ret == -ECHILD ? ret : 0;
}
