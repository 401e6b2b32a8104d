#include "sweep/sweep.h"

#include "base/err.h"
#include "sweep/sweep_pass.h"
#include "sweep/sweep_state.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t first_pass(const struct sweep *sweep)
{
	return sweep->first_pass ? sweep->first_pass : 1;
}

static void count(struct sweep_state *s)
{
	struct tally_count all = tally_count(s->tally, first_pass(s->sweep), s->status.passes);

	s->status.cells_total = all.total;
	s->status.cells_done = all.done;
	s->result->measured = tally_outcomes(s->tally, TALLY_OK);
	s->status.failed = s->result->failed = tally_outcomes(s->tally, TALLY_FAILED);
	s->status.skipped = s->result->skipped = tally_outcomes(s->tally, TALLY_SKIPPED);
}

static int run_passes(struct sweep_state *s)
{
	size_t n = s->config->file_sizes.n, *order = calloc(n, sizeof(*order));
	int ret = 0;

	if (!order)
		return err_sys(s->err, ERR_ENVIRONMENT, ENOMEM, "sweep");
	for (s->status.pass = first_pass(s->sweep); !ret && s->status.pass <= s->status.passes; s->status.pass++) {
		plan_shuffle(s->config, s->status.pass, 0, order, n);
		for (size_t i = 0; i < n && !ret && !sweep_stopped(s); i++)
			ret = sweep_file_size(s, order[i]);
	}
	free(order);
	return ret;
}

int sweep_run(const struct sweep *sweep, struct sweep_result *result, struct err *err)
{
	struct sweep_state s = {
		.sweep = sweep,
		.config = sweep->plan->config,
		.setting = sweep->setting,
		.result = result,
		.err = err,
		.status = { .passes = first_pass(sweep) + sweep->plan->config->passes - 1 },
	};
	uint64_t known;
	int ret;

	*result = (struct sweep_result){ 0 };
	s.start_ns = sweep_now_ns(&s);
	if (sweep->estimate)
		s.estimated_total_ns = estimate_pass(sweep->estimate).ns * s.config->passes;
	known = timing_except(s.setting->timing, TIMING_OTHER);
	ret = sweep_state_init(&s);
	plan_arm_fault(sweep->plan);
	if (!ret) {
		count(&s);
		ret = run_passes(&s);
	}
	sweep_state_release(&s);
	result->stopped = sweep_stopped(&s);
	result->wall_ns = sweep_now_ns(&s) - s.start_ns;
	known = timing_except(s.setting->timing, TIMING_OTHER) - known;
	s.setting->timing->ns[TIMING_OTHER] += result->wall_ns > known ? result->wall_ns - known : 0;
	return ret;
}
