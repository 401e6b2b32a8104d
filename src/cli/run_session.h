/* run_session: a run from its plan on the screen to its pictures, begun or gone on with. */
#ifndef IOSWEEP_CLI_RUN_SESSION_H
#define IOSWEEP_CLI_RUN_SESSION_H

#include "cli/run_setup.h"

#include <stdbool.h>

/* run_setup_open() or run_setup_resume(). */
typedef int run_open(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		     struct err *err);

/* Opens a run, measures, reports and closes it. As struct command's run. */
int run_session(run_open *open, const struct option_values *values, struct err *err);

/* Tables, cliffs and pictures of config->output; stopped: without the pictures. 0, or -1 with err. */
int run_publish(const struct config *config, bool stopped, struct err *err);

#endif
