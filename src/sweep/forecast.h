/*
 * forecast: how much longer a sweep takes, from what its cells have cost so far.
 *
 * A group whose tests have been measured costs what they cost then, or, from two samples on, what they usually did, with
 * the part that disturbed samples add in all cells. One that has not been is foretold by the estimate
 * (estimate.h), corrected by what the estimate was worth at the groups nearest to it on the grid of file and record sizes;
 * what a file size costs beside its groups (the standing file, removing files) follows in the same way. Passes to come
 * have all cells; where a precision decides which, those that will need so many samples if their interval narrows as that
 * of a median does, until enough cells are within. Of those that have no two samples yet as many are taken to need so many
 * as of those that have. Until nine tenths have, all passes with all cells are the most that can come, and no more is
 * known.
 */
#ifndef IOSWEEP_SWEEP_FORECAST_H
#define IOSWEEP_SWEEP_FORECAST_H

#include "sweep/estimate.h"
#include "sweep/tally.h"

#include <stdbool.h>
#include <stdint.h>

struct forecast_ratio;
struct forecast_group;

struct forecast {
	const struct tally *tally; /* borrowed */
	const struct estimate *estimate; /* borrowed; NULL: none */
	double precision; /* as of the sweep, set by it; 0: all passes measure all cells */
	uint64_t passes; /* number of the last one */
	size_t *indexes; /* owned scratch, one of each test */
	struct forecast_ratio *ratios; /* owned; of each mode, kind of file, file and record size */
	struct forecast_group *groups; /* owned; of each group */
	double *file_ns; /* owned; what a file size cost beside its groups; NAN: not known */
	double groups_wall_ns, groups_cost_ns; /* sums over groups: by the clock, and by their samples */
	double *sd; /* owned; of each cell, see stopping_noise() */
	double *wide; /* owned; by number of samples up to passes: share of the cells that will need more */
	bool has_noise; /* of enough cells to tell something of the others */
	double disturbed; /* what cells cost on average, to what they usually do; 1 or more */
	double left_ns; /* NAN: not known */
	bool is_most; /* it will not be more, and how much less is not known */
	size_t since_look, look_every; /* groups */
};

/* 0 or -ENOMEM, when there is nothing to release. */
int forecast_init(struct forecast *f, const struct tally *tally, const struct estimate *estimate, uint64_t passes);
void forecast_release(struct forecast *f);

/* Looks at all that is to come, by all that is known so far: at the start of a pass. */
void forecast_begin_pass(struct forecast *f, uint64_t pass);

/* The same within one, where how well the cells are known counts as it was. */
void forecast_look(struct forecast *f, uint64_t pass);

/* What the group will cost in this pass, by what is known before it is measured. 0 where it has nothing to do. */
double forecast_group(const struct forecast *f, const struct plan_group *group, uint64_t pass);

/* What was expected to take so long is over. */
void forecast_spend(struct forecast *f, double expected_ns);

/* The group has been measured and is in the tally. */
void forecast_add_group(struct forecast *f, const struct plan_group *group, uint64_t pass, double wall_ns);

/* File size number i is done with; wall_ns is what it cost beside its groups. */
void forecast_add_file(struct forecast *f, size_t i, uint64_t pass, double wall_ns);

#endif
