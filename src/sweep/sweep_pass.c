#include "sweep/sweep_pass.h"

#include "measure/purge.h"
#include "measure/watchdog.h"
#include "sweep/standing.h"
#include "sweep/sweep_turn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What tells the orders of a file size and mode apart from those of others; not 0. */
static uint64_t order_key(const struct plan_group *g)
{
	return ((uint64_t)g->f << 2 | (uint64_t)g->mode << 1 | g->new_file) + 1;
}

/* All depths and jobs of a record size, shuffled. */
static int run_record(struct sweep_state *s, const struct sweep_turn *base)
{
	size_t jobs = s->config->jobs.n, n = s->config->depth.n * jobs;
	uint64_t key = (uint64_t)(base->which.r + 1) << 32 | order_key(&base->which);

	plan_shuffle(s->config, s->status.pass, key, s->inner_order, n);
	for (size_t i = 0; i < n; i++) {
		struct sweep_turn turn = *base;

		turn.which.d = s->inner_order[i] / jobs;
		turn.which.j = s->inner_order[i] % jobs;
		if (sweep_stopped(s))
			return 0;
		if (sweep_turn_run(s, &turn))
			return -1;
	}
	return 0;
}

/* All record sizes of a mode, shuffled. */
static int run_records(struct sweep_state *s, const struct sweep_turn *base)
{
	size_t n = s->config->records.n;

	plan_shuffle(s->config, s->status.pass, order_key(&base->which), s->order, n);
	for (size_t i = 0; i < n; i++) {
		struct sweep_turn turn = *base;

		turn.which.r = s->order[i];
		if (run_record(s, &turn))
			return -1;
	}
	return 0;
}

static int fail_group(struct sweep_state *s, const struct sweep_turn *turn, int error)
{
	struct group group = sweep_turn_prepare(s, turn);

	for (size_t i = 0; i < group.tests_n; i++) {
		struct sample *sample = &s->samples[i];

		group_identify(&group, &group.tests[i], sample);
		sample->started_ns = clock_epoch_ns(s->setting->clock);
		snprintf(sample->status, sizeof(sample->status), "failed");
		sample->error_number = (uint64_t)-error;
		snprintf(sample->error, sizeof(sample->error), "preparing the file: %s", strerror(-error));
	}
	return sweep_turn_store(s, turn, &group);
}

/* Group i of those of a mode on the same files: all record sizes, depths and jobs. */
static struct sweep_turn turn_of(const struct sweep_state *s, const struct sweep_turn *base, size_t i)
{
	size_t jobs = s->config->jobs.n, depths = s->config->depth.n;
	struct sweep_turn turn = *base;

	turn.which.r = i / jobs / depths;
	turn.which.d = i / jobs % depths;
	turn.which.j = i % jobs;
	return turn;
}

static size_t turns_n(const struct sweep_state *s)
{
	return s->config->records.n * s->config->depth.n * s->config->jobs.n;
}

/* Every cell that should have run on the standing file has failed for the same reason. */
static int fail_records(struct sweep_state *s, const struct sweep_turn *base, int error)
{
	for (size_t i = 0; i < turns_n(s); i++) {
		struct sweep_turn turn = turn_of(s, base, i);

		if (fail_group(s, &turn, error))
			return -1;
	}
	return 0;
}

static bool any(const struct sweep_state *s, const struct sweep_turn *base,
		bool (*holds)(const struct sweep_state *s, const struct sweep_turn *turn))
{
	for (size_t i = 0; i < turns_n(s); i++) {
		struct sweep_turn turn = turn_of(s, base, i);

		if (holds(s, &turn))
			return true;
	}
	return false;
}

static bool any_wanted(const struct sweep_state *s, const struct sweep_turn *base)
{
	return any(s, base, sweep_turn_wanted);
}

static bool any_wanted_standing(const struct sweep_state *s, size_t f)
{
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct sweep_turn turn = { .which = { .mode = (enum mode)mode, .f = f } };

		if (any_wanted(s, &turn))
			return true;
	}
	return false;
}

/* Where all that is wanted is skipped the file would be made for nothing. */
static bool needs_file(const struct sweep_state *s, size_t f)
{
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct sweep_turn turn = { .which = { .mode = (enum mode)mode, .f = f } };

		if (any(s, &turn, sweep_turn_measures))
			return true;
	}
	return false;
}

