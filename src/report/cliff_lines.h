/*
 * cliff_lines: the cells around a cliff, line by line of those that it was found in.
 *
 * A line runs along one axis of the surface at one value of the other. On it the cliff has two cells on each side: the
 * last two up to where it begins and the first two from where it ends, of those cells that count. A quotient that lies
 * between is taken to the next octave, as by the detector, in lines that have none at the ends of a cliff over octaves.
 */
#ifndef IOSWEEP_REPORT_CLIFF_LINES_H
#define IOSWEEP_REPORT_CLIFF_LINES_H

#include "stats/cliff.h"
#include "store/resultset.h"

#include <stdbool.h>
#include <stddef.h>

#define CLIFF_LINE_CELLS 4

struct cliff_line {
	const struct cell *cell[CLIFF_LINE_CELLS]; /* in the order of the cliff's axis; the outer two may be NULL */
	double at[CLIFF_LINE_CELLS]; /* where they lie on it */
};

/* Whether a cell counts. */
typedef bool cliff_cell_fn(const struct cell *cell);

/* How many lines there are: each index below is one, whether the cliff was found in it or not. */
size_t cliff_lines_n(const struct resultset *rs, const struct cliff *c);

/* False where the cliff was not found in the line, or no cell counts on one side of it within three octaves. */
bool cliff_line_find(const struct resultset *rs, const struct surface *s, const struct cliff *c, size_t index,
		     cliff_cell_fn *counts, struct cliff_line *line);

#endif
