/*
 * compare: two runs over the cells that they share, and which of the differences are more than noise.
 *
 * A cell's ratio is that of the geometric means of its samples. Its noise comes from the repeats of both runs
 * together, drawn towards that of the other cells of its group (stats/interval.h), and by it a two-sided t test
 * gives the probability p of a ratio as far from 1 where nothing has changed. Over all cells of a comparison
 * the false discovery rate is held (stats/discovery.h): a cell differs when its q is not above the rate.
 *
 * Means and plain variances, where tables have medians: of three samples two may be outliers, so that the
 * median is one and a robust measure of scatter hides it. A plain variance shows it, and the cell is left
 * alone.
 *
 * What noise does not hold is what differs from run to run but not from pass to pass, such as where files came
 * to lie.
 */
#ifndef IOSWEEP_STATS_COMPARE_H
#define IOSWEEP_STATS_COMPARE_H

#include "stats/interval.h"

#include <stdbool.h>
#include <stddef.h>

#define COMPARE_RATE 0.05 /* false discovery rate */
#define COMPARE_CONFIDENCE 0.95 /* of intervals */
#define COMPARE_ASSUMED_SD 0.05 /* of a sample's logarithm, where nothing tells */
#define COMPARE_GROUP_LEAST 8 /* cells with repeats that make a group of its own; below, all cells are one */

/* What the noise of a cell is known from. All but the first two are guesses. */
enum compare_basis {
	COMPARE_NOTHING, /* a run has no sample, so there is no ratio */
	COMPARE_BOTH, /* repeats in both runs */
	COMPARE_ONE, /* repeats in one run: the other is taken to be as noisy */
	COMPARE_OTHERS, /* repeats of other cells only */
	COMPARE_ASSUMED, /* nothing repeats: COMPARE_ASSUMED_SD */
};

static inline bool compare_is_guess(enum compare_basis basis)
{
	return basis > COMPARE_BOTH;
}

struct compare_cell {
	/* given; cells of a group stand together */
	struct log_moments base, run;
	size_t group;
	/* found; NAN without samples on both sides */
	enum compare_basis basis;
	double ratio, low, high; /* run over base, and its interval */
	double error; /* standard error of the ratio's logarithm */
	double p, q;
	bool differs; /* beyond noise */
};

/* floor: the least variance of a sample's logarithm, such as the figures' resolution gives it. 0 or -ENOMEM. */
int compare_cells(struct compare_cell *cells, size_t n, double floor);

struct compare_summary {
	size_t cells; /* with a ratio */
	size_t guesses;
	size_t lower, higher; /* beyond noise */
	double mean, mean_low, mean_high; /* geometric, with its interval, from the cells' noise; NAN without cells */
	size_t lowest, highest; /* numbers of the cells with the extreme ratios; only where there are cells */
};

struct compare_summary compare_summarise(const struct compare_cell *cells, size_t n);

#endif
