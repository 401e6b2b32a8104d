/*
 * look: a further look at chosen cells of a run that was swept, at sizes of its grid or between them.
 *
 * It is a sweep like any other, in the order that plan.h describes and with files of its own, over the sizes that the
 * cells need. Its samples go to the journal of the run with the purpose as their mark; what that means for them is
 * said in model/sample.h.
 */
#ifndef IOSWEEP_SWEEP_LOOK_H
#define IOSWEEP_SWEEP_LOOK_H

#include "sweep/sweep.h"

#include <stddef.h>
#include <stdint.h>

struct look_cell {
	enum mode mode;
	const char *test; /* its name in the configuration; borrowed */
	uint64_t file_size, record_size, depth, jobs;
};

struct look {
	const char *purpose; /* of the samples, see model/sample.h */
	const struct look_cell *cells; /* those that the run's tests and modes cannot have are left out */
	size_t cells_n;
	uint64_t first_pass; /* number of its first pass: above those that the run has */
	unsigned passes;
	uint64_t sequence; /* the highest number that a sample of the run had before */
	const char *run_dir; /* of whose journal samples of this look are not measured again; NULL: it has none */
};

/* sweep: as for the whole run, of which the plan's configuration is the grid. Results as of sweep_run(). */
int look_run(const struct sweep *sweep, const struct look *look, struct sweep_result *result, struct err *err);

#endif
