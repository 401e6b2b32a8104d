#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/resume_check.h"
#include "cli/run_session.h"
#include "model/config.h"
#include "store/run_config.h"
#include "store/rundir.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum progress {
	IN_PART,
	MEASURED, /* but killed before its reports were made */
	COMPLETE,
};

/* How far the run is, or -1 with err. */
static int look_at_run(const char *run_dir, struct err *err)
{
	const char *state;
	json_t *run;
	bool newer;
	int ret;

	if (rundir_read(run_dir, &run, &newer, err))
		return -1;
	state = json_string_value(json_object_get(run, "state"));
	ret = resume_check_origin(run, run_dir, err);
	if (!ret && state && !strcmp(state, "complete"))
		ret = json_is_false(json_object_get(run, "reported")) ? MEASURED : COMPLETE;
	json_decref(run);
	return ret;
}

static int load_config(const struct option_values *values, struct config *config, struct err *err)
{
	const char *run_dir = values->operands[0];
	json_t *run;
	bool newer;
	int ret = rundir_read(run_dir, &run, &newer, err);

	if (ret)
		return ret;
	ret = run_config_from_json(json_object_get(run, "config"), newer, config, err);
	json_decref(run);
	if (ret)
		return err_clause(err, "%s/run.json", run_dir);
	config->quiet = values->quiet;
	config->no_pictures = config->no_pictures || values->no_pictures;
	return config_set_string(&config->output, run_dir) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", run_dir) : 0;
}

/* What was measured is whole. */
static int report_only(const struct option_values *values, struct err *err)
{
	struct config config;
	int ret;

	config_init(&config);
	ret = load_config(values, &config, err);
	if (!ret) {
		rundir_remove_unfinished(config.output);
		ret = run_publish(&config, false, err);
	}
	config_release(&config);
	return ret;
}

static int run_resume(const struct option_values *values, struct err *err)
{
	const char *run_dir = values->operands[0];

	switch (look_at_run(run_dir, err)) {
	case IN_PART:
		return run_session(run_setup_resume, values, err);
	case MEASURED:
		return report_only(values, err);
	case COMPLETE:
		if (!values->quiet)
			fprintf(stderr, "%s is complete; 'iosweep report %s' shows it\n", run_dir, run_dir);
		return 0;
	default:
		return -1;
	}
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
