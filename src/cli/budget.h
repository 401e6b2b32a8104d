/*
 * budget: what of a time budget is left for measuring.
 *
 * The budget is for the command as a whole. The trials of the estimate are over when it is divided, and count as they
 * were; reports and pictures come at the end, and have time kept for them by what a picture costs. Of a budget too short
 * for that, half is for measuring all the same.
 */
#ifndef IOSWEEP_CLI_BUDGET_H
#define IOSWEEP_CLI_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct config;
struct plan;

struct budget {
	uint64_t trials_ns; /* gone before anything is measured */
	uint64_t publish_ns; /* kept for reports and pictures; 0 where the time is a model's */
	uint64_t measuring_ns; /* from the first sample on, with all that comes behind the sweep; 0: without limit */
};

/* processors: that draw. plan is finished. */
uint64_t budget_publish_ns(const struct plan *plan, unsigned processors);

/* total_ns 0: there is no budget. */
struct budget budget_divide(uint64_t total_ns, uint64_t trials_ns, uint64_t publish_ns);

#endif
