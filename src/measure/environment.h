/*
 * environment: what the machine is, as the JSON object that a run stores. model/envfacts.h lists the keys.
 */
#ifndef IOSWEEP_MEASURE_ENVIRONMENT_H
#define IOSWEEP_MEASURE_ENVIRONMENT_H

#include <jansson.h>

#include "base/err.h"
#include "measure/env_roots.h"

/*
 * Looks at the machine and at the file system and block devices under target_dir. Returns a new reference, keys in
 * the order of the manual, or NULL with err filled when target_dir cannot be looked at (ERR_ENVIRONMENT). Whatever
 * else cannot be read is null.
 */
json_t *environment_collect(const char *target_dir, struct err *err);

/* The same with the kernel's files under other roots, for tests. */
json_t *environment_collect_from(const struct env_roots *roots, const char *target_dir, struct err *err);

#endif
