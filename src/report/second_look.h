/*
 * second_look: which cells of a run to measure again, or besides, to know more of its cliffs.
 *
 * To confirm a cliff: two cells on each side of it, in three of its lines spread over their range, three samples each
 * in passes of their own; five where there is one line. With them go the cells that are unlike their neighbours, the
 * twenty largest, with those that they were compared with. To refine one that is sure: the size in the middle, in all of
 * its lines, as often as the cells beside it were measured; where it lies in records per file, files of a whole number
 * of records in three of its lines, whose sizes the search for others does not see (report/cliffs.c).
 */
#ifndef IOSWEEP_REPORT_SECOND_LOOK_H
#define IOSWEEP_REPORT_SECOND_LOOK_H

#include "report/cliffs.h"
#include "sweep/look.h"

#include <stdint.h>

struct second_look_cell {
	struct look_cell cell;
	unsigned passes; /* samples that it is to have besides those that it has */
	double cost_ns; /* of one of them, by what a sample of it or of its neighbour took */
};

struct second_look {
	struct second_look_cell *cells; /* owned; each cell once */
	size_t cells_n, alloc;
	size_t cliffs; /* that they are for, cells unlike their neighbours included */
	double cost_ns; /* of all */
	uint64_t next_pass, sequence; /* behind the run's last pass; its highest number of a sample */
};

/*
 * Both take the strongest boundaries first and leave out those that would take the whole beyond limit_ns (INFINITY: no
 * limit). The tests' names are borrowed from the resultset. 0 or -ENOMEM; release in both cases.
 */
int second_look_confirm(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
			struct second_look *look);
int second_look_refine(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
		       struct second_look *look);
/* What the samples of the passes took, in all sessions of the run. */
double second_look_passes_ns(const struct resultset *rs);

void second_look_release(struct second_look *look);

#endif
