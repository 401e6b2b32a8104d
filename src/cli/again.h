/* again: what a run does behind its sweep: it looks again at the cliffs that it found, and closer at those it is sure of. */
#ifndef IOSWEEP_CLI_AGAIN_H
#define IOSWEEP_CLI_AGAIN_H

#include "sweep/sweep.h"

#include <stdint.h>

struct config;
struct err;
struct run_setup;

/* What the sweep itself may take of the time for all measuring, in ns; 0: without limit. */
uint64_t again_sweep_budget_ns(const struct config *config, uint64_t measuring_ns);

/* The most that may come behind a sweep of sweep_ns, with so much for all measuring; 0: nothing, INFINITY: nobody knows. */
double again_most_ns(const struct config *config, uint64_t measuring_ns, double sweep_ns);

/*
 * Loads the run as it stands and adds to its journal, as its configuration says: nothing at all when the sweep was
 * stopped or nothing was found. result is that of the sweep, and is added to. 0, or -1 with err.
 */
int again_run(const struct run_setup *run, const struct sweep *sweep, struct sweep_result *result, struct err *err);

#endif
