#include "base/err.h"
#include "cli/again.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/results.h"
#include "cli/run_session.h"
#include "cli/run_setup.h"
#include "cli/stop.h"
#include "store/journal.h"
#include "store/rundir.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_remarks(const struct run_setup *run)
{
	fputs(run->remarks.buf, stderr);
	fputs(run->plan.remarks.buf, stderr);
}

static void format_range(const struct size_list *list, struct strbuf *text)
{
	char from[UNITS_TEXT_LEN], to[UNITS_TEXT_LEN];

	strbuf_addf(text, "%zu (%s", list->n, units_format_size(list->v[0], from));
	if (list->n > 1)
		strbuf_addf(text, " to %s", units_format_size(list->v[list->n - 1], to));
	strbuf_addch(text, ')');
}

static void print_passes(const struct run_setup *run, struct strbuf *text)
{
	const struct config *c = &run->config;
	unsigned long long cells = run->plan.cells;

	if (c->preset)
		strbuf_addf(text, "preset      %s\n", c->preset);
	if (c->precision > 0)
		strbuf_addf(text, "cells       %llu, in up to %u passes, until 95 %% of them are known within %.3g %%\n", cells,
			    c->passes, 100 * c->precision);
	else
		strbuf_addf(text, "cells       %llu, %u pass%s: %llu sample%s\n", cells, c->passes,
			    c->passes == 1 ? "" : "es", cells * c->passes, cells * c->passes == 1 ? "" : "s");
}

/* How many of its passes a run will have is not known where the precision decides. */
static void print_estimate(const struct run_setup *run, struct strbuf *text)
{
	const struct config *c = &run->config;
	const struct estimate_sum pass = estimate_pass(&run->estimate);
	double passes = c->precision > 0 ? 1 : c->passes;
	char bytes[UNITS_TEXT_LEN], time[UNITS_TEXT_LEN];
	const char *of = c->precision > 0 ? " for the first pass" : "";
	const char *about = units_format_size((uint64_t)(pass.bytes * passes), bytes);

	strbuf_addf(text, "I/O         about %s%s\ntime        about %s%s", about + (*about == '~'), of,
		    units_format_duration((uint64_t)(pass.ns * passes), time), of);
	if (c->time_budget_ns)
		strbuf_addf(text, ", at most %s in all", units_format_duration(c->time_budget_ns, time));
	strbuf_addch(text, '\n');
}

/* What will be done, before it starts. */
/* How much that will be depends on what is found. */
static void print_again(const struct config *c, struct strbuf *text)
{
	if (!c->confirm && !c->refine)
		return;
	strbuf_addf(text, "then        cliffs are %s%s%s, ", c->confirm ? "looked for again" : "",
		    c->confirm && c->refine ? " and " : "", c->refine ? "halved" : "");
	if (c->time_budget_ns)
		strbuf_addstr(text, "for the rest of the time budget\n");
	else
		strbuf_addstr(text, c->confirm_all || c->refine ? "all that are found\n" : "for up to half as long as that\n");
}

static void print_plan(const struct run_setup *run)
{
	const struct config *c = &run->config;
	char space[UNITS_TEXT_LEN];
	struct strbuf text;

	strbuf_init(&text);
	strbuf_addf(&text, "target      %s\n", c->target ? c->target : "simulated");
	strbuf_addstr(&text, "file sizes  ");
	format_range(&c->file_sizes, &text);
	strbuf_addstr(&text, "\nrecords     ");
	format_range(&c->records, &text);
	strbuf_addstr(&text, "\ntests       ");
	for (size_t i = 0; i < c->tests_n; i++)
		strbuf_addf(&text, "%s%s", i ? " " : "", c->tests[i].name);
	strbuf_addf(&text, " (through %s)\nmodes      %s%s\n", c->tests[0].api, c->modes[MODE_DEVICE] ? " device" : "",
		    c->modes[MODE_CACHED] ? " cached" : "");
	print_passes(run, &text);
	strbuf_addf(&text, "space       %s at a time\n", units_format_size(run->plan.space_bytes, space));
	if (run->estimated) {
		print_estimate(run, &text);
	} else {
		strbuf_addstr(&text, "time        not known: trying the tests on a small file failed\n");
	}
	print_again(c, &text);
	strbuf_addf(&text, "seed        %llu\nresults     %s\n", (unsigned long long)c->seed, c->output);
	fputs(text.buf, stderr);
	strbuf_release(&text);
}

/* Where the wall time went, largest first as it happens to be read: measuring stands first. */
static void print_timing(const struct run_setup *run, const struct sweep_result *result)
{
	char text[UNITS_TEXT_LEN];

	fprintf(stderr, "wall time %s:", units_format_duration(result->wall_ns, text));
	for (int i = 0; i < TIMING_PARTS_N; i++) {
		double share = result->wall_ns ? 100.0 * (double)run->timing.ns[i] / (double)result->wall_ns : 0;

		fprintf(stderr, "%s %s %s (%.1f %%)", i ? "," : "", timing_part_name((enum timing_part)i),
			units_format_duration(run->timing.ns[i], text), share);
	}
	fputc('\n', stderr);
}

