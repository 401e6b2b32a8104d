#include "sweep/sweep_turn.h"

#include "base/err.h"
#include "sweep/cell_index.h"

#include <errno.h>
#include <string.h>

static struct cell_place place_of(const struct sweep_turn *turn, size_t test)
{
	const struct plan_group *g = &turn->which;

	return (struct cell_place){ .mode = g->mode, .test = test, .f = g->f, .r = g->r, .d = g->d, .j = g->j };
}

/* What becomes of a test in the group. */
enum role {
	ROLE_ABSENT,
	ROLE_COMPANION, /* runs for what it leaves behind, its sample is dropped */
	ROLE_REPEATED, /* has its sample already, and runs as if it had none */
	ROLE_WANTED,
};

static enum role role_of(const struct sweep_state *s, const struct sweep_turn *turn, size_t test)
{
	const struct cell_place place = place_of(turn, test);

	if (tally_wanted(s->tally, &place, s->status.pass))
		return ROLE_WANTED;
	/* A test that makes its own file does not depend on the others. */
	return tally_cell(s->tally, &place)->chosen && !turn->which.new_file ? ROLE_REPEATED : ROLE_ABSENT;
}

/*
 * Of the tests that indexes names, leaves those that run, and their roles. A test is to find file, caches and device as
 * in a whole sequence: so those that have their samples run once more with the rest of theirs, and one that is chosen
 * without the test before it takes that one along, and the one before where that touches no more than a record.
 */
static size_t choose_tests(struct sweep_state *s, const struct sweep_turn *turn, size_t n)
{
	size_t wanted = 0, kept = 0;

	for (size_t i = 0; i < n; i++) {
		s->roles[i] = role_of(s, turn, s->indexes[i]);
		wanted += s->roles[i] == ROLE_WANTED;
	}
	if (!wanted)
		return 0;
	for (size_t i = n; !turn->which.new_file && i-- > 1;) {
		const struct pattern *pattern = s->sweep->plan->tests[s->indexes[i]].run.pattern;

		if (s->roles[i - 1] == ROLE_ABSENT &&
		    (s->roles[i] >= ROLE_REPEATED ||
		     (s->roles[i] == ROLE_COMPANION && (pattern->flags & PATTERN_FILE_SIZE_IS_NO_AXIS))))
			s->roles[i - 1] = ROLE_COMPANION;
	}
	for (size_t i = 0; i < n; i++) {
		if (s->roles[i] == ROLE_ABSENT)
			continue;
		s->roles[kept] = s->roles[i];
		s->indexes[kept++] = s->indexes[i];
	}
	return kept;
}

static struct group_test prepare_test(const struct sweep_state *s, const struct sweep_turn *turn, size_t i)
{
	const struct cell_place place = place_of(turn, s->indexes[i]);
	struct group_test test = s->sweep->plan->tests[s->indexes[i]].run;

	test.start_offset = tally_start_offset(tally_cell(s->tally, &place), s->status.pass);
	test.companion = s->roles[i] == ROLE_COMPANION;
	return test;
}

bool sweep_turn_wanted(const struct sweep_state *s, const struct sweep_turn *turn)
{
	size_t n = plan_select(s->sweep->plan, &turn->which, s->indexes);

	for (size_t i = 0; i < n; i++) {
		if (role_of(s, turn, s->indexes[i]) == ROLE_WANTED)
			return true;
	}
	return false;
}

bool sweep_turn_measures(const struct sweep_state *s, const struct sweep_turn *turn)
{
	size_t n = plan_select(s->sweep->plan, &turn->which, s->indexes);

	for (size_t i = 0; i < n; i++) {
		if (role_of(s, turn, s->indexes[i]) == ROLE_WANTED && !plan_is_skipped(s->sweep->plan, &turn->which, s->indexes[i]))
			return true;
	}
	return false;
}

struct group sweep_turn_prepare(struct sweep_state *s, const struct sweep_turn *turn)
{
	const struct plan_group *g = &turn->which;
	size_t n = choose_tests(s, turn, plan_select(s->sweep->plan, g, s->indexes));

	for (size_t i = 0; i < n; i++) {
		s->tests[i] = prepare_test(s, turn, i);
		sample_init(&s->samples[i]);
	}
	return (struct group){
		.mode = g->mode,
		.file_size = s->config->file_sizes.v[g->f],
		.record_size = (uint32_t)s->config->records.v[g->r],
		.depth = (unsigned)s->config->depth.v[g->d],
		.pass = s->status.pass,
		.seed = s->config->seed,
		.jobs = (unsigned)s->config->jobs.v[g->j],
		.files = s->config->job_files,
		.stride = s->config->stride,
		.mixed_in_order = s->config->mixed_in_order,
		.standing_files = turn->standing_files,
		.contents = g->new_file ? NULL : s->contents,
		.tests = s->tests,
		.tests_n = n,
	};
}

