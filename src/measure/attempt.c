#include "measure/attempt.h"

#include "base/rng.h"
#include "measure/cache.h"
#include "measure/facts.h"
#include "measure/new_file.h"
#include "measure/verify.h"
#include "measure/watchdog.h"
#include "stats/histogram.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define QUIET_LIMIT_NS 2000000000U /* of one wait: on a shared device quiet may never come */

static void add(uint64_t *sum, uint64_t value)
{
	*sum = (*sum == SAMPLE_ABSENT ? 0 : *sum) + value;
}

static uint64_t now_ns(const struct attempt *a)
{
	return clock_now_ns(a->setting->clock);
}

static const struct group_test *test_of(const struct attempt *a)
{
	return &a->group->tests[a->test];
}

static unsigned flags_of(const struct attempt *a)
{
	return test_of(a)->pattern->flags;
}

bool attempt_is_direct(const struct group_setting *setting, const struct group *group, const struct group_test *test)
{
	return group->mode == MODE_DEVICE && !(test->api->flags & IO_API_NO_DIRECT) &&
	       setting->direct.support != DIRECT_REFUSED;
}

/* Seeds differ between runs, passes, cells, tests and repetitions, and are the same for the same ones. */
static uint64_t attempt_seed(const struct attempt *a)
{
	uint64_t state = a->group->seed;

	state = rng_splitmix64(&state) ^ a->group->pass;
	state = rng_splitmix64(&state) ^ a->group->file_size;
	state = rng_splitmix64(&state) ^ a->group->record_size;
	state = rng_splitmix64(&state) ^ a->number;
	for (const char *c = test_of(a)->test->name; *c; c++)
		state = rng_splitmix64(&state) ^ (unsigned char)*c;
	return rng_splitmix64(&state);
}

static uint64_t time_left(const struct attempt *a)
{
	const struct group_setting *s = a->setting;

	if (!s->max_time_ns || (a->group->mode == MODE_CACHED && !s->max_time_cuts_cached))
		return UINT64_MAX;
	if (a->sample->clocked_ns == SAMPLE_ABSENT)
		return s->max_time_ns;
	return a->sample->clocked_ns < s->max_time_ns ? s->max_time_ns - a->sample->clocked_ns : 0;
}

