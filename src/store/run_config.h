/*
 * run_config: a run's configuration as the "config" object of run.json, and back.
 *
 * The keys are the names of the members of struct config, those of its io among them, and published. Sizes are bytes,
 * times ns. "modes" lists the names of those that run; a test is {"name", "api", "pattern"}; "depth" and
 * "jobs" are a number where there is one of them, else an array.
 */
#ifndef IOSWEEP_STORE_RUN_CONFIG_H
#define IOSWEEP_STORE_RUN_CONFIG_H

#include "model/config.h"

#include <jansson.h>

struct err;

/* A new reference. NULL with err when memory ran out, or a number is above 2^63-1 and so has no place in JSON. */
json_t *run_config_to_json(const struct config *config, struct err *err);

/*
 * Fills config, which must be empty (config_init); the caller releases it, also after a failure. -1 with err, which
 * names the key, when one is missing, of a wrong type or out of range, or unknown. Unknown keys are accepted only from
 * a newer program; keys that the first programs did not store may be missing.
 */
int run_config_from_json(json_t *json, bool newer, struct config *config, struct err *err);

#endif
