#include "sweep/sweep.h"

#include "base/err.h"
#include "measure/content.h"
#include "measure/facts.h"
#include "store/journal.h"
#include "sweep/standing.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PURGE_QUIET_NS 10000000000U /* discards of a large file can take seconds */

struct state {
	const struct sweep *sweep;
	const struct config *config;
	const struct group_setting *setting;
	struct sweep_result *result;
	struct err *err;
	struct sweep_status status;
	uint64_t start_ns;
	uint64_t sequence;
	uint64_t retired_bytes; /* of files that have not been purged */
	double estimated_done_ns, estimated_total_ns;
	/* scratch, tests_n each */
	size_t *indexes;
	struct group_test *tests;
	struct sample *samples;
	size_t *order; /* of record sizes */
	uint64_t *standing_files; /* ids, config_files() */
	struct content *contents; /* of these; NULL: nothing is verified */
	uint64_t *next_offset; /* where a cell that was cut goes on: [((mode * tests + test) * files + f) * records + r] */
};

static uint64_t now_ns(const struct state *s)
{
	return clock_now_ns(s->setting->clock);
}

static void charge(struct state *s, enum timing_part part, uint64_t since_ns)
{
	s->setting->timing->ns[part] += now_ns(s) - since_ns;
}

static bool stopped(const struct state *s)
{
	return *s->setting->stop;
}

static void tell(struct state *s, const struct sample *last)
{
	double left = s->estimated_total_ns - s->estimated_done_ns;

	s->status.last = last;
	s->status.elapsed_ns = now_ns(s) - s->start_ns;
	s->status.left_ns = UINT64_MAX;
	/* The forecast, corrected by how it has done so far once that says something. */
	if (s->sweep->estimate && left >= 0) {
		if (s->estimated_done_ns > 0.02 * s->estimated_total_ns)
			left *= (double)s->status.elapsed_ns / s->estimated_done_ns;
		s->status.left_ns = (uint64_t)left;
	}
	if (s->sweep->progress)
		s->sweep->progress(s->sweep->context, &s->status);
}

/* Stores a sample of the current group. 0 or -1 with s->err. */
static int store(struct state *s, struct sample *sample)
{
	uint64_t start = now_ns(s);
	int ret;

	sample->sequence = ++s->sequence;
	ret = journal_append(s->sweep->journal, sample, s->err);
	charge(s, TIMING_JOURNAL, start);
	if (ret)
		return ret;
	s->status.cells_done++;
	if (sample_ok(sample))
		s->result->measured++;
	else if (!strcmp(sample->status, "failed"))
		s->status.failed = ++s->result->failed;
	else
		s->status.skipped = ++s->result->skipped;
	tell(s, sample);
	return 0;
}

static void purge(struct state *s)
{
	uint64_t start = now_ns(s), waited;

	/* A file that cannot be removed now is tried again when the target closes, which reports it. */
	target_purge(s->setting->target);
	if (s->setting->facts)
		facts_wait_quiet(s->setting->facts, -1, PURGE_QUIET_NS, s->setting->stop, &waited);
	s->retired_bytes = 0;
	charge(s, TIMING_SETUP, start);
}

/* Keeps what is retired plus a file of this size within the largest file size, see plan.space_bytes. */
static void make_room(struct state *s, uint64_t file_size)
{
	uint64_t bytes = file_size * config_files(s->config);

	if (s->retired_bytes && s->retired_bytes + bytes > s->sweep->plan->space_bytes)
		purge(s);
}

static uint64_t *next_offset(struct state *s, enum mode mode, size_t test, size_t f, size_t r)
{
	size_t at = ((size_t)mode * s->sweep->plan->tests_n + test) * s->config->file_sizes.n + f;

	return &s->next_offset[at * s->config->records.n + r];
}

/* The group that is to be measured next. */
struct turn {
	enum mode mode;
	bool new_file;
	size_t f, r; /* file and record size */
	const uint64_t *standing_files;
};

static struct group prepare_group(struct state *s, const struct turn *turn)
{
	size_t n = plan_select(s->sweep->plan, turn->mode, turn->new_file, s->indexes);

	for (size_t i = 0; i < n; i++) {
		s->tests[i] = s->sweep->plan->tests[s->indexes[i]].run;
		s->tests[i].start_offset = *next_offset(s, turn->mode, s->indexes[i], turn->f, turn->r);
		sample_init(&s->samples[i]);
	}
	return (struct group){
		.mode = turn->mode,
		.file_size = s->config->file_sizes.v[turn->f],
		.record_size = (uint32_t)s->config->records.v[turn->r],
		.depth = s->config->depth,
		.pass = s->status.pass,
		.seed = s->config->seed,
		.jobs = s->config->jobs,
		.files = s->config->job_files,
		.stride = s->config->stride,
		.mixed_in_order = s->config->mixed_in_order,
		.standing_files = turn->standing_files,
		.contents = turn->new_file ? NULL : s->contents,
		.tests = s->tests,
		.tests_n = n,
	};
}