/*
 * Before a mode's tests the page cache is put into the state that the mode means, so that the first record of the
 * shuffled order finds what the others find. Where the file or the device refuses that, the tests will say so themselves.
 * 0, or -ENOMEM: that would not show in them but as other figures.
 */
static int enter_mode(struct sweep_state *s, const struct standing *standing, enum mode mode)
{
	bool drop = mode == MODE_DEVICE || s->setting->drop_cache;
	uint64_t start = sweep_now_ns(s);
	int ret = drop ? standing_drop(standing) : standing_warm(standing);

	sweep_charge(s, TIMING_CACHE, start);
	return ret == -ENOMEM ? ret : 0;
}

/* A mode that has all it wants, perhaps since before the run was gone on with, leaves the file as it always does. */
static int pass_over_mode(struct sweep_state *s, const struct standing *standing, const struct sweep_turn *turn)
{
	if (turn->which.mode == MODE_DEVICE && plan_select(s->sweep->plan, &turn->which, s->indexes))
		enter_mode(s, standing, turn->which.mode);
	return run_records(s, turn);
}

static int run_standing(struct sweep_state *s, struct sweep_turn *turn)
{
	struct standing standing = {
		.setting = s->setting,
		.plan = s->sweep->plan,
		.file_size = s->config->file_sizes.v[turn->which.f],
		.ids = s->standing_files,
		.contents = s->contents,
	};
	uint64_t start;
	int error, unready, ret = 0;

	purge_for(s->setting, standing.file_size, standing.file_size * config_files(s->config));
	watchdog_go(s->setting->watchdog, &(struct watchdog_place){ .file_size = standing.file_size });
	start = sweep_now_ns(s);
	error = needs_file(s, turn->which.f) ? standing_create(&standing) : 0;
	sweep_charge(s, TIMING_SETUP, start);
	if (error == -EINTR && sweep_stopped(s))
		return 0;
	turn->standing_files = standing.ids;
	turn->which.new_file = false;
	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		turn->which.mode = (enum mode)mode;
		if (!any_wanted(s, turn)) {
			ret = pass_over_mode(s, &standing, turn);
			continue;
		}
		unready = error ? error : enter_mode(s, &standing, turn->which.mode);
		ret = unready ? fail_records(s, turn, unready) : run_records(s, turn);
	}
	standing_retire(&standing);
	return ret;
}

/* The tests on the standing file have all they want. */
static void pass_over_standing(struct sweep_state *s, struct sweep_turn *turn)
{
	turn->which.new_file = false;
	for (int mode = 0; mode < MODES_N; mode++) {
		turn->which.mode = (enum mode)mode;
		for (size_t i = 0; i < turns_n(s); i++) {
			struct sweep_turn one = turn_of(s, turn, i);

			sweep_turn_pass_over(s, &one);
		}
	}
}

static int run_file_size(struct sweep_state *s, size_t f)
{
	struct sweep_turn turn = { .which = { .f = f, .new_file = true } };
	int ret = 0;

	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		turn.which.mode = (enum mode)mode;
		ret = run_records(s, &turn);
	}
	if (!ret && !sweep_stopped(s) && any_wanted_standing(s, f))
		ret = run_standing(s, &turn);
	else if (!ret)
		pass_over_standing(s, &turn);
	if (!ret)
		ret = sweep_sync_journal(s);
	sweep_purge(s);
	return ret;
}

int sweep_file_size(struct sweep_state *s, size_t f)
{
	uint64_t start = sweep_now_ns(s);
	int ret;

	s->groups_ns = 0;
	ret = run_file_size(s, f);
	if (!ret && !sweep_stopped(s) && s->groups_ns > 0)
		forecast_add_file(&s->forecast, f, s->status.pass, (double)(sweep_now_ns(s) - start) - s->groups_ns);
	return ret;
}

void sweep_precondition(struct sweep_state *s)
{
	const struct size_list *sizes = &s->config->file_sizes;
	struct standing standing = {
		.setting = s->setting,
		.plan = s->sweep->plan,
		.file_size = sizes->v[sizes->n - 1],
		.ids = s->standing_files,
	};
	uint64_t start = sweep_now_ns(s);

	watchdog_go(s->setting->watchdog, &(struct watchdog_place){ .file_size = standing.file_size });
	standing_create(&standing);
	standing_retire(&standing);
	sweep_charge(s, TIMING_SETUP, start);
	sweep_purge(s);
}
