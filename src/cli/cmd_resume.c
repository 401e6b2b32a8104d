#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/resume_check.h"
#include "cli/run_session.h"
#include "cli/run_setup.h"
#include "cli/stop.h"
#include "store/rundir.h"

#include <stdio.h>
#include <string.h>

/* 1 when the run has come to its end, 0 when it has not, -1 with err. */
static int is_complete(const char *run_dir, struct err *err)
{
	const char *state;
	json_t *run;
	bool newer;
	int ret;

	if (rundir_read(run_dir, &run, &newer, err))
		return -1;
	state = json_string_value(json_object_get(run, "state"));
	ret = resume_check_origin(run, run_dir, err);
	if (!ret)
		ret = state && !strcmp(state, "complete");
	json_decref(run);
	return ret;
}

static int resume(const struct option_values *values, struct err *err)
{
	const volatile sig_atomic_t *stop = stop_install();
	struct err closing = ERR_INIT;
	struct run_setup run;
	int ret = run_setup_resume(&run, values, stop, err);

	if (!ret)
		ret = run_session(&run, stop, err);
	if (run_setup_close(&run, &closing) && ret >= 0) {
		*err = closing;
		ret = -1;
	}
	return ret;
}

static int run_resume(const struct option_values *values, struct err *err)
{
	const char *run_dir = values->operands[0];
	int complete = is_complete(run_dir, err);

	if (complete < 0)
		return -1;
	if (!complete)
		return resume(values, err);
	fprintf(stderr, "%s is complete; 'iosweep report %s' shows it\n", run_dir, run_dir);
	return 0;
}

const struct command command_resume = {
	.name = "resume",
	.summary = "goes on with a run that stopped",
	.operands = "RUN",
	.operand_is = "RUN, the directory of a run",
	.operands_min = 1,
	.operands_max = 1,
	.bit = COMMAND_RESUME,
	.run = run_resume,
};
