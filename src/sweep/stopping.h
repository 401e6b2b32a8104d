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

/* Chooses the cells of a pass. precision: as a share. 0 or -ENOMEM. */
int stopping_choose(struct tally *tally, uint64_t pass, double precision, struct stopping *found);

/*
 * The noise of a sample of each cell by the samples of earlier passes: its logarithm's standard deviation, in the order of
 * tally.cells; NAN where it is not known. 0 or -ENOMEM.
 */
int stopping_noise(const struct tally *tally, uint64_t pass, double *sd);

/* The least number of samples with which a cell of that noise is within, as far as the noise is known; at most `most`. */
uint64_t stopping_samples(double sd, double precision, uint64_t most);

#endif
