/* estimate_internal: where the costs of an estimate stand, and what its files ask each other. For estimate*.c alone. */
#ifndef IOSWEEP_SWEEP_ESTIMATE_INTERNAL_H
#define IOSWEEP_SWEEP_ESTIMATE_INTERNAL_H

#include "sweep/estimate.h"

#include <stdbool.h>
#include <stddef.h>

/* The trials of a file size: at the first and the last depth, with the first and the last number of jobs. */
#define ESTIMATE_CORNERS 4

/* Which of them is a bit of the corner. */
static inline bool estimate_most_depth(size_t corner)
{
	return corner & 1;
}

static inline bool estimate_most_jobs(size_t corner)
{
	return corner & 2;
}

/* size is a number in estimate.sizes. */
static inline size_t estimate_cost_index(const struct plan *plan, size_t size, size_t corner, enum mode mode, size_t test)
{
	return ((size * ESTIMATE_CORNERS + corner) * MODES_N + (size_t)mode) * plan->tests_n + test;
}

/* Two file sizes that were tried, and how far from the first to the second something is. */
struct estimate_between {
	size_t low, high;
	double part;
};

struct estimate_between estimate_between(const struct estimate *estimate, uint64_t file_size);

/* The groups of a file size of the grid, told by these trials. */
struct estimate_sum estimate_groups(const struct estimate *estimate, size_t f, const struct estimate_between *between);

/* The file size to try next, which takes no longer than that, by what the last one took; 0: none that would help. */
struct estimate_allowance {
	double left_ns, last_ns; /* still allowed; the last trial, of which last_file_ns are its file */
	double last_file_ns;
	uint64_t room; /* the largest that there is room for */
};

uint64_t estimate_next_size(const struct estimate *estimate, const struct estimate_allowance *allowance);

#endif
