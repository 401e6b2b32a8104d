#include "sweep/sweep_pass.h"

#include "store/journal.h"
#include "sweep/standing.h"
#include "sweep/sweep_turn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* All record sizes of a mode, shuffled. */
static int run_records(struct sweep_state *s, const struct sweep_turn *base)
{
	uint64_t key = (uint64_t)base->f << 2 | (uint64_t)base->mode << 1 | base->new_file;
	size_t n = s->config->records.n;

	plan_shuffle(s->config, s->status.pass, key + 1, s->order, n);
	for (size_t i = 0; i < n; i++) {
		struct sweep_turn turn = *base;

		turn.r = s->order[i];
		if (!config_has_cell(s->config, s->config->file_sizes.v[turn.f], s->config->records.v[turn.r]))
			continue;
		if (sweep_stopped(s))
			return 0;
		if (sweep_turn_run(s, &turn))
			return -1;
	}
	return 0;
}

/* Every cell that should have run on the standing file has failed for the same reason. */
static int fail_records(struct sweep_state *s, const struct sweep_turn *base, int error)
{
	for (size_t r = 0; r < s->config->records.n; r++) {
		struct sweep_turn turn = *base;
		struct group group;

		turn.r = r;
		if (!config_has_cell(s->config, s->config->file_sizes.v[turn.f], s->config->records.v[r]))
			continue;
		group = sweep_turn_prepare(s, &turn);
		for (size_t i = 0; i < group.tests_n; i++) {
			struct sample *sample = &s->samples[i];

			group_identify(&group, &group.tests[i], sample);
			sample->started_ns = clock_epoch_ns(s->setting->clock);
			snprintf(sample->status, sizeof(sample->status), "failed");
			sample->error_number = (uint64_t)-error;
			snprintf(sample->error, sizeof(sample->error), "preparing the file: %s", strerror(-error));
		}
		if (sweep_turn_store(s, &group))
			return -1;
	}
	return 0;
}

/*
 * Before a mode's tests the page cache is put into the state that the mode means, so that the first record of the
 * shuffled order finds what the others find.
 */
static void enter_mode(struct sweep_state *s, const struct standing *standing, enum mode mode)
{
	uint64_t start = sweep_now_ns(s);

	/* Neither is needed for a right result; where it fails, the tests will say so themselves. */
	if (mode == MODE_DEVICE)
		standing_drop(standing);
	else
		standing_warm(standing);
	sweep_charge(s, TIMING_CACHE, start);
}

static int run_standing(struct sweep_state *s, struct sweep_turn *turn)
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

	sweep_make_room(s, standing.file_size);
	start = sweep_now_ns(s);
	error = standing_create(&standing);
	sweep_charge(s, TIMING_SETUP, start);
	if (error == -EINTR && sweep_stopped(s))
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

static bool any_test(struct sweep_state *s, bool new_file)
{
	return plan_select(s->sweep->plan, MODE_DEVICE, new_file, s->indexes) ||
	       plan_select(s->sweep->plan, MODE_CACHED, new_file, s->indexes);
}

int sweep_file_size(struct sweep_state *s, size_t f)
{
	struct sweep_turn turn = { .f = f, .new_file = true };
	uint64_t start;
	int ret = 0;

	for (int mode = 0; !ret && mode < MODES_N; mode++) {
		turn.mode = (enum mode)mode;
		ret = run_records(s, &turn);
	}
	if (!ret && !sweep_stopped(s) && any_test(s, false))
		ret = run_standing(s, &turn);
	start = sweep_now_ns(s);
	if (!ret)
		ret = journal_sync(s->sweep->journal, s->err);
	sweep_charge(s, TIMING_JOURNAL, start);
	sweep_purge(s);
	return ret;
}