/* Remembers where samples that were cut go on, and how much space new files have taken. */
static void after_group(struct state *s, const struct turn *turn, const struct group *group)
{
	bool failed = false;

	for (size_t i = 0; i < group->tests_n; i++) {
		const struct sample *sample = &s->samples[i];

		if (sample->cut == 1 && sample->end_offset_bytes != SAMPLE_ABSENT)
			*next_offset(s, turn->mode, s->indexes[i], turn->f, turn->r) = sample->end_offset_bytes;
		failed = failed || !strcmp(sample->status, "failed");
		if (turn->new_file && sample->repetitions != SAMPLE_ABSENT)
			s->retired_bytes += sample->repetitions * group->file_size * config_files(s->config);
	}
	/* A failed one may hold the space whose lack made it fail. */
	if (turn->new_file && failed)
		purge(s);
}

static int store_group(struct state *s, const struct group *group)
{
	int ret = 0;

	for (size_t i = 0; i < group->tests_n; i++) {
		if (!ret)
			ret = store(s, &s->samples[i]);
		sample_release(&s->samples[i]);
	}
	return ret;
}

static void release_samples(struct state *s, const struct group *group)
{
	for (size_t i = 0; i < group->tests_n; i++)
		sample_release(&s->samples[i]);
}

static bool lacked_space(const struct state *s, const struct group *group)
{
	for (size_t i = 0; i < group->tests_n; i++) {
		if (s->samples[i].error_number == ENOSPC || s->samples[i].error_number == EDQUOT)
			return true;
	}
	return false;
}

/* What is done with may hold the space that is lacking, where others fill the disk too: then it goes, and once more. */
static int measure_group(struct state *s, const struct turn *turn, struct group *group)
{
	bool kept = s->retired_bytes;
	int ret = group_measure(s->setting, group, s->samples);

	if (ret || !kept || !lacked_space(s, group))
		return ret;
	purge(s);
	release_samples(s, group);
	*group = prepare_group(s, turn);
	return group_measure(s->setting, group, s->samples);
}

static int cannot_measure(struct state *s, int error)
{
	if (error != -EAGAIN)
		return err_sys(s->err, ERR_ENVIRONMENT, error, "measuring");
	return err_sys(s->err, ERR_ENVIRONMENT, error, "--jobs: cannot start %u %s (ulimit -u says how many there may be)",
		       s->config->jobs, s->config->processes ? "processes" : "threads");
}

static int run_turn(struct state *s, const struct turn *turn)
{
	struct group group = prepare_group(s, turn);
	int ret;

	if (!group.tests_n)
		return 0;
	s->status.mode = turn->mode;
	s->status.file_size = group.file_size;
	s->status.record_size = group.record_size;
	tell(s, s->status.last);
	if (turn->new_file)
		make_room(s, group.file_size);
	ret = measure_group(s, turn, &group);
	if (ret) {
		release_samples(s, &group);
		return ret == -EINTR ? 0 : cannot_measure(s, ret);
	}
	after_group(s, turn, &group);
	if (s->sweep->estimate)
		s->estimated_done_ns += estimate_group(s->sweep->estimate, turn->mode, turn->new_file,
						       group.file_size, group.record_size)
						.ns;
	ret = store_group(s, &group);
	s->status.last = NULL;
	return ret;
}

/* All record sizes of a mode, shuffled. */
static int run_records(struct state *s, const struct turn *base)
{
	uint64_t key = (uint64_t)base->f << 2 | (uint64_t)base->mode << 1 | base->new_file;
	size_t n = s->config->records.n;

	plan_shuffle(s->config, s->status.pass, key + 1, s->order, n);
	for (size_t i = 0; i < n; i++) {
		struct turn turn = *base;

		turn.r = s->order[i];
		if (!config_has_cell(s->config, s->config->file_sizes.v[turn.f], s->config->records.v[turn.r]))
			continue;
		if (stopped(s))
			return 0;
		if (run_turn(s, &turn))
			return -1;
	}
	return 0;
}

/* Every cell that should have run on the standing file has failed for the same reason. */
static int fail_records(struct state *s, const struct turn *base, int error)
{
	for (size_t r = 0; r < s->config->records.n; r++) {
		struct turn turn = *base;
		struct group group;

		turn.r = r;
		if (!config_has_cell(s->config, s->config->file_sizes.v[turn.f], s->config->records.v[r]))
			continue;
		group = prepare_group(s, &turn);
		for (size_t i = 0; i < group.tests_n; i++) {
			struct sample *sample = &s->samples[i];

			group_identify(&group, &group.tests[i], sample);
			sample->started_ns = clock_epoch_ns(s->setting->clock);
			snprintf(sample->status, sizeof(sample->status), "failed");
			sample->error_number = (uint64_t)-error;
			snprintf(sample->error, sizeof(sample->error), "preparing the file: %s", strerror(-error));
		}
		if (store_group(s, &group))
			return -1;
	}
	return 0;
}

/*
 * Before a mode's tests the page cache is put into the state that the mode means, so that the first record of the
 * shuffled order finds what the others find.
 */
