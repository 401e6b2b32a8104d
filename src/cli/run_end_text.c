#include "cli/run_end_text.h"

#include "cli/run_setup.h"
#include "sweep/sweep.h"

#include <stdio.h>

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