static unsigned files_n(const struct attempt *a)
{
	return a->group->files == JOB_FILES_OWN ? a->crew->jobs : 1;
}

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

		if (i >= files_n(a)) {
			job->file = crew_job(a->crew, 0)->file;
		} else if (!(flags_of(a) & PATTERN_NEW_FILE)) {
			job->file = a->group->standing_files[i];
		} else {
			ret = make_file(a, &job->file, step);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* The data must not be in memory when a test starts: in device mode without O_DIRECT, or where it was asked for. */
static bool drops_cache(const struct attempt *a)
{
	if (flags_of(a) & PATTERN_NEW_FILE)
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

	return cache_prepare(&file, a->group->mode == MODE_CACHED && (flags_of(a) & PATTERN_AGAIN), residue);
}

static int prepare_cache(const struct attempt *a)
{
	uint64_t start = now_ns(a), sum = 0, residue = 0;
	int ret = 0;

	if (!drops_cache(a))
		return 0;
	for (unsigned i = 0; !ret && i < files_n(a); i++) {
		ret = prepare_file(a, crew_job(a->crew, i)->file, &residue);
		sum = sum == SAMPLE_ABSENT || residue == UINT64_MAX ? SAMPLE_ABSENT : sum + residue;
	}
	if (sum != SAMPLE_ABSENT && (a->sample->drop_residue_bytes == SAMPLE_ABSENT || sum > a->sample->drop_residue_bytes))
		a->sample->drop_residue_bytes = sum;
	a->setting->timing->ns[TIMING_CACHE] += now_ns(a) - start;
	return ret;
}

/* Once for a sample: with each repetition of a short test it would take minutes. */
static void settle(const struct attempt *a)
{
	uint64_t start = now_ns(a), waited;

	if (a->number || !a->setting->settle_ns)
		return;
	waited = clock_wait_until(a->setting->clock, start + a->setting->settle_ns, a->setting->stop) - start;
	add(&a->sample->quiet_ns, waited);
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
	add(&a->sample->quiet_ns, waited);
	a->setting->timing->ns[TIMING_QUIET] += waited;
	settle(a);
}

static void brief_contents(const struct attempt *a)
{
	for (unsigned i = 0; i < a->crew->jobs; i++) {
		struct job *job = crew_job(a->crew, i);

		content_forget(&job->content);
		if (a->group->contents)
			job->content = a->group->contents[i < files_n(a) ? i : 0];
	}
}

static void brief_jobs(const struct attempt *a)
{
	const struct group_test *test = test_of(a);
	const struct pattern_config whole = {
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.seed = attempt_seed(a),
		.start_offset = a->number ? PATTERN_FROM_START : test->start_offset,
		.stride = a->group->stride,
		.read_percent = test->test->read_percent,
		.in_order = a->group->mixed_in_order,
	};

	*a->crew->work = (struct job_work){
		.api = test->api,
		.session = test->session,
		.pattern = test->pattern,
		.clock = a->setting->clock,
		.target = a->setting->target,
		.team = a->crew->team,
		.settings = *a->setting->io,
		.stop = a->setting->stop,
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.depth = (unsigned)a->sample->depth,
		.max_ns = time_left(a),
		.direct = attempt_is_direct(a->setting, a->group, test),
		.stonewall = a->setting->stonewall && a->crew->jobs > 1,
		.processes = a->setting->processes && a->crew->jobs > 1,
	};
	if (a->setting->pace)
		a->crew->work->pace = *a->setting->pace;
	crew_share(a->crew, a->group, &whole);
	brief_contents(a);
}

/* Where an attempt has failed. */
struct failure {
	const char *step;
	unsigned job; /* UINT_MAX: none of them */
	uint64_t offset; /* UINT64_MAX: nowhere in a file */
};

static int step(const struct attempt *a, void (*function)(void *job), struct failure *failure)
{
	unsigned failed = 0;
	int ret = crew_step(a->crew, function, &failed);

	if (!ret)
		return 0;
	failure->job = failed;
	failure->step = ret == -ECHILD ? "worker" : crew_job(a->crew, failed)->step;
	return ret;
}

static int prepare(const struct attempt *a, struct failure *failure)
{
	int ret;

	failure->step = "create";
	ret = choose_files(a, &failure->step);
	if (ret)
		return ret;
	failure->step = "drop cache";
	watch_step_begin(watchdog_own(a->setting->watchdog), failure->step, now_ns(a));
	ret = prepare_cache(a);
	watch_step_end(watchdog_own(a->setting->watchdog));
	if (ret)
		return ret;
	look_and_wait(a);
	return step(a, job_open, failure);
}

static void add_usage_of_processes(const struct attempt *a)
{
	for (unsigned i = 0; i < a->crew->jobs; i++)
		facts_add_usage(crew_job(a->crew, i)->usage, a->sample);
}

static int run_io(const struct attempt *a, struct crew_result *sum, struct failure *failure)
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
		*failure = (struct failure){ crew_job(a->crew, sum->stopped_job)->step, sum->stopped_job, UINT64_MAX };
		ret = -EINTR;
	}
	return ret;
}

static int flush(const struct attempt *a, struct failure *failure)
{
	uint64_t start = now_ns(a), longest = 0;
	int ret = step(a, job_flush, failure);

	a->setting->timing->ns[TIMING_FLUSHING] += now_ns(a) - start;
	if (a->setting->facts)
		facts_end(a->setting->facts, a->sample);
	for (unsigned i = 0; i < a->crew->jobs; i++) {
		if (crew_job(a->crew, i)->flush_ns > longest)
			longest = crew_job(a->crew, i)->flush_ns;
	}
	if (!ret && (flags_of(a) & PATTERN_WRITES))
		add(&a->sample->flush_ns, longest);
	return ret;
}

/* The mean over all repetitions, each weighted with its time; s->total_ns has this one in it already. */
static void note_depth(const struct attempt *a, const struct crew_result *sum)
{
	struct sample *s = a->sample;
	double before = isnan(s->depth_reached) ? 0 : s->depth_reached * (double)(s->total_ns - sum->total_ns);

	if (s->total_ns)
		s->depth_reached = (before + sum->in_flight_ns / a->crew->jobs) / (double)s->total_ns;
	if (test_of(a)->api->flags & IO_API_SYNCHRONOUS)
		return;
	add(&s->submit_calls, sum->submit_calls);
	add(&s->reap_calls, sum->reap_calls);
	add(&s->submit_ns, sum->submit_ns);
	s->serialised = s->depth > 1 && s->submit_ns > s->total_ns * a->crew->jobs / 2;
}

