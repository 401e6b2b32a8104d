#include "measure/group.h"

#include "base/rng.h"
#include "measure/engine.h"
#include "measure/facts.h"
#include "stats/histogram.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WALL_LIMIT_NS 5000000000U /* of a group, where there is no maximum time */
#define QUIET_LIMIT_NS 2000000000U /* of one wait: on a shared device quiet may never come */

/* One repetition of one test. */
struct attempt {
	const struct group_setting *setting;
	const struct group *group;
	const struct group_test *test;
	struct sample *sample;
	uint64_t number; /* from 0 */
	uint64_t file;
	bool direct;
	void *handle;
	struct engine_result result;
	const char *step; /* what is being done, for the error text */
};

static bool is_done(const struct sample *sample, uint64_t min_time_ns)
{
	return *sample->status || sample->cut == 1 ||
	       (sample->clocked_ns != SAMPLE_ABSENT && sample->clocked_ns >= min_time_ns);
}

static void add(uint64_t *sum, uint64_t value)
{
	*sum = (*sum == SAMPLE_ABSENT ? 0 : *sum) + value;
}

static uint64_t now_ns(const struct attempt *a)
{
	return clock_now_ns(a->setting->clock);
}

/* Seeds differ between runs, passes, cells, tests and repetitions, and are the same for the same ones. */
static uint64_t attempt_seed(const struct attempt *a)
{
	uint64_t state = a->group->seed;

	state = rng_splitmix64(&state) ^ a->group->pass;
	state = rng_splitmix64(&state) ^ a->group->file_size;
	state = rng_splitmix64(&state) ^ a->group->record_size;
	state = rng_splitmix64(&state) ^ a->number;
	for (const char *c = a->test->test->name; *c; c++)
		state = rng_splitmix64(&state) ^ (unsigned char)*c;
	return rng_splitmix64(&state);
}

