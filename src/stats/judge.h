/*
 * judge: what the samples of each cell of a surface are worth: the median's interval, and a verdict.
 *
 * All of it is about logarithms, since noise of I/O is a factor. The interval is that of stats/robust.h; its prior is
 * taken from all cells of the surface (Smyth's, see stats/interval.h), so that two or three samples need not tell the noise
 * alone. With 5 % of the samples off by a factor of 1.3 to 10, and a noise that differs from cell to cell (its logarithm
 * by 0.5), 93 to 97 % of the intervals for 95 % hold the true value at 3, 5 and 7 passes, on surfaces of 20 and 100 cells;
 * tests/unit/test_judge.c measures it, and that passes which shift as a whole by up to half of the noise leave 90 to 98 %.
 * What a whole run shifts by is in none of its samples: samples of five real runs, dealt out anew to five, are held
 * by 92 to 96 % of the intervals, the runs as they were by 83 (memory) and 92 % (disk). Where a surface has one cell
 * the plain t interval is left, which is wide.
 *
 * Drift: the slope over the passes against the noise about a straight line (second differences, with a prior as above).
 * A single step or a single disturbed sample is no drift: of three or four samples all must go the same way with no
 * step below a fifth of the mean one, of more the slope is the median of those between any two samples (Theil and Sen).
 * Of the cells of a surface that are told to drift, three in a hundred may not, see stats/discovery.h; and what other
 * cells tell of a cell's noise counts for no more than eight degrees of freedom, since a few cells are much noisier. So in
 * pure noise, normal or with heavy tails, a table of 100 cells shows a drift in one case of ten or less at 3 to 7 passes.
 *
 * First pass: where cells have four samples or more, the first one is compared with the median of the others over all
 * these cells. When it differs by more than 2 % in the middle of the cells, beyond what their noise explains, the first
 * samples of these cells do not count: the volume was not warmed up.
 */
#ifndef IOSWEEP_STATS_JUDGE_H
#define IOSWEEP_STATS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum verdict {
	VERDICT_NONE, /* no samples */
	VERDICT_SINGLE, /* one sample: nothing is known of its noise */
	VERDICT_STABLE, /* the interval is within the precision */
	VERDICT_NOISY, /* it is not */
	VERDICT_DRIFTING, /* a trend over the passes */
	VERDICT_CONTAMINATED, /* others used the device during half of the samples or more */
};

#define VERDICTS_N 6
#define JUDGE_PRECISION 0.05 /* where nobody asked for another */

const char *verdict_name(enum verdict verdict); /* "" for none */

struct judged {
	const double *logs; /* finite, n of them in order of pass; borrowed */
	const uint64_t *passes; /* borrowed */
	size_t n;
	bool contaminated;
	/* results */
	size_t from; /* the first that counts: 1 where the first pass is left out */
	double middle; /* the median of those that count; NAN: no samples */
	double half_width; /* of the interval around it; INFINITY: not known */
	double sd; /* of one sample, as far as it is known by few of them; NAN: not at all */
	double drift; /* change of the logarithm from first to last pass; NAN: no trend */
	enum verdict verdict;
};

struct judge_rule {
	double precision; /* half of the interval, relative: 0.05 */
	double confidence; /* 0.95 */
};

#define JUDGE_RULE ((struct judge_rule){ JUDGE_PRECISION, 0.95 })

/* What became of the first pass. */
struct judge_first {
	bool left_out;
	double ratio; /* first pass to the later ones, in the middle of the cells; NAN: not compared */
};

/* Whether an interval is as narrow as asked for. */
bool judge_is_within(const struct judged *cell, const struct judge_rule *rule);

/* Judges the cells of one surface together. 0 or -ENOMEM. */
int judge_cells(struct judged *cells, size_t n, const struct judge_rule *rule, struct judge_first *first);

#endif