/* The repetitions follow each other without what lies between them. */
static void note_series(const struct attempt *a, const struct crew_result *sum)
{
	uint64_t start = a->sample->total_ns - sum->total_ns;

	for (unsigned i = 0; i < a->crew->jobs && a->sample->series; i++) {
		const struct job *job = crew_job(a->crew, i);

		series_merge(a->sample->series, &job->series, start + job->result.start_ns - sum->start_ns,
			     job->result.clocked_ns);
	}
}

static void note_jobs(const struct attempt *a)
{
	struct crew_sum *sums = &a->crew->sums[a->test * a->crew->jobs];
	double rate = 0;

	for (unsigned i = 0; i < a->crew->jobs; i++) {
		const struct job *job = crew_job(a->crew, i);

		sums[i].bytes += job->result.bytes;
		sums[i].clocked_ns += job->result.clocked_ns;
		if (sums[i].clocked_ns)
			rate += (double)sums[i].bytes / 1048576.0 / ((double)sums[i].clocked_ns / 1e9);
		for (int dir = 0; dir < IO_DIRS_N; dir++) {
			if (a->sample->latency[dir])
				histogram_merge(a->sample->latency[dir], &job->latency[dir]);
		}
		for (int part = 0; part < LATENCY_PARTS_N; part++) {
			if (a->sample->part[part])
				histogram_merge(a->sample->part[part], &job->part[part]);
		}
	}
	a->sample->jobs_rate_mib_s = rate;
}

/* How much of the file the sample has accessed. */
static uint64_t touched(const struct attempt *a, const struct crew_result *sum)
{
	if (flags_of(a) & PATTERN_FILE_SIZE_IS_NO_AXIS)
		return a->group->record_size;
	if (!sum->cut || a->number)
		return a->group->file_size;
	return a->group->files == JOB_FILES_OWN ? sum->total_bytes / a->crew->jobs : sum->total_bytes;
}

static void note_result(const struct attempt *a, const struct crew_result *sum)
{
	struct sample *s = a->sample;

	if (!a->number) {
		s->first_bytes = sum->bytes;
		s->first_ns = sum->clocked_ns;
	}
	add(&s->bytes, sum->bytes);
	add(&s->operations, sum->operations);
	add(&s->clocked_ns, sum->clocked_ns);
	add(&s->total_bytes, sum->total_bytes);
	add(&s->total_operations, sum->total_operations);
	add(&s->total_ns, sum->total_ns);
	add(&s->short_transfers, sum->short_transfers);
	if (a->setting->pace)
		add(&s->throttle_ns, sum->throttle_ns);
	note_depth(a, sum);
	note_jobs(a);
	note_series(a, sum);
	s->repetitions = a->number + 1;
	s->cut = sum->cut;
	if (sum->cut && !(flags_of(a) & PATTERN_RANDOM))
		s->end_offset_bytes = sum->next_offset;
	s->touched_bytes = touched(a, sum);
}

/* What the watchdog has seen, or may have missed between two looks. */
static void note_stuck(const struct attempt *a)
{
	uint64_t ns, offset, limit = a->setting->stuck_after_ns, *longest = &a->sample->stuck_ns;

	if (!a->setting->watchdog || !limit)
		return;
	if (watchdog_longest(a->setting->watchdog, &ns, &offset) && (*longest == SAMPLE_ABSENT || ns > *longest)) {
		*longest = ns;
		a->sample->stuck_offset_bytes = offset;
	}
	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		const struct histogram *h = a->sample->latency[dir];

		if (h && h->count && h->max_ns > limit && (*longest == SAMPLE_ABSENT || h->max_ns > *longest))
			*longest = h->max_ns;
	}
}

static void go(const struct attempt *a)
{
	struct watchdog_place place = {
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.jobs = a->group->jobs,
	};

	snprintf(place.mode, sizeof(place.mode), "%s", mode_name(a->group->mode));
	snprintf(place.test, sizeof(place.test), "%s", test_of(a)->test->name);
	watchdog_go(a->setting->watchdog, &place);
}

