/*
 * run_setup_internal: the parts of run_setup, in the order in which they are called. Private to run_setup*.c. Those that
 * can fail return 0, or -1 with err; what they have opened run_setup_close() releases also then.
 */
#ifndef IOSWEEP_CLI_RUN_SETUP_INTERNAL_H
#define IOSWEEP_CLI_RUN_SETUP_INTERNAL_H

#include "cli/run_setup.h"

/*
 * ---- a run that is gone on with: its run.json, journal and configuration. The journal's lock says that nobody else is
 * at the run. Also where its target is from here; and what it has left there goes.
 */
int run_setup_open_stored(struct run_setup *run, const char *run_dir, struct err *err);

/* ---- the target, open, with the sizes that it has room for */
int run_setup_open_target(struct run_setup *run, struct err *err);
int run_setup_fit_sizes(struct run_setup *run, const struct option_values *values, uint64_t *available, struct err *err);

/* Its facts, and what the modes mean there; run->remarks says what the user should know of it. */
int run_setup_look_at_target(struct run_setup *run, const struct option_values *values, struct err *err);

/* So that this run, and no other, may remove what it leaves if it is killed. */
int run_setup_mark_target(struct run_setup *run, struct err *err);

/* ---- what measures: clock, setting and watchdog, as soon as there is a target */
int run_setup_open_measuring(struct run_setup *run, const _Atomic sig_atomic_t *stop, struct err *err);

/* Sets how much room the run takes at most, with the plan finished and so many bytes free. */
void run_setup_choose_keep(struct run_setup *run, uint64_t available);
int run_setup_make_buffers(struct run_setup *run, struct err *err);
void run_setup_free_buffers(struct run_setup *run);

/* With a time budget the setting's maximum time comes from the estimate. */
int run_setup_make_estimate(struct run_setup *run, const struct option_values *values, struct err *err);

/* ---- the run directory: made, or one that is there already, whose plan must be what it was */
int run_setup_create_output(struct run_setup *run, const struct option_values *values, struct err *err);
int run_setup_reopen_output(struct run_setup *run, struct err *err);
void run_setup_remark_same_disk(struct run_setup *run);

/* Writes run.json and opens the journal; or only clears away what earlier sessions have not finished. */
int run_setup_write_start(struct run_setup *run, struct err *err);
int run_setup_go_on(struct run_setup *run, struct err *err);

/* What earlier sessions have measured. */
int run_setup_fill_tally(struct run_setup *run, struct err *err);

#endif
