#include "cli/budget.h"

#include "model/config.h"
#include "sweep/plan.h"

#include <sys/param.h>

/*
 * Of a processor, for all pictures of a test in a mode. Twice what 13 tests over 11 file and 13 record sizes took on a
 * virtual processor of 2.1 GHz (54 pictures, 7 s), since others may be at work.
 */
#define SURFACE_NS 1100000000U
#define SAMPLE_NS 100000U /* of the tables, the CSV files and the cliffs, each read and written twice */

static uint64_t surfaces_n(const struct plan *plan)
{
	uint64_t n = 0;

	for (size_t i = 0; i < plan->tests_n; i++) {
		for (int mode = 0; mode < MODES_N; mode++)
			n += plan->tests[i].in_mode[mode];
	}
	return n * plan->config->depth.n * plan->config->jobs.n;
}

uint64_t budget_publish_ns(const struct plan *plan, unsigned processors)
{
	uint64_t drawing = plan->config->no_pictures ? 0 : surfaces_n(plan) * SURFACE_NS / MAX(1, processors);

	return drawing + plan->cells * plan->config->passes * SAMPLE_NS;
}

struct budget budget_divide(uint64_t total_ns, uint64_t trials_ns, uint64_t publish_ns)
{
	uint64_t taken = trials_ns + publish_ns;
	struct budget budget = { .trials_ns = trials_ns, .publish_ns = publish_ns };

	if (total_ns)
		budget.measuring_ns = MAX(1, total_ns - MIN(taken, total_ns / 2));
	return budget;
}
