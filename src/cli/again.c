#include "cli/again.h"

#include "base/err.h"
#include "base/units.h"
#include "cli/results.h"
#include "cli/run_setup.h"
#include "report/second_look.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#define SHARE 0.5 /* of the sweep's time that confirming may take where nobody asked for it */
#define RESERVE 0.25 /* of the time for measuring, for what comes behind the sweep */
#define ROUNDS 8 /* of halving: more than a boundary over three steps of three octaves takes */

struct again {
	const struct run_setup *run;
	const struct sweep *sweep;
	struct sweep_result *result;
	struct err *err;
	bool limited;
	double limit_ns; /* of what is still to come; NAN: not known yet */
	uint64_t before; /* samples when it was planned */
	uint64_t last_sequence; /* of the samples that the next plan may know */
};

uint64_t again_sweep_budget_ns(const struct config *config, uint64_t measuring_ns)
{
	bool more = config->confirm || config->refine;

	return (uint64_t)((double)measuring_ns * (more ? 1 - RESERVE : 1));
}

double again_most_ns(const struct config *config, uint64_t measuring_ns, double sweep_ns)
{
	double most = config->confirm_all || config->refine ? INFINITY : SHARE * sweep_ns;

	if (!config->confirm && !config->refine)
		return 0;
	if (measuring_ns)
		most = fmin(most, fmax(0, (double)measuring_ns - sweep_ns));
	return most;
}

typedef int plan_fn(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns, struct second_look *look);

static void add_result(struct sweep_result *sum, const struct sweep_result *one)
{
	sum->measured += one->measured;
	sum->failed += one->failed;
	sum->skipped += one->skipped;
	sum->wall_ns += one->wall_ns;
	sum->stopped = one->stopped;
}

static void tell(const struct again *a, const char *purpose, const struct second_look *look)
{
	char text[UNITS_TEXT_LEN];

	if (a->run->config.quiet)
		return;
	fprintf(stderr, "%-11s %zu %s, %zu cells more, about %s\n", purpose, look->cliffs,
		look->cliffs == 1 ? "place" : "places", look->cells_n,
		units_format_duration((uint64_t)look->cost_ns, text));
}

static uint64_t samples_of(const struct sweep_result *result)
{
	return result->measured + result->failed + result->skipped;
}

/* What the time budget leaves. */
static double left_ns(const struct again *a)
{
	uint64_t gone = clock_now_ns(&a->run->clock) - a->sweep->began_ns;

	return a->sweep->budget_ns ? fmax(0, (double)a->sweep->budget_ns - (double)gone) : INFINITY;
}

/* What the passes behind this one cost. */
static double behind_ns(const struct second_look *look, unsigned pass)
{
	double sum = 0;

	for (size_t i = 0; i < look->cells_n; i++) {
		if (look->cells[i].passes > pass + 1)
			sum += (look->cells[i].passes - pass - 1) * look->cells[i].cost_ns;
	}
	return sum;
}

/* One pass over the cells that want as many. */
static int run_pass(const struct again *a, const char *purpose, const struct second_look *look, unsigned pass,
		    struct look_cell *cells)
{
	struct look one = {
		.purpose = purpose,
		.cells = cells,
		.first_pass = look->next_pass + pass,
		.passes = 1,
		.sequence = look->sequence + samples_of(a->result) - a->before,
		.run_dir = a->run->config.output,
	};
	struct sweep sweep = *a->sweep;
	struct sweep_result result;
	int ret;

	sweep.behind_ns = behind_ns(look, pass);
	for (size_t i = 0; i < look->cells_n; i++) {
		if (look->cells[i].passes > pass)
			cells[one.cells_n++] = look->cells[i].cell;
	}
	if (!one.cells_n)
		return 0;
	ret = look_run(&sweep, &one, &result, a->err);
	add_result(a->result, &result);
	return ret;
}

static unsigned most_passes(const struct second_look *look)
{
	unsigned most = 0;

	for (size_t i = 0; i < look->cells_n; i++)
		most = look->cells[i].passes > most ? look->cells[i].passes : most;
	return most;
}

static int run_look(const struct again *a, const char *purpose, const struct second_look *look)
{
	struct look_cell *cells = calloc(look->cells_n + 1, sizeof(*cells));
	unsigned most = most_passes(look);
	int ret = 0;

	if (!cells)
		return err_sys(a->err, ERR_ENVIRONMENT, ENOMEM, "looking again");
	for (unsigned pass = 0; !ret && pass < most && !a->result->stopped; pass++)
		ret = run_pass(a, purpose, look, pass, cells);
	free(cells);
	return ret;
}

/*
 * Plans by what the run had before, and measures. A run that is gone on with plans what it did, though it may have some
 * of it already. Returns how many cells that were, or -1 with err.
 */
static ssize_t look(struct again *a, const char *purpose, plan_fn *plan)
{
	struct second_look more = { 0 };
	struct results results;
	uint64_t before = a->result->wall_ns;
	int ret = results_load_until(a->run->config.output, a->last_sequence, &results, a->err);

	if (!ret) {
		if (isnan(a->limit_ns))
			a->limit_ns = a->limited ? SHARE * second_look_passes_ns(results.rs) : INFINITY;
		a->before = samples_of(a->result);
		ret = plan(results.rs, &results.cliffs, fmin(a->limit_ns, left_ns(a)), &more);
		if (ret)
			ret = err_sys(a->err, ERR_ENVIRONMENT, ret, "looking again");
	}
	if (!ret && more.cells_n) {
		tell(a, purpose, &more);
		ret = run_look(a, purpose, &more);
		a->last_sequence += samples_of(a->result) - a->before;
	}
	a->limit_ns -= (double)(a->result->wall_ns - before);
	ret = ret ? ret : (int)more.cells_n;
	second_look_release(&more);
	results_release(&results);
	return ret;
}

static int confirm(struct again *a)
{
	return look(a, SAMPLE_CONFIRM, second_look_confirm) < 0 ? -1 : 0;
}

/* Halves until nothing is left to halve. Returns how many rounds had something to do, or -1 with err. */
static int refine(struct again *a)
{
	int rounds = 0;

	while (rounds < ROUNDS && !a->result->stopped) {
		ssize_t cells = look(a, SAMPLE_REFINE, second_look_refine);

		if (cells < 0)
			return -1;
		if (!cells)
			break;
		rounds++;
	}
	return rounds;
}

int again_run(const struct run_setup *run, const struct sweep *sweep, struct sweep_result *result, struct err *err)
{
	const struct config *config = &run->config;
	struct sweep whole = *sweep;
	struct again a = {
		.run = run,
		.sweep = &whole,
		.result = result,
		.err = err,
		.limited = !config->confirm_all && !config->refine,
		.limit_ns = NAN,
		.last_sequence = sweep->tally->swept,
	};
	int rounds;

	whole.budget_ns = run->budget.measuring_ns;
	whole.precision = 0;
	if (result->stopped || (!config->confirm && !config->refine))
		return 0;
	if (config->confirm && confirm(&a))
		return -1;
	if (!config->refine || result->stopped)
		return 0;
	rounds = refine(&a);
	if (rounds < 0)
		return -1;
	return rounds && config->confirm && !result->stopped ? confirm(&a) : 0;
}