static void enter_mode(struct state *s, const struct standing *standing, enum mode mode)
{
	uint64_t start = now_ns(s);

	/* Neither is needed for a right result; where it fails, the tests will say so themselves. */
	if (mode == MODE_DEVICE)
		standing_drop(standing);
	else
		standing_warm(standing);
	charge(s, TIMING_CACHE, start);
}

static int run_standing(struct state *s, struct turn *turn)
{
	struct standing standing = {
		.setting = s->setting,
		.plan = s->sweep->plan,
		.file_size = s->config->file_sizes.v[turn->f],
		.ids = s->standing_files,
		.contents = s->contents,
	};
	uint64_t start;
	int error, ret = 0;

	make_room(s, standing.file_size);
	start = now_ns(s);
	error = standing_create(&standing);
	charge(s, TIMING_SETUP, start);
	if (error == -EINTR && stopped(s))
		return 0;
	turn->standing_files = standing.ids;
	turn->new_file = false;
	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		turn->mode = (enum mode)mode;
		if (!plan_select(s->sweep->plan, turn->mode, false, s->indexes))
			continue;
		if (error) {
			ret = fail_records(s, turn, error);
		} else {
			enter_mode(s, &standing, turn->mode);
			ret = run_records(s, turn);
		}
	}
	standing_retire(&standing);
	return ret;
}

static bool any_test(struct state *s, bool new_file)
{
	return plan_select(s->sweep->plan, MODE_DEVICE, new_file, s->indexes) ||
	       plan_select(s->sweep->plan, MODE_CACHED, new_file, s->indexes);
}

static int run_file_size(struct state *s, size_t f)
{
	struct turn turn = { .f = f, .new_file = true };
	uint64_t start;
	int ret = 0;

	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		turn.mode = (enum mode)mode;
		ret = run_records(s, &turn);
	}
	if (!ret && !stopped(s) && any_test(s, false))
		ret = run_standing(s, &turn);
	start = now_ns(s);
	if (!ret)
		ret = journal_sync(s->sweep->journal, s->err);
	charge(s, TIMING_JOURNAL, start);
	purge(s);
	return ret;
}

static int run_passes(struct state *s)
{
	size_t n = s->config->file_sizes.n, *order = calloc(n, sizeof(*order));
	int ret = 0;

	if (!order)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	for (s->status.pass = 1; !ret && s->status.pass <= s->config->passes; s->status.pass++) {
		plan_shuffle(s->config, s->status.pass, 0, order, n);
		for (size_t i = 0; i < n && !ret && !stopped(s); i++)
			ret = run_file_size(s, order[i]);
	}
	free(order);
	return ret;
}

static int allocate(struct state *s)
{
	size_t tests = s->sweep->plan->tests_n, files = s->config->file_sizes.n, records = s->config->records.n;
	size_t cells = MODES_N * tests * files * records;

	s->indexes = calloc(tests, sizeof(*s->indexes));
	s->tests = calloc(tests, sizeof(*s->tests));
	s->samples = calloc(tests, sizeof(*s->samples));
	s->order = calloc(records, sizeof(*s->order));
	s->standing_files = calloc(config_files(s->config), sizeof(*s->standing_files));
	s->next_offset = malloc(cells * sizeof(*s->next_offset));
	if (s->setting->verify)
		s->contents = calloc(config_files(s->config), sizeof(*s->contents));
	if (s->setting->verify && !s->contents)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	if (!s->indexes || !s->tests || !s->samples || !s->order || !s->standing_files || !s->next_offset)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	for (size_t i = 0; i < cells; i++)
		s->next_offset[i] = PATTERN_FROM_START;
	return 0;
}

static void release(struct state *s)
{
	free(s->indexes);
	free(s->tests);
	free(s->samples);
	free(s->order);
	free(s->standing_files);
	free(s->contents);
	free(s->next_offset);
}

int sweep_run(const struct sweep *sweep, struct sweep_result *result, struct err *err)
{
	struct state s = {
		.sweep = sweep,
		.config = sweep->plan->config,
		.setting = sweep->setting,
		.result = result,
		.err = err,
		.status = { .passes = sweep->plan->config->passes },
	};
	uint64_t known;
	int ret;

	*result = (struct sweep_result){ 0 };
	s.start_ns = now_ns(&s);
	s.status.cells_total = sweep->plan->cells * s.config->passes;
	if (sweep->estimate)
		s.estimated_total_ns = estimate_pass(sweep->estimate).ns * s.config->passes;
	known = timing_except(s.setting->timing, TIMING_OTHER);
	ret = allocate(&s);
	plan_arm_fault(sweep->plan);
	if (!ret)
		ret = run_passes(&s);
	release(&s);
	result->stopped = stopped(&s);
	result->wall_ns = now_ns(&s) - s.start_ns;
	known = timing_except(s.setting->timing, TIMING_OTHER) - known;
	s.setting->timing->ns[TIMING_OTHER] += result->wall_ns > known ? result->wall_ns - known : 0;
	return ret;
}
