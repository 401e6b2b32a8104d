/*
 * stopping: which cells a further pass still measures, and whether there need be one.
 *
 * After two passes each cell's median has an interval (stats/judge.h, over all cells of a test in a mode). Where it is
 * wider than asked for the next pass measures the cell once more; when 95 % of the cells that were measured are within,
 * no pass follows. What is chosen for a pass depends on the samples of earlier passes alone, so that a run that goes on
 * after a stop chooses the same.
 */
#ifndef IOSWEEP_SWEEP_STOPPING_H
#define IOSWEEP_SWEEP_STOPPING_H

#include "sweep/tally.h"

#include <stddef.h>
#include <stdint.h>

#define STOPPING_SHARE 0.95

struct stopping {
	size_t measured; /* cells with a good sample in an earlier pass */
	size_t within; /* of these, those whose interval is narrow enough */
	size_t chosen; /* for this pass; 0: enough are within */
};

/* Chooses the cells of a pass, and fills half_width of all. precision: as a share. 0 or -ENOMEM. */
int stopping_choose(struct tally *tally, uint64_t pass, double precision, struct stopping *found);

#endif