/* The new file of a test that failed may hold the space whose lack made it fail. */
static void after_new_files(struct sweep_state *s, const struct group *group)
{
	for (size_t i = 0; i < group->tests_n; i++) {
		if (!strcmp(s->samples[i].status, "failed")) {
			sweep_purge(s);
			return;
		}
	}
}

static int store(struct sweep_state *s, const struct sweep_turn *turn, size_t i)
{
	const struct cell_place place = place_of(turn, s->indexes[i]);

	if (s->roles[i] != ROLE_WANTED)
		return 0;
	if (sweep_store(s, &s->samples[i]))
		return -1;
	if (tally_add(s->tally, &place, &s->samples[i]))
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	return 0;
}

int sweep_turn_store(struct sweep_state *s, const struct sweep_turn *turn, const struct group *group)
{
	int ret = 0;

	for (size_t i = 0; i < group->tests_n; i++) {
		if (!ret)
			ret = store(s, turn, i);
		sample_release(&s->samples[i]);
	}
	return ret;
}

static void release_samples(struct sweep_state *s, const struct group *group)
{
	for (size_t i = 0; i < group->tests_n; i++)
		sample_release(&s->samples[i]);
}

static bool lacked_space(const struct sweep_state *s, const struct group *group)
{
	for (size_t i = 0; i < group->tests_n; i++) {
		if (s->samples[i].error_number == ENOSPC || s->samples[i].error_number == EDQUOT)
			return true;
	}
	return false;
}

/* What is done with may hold the space that is lacking, where others fill the disk too: then it goes, and once more. */
static int measure_group(struct sweep_state *s, const struct sweep_turn *turn, struct group *group)
{
	bool kept = target_has_retired(s->setting->target);
	int ret = group_measure(s->setting, group, s->samples);

	if (ret || !kept || !lacked_space(s, group))
		return ret;
	sweep_purge(s);
	release_samples(s, group);
	*group = sweep_turn_prepare(s, turn);
	return group_measure(s->setting, group, s->samples);
}

static int cannot_measure(struct sweep_state *s, unsigned jobs, int error)
{
	if (error != -EAGAIN)
		return err_sys(s->err, ERR_ENVIRONMENT, error, "measuring");
	return err_sys(s->err, ERR_ENVIRONMENT, error, "--jobs: cannot start %u %s (ulimit -u says how many there may be)",
		       jobs, s->config->processes ? "processes" : "threads");
}

static const struct tally_sample *sample_of(const struct sweep_state *s, const struct sweep_turn *turn, size_t i)
{
	const struct cell_place place = place_of(turn, s->indexes[i]);

	return tally_sample(tally_cell(s->tally, &place), s->status.pass);
}

/* Only a virtual clock can be told what time it is. */
static void set_clock(const struct sweep_state *s, uint64_t until_ns)
{
	const struct clock *clock = s->setting->clock;

	if (clock->source == CLOCK_SOURCE_VIRTUAL && clock->virtual_wait_ns)
		clock_wait_until(clock, until_ns, NULL);
}

void sweep_turn_pass_over(struct sweep_state *s, const struct sweep_turn *turn)
{
	uint64_t began_ns = sweep_now_ns(s) - sweep_elapsed_ns(s);
	size_t n = plan_select(s->sweep->plan, &turn->which, s->indexes);

	for (size_t i = 0; i < n; i++) {
		const struct tally_sample *sample = sample_of(s, turn, i);

		if (sample)
			set_clock(s, began_ns + sample->elapsed_ns);
	}
}

/* The first tests of a group may have been stored before the run stopped. */
static void go_back_to_start(const struct sweep_state *s, const struct sweep_turn *turn)
{
	const struct tally_sample *first = s->roles[0] == ROLE_REPEATED ? sample_of(s, turn, 0) : NULL;

	if (first)
		set_clock(s, first->started_ns);
}

int sweep_turn_run(struct sweep_state *s, const struct sweep_turn *turn)
{
	struct group group = sweep_turn_prepare(s, turn);
	uint64_t start;
	double expected_ns, wall_ns;
	int ret;

	if (!group.tests_n) {
		sweep_turn_pass_over(s, turn);
		return 0;
	}
	go_back_to_start(s, turn);
	start = sweep_now_ns(s);
	expected_ns = forecast_group(&s->forecast, &turn->which, s->status.pass);
	s->status.mode = turn->which.mode;
	s->status.file_size = group.file_size;
	s->status.record_size = group.record_size;
	s->status.depth = group.depth;
	s->status.jobs = group.jobs;
	sweep_tell(s, s->status.last);
	ret = measure_group(s, turn, &group);
	if (ret) {
		release_samples(s, &group);
		return ret == -EINTR ? 0 : cannot_measure(s, group.jobs, ret);
	}
	if (turn->which.new_file)
		after_new_files(s, &group);
	forecast_spend(&s->forecast, expected_ns);
	ret = sweep_turn_store(s, turn, &group);
	s->status.last = NULL;
	wall_ns = (double)(sweep_now_ns(s) - start);
	s->groups_ns += wall_ns;
	forecast_add_group(&s->forecast, &turn->which, s->status.pass, wall_ns);
	return ret;
}
