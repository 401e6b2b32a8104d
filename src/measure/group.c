#include "measure/group.h"

#include "measure/attempt.h"
#include "measure/facts.h"
#include "measure/purge.h"
#include "stats/histogram.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define SERIES_LEAST_NS 2000000000U /* clocked time of a sample that keeps its throughput over time */
#define WALL_LIMIT_NS 5000000000U /* of a group, where there is no maximum time */

static bool is_done(const struct sample *sample, uint64_t min_time_ns)
{
	return *sample->status || sample->cut == 1 ||
	       (sample->clocked_ns != SAMPLE_ABSENT && sample->clocked_ns >= min_time_ns);
}

void group_identify(const struct group *group, const struct group_test *test, struct sample *s)
{
	snprintf(s->mode, sizeof(s->mode), "%s", mode_name(group->mode));
	snprintf(s->test, sizeof(s->test), "%s", test->test->name);
	snprintf(s->api, sizeof(s->api), "%s", test->api->name);
	snprintf(s->pattern, sizeof(s->pattern), "%s", test->pattern->name);
	s->file_size_bytes = group->file_size;
	s->record_size_bytes = group->record_size;
	s->depth = test->api->flags & IO_API_SYNCHRONOUS ? 1 : group->depth;
	s->jobs = group->jobs;
	s->pass = group->pass;
}

static bool direct_fits(const struct target_direct *direct, const struct group *group)
{
	return group->record_size % direct->offset_align == 0 && group->file_size % direct->offset_align == 0;
}

static int add_histogram(struct histogram **histogram)
{
	*histogram = malloc(sizeof(**histogram));
	if (!*histogram)
		return -ENOMEM;
	histogram_init(*histogram);
	return 0;
}

/* One for each direction that the test has, and for each part where operations have parts. */
static int add_histograms(const struct pace *pace, const struct group_test *test, struct sample *s)
{
	int ret = 0;

	for (int dir = 0; dir < IO_DIRS_N && !ret; dir++) {
		if (test->pattern->flags & (dir == IO_READ ? PATTERN_READS : PATTERN_WRITES))
			ret = add_histogram(&s->latency[dir]);
	}
	for (int part = 0; part < LATENCY_PARTS_N && !ret; part++) {
		if (job_has_part(test->api, pace, (enum latency_part)part))
			ret = add_histogram(&s->part[part]);
	}
	return ret;
}

static int add_series(struct sample *s)
{
	s->series = malloc(sizeof(*s->series));
	if (!s->series)
		return -ENOMEM;
	series_init(s->series);
	return 0;
}

/* What was over too soon has no course. */
static void finish_series(struct sample *s)
{
	if (sample_ok(s) && s->total_ns >= SERIES_LEAST_NS)
		return;
	free(s->series);
	s->series = NULL;
}

static int begin_sample(const struct group_setting *setting, const struct group *group,
			const struct group_test *test, struct sample *s)
{
	bool direct = attempt_is_direct(setting, group, test);

	group_identify(group, test, s);
	snprintf(s->clock, sizeof(s->clock), "%s", clock_source_name(setting->clock));
	s->stamp_cost_ns = setting->clock->stamp_cost_ns;
	s->direct = direct && setting->direct.support == DIRECT_EFFECTIVE;
	s->flush_counted = (setting->include_flush || (group->mode == MODE_DEVICE && !direct)) &&
			   (test->pattern->flags & PATTERN_WRITES);
	s->close_counted = setting->include_close;
	if (test->start_offset != PATTERN_FROM_START)
		s->start_offset_bytes = test->start_offset;
	if (direct && !direct_fits(&setting->direct, group)) {
		snprintf(s->status, sizeof(s->status), "skipped");
		snprintf(s->error, sizeof(s->error), "direct I/O needs multiples of %u bytes here",
			 setting->direct.offset_align);
	}
	return add_series(s) ? -ENOMEM : add_histograms(setting->pace, test, s);
}

/* What a group works with. */
struct work {
	const struct group_setting *setting;
	const struct group *group;
	struct crew crew;
	struct sample *samples;
};

/* Thousands of repetitions of a small file must not fill the disk. */
static void make_room(const struct work *w, const struct group_test *test)
{
	uint64_t files = w->group->files == JOB_FILES_OWN ? w->group->jobs : 1;

	if (test->pattern->flags & PATTERN_NEW_FILE)
		purge_for(w->setting, w->group->file_size, w->group->file_size * files);
}

/* The sequence once. *more is set where a test has not had its minimum time. */
static int run_sequence(struct work *w, bool *more)
{
	*more = false;
	for (size_t i = 0; i < w->group->tests_n; i++) {
		struct attempt a = { w->setting, w->group, &w->crew, i, &w->samples[i], 0 };
		int ret;

		if (*a.sample->status || a.sample->cut == 1)
			continue;
		if (a.sample->repetitions != SAMPLE_ABSENT)
			a.number = a.sample->repetitions;
		make_room(w, &w->group->tests[i]);
		ret = attempt_run(&a);
		if (ret)
			return ret;
		if (!w->group->tests[i].companion && !is_done(a.sample, w->setting->min_time_ns))
			*more = true;
	}
	return 0;
}

static int renew_crew(struct work *w)
{
	crew_release(&w->crew);
	return crew_new(w->setting, w->group, &w->crew);
}

static int run_repetitions(struct work *w)
{
	uint64_t start = clock_now_ns(w->setting->clock), limit = group_wall_limit_ns(w->setting->max_time_ns);
	bool more = true;
	int ret = crew_new(w->setting, w->group, &w->crew);

	while (!ret && more) {
		ret = run_sequence(w, &more);
		/* A worker that died has taken its team with it; its test has failed, the others go on. */
		if (ret == -ECHILD) {
			more = true;
			ret = renew_crew(w);
		} else if (clock_now_ns(w->setting->clock) - start >= limit + w->group->tests_n * w->setting->settle_ns) {
			more = false;
		}
	}
	crew_release(&w->crew);
	return ret;
}

uint64_t group_wall_limit_ns(uint64_t max_time_ns)
{
	return max_time_ns ? max_time_ns : WALL_LIMIT_NS;
}

int group_measure(const struct group_setting *setting, const struct group *group, struct sample *samples)
{
	struct work work = { .setting = setting, .group = group, .samples = samples };
	int ret;

	for (size_t i = 0; i < group->tests_n; i++) {
		ret = begin_sample(setting, group, &group->tests[i], &samples[i]);
		if (ret)
			return ret;
	}
	ret = run_repetitions(&work);
	if (ret)
		return ret;
	for (size_t i = 0; i < group->tests_n; i++) {
		if (!*samples[i].status)
			snprintf(samples[i].status, sizeof(samples[i].status), "ok");
		finish_series(&samples[i]);
		sample_derive(&samples[i]);
		if (setting->facts)
			facts_judge(setting->facts, &samples[i]);
	}
	return 0;
}
