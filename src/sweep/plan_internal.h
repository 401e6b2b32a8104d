/* plan_internal: what the files of a plan share. Private to plan*.c. */
#ifndef IOSWEEP_SWEEP_PLAN_INTERNAL_H
#define IOSWEEP_SWEEP_PLAN_INTERNAL_H

#include "sweep/plan.h"

/* Whether no test before it goes through the same API. */
bool plan_is_first_of_api(const struct plan *plan, size_t test);

/* Add to the plan's remarks: what of the settings does not mean what it seems to, and which cells are skipped, counted. */
void plan_remark_settings(struct plan *plan);
void plan_remark_skipped(struct plan *plan);

#endif
