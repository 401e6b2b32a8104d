#include "cli/command.h"
#include "cli/run_session.h"

static int run_run(const struct option_values *values, struct err *err)
{
	return run_session(run_setup_open, values, err);
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