static void note_failure(const struct attempt *a, const struct failure *failure, int error)
{
	struct sample *s = a->sample;
	char who[24] = "";

	if (failure->job != UINT_MAX && a->crew->jobs > 1)
		snprintf(who, sizeof(who), "job %u: ", failure->job + 1);
	snprintf(s->status, sizeof(s->status), "failed");
	s->error_number = (uint64_t)-error;
	s->error_offset_bytes = failure->offset;
	s->jobs_rate_mib_s = NAN; /* of earlier repetitions: a failed sample has counts, but no rate */
	snprintf(s->error, sizeof(s->error), "%s%s: %s", who, failure->step,
		 error == -VERIFY_DIFFERS ? "byte differs" : strerror(-error));
}

/* Behind the flush, and so quick on most file systems; over a network it may not be. */
static void note_close(const struct attempt *a)
{
	uint64_t longest = 0;

	for (unsigned i = 0; i < a->crew->jobs; i++) {
		if (crew_job(a->crew, i)->close_ns > longest)
			longest = crew_job(a->crew, i)->close_ns;
	}
	add(&a->sample->close_ns, longest);
}

/* Without O_DIRECT device mode wants to know what lies on the device, not what the cache still has. */
static int read_back(const struct attempt *a, struct failure *failure)
{
	uint64_t start = now_ns(a);
	int ret = 0;

	failure->step = "drop cache";
	for (unsigned i = 0; !ret && a->group->mode == MODE_DEVICE && !a->crew->work->direct && i < files_n(a); i++)
		ret = target_drop_cache(a->setting->target, crew_job(a->crew, i)->file);
	if (!ret) {
		ret = step(a, job_verify, failure);
		if (ret && ret != -ECHILD)
			failure->offset = crew_job(a->crew, failure->job)->result.error_offset;
	}
	a->setting->timing->ns[TIMING_VERIFYING] += now_ns(a) - start;
	return ret;
}

/* What the standing files hold now that the attempt has ended. */
static void note_contents(const struct attempt *a, int ret)
{
	struct content *contents = a->group->contents;

	if (!contents || !(flags_of(a) & PATTERN_WRITES) || (flags_of(a) & PATTERN_NEW_FILE))
		return;
	for (unsigned i = 0; i < files_n(a); i++) {
		const struct job *job = crew_job(a->crew, i);

		if (ret)
			content_forget(&contents[i]);
		else
			content_write(&contents[i], job->work->pattern, &job->pattern, &job->result, job->work->depth);
	}
}

/* From the first file to the last close, and the look at what was written or read. */
static int run_all(const struct attempt *a, struct crew_result *sum, struct failure *failure)
{
	struct failure closing = *failure;
	int ret, closed;

	brief_jobs(a);
	ret = prepare(a, failure);
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
		note_close(a);
	if (!ret && closed)
		*failure = closing;
	ret = ret ? ret : closed;
	if (!ret && a->setting->verify)
		ret = read_back(a, failure);
	return ret;
}

int attempt_run(const struct attempt *a)
{
	uint64_t start = now_ns(a), before = timing_except(a->setting->timing, TIMING_SETUP), setup;
	struct failure failure = { .job = UINT_MAX, .offset = UINT64_MAX };
	struct crew_result sum = { 0 };
	int ret;

	go(a);
	if (!a->number)
		a->sample->started_ns = clock_epoch_ns(a->setting->clock);
	ret = run_all(a, &sum, &failure);
	setup = now_ns(a) - start - (timing_except(a->setting->timing, TIMING_SETUP) - before);
	a->setting->timing->ns[TIMING_SETUP] += setup;
	add(&a->sample->setup_ns, setup);
	if (ret && *a->setting->stop)
		return -EINTR;
	if (!ret && sum.idle_job != UINT_MAX) {
		failure = (struct failure){ "moved nothing", sum.idle_job, UINT64_MAX };
		ret = -EIO;
	}
	note_contents(a, ret);
	if (ret)
		note_failure(a, &failure, ret);
	else
		note_result(a, &sum);
	note_stuck(a);
	return ret == -ECHILD ? ret : 0;
}
