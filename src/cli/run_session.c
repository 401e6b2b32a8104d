#include "cli/run_session.h"

#include "base/err.h"
#include "cli/again.h"
#include "cli/progress.h"
#include "cli/results.h"
#include "cli/run_end_text.h"
#include "cli/run_plan_text.h"
#include "cli/stop.h"
#include "report/wall_time.h"
#include "store/journal.h"
#include "store/rundir.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The sweep, and run.json's last state. */
static int measure(struct run_setup *run, const _Atomic sig_atomic_t *stop, struct sweep_result *result,
		   struct err *err)
{
	struct progress progress;
	struct sweep sweep = {
		.plan = &run->plan,
		.setting = &run->setting,
		.estimate = run->estimated ? &run->estimate : NULL,
		.precision = run->config.precision,
		.precondition = run->config.precondition,
		.budget_ns = again_sweep_budget_ns(&run->config, run->budget.measuring_ns),
		.journal = run->journal,
		.tally = &run->tally,
		.began_ns = clock_now_ns(&run->clock),
		.context = &progress,
	};
	bool is_virtual = target_is_virtual(run->target);
	struct rundir_end end = { 0 };
	struct err second = ERR_INIT;
	struct wall_time time;
	int ret;

	/* A virtual clock goes on by itself to where it was. */
	if (!is_virtual)
		sweep.began_ns -= run->tally.elapsed_ns;
	progress_init(&progress, STDERR_FILENO);
	progress.config = &run->config;
	progress.measuring_ns = run->budget.measuring_ns;
	if (!run->config.quiet)
		sweep.progress = progress_show;
	ret = sweep_run(&sweep, result, err);
	if (!ret)
		ret = again_run(run, &sweep, result, err);
	progress_end(&progress);
	run_setup_close_target(run);
	end.finished_ns = clock_epoch_ns(&run->clock);
	end.stopped_by = *stop;
	end.ended_by = sweep_end_name(result->end);
	end.cells = result->cells;
	end.cells_within = result->cells_within;
	time = (struct wall_time){ result->wall_ns, run->timing };
	/* A model's time is nobody's. */
	end.timing = is_virtual ? NULL : wall_time_to_json(&time);
	/* A run that failed stays "running" on the disk: that is what it was when it ended. */
	if (!ret)
		ret = rundir_finish(run->config.output, &end, err);
	else if (journal_sync(run->journal, &second))
		err_clause(err, "%s; then", second.text);
	json_decref(end.timing);
	return ret;
}

static void draw(const struct config *config, const struct results *results)
{
	const char *dir = config->output;
	struct err err = ERR_INIT;
	const struct picture_options look = PICTURE_OPTIONS_INIT;
	size_t drawn;

	if (results_draw(results, dir, &look, &drawn, &err))
		fprintf(stderr, "iosweep: %s; 'iosweep plot %s' tries again\n", err.text, dir);
	else if (!config->quiet)
		fprintf(stderr, "pictures    %s/png (%zu)\n", dir, drawn);
}

/*
 * A picture that fails is told, but no failure of the run: plot makes it again. Who stops
 * a run waits for it to end, so that its pictures are left to plot as well.
 */
int run_publish(const struct config *config, bool stopped, struct err *err)
{
	const char *preset = config->preset, *format = preset && !strcmp(preset, "quick") ? "verdict" : "table";
	const char *dir = config->output;
	struct results results;
	int ret = results_load(dir, NULL, &results, err);

	if (!ret)
		ret = results_report(&results, dir, format, err);
	if (!ret && !config->quiet)
		fprintf(stderr, "tables      %s/tables.txt\ncliffs      %s/cliffs.txt\n", dir, dir);
	if (!ret && !stopped && !config->no_pictures)
		draw(config, &results);
	else if (!ret && (stopped || !config->quiet))
		fprintf(stderr, "pictures    'iosweep plot %s' draws them\n", dir);
	results_release(&results);
	return ret ? ret : rundir_note_reported(dir, err);
}

/* 0 to 128+n, as struct command's run; -1 with err. */
static int session(struct run_setup *run, const _Atomic sig_atomic_t *stop, struct err *err)
{
	struct sweep_result result;

	if (*stop)
		return 128 + *stop;
	if (run_setup_start(run, err))
		return -1;
	if (!run->config.quiet)
		run_plan_print(run);
	if (measure(run, stop, &result, err))
		return -1;
	if (!run->config.quiet)
		run_end_print(run, &result);
	if (run_setup_leave_memory_group(run, err) || run_publish(&run->config, *stop, err))
		return -1;
	if (*stop)
		return 128 + *stop;
	return result.failed ? ERR_CELLS : 0;
}

int run_session(run_open *open, const struct option_values *values, struct err *err)
{
	const _Atomic sig_atomic_t *stop = stop_install();
	struct err closing = ERR_INIT;
	struct run_setup run;
	int ret = open(&run, values, stop, err);

	if (!ret)
		ret = session(&run, stop, err);
	if (run_setup_close(&run, &closing) && ret >= 0) {
		*err = closing;
		ret = -1;
	}
	return ret;
}
