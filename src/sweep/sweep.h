/*
 * sweep: all passes over the grid, in the order that plan.h describes.
 *
 * Each sample goes to the journal as soon as its group is done; the journal is synced after each file size. Files
 * that are done with stay until keeping them and making the next one would take more than the largest file size, and
 * go at the end of their file size in any case, outside the clock. What fails is the failure of its cells; only
 * a journal that cannot be written, or memory that runs out, ends a sweep early.
 */
#ifndef IOSWEEP_SWEEP_SWEEP_H
#define IOSWEEP_SWEEP_SWEEP_H

#include "measure/group.h"
#include "measure/timing.h"
#include "sweep/estimate.h"
#include "sweep/plan.h"

#include <stdint.h>

struct err;
struct journal;
struct tally;

/* How far a sweep is. Sizes, mode and pass are those of the group that is being measured. */
struct sweep_status {
	uint64_t pass, passes; /* its number, and that of the last one */
	uint64_t cells_done, cells_total; /* samples, over all passes; with those that were there at the start */
	uint64_t failed, skipped; /* of those done */
	enum mode mode;
	uint64_t file_size, record_size, depth, jobs;
	const struct sample *last; /* NULL before the first */
	uint64_t elapsed_ns;
	uint64_t left_ns; /* UINT64_MAX: not known */
	bool left_is_most; /* and it may be less */
	const char *purpose; /* as of the sweep */
};

/* What ended a sweep. */
enum sweep_end {
	SWEEP_END_PASSES, /* all of them are done */
	SWEEP_END_PRECISION, /* enough cells are known well enough, see stopping.h */
	SWEEP_END_BUDGET, /* the time is over */
	SWEEP_END_STOPPED, /* by the stop flag */
};

const char *sweep_end_name(enum sweep_end end); /* "passes", "precision", "time budget", "stopped" */

struct sweep {
	const struct plan *plan;
	/* What is known of the plan's cells and which are wanted; filled on. NULL: nothing, and all. */
	struct tally *tally;
	uint64_t first_pass; /* config.passes of them from this number on; 0: 1 */
	double precision; /* as a share, to which passes from the third on narrow the medians; 0: they measure all cells */
	bool precondition; /* writes the largest file once before, unless samples are there already */
	uint64_t budget_ns; /* since the run began, after which no group begins; 0: without limit */
	const char *purpose; /* of the samples, see model/sample.h; NULL: the sweep itself */
	const struct group_setting *setting; /* its timing is added to */
	const struct estimate *estimate; /* NULL: no time left is known */
	struct journal *journal;
	double behind_ns; /* that whoever sweeps goes on with behind it: part of the time left */
	uint64_t began_ns; /* by the clock, when the run began, as if it had never stopped since; 0: now */
	void (*progress)(void *context, const struct sweep_status *status); /* NULL: nobody looks */
	void *context;
};

struct sweep_result {
	uint64_t measured, failed, skipped; /* samples; with those of the tally that were there at the start */
	uint64_t wall_ns;
	bool stopped; /* by the stop flag */
	enum sweep_end end;
	uint64_t cells, cells_within; /* measured, and of these within the precision; 0: nobody asked */
};

/* 0 also when stopped or when cells failed; -1 with err otherwise. result is filled in any case. */
int sweep_run(const struct sweep *sweep, struct sweep_result *result, struct err *err);

#endif
