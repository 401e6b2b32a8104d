#include "sweep/sweep_state.h"

#include "base/err.h"
#include "measure/facts.h"
#include "measure/purge.h"
#include "store/journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t sweep_now_ns(const struct sweep_state *s)
{
	return clock_now_ns(s->setting->clock);
}

uint64_t sweep_elapsed_ns(const struct sweep_state *s)
{
	return sweep_now_ns(s) - (s->sweep->began_ns ? s->sweep->began_ns : s->start_ns);
}

void sweep_charge(struct sweep_state *s, enum timing_part part, uint64_t since_ns)
{
	s->setting->timing->ns[part] += sweep_now_ns(s) - since_ns;
}

bool sweep_stopped(const struct sweep_state *s)
{
	return *s->setting->stop || sweep_is_over(s);
}

bool sweep_is_over(const struct sweep_state *s)
{
	return s->sweep->budget_ns && sweep_elapsed_ns(s) >= s->sweep->budget_ns;
}

/* By what is expected of the groups, and by the budget. */
static uint64_t left_ns(const struct sweep_state *s)
{
	uint64_t elapsed = sweep_elapsed_ns(s), left = UINT64_MAX;

	if (s->forecast.left_ns >= 0)
		left = (uint64_t)(s->forecast.left_ns + s->sweep->behind_ns);
	if (s->sweep->budget_ns && elapsed < s->sweep->budget_ns && left > s->sweep->budget_ns - elapsed)
		left = s->sweep->budget_ns - elapsed;
	return left;
}

void sweep_tell(struct sweep_state *s, const struct sample *last)
{
	s->status.last = last;
	s->status.elapsed_ns = sweep_elapsed_ns(s);
	s->status.left_ns = left_ns(s);
	s->status.left_is_most = s->status.left_ns != UINT64_MAX && s->forecast.is_most;
	if (s->sweep->progress)
		s->sweep->progress(s->sweep->context, &s->status);
}

/* The journal's own bytes must not look like somebody else's. */
static void expect_journal(const struct sweep_state *s)
{
	if (s->setting->facts && s->setting->results_on_target)
		facts_expect_side_writes(s->setting->facts, journal_unsynced_bytes(s->sweep->journal));
}

int sweep_store(struct sweep_state *s, struct sample *sample)
{
	uint64_t start = sweep_now_ns(s);
	int ret;

	sample->sequence = s->tally->sequence + 1;
	sample->elapsed_ns = sweep_elapsed_ns(s);
	if (s->sweep->purpose)
		snprintf(sample->purpose, sizeof(sample->purpose), "%s", s->sweep->purpose);
	ret = journal_append(s->sweep->journal, sample, s->err);
	expect_journal(s);
	sweep_charge(s, TIMING_JOURNAL, start);
	if (ret)
		return ret;
	s->status.cells_done++;
	if (sample_ok(sample))
		s->result->measured++;
	else if (!strcmp(sample->status, "failed"))
		s->status.failed = ++s->result->failed;
	else
		s->status.skipped = ++s->result->skipped;
	sweep_tell(s, sample);
	return 0;
}

int sweep_sync_journal(struct sweep_state *s)
{
	uint64_t start = sweep_now_ns(s);
	int ret = journal_sync(s->sweep->journal, s->err);

	expect_journal(s);
	sweep_charge(s, TIMING_JOURNAL, start);
	return ret;
}

void sweep_purge(struct sweep_state *s)
{
	purge(s->setting, s->status.file_size);
}

static int choose_tally(struct sweep_state *s)
{
	s->tally = s->sweep->tally ? s->sweep->tally : &s->own_tally;
	return s->sweep->tally ? 0 : tally_init(s->tally, s->sweep->plan);
}

int sweep_state_init(struct sweep_state *s)
{
	size_t tests = s->sweep->plan->tests_n;
	bool failed = choose_tally(s) || forecast_init(&s->forecast, s->tally, s->sweep->estimate, s->status.passes);

	s->indexes = calloc(tests, sizeof(*s->indexes));
	s->roles = calloc(tests, sizeof(*s->roles));
	s->tests = calloc(tests, sizeof(*s->tests));
	s->samples = calloc(tests, sizeof(*s->samples));
	s->order = calloc(s->config->records.n, sizeof(*s->order));
	s->inner_order = calloc(s->config->depth.n * s->config->jobs.n, sizeof(*s->inner_order));
	s->standing_files = calloc(config_files(s->config), sizeof(*s->standing_files));
	if (s->setting->verify)
		s->contents = calloc(config_files(s->config), sizeof(*s->contents));
	failed = failed || (s->setting->verify && !s->contents);
	failed = failed || !s->indexes || !s->roles || !s->tests || !s->samples;
	if (failed || !s->order || !s->inner_order || !s->standing_files)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	return 0;
}

void sweep_state_release(struct sweep_state *s)
{
	free(s->indexes);
	free(s->roles);
	free(s->tests);
	free(s->samples);
	free(s->order);
	free(s->inner_order);
	free(s->standing_files);
	free(s->contents);
	forecast_release(&s->forecast);
	tally_release(&s->own_tally);
}
