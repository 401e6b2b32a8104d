#include "measure/attempt_internal.h"

#include "base/rng.h"

bool attempt_is_direct(const struct group_setting *setting, const struct group *group, const struct group_test *test)
{
	return group->mode == MODE_DEVICE && !(test->api->flags & IO_API_NO_DIRECT) &&
	       setting->direct.support != DIRECT_REFUSED;
}

/* Seeds differ between runs, passes, cells, tests and repetitions, and are the same for the same ones. */
static uint64_t seed_of(const struct attempt *a)
{
	uint64_t state = a->group->seed;

	state = rng_splitmix64(&state) ^ a->group->pass;
	state = rng_splitmix64(&state) ^ a->group->file_size;
	state = rng_splitmix64(&state) ^ a->group->record_size;
	state = rng_splitmix64(&state) ^ a->number;
	for (const char *c = attempt_test(a)->test->name; *c; c++)
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

static void brief_contents(const struct attempt *a)
{
	for (unsigned i = 0; i < a->crew->jobs; i++) {
		struct job *job = crew_job(a->crew, i);

		content_forget(&job->content);
		if (a->group->contents)
			job->content = a->group->contents[i < attempt_files_n(a) ? i : 0];
	}
}

/* What all jobs do in one repetition. */
static uint64_t operations_of(const struct attempt *a)
{
	uint64_t records = (a->group->file_size + a->group->record_size - 1) / a->group->record_size;

	return records * attempt_files_n(a);
}

void attempt_brief(const struct attempt *a)
{
	const struct group_test *test = attempt_test(a);
	const struct pattern_config whole = {
		.file_size = a->group->file_size,
		.record_size = a->group->record_size,
		.seed = seed_of(a),
		.start_offset = a->number ? PATTERN_FROM_START : test->start_offset,
		.stride = a->group->stride,
		.read_percent = test->test->read_percent,
		.mixed_before = a->number * operations_of(a),
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
