/* second_look_internal: what the files that plan a second look share. Private to second_look*.c. */
#ifndef IOSWEEP_REPORT_SECOND_LOOK_INTERNAL_H
#define IOSWEEP_REPORT_SECOND_LOOK_INTERNAL_H

#include "report/cliff_lines.h"
#include "report/second_look.h"

#include <stdbool.h>
#include <stddef.h>

struct look_planner {
	const struct resultset *rs;
	const struct run_cliffs *cliffs;
	double limit_ns;
	struct second_look *look;
	bool (*wanted)(enum cliff_status status); /* which cliffs are planned for, */
	int (*plan)(const struct look_planner *p, const struct mode_cliffs *m, size_t cliff); /* and how. 0 or -ENOMEM */
	struct cliff_line *lines; /* scratch: room for all lines of a surface */
};

/* A sample of that cell, measured again so often. */
struct second_look_cell look_cell_like(const struct surface *s, const struct sample *sample, unsigned passes);
double look_cost_ns(const struct sample *s); /* of one as this */

/* Adds a cell, or samples to one that is there. 0 or -ENOMEM. */
int look_add(struct second_look *look, const struct second_look_cell *cell);

/* The lines that the cliff can be looked for in: fills p->lines. Returns how many. */
size_t look_find_lines(const struct look_planner *p, const struct surface *s, const struct cliff *c);

/* What is to be measured for one cliff. 0 or -ENOMEM. */
int look_confirm_cliff(const struct look_planner *p, const struct mode_cliffs *m, size_t cliff);
int look_refine_cliff(const struct look_planner *p, const struct mode_cliffs *m, size_t cliff);

/*
 * A boundary in records per file: files of as many records as lie in the middle, so that the last record is whole. Three
 * of the record sizes do, spread over them, since each makes a file size of its own.
 */
int look_refine_quotient(const struct look_planner *p, const struct surface *s, const struct cliff *c);

/* The same for the cells that are unlike their neighbours. */
int look_confirm_anomalies(const struct look_planner *p);

#endif
