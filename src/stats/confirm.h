/*
 * confirm: whether a cliff shows again where it was looked for again.
 *
 * The search tries many places on many surfaces, so some of what it finds is chance. Samples taken afterwards, at a
 * few cells on both sides of a place that was settled before, have no such choice in them: on these alone, the step
 * must go the same way and be 0.2 octave at least and half of what was found beyond the trend that was found, with z of
 * 3 at least; a quarter of it beyond their own slopes; and so in most of the passes. The trend is that of the whole
 * surface, since slopes from cell to cell of so few samples would take as much of the step away as noise of 10 % can
 * hide. Three lines with three samples a cell do, or five samples where there is one line only. Of noise alone fewer
 * than one in a thousand pass at noise of 10 %, and a change by half is seen with certainty (tests/cliff).
 *
 * Pure functions of their arguments.
 */
#ifndef IOSWEEP_STATS_CONFIRM_H
#define IOSWEEP_STATS_CONFIRM_H

#include "stats/cliff.h"

#define CONFIRM_LINES 3U
#define CONFIRM_SAMPLES 3U /* of a cell */
#define CONFIRM_SAMPLES_ALONE 5U /* where only one line can be looked at */
#define CONFIRM_CELLS 4U

/* The cells of a line around a place: two up to it and two from it on, ascending. The outer ones may have no samples. */
struct confirm_line {
	double at[CONFIRM_CELLS]; /* sizes; where a cell has no samples it says nothing */
	struct cliff_cell cell[CONFIRM_CELLS]; /* of fresh samples, with their passes; the first 16 count */
};

enum confirm_verdict {
	CONFIRM_UNKNOWN, /* too few samples */
	CONFIRM_NO,
	CONFIRM_YES,
};

struct confirm {
	enum confirm_verdict verdict;
	double ratio, excess; /* of the fresh samples, as in struct cliff; NAN: unknown */
	double z;
	unsigned lines; /* that could be judged */
};

/*
 * excess, trend: of the cliff that was found, see struct cliff. Of more than CONFIRM_LINES lines the first count.
 */
struct confirm confirm_judge(const struct confirm_line *lines, unsigned n, double excess, double trend);

/*
 * How sure a cliff is after that: the share of true ones among those that had such a confidence before and this verdict,
 * as measured on surfaces with noise, outliers and spells of slowness (tests/cliff/cliff_again.c). Where the verdict is
 * unknown, what it was before. Of the confirmed ones that are none most are beside a true one.
 */
double confirm_confidence(const struct confirm *again, double before);

#endif
