/*
 * run_setup: all that a run holds open, from the checked configuration to the last file, and its release.
 *
 * The order is the one that touches least when something is wrong: what the command line says is judged first, then
 * the target, and only then is anything written.
 */
#ifndef IOSWEEP_CLI_RUN_SETUP_H
#define IOSWEEP_CLI_RUN_SETUP_H

#include "cli/budget.h"
#include "measure/group.h"
#include "sweep/estimate.h"
#include "sweep/plan.h"
#include "sweep/tally.h"

#include <jansson.h>
#include <stdbool.h>

struct err;
struct journal;
struct memory_group;
struct option_values;

struct run_setup {
	struct memory_group *memory_group; /* NULL: the run has none of its own, or has left it */
	struct config config;
	struct plan plan;
	bool plan_built;
	struct clock clock;
	struct target *target;
	struct buffer *buffers; /* one for each job */
	unsigned buffers_n; /* that are initialised */
	struct facts *facts;
	struct watchdog *watchdog; /* NULL: on a virtual target */
	struct timing timing;
	struct group_setting setting;
	struct estimate estimate;
	struct budget budget;
	bool estimated; /* else no time could be foretold */
	json_t *environment; /* NULL: not known */
	struct strbuf remarks; /* for the user, a line each */
	bool run_dir_made, started; /* started: run.json is written */
	struct journal *journal;
	struct tally tally; /* with the samples that are stored already */
	int target_error; /* of closing the target; 0 or -errno */
	json_t *stored; /* run.json of a run that is gone on with; NULL: it is a new one */
	uint64_t started_ns; /* since the epoch */
};

/* Everything up to the estimate, with the run directory still empty. Close it also after a failure. */
int run_setup_open(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		   struct err *err);

/*
 * The same for the run in the directory that is the first operand, which must not be complete: its journal is locked
 * and mended, what it has left in the target is removed. -1 with err also when target, configuration or machine are not
 * what they were.
 */
int run_setup_resume(struct run_setup *run, const struct option_values *values, const _Atomic sig_atomic_t *stop,
		     struct err *err);

/* Writes run.json and opens the journal, or looks through that of a run that is gone on with. */
int run_setup_start(struct run_setup *run, struct err *err);

/* Back to all of the machine's memory, once nothing is measured any more. 0, or -1 with err. */
int run_setup_leave_memory_group(struct run_setup *run, struct err *err);

/* Removes the run's files from the target, so that nothing can be left there once the run counts as complete. */
void run_setup_close_target(struct run_setup *run);

/*
 * Releases all, and removes a run directory in which nothing stands yet; -1 with err when files could not be removed
 * from the target.
 */
int run_setup_close(struct run_setup *run, struct err *err);

#endif
