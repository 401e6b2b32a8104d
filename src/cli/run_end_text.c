#include "cli/run_end_text.h"

#include "cli/run_setup.h"
#include "report/wall_time.h"
#include "sweep/sweep.h"

#include <stdio.h>

/* Where the wall time went, in the order of its parts: measuring stands first. */
static void print_timing(const struct run_setup *run, const struct sweep_result *result)
{
	const struct wall_time time = { result->wall_ns, run->timing };
	struct strbuf line;

	strbuf_init(&line);
	wall_time_add(&time, &line);
	fprintf(stderr, "%s\n", line.buf);
	strbuf_release(&line);
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

void run_end_print(const struct run_setup *run, const struct sweep_result *result)
{
	print_counts(result);
	print_end(&run->config, result);
	print_timing(run, result);
}
