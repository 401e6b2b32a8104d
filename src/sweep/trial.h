/* trial: whether the run's settings work on its target, found by opening a file before anything is measured. */
#ifndef IOSWEEP_SWEEP_TRIAL_H
#define IOSWEEP_SWEEP_TRIAL_H

#include "measure/group.h"
#include "sweep/plan.h"

struct err;

/*
 * Tries the settings that an API can refuse on one target and take on another: those of pvsync. plan is finished.
 * 0, or -1 with err, which names the option.
 */
int trial_settings(const struct plan *plan, const struct group_setting *setting, struct err *err);

#endif