static json_t *timing_json(const struct run_setup *run, const struct sweep_result *result)
{
	json_t *json = json_object();

	json_object_set_new(json, "wall_ns", json_integer((json_int_t)result->wall_ns));
	for (int i = 0; i < TIMING_PARTS_N; i++) {
		char key[32];

		snprintf(key, sizeof(key), "%s_ns", timing_part_name((enum timing_part)i));
		for (char *c = key; *c; c++)
			*c = *c == ' ' || *c == '-' ? '_' : *c;
		json_object_set_new(json, key, json_integer((json_int_t)run->timing.ns[i]));
	}
	return json;
}

/* The sweep, and run.json's last state. */
static int measure(struct run_setup *run, const volatile sig_atomic_t *stop, struct sweep_result *result,
		   struct err *err)
{
	struct progress progress;
	struct sweep sweep = {
		.plan = &run->plan,
		.setting = &run->setting,
		.estimate = run->estimated ? &run->estimate : NULL,
		.precision = run->config.precision,
		.precondition = run->config.precondition,
		.budget_ns = again_sweep_budget_ns(&run->config),
		.journal = run->journal,
		.tally = &run->tally,
		.began_ns = clock_now_ns(&run->clock),
		.context = &progress,
	};
	bool is_virtual = target_is_virtual(run->target);
	struct rundir_end end = { 0 };
	struct err second = ERR_INIT;
	int ret;

	/* A virtual clock goes on by itself to where it was. */
	if (!is_virtual)
		sweep.began_ns -= run->tally.elapsed_ns;
	progress_init(&progress, STDERR_FILENO);
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
	/* A model's time is nobody's. */
	end.timing = is_virtual ? NULL : timing_json(run, result);
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
 * Reports, cliffs and pictures. A picture that fails is told, but no failure of the run: plot makes it again. Who stops
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

/* What of the rule ended the sweep, where it was more than a number of passes. */
static void print_end(const struct config *config, const struct sweep_result *result)
{
	char text[UNITS_TEXT_LEN];

	if (!(config->precision > 0))
		return;
	fprintf(stderr, "%llu of %llu cells known within %.3g %%; ", (unsigned long long)result->cells_within,
		(unsigned long long)result->cells, 100 * config->precision);
	if (result->end == SWEEP_END_PRECISION)
		fputs("ended since that is enough\n", stderr);
	else if (result->end == SWEEP_END_BUDGET)
		fprintf(stderr, "ended by the time budget of %s\n", units_format_duration(config->time_budget_ns, text));
	else if (result->end == SWEEP_END_PASSES)
		fprintf(stderr, "ended after %u passes\n", config->passes);
	else
		fputs("stopped\n", stderr);
}

static void print_counts(const struct sweep_result *result)
{
	fprintf(stderr, "%llu sample%s measured", (unsigned long long)result->measured, result->measured == 1 ? "" : "s");
	if (result->failed)
		fprintf(stderr, ", %llu failed", (unsigned long long)result->failed);
	if (result->skipped)
		fprintf(stderr, ", %llu skipped", (unsigned long long)result->skipped);
	fputs(result->stopped ? "; stopped before the end\n" : "\n", stderr);
}

int run_session(struct run_setup *run, const volatile sig_atomic_t *stop, struct err *err)
{
	struct sweep_result result;

	if (*stop)
		return 128 + *stop;
	if (run_setup_start(run, err))
		return -1;
	if (!run->config.quiet) {
		print_plan(run);
		print_remarks(run);
	}
	if (measure(run, stop, &result, err))
		return -1;
	if (!run->config.quiet) {
		print_counts(&result);
		print_end(&run->config, &result);
		print_timing(run, &result);
	}
	if (run_setup_leave_memory_group(run, err) || run_publish(&run->config, *stop, err))
		return -1;
	if (*stop)
		return 128 + *stop;
	return result.failed ? ERR_CELLS : 0;
}

static int run_run(const struct option_values *values, struct err *err)
{
	const volatile sig_atomic_t *stop = stop_install();
	struct err closing = ERR_INIT;
	struct run_setup run;
	int ret = run_setup_open(&run, values, stop, err);

	if (!ret)
		ret = run_session(&run, stop, err);
	if (run_setup_close(&run, &closing) && ret >= 0) {
		*err = closing;
		ret = -1;
	}
	return ret;
}

const struct command command_run = {
	.name = "run",
	.summary = "sweeps a directory; the default command",
	.operands = "TARGET",
	.operand_is = "TARGET, the directory to measure",
	.operands_min = 0,
	.operands_max = 1,
	.bit = COMMAND_RUN,
	.run = run_run,
};
