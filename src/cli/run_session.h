/* run_session: a run from its plan on the screen to its pictures, begun or gone on with. */
#ifndef IOSWEEP_CLI_RUN_SESSION_H
#define IOSWEEP_CLI_RUN_SESSION_H

#include <signal.h>
#include <stdbool.h>

struct config;
struct err;
struct run_setup;

/* What run_setup_open() or run_setup_resume() has opened. As struct command's run. */
int run_session(struct run_setup *run, const volatile sig_atomic_t *stop, struct err *err);

/* Tables, cliffs and pictures of config->output; stopped: without the pictures. 0, or -1 with err. */
int run_publish(const struct config *config, bool stopped, struct err *err);

#endif
