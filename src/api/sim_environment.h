/* sim_environment: a modelled machine described as a real one is. */
#ifndef IOSWEEP_API_SIM_ENVIRONMENT_H
#define IOSWEEP_API_SIM_ENVIRONMENT_H

#include "api/sim_model.h"

#include <jansson.h>

/*
 * An environment object (envfacts.h has the keys), so that the causes of the model's cliffs can be named as those of
 * a machine: the page cache as memory, the caches before it as the CPU's (the last of them as L3), the array as an md
 * device, max_request as max_sectors_bytes; the model itself under "sim_model". What a model does not have is absent.
 * A new reference, or NULL when memory runs out.
 */
json_t *sim_environment(const struct sim_model *model);

#endif