static bool wants_direct(const struct group_setting *setting, const struct group *group, const struct group_test *test)
{
	return group->mode == MODE_DEVICE && !(test->api->flags & IO_API_NO_DIRECT) &&
	       setting->direct.support != DIRECT_REFUSED;
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

/* Device mode without O_DIRECT: the data must not be in memory when a test starts. */
static int prepare_cache(struct attempt *a)
{
	uint64_t start = now_ns(a);
	int ret;

	if (a->group->mode != MODE_DEVICE || a->direct || (a->test->pattern->flags & PATTERN_NEW_FILE))
		return 0;
	ret = target_drop_cache(a->setting->target, a->file);
	a->setting->timing->ns[TIMING_CACHE] += now_ns(a) - start;
	return ret;
}

static void wait_quiet(struct attempt *a, int fd)
{
	uint64_t waited = 0;

	if (!a->setting->facts)
		return;
	facts_wait_quiet(a->setting->facts, fd, QUIET_LIMIT_NS, a->setting->stop, &waited);
	add(&a->sample->quiet_ns, waited);
	a->setting->timing->ns[TIMING_QUIET] += waited;
}

static unsigned depth_of(const struct group *group, const struct group_test *test)
{
	return test->api->flags & IO_API_SYNCHRONOUS ? 1 : group->depth;
}

static int open_file(struct attempt *a)
{
	const struct group *g = a->group;
	bool writable = a->test->pattern->flags & PATTERN_WRITES;
	struct io_open o = {
		.file_size = g->file_size,
		.record_size = g->record_size,
		.depth = depth_of(a->group, a->test),
		.writable = writable,
		.direct = a->direct,
		.random = a->test->pattern->flags & PATTERN_RANDOM,
		.memory = a->setting->buffer->data,
		.memory_size = engine_buffer_size(g->record_size, depth_of(a->group, a->test)),
		.settings = *a->setting->io,
	};
	int ret;

	a->step = "create";
	a->file = g->standing_file;
	if (a->test->pattern->flags & PATTERN_NEW_FILE) {
		ret = target_create(a->setting->target, &a->file);
		if (ret)
			return ret;
		target_retire(a->setting->target, a->file);
	}
	a->step = "drop cache";
	ret = prepare_cache(a);
	if (ret)
		return ret;
	a->step = "open";
	ret = target_file_open(a->setting->target, a->file, writable, a->direct, &o.fd);
	if (ret)
		return ret;
	o.file_id = a->file;
	if (a->setting->facts && !a->number && o.fd >= 0)
		facts_of_file(o.fd, a->sample);
	wait_quiet(a, o.fd);
	ret = a->test->api->open(a->test->session, &o, &a->handle);
	if (ret && o.fd >= 0)
		close(o.fd);
	return ret;
}

static int run_engine(struct attempt *a)
{
	struct pattern_state state;
	const struct engine_work work = {
		.api = a->test->api,
		.handle = a->handle,
		.pattern = a->test->pattern,
		.state = &state,
		.buffer = a->setting->buffer,
		.depth = depth_of(a->group, a->test),
		.clock = a->setting->clock,
		.stop = a->setting->stop,
		.max_ns = time_left(a),
		.latency = { a->sample->latency[IO_READ], a->sample->latency[IO_WRITE] },
	};
	const struct pattern_config config = {
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.seed = attempt_seed(a),
		.start_offset = a->number ? PATTERN_FROM_START : a->test->start_offset,
	};
	int ret;

	pattern_start(a->test->pattern, &config, &state);
	a->step = a->test->pattern->flags & PATTERN_WRITES ? "write" : "read";
	if (a->setting->facts)
		facts_begin(a->setting->facts);
	ret = engine_run(&work, &a->result);
	if (a->setting->facts)
		facts_io_done(a->setting->facts, a->sample);
	a->setting->timing->ns[TIMING_MEASURING] += a->result.clocked_ns;
	if (ret)
		a->sample->error_offset_bytes = a->result.error_offset;
	else if (a->result.stopped)
		ret = -EINTR;
	return ret;
}

static int flush(struct attempt *a)
{
	uint64_t start = now_ns(a), took;
	int ret = 0;

	if (a->test->pattern->flags & PATTERN_WRITES) {
		a->step = "flush";
		ret = a->test->api->flush(a->handle);
		took = now_ns(a) - start;
		a->setting->timing->ns[TIMING_FLUSHING] += took;
		if (!ret)
			add(&a->sample->flush_ns, took);
	}
	if (a->setting->facts)
		facts_end(a->setting->facts, a->sample);
	return ret;
}

/* The mean over all repetitions, each weighted with its time; s->clocked_ns has this one in it already. */
static void note_depth(struct sample *s, const struct engine_result *r)
{
	double before = isnan(s->depth_reached) ? 0 : s->depth_reached * (double)(s->clocked_ns - r->clocked_ns);

	if (s->clocked_ns)
		s->depth_reached = (before + r->in_flight_ns) / (double)s->clocked_ns;
}

static void note_result(struct attempt *a)
{
	struct sample *s = a->sample;
	const struct engine_result *r = &a->result;

	if (!a->number) {
		s->first_bytes = r->bytes;
		s->first_ns = r->clocked_ns;
	}
	add(&s->bytes, r->bytes);
	add(&s->operations, r->operations);
	add(&s->clocked_ns, r->clocked_ns);
	add(&s->short_transfers, r->short_transfers);
	if (!(a->test->api->flags & IO_API_SYNCHRONOUS)) {
		add(&s->submit_calls, r->submit_calls);
		add(&s->reap_calls, r->reap_calls);
		add(&s->submit_ns, r->submit_ns);
	}
	note_depth(s, r);
	if (s->submit_ns != SAMPLE_ABSENT)
		s->serialised = s->depth > 1 && s->submit_ns > s->clocked_ns / 2;
	s->repetitions = a->number + 1;
	s->cut = r->cut;
	if (r->cut && !(a->test->pattern->flags & PATTERN_RANDOM))
		s->end_offset_bytes = r->next_offset;
	if (a->test->pattern->flags & PATTERN_FILE_SIZE_IS_NO_AXIS)
		s->touched_bytes = a->group->record_size;
	else
		s->touched_bytes = r->cut && !a->number ? r->bytes : a->group->file_size;
}

static void note_failure(struct attempt *a, int error)
{
	struct sample *s = a->sample;

	snprintf(s->status, sizeof(s->status), "failed");
	s->error_number = (uint64_t)-error;
	snprintf(s->error, sizeof(s->error), "%s: %s", a->step, strerror(-error));
}

/* 0, also when the test failed; -EINTR when it was stopped. */
static int run_attempt(struct attempt *a)
{
	uint64_t start = now_ns(a), before, setup;
	int ret, closed;

	if (!a->number)
		a->sample->started_ns = clock_epoch_ns(a->setting->clock);
	before = timing_except(a->setting->timing, TIMING_SETUP);
	ret = open_file(a);
	if (!ret) {
		ret = run_engine(a);
		if (!ret)
			ret = flush(a);
		closed = a->test->api->close(a->handle);
		if (!ret && closed) {
			a->step = "close";
			ret = closed;
		}
	}
	setup = now_ns(a) - start - (timing_except(a->setting->timing, TIMING_SETUP) - before);
	a->setting->timing->ns[TIMING_SETUP] += setup;
	add(&a->sample->setup_ns, setup);
	if (ret == -EINTR && *a->setting->stop)
		return ret;
	if (ret)
		note_failure(a, ret);
	else
		note_result(a);
	return 0;
}

void group_identify(const struct group *group, const struct group_test *test, struct sample *s)
{
	snprintf(s->mode, sizeof(s->mode), "%s", mode_name(group->mode));
	snprintf(s->test, sizeof(s->test), "%s", test->test->name);
	snprintf(s->api, sizeof(s->api), "%s", test->api->name);
	snprintf(s->pattern, sizeof(s->pattern), "%s", test->pattern->name);
	s->file_size_bytes = group->file_size;
	s->record_size_bytes = group->record_size;
	s->depth = depth_of(group, test);
	s->jobs = 1;
	s->pass = group->pass;
}

static bool direct_fits(const struct target_direct *direct, const struct group *group)
{
	return group->record_size % direct->offset_align == 0 && group->file_size % direct->offset_align == 0;
}

static int begin_sample(const struct group_setting *setting, const struct group *group,
			const struct group_test *test, struct sample *s)
{
	bool direct = wants_direct(setting, group, test);

	group_identify(group, test, s);
	snprintf(s->clock, sizeof(s->clock), "%s", clock_source_name(setting->clock));
	s->stamp_cost_ns = setting->clock->stamp_cost_ns;
	s->direct = direct && setting->direct.support == DIRECT_EFFECTIVE;
	s->flush_counted = group->mode == MODE_DEVICE && !direct && (test->pattern->flags & PATTERN_WRITES);
	if (test->start_offset != PATTERN_FROM_START)
		s->start_offset_bytes = test->start_offset;
	if (direct && !direct_fits(&setting->direct, group)) {
		snprintf(s->status, sizeof(s->status), "skipped");
		snprintf(s->error, sizeof(s->error), "direct I/O needs multiples of %u bytes here",
			 setting->direct.offset_align);
	}
	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		if (!(test->pattern->flags & (dir == IO_READ ? PATTERN_READS : PATTERN_WRITES)))
			continue;
		s->latency[dir] = malloc(sizeof(*s->latency[dir]));
		if (!s->latency[dir])
			return -ENOMEM;
		histogram_init(s->latency[dir]);
	}
	return 0;
}

