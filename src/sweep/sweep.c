#include "sweep/sweep.h"

#include "base/err.h"
#include "sweep/stopping.h"
#include "sweep/sweep_pass.h"
#include "sweep/sweep_state.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t first_pass(const struct sweep *sweep)
{
	return sweep->first_pass ? sweep->first_pass : 1;
}

const char *sweep_end_name(enum sweep_end end)
{
	static const char *const names[] = {
		[SWEEP_END_PASSES] = "passes",
		[SWEEP_END_PRECISION] = "precision",
		[SWEEP_END_BUDGET] = "time budget",
		[SWEEP_END_STOPPED] = "stopped",
	};

	return names[end];
}

/* What was there before. */
static void take_stock(struct sweep_state *s)
{
	s->status.cells_done = tally_count(s->tally, first_pass(s->sweep), s->status.passes).done;
	s->result->measured = tally_outcomes(s->tally, TALLY_OK);
	s->status.failed = s->result->failed = tally_outcomes(s->tally, TALLY_FAILED);
	s->status.skipped = s->result->skipped = tally_outcomes(s->tally, TALLY_SKIPPED);
}

/* Which passes are to come is known beforehand only where each measures all cells; else the one that begins counts. */
static void count(struct sweep_state *s, uint64_t pass)
{
	uint64_t last = s->sweep->precision > 0 ? pass : s->status.passes;
	struct tally_count rest = tally_count(s->tally, pass, last);

	s->status.cells_total = s->status.cells_done + rest.total - rest.done;
}

/* Chooses the cells of a pass. 1 when there is nothing to choose, 0, or -1 with s->err. */
static int choose(struct sweep_state *s)
{
	struct stopping found;

	if (!(s->sweep->precision > 0))
		return 0;
	if (s->status.pass > first_pass(s->sweep)) {
		if (stopping_choose(s->tally, s->status.pass, s->sweep->precision, &found))
			return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
		if (!found.chosen)
			return 1;
	}
	count(s, s->status.pass);
	return 0;
}

/* What the last pass has made of it. */
static int find_precision(struct sweep_state *s)
{
	struct stopping found;

	if (!(s->sweep->precision > 0))
		return 0;
	if (stopping_choose(s->tally, s->status.pass + 1, s->sweep->precision, &found))
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	s->result->cells = found.measured;
	s->result->cells_within = found.within;
	return 0;
}

static int run_pass(struct sweep_state *s, size_t *order)
{
	size_t n = s->config->file_sizes.n;
	int ret = 0;

	forecast_begin_pass(&s->forecast, s->status.pass);
	plan_shuffle(s->config, s->status.pass, 0, order, n);
	for (size_t i = 0; i < n && !ret && !sweep_stopped(s); i++)
		ret = sweep_file_size(s, order[i]);
	return ret;
}

static int run_passes(struct sweep_state *s)
{
	size_t *order = calloc(s->config->file_sizes.n, sizeof(*order));
	int ret = 0, chosen = 0;

	if (!order)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	for (s->status.pass = first_pass(s->sweep); s->status.pass <= s->status.passes; s->status.pass++) {
		chosen = choose(s);
		ret = chosen ? chosen : run_pass(s, order);
		if (ret || sweep_stopped(s))
			break;
	}
	free(order);
	if (chosen > 0)
		s->result->end = SWEEP_END_PRECISION;
	else if (s->status.pass <= s->status.passes && sweep_is_over(s))
		s->result->end = SWEEP_END_BUDGET;
	return ret < 0 ? -1 : find_precision(s);
}

int sweep_run(const struct sweep *sweep, struct sweep_result *result, struct err *err)
{
	struct sweep_state s = {
		.sweep = sweep,
		.config = sweep->plan->config,
		.setting = sweep->setting,
		.result = result,
		.err = err,
		.status = {
			.passes = first_pass(sweep) + sweep->plan->config->passes - 1,
			.purpose = sweep->purpose,
		},
	};
	uint64_t known;
	int ret;

	*result = (struct sweep_result){ 0 };
	s.start_ns = sweep_now_ns(&s);
	known = timing_except(s.setting->timing, TIMING_OTHER);
	ret = sweep_state_init(&s);
	plan_arm_fault(sweep->plan);
	if (!ret) {
		s.forecast.precision = sweep->precision;
		take_stock(&s);
		count(&s, first_pass(sweep));
		if (sweep->precondition && !s.tally->sequence)
			sweep_precondition(&s);
		ret = run_passes(&s);
	}
	sweep_state_release(&s);
	result->stopped = *s.setting->stop;
	if (result->stopped)
		result->end = SWEEP_END_STOPPED;
	result->wall_ns = sweep_now_ns(&s) - s.start_ns;
	known = timing_except(s.setting->timing, TIMING_OTHER) - known;
	s.setting->timing->ns[TIMING_OTHER] += result->wall_ns > known ? result->wall_ns - known : 0;
	return ret;
}
