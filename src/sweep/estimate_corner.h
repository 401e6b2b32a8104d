/* estimate_corner: which trial a cost is of. For estimate*.c alone. */
#ifndef IOSWEEP_SWEEP_ESTIMATE_CORNER_H
#define IOSWEEP_SWEEP_ESTIMATE_CORNER_H

#include "sweep/plan.h"

#include <stdbool.h>
#include <stddef.h>

/* The first or the last of the depths and of the numbers of jobs: which of them is a bit of the corner. */
static inline bool estimate_most_depth(size_t corner)
{
	return corner & 1;
}

static inline bool estimate_most_jobs(size_t corner)
{
	return corner & 2;
}

static inline size_t estimate_cost_index(const struct plan *plan, size_t corner, enum mode mode, size_t test)
{
	return (corner * MODES_N + (size_t)mode) * plan->tests_n + test;
}

#endif