/* The sequence once. *more is set where a test has not had its minimum time. */
static int run_sequence(const struct group_setting *setting, const struct group *group, struct sample *samples,
			uint64_t number, bool *more)
{
	*more = false;
	for (size_t i = 0; i < group->tests_n; i++) {
		struct attempt a = {
			.setting = setting,
			.group = group,
			.test = &group->tests[i],
			.sample = &samples[i],
			.number = number,
			.direct = wants_direct(setting, group, &group->tests[i]),
		};
		int ret;

		if (*samples[i].status || samples[i].cut == 1)
			continue;
		ret = run_attempt(&a);
		if (ret)
			return ret;
		if (!is_done(a.sample, setting->min_time_ns))
			*more = true;
	}
	return 0;
}

uint64_t group_wall_limit_ns(uint64_t max_time_ns)
{
	return max_time_ns ? max_time_ns : WALL_LIMIT_NS;
}

int group_measure(const struct group_setting *setting, const struct group *group, struct sample *samples)
{
	uint64_t start = clock_now_ns(setting->clock), limit = group_wall_limit_ns(setting->max_time_ns);
	bool more = true;
	int ret;

	for (size_t i = 0; i < group->tests_n; i++) {
		ret = begin_sample(setting, group, &group->tests[i], &samples[i]);
		if (ret)
			return ret;
	}
	for (uint64_t number = 0; more && clock_now_ns(setting->clock) - start < limit; number++) {
		ret = run_sequence(setting, group, samples, number, &more);
		if (ret)
			return ret;
	}
	for (size_t i = 0; i < group->tests_n; i++) {
		if (!*samples[i].status)
			snprintf(samples[i].status, sizeof(samples[i].status), "ok");
		sample_derive(&samples[i]);
	}
	return 0;
}
