#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/results.h"

#include <stdio.h>

static int run_plot(const struct option_values *values, struct err *err)
{
	const char *dir = values->output ? values->output : values->operands[0];
	struct results results;
	size_t drawn = 0;
	int ret = results_load(values->operands[0], &values->axes, &results, err);

	if (!ret)
		ret = resultset_set_metric(results.rs, values->metric, err);
	if (!ret)
		ret = results_draw(&results, dir, &values->pictures, &drawn, err);
	results_release(&results);
	if (!ret)
		printf("%zu pictures in %s/%s\n", drawn, dir, picture_format_name(values->pictures.format));
	return ret;
}

const struct command command_plot = {
	.name = "plot",
	.summary = "draws the pictures of a run",
	.operands = "RUN",
	.operand_is = "RUN, the directory of a run",
	.operands_min = 1,
	.operands_max = 1,
	.bit = COMMAND_PLOT,
	.run = run_plot,
};
