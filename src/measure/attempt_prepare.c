#include "measure/attempt_internal.h"

#include "measure/cache.h"
#include "measure/facts.h"
#include "measure/new_file.h"
#include "measure/warm_memory.h"
#include "measure/watchdog.h"

#include <sys/param.h>
#include <unistd.h>

#define FILLED_PER_NS 4U /* bytes of the page cache that a program fills at most */
#define QUIET_LIMIT_NS 2000000000U /* of one wait: on a shared device quiet may never come */

static int make_file(const struct attempt *a, uint64_t *id, const char **step)
{
	const struct job_work *work = a->crew->work;
	const struct new_file new_file = {
		.target = work->target,
		.file_size = a->group->file_size,
		.fallocate = a->setting->fallocate,
		.truncate_before_write = a->setting->truncate_before_write,
		.api = work->api,
		.session = work->session,
		.settings = a->setting->io,
		.pattern = work->pattern,
		.buffer = crew_job(a->crew, 0)->buffer,
		.clock = work->clock,
		.stop = work->stop,
		.record_size = work->record_size,
		.depth = work->depth,
		.direct = work->direct,
		.watch = watchdog_own(a->setting->watchdog),
	};

	return new_file_make(&new_file, id, step);
}

/* The files that the jobs work on: standing ones, or new ones, which are not needed any more afterwards. */
static int choose_files(const struct attempt *a, const char **step)
{
	for (unsigned i = 0; i < a->crew->jobs; i++) {
		struct job *job = crew_job(a->crew, i);
		int ret;

		if (i >= attempt_files_n(a)) {
			job->file = crew_job(a->crew, 0)->file;
		} else if (!(attempt_flags(a) & PATTERN_NEW_FILE)) {
			job->file = a->group->standing_files[i];
		} else {
			ret = make_file(a, &job->file, step);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Once for a sample: what it gives back it takes again. */
static void warm(const struct attempt *a)
{
	const struct group_setting *s = a->setting;
	uint64_t files = a->group->file_size * attempt_files_n(a), least = MIN(FILLED_PER_NS * s->min_time_ns, s->space_bytes);

	if (s->warm_memory && !a->number && a->group->mode == MODE_CACHED && (attempt_flags(a) & PATTERN_NEW_FILE))
		warm_memory(MAX(files, least));
}

/* The data must not be in memory when a test starts: in device mode without O_DIRECT, or where it was asked for. */
static bool drops_cache(const struct attempt *a)
{
	if (attempt_flags(a) & PATTERN_NEW_FILE)
		return false;
	return a->group->mode == MODE_DEVICE ? !a->crew->work->direct : a->setting->drop_cache;
}

static int prepare_file(const struct attempt *a, uint64_t id, uint64_t *residue)
{
	const struct job_work *work = a->crew->work;
	const struct whole_file file = {
		.target = work->target,
		.id = id,
		.size = a->group->file_size,
		.virtual_api = target_is_virtual(work->target) ? work->api : NULL,
		.session = work->session,
		.buffer = crew_job(a->crew, 0)->buffer,
		.clock = work->clock,
		.stop = work->stop,
		.watch = watchdog_own(a->setting->watchdog),
	};

	return cache_prepare(&file, a->group->mode == MODE_CACHED && (attempt_flags(a) & PATTERN_AGAIN), residue);
}

static int prepare_cache(const struct attempt *a)
{
	uint64_t start = attempt_now_ns(a), sum = 0, residue = 0;
	int ret = 0;

	if (!drops_cache(a))
		return 0;
	for (unsigned i = 0; !ret && i < attempt_files_n(a); i++) {
		ret = prepare_file(a, crew_job(a->crew, i)->file, &residue);
		sum = sum == SAMPLE_ABSENT || residue == UINT64_MAX ? SAMPLE_ABSENT : sum + residue;
	}
	if (sum != SAMPLE_ABSENT && (a->sample->drop_residue_bytes == SAMPLE_ABSENT || sum > a->sample->drop_residue_bytes))
		a->sample->drop_residue_bytes = sum;
	a->setting->timing->ns[TIMING_CACHE] += attempt_now_ns(a) - start;
	return ret;
}

/* Once for a sample: with each repetition of a short test it would take minutes. */
static void settle(const struct attempt *a)
{
	uint64_t start = attempt_now_ns(a), waited;

	if (a->number || !a->setting->settle_ns)
		return;
	waited = clock_wait_until(a->setting->clock, start + a->setting->settle_ns, a->setting->stop) - start;
	sample_add(&a->sample->quiet_ns, waited);
	a->setting->timing->ns[TIMING_QUIET] += waited;
}

/* Looks at the first job's file and waits for the device; neither is reason to fail. */
static void look_and_wait(const struct attempt *a)
{
	uint64_t waited = 0;
	int fd;

	if (!a->setting->facts) {
		settle(a);
		return;
	}
	if (target_file_open(a->setting->target, crew_job(a->crew, 0)->file, 0, &fd))
		fd = -1;
	if (!a->number && fd >= 0)
		facts_of_file(fd, a->sample);
	facts_wait_quiet(a->setting->facts, fd, QUIET_LIMIT_NS, a->setting->stop, &waited);
	if (fd >= 0)
		close(fd);
	sample_add(&a->sample->quiet_ns, waited);
	a->setting->timing->ns[TIMING_QUIET] += waited;
	settle(a);
}

int attempt_prepare(const struct attempt *a, const char **step)
{
	struct watch *watch = watchdog_own(a->setting->watchdog);
	int ret;

	warm(a);
	*step = "create";
	ret = choose_files(a, step);
	if (ret)
		return ret;
	*step = "drop cache";
	watch_step_begin(watch, *step, attempt_now_ns(a));
	ret = prepare_cache(a);
	watch_step_end(watch);
	if (!ret)
		look_and_wait(a);
	return ret;
}
