/*
 * env_parts: the parts that environment_collect() is made of. Each returns a new object (NULL: no memory); the
 * keys stand in model/envfacts.h.
 */
#ifndef IOSWEEP_MEASURE_ENV_PARTS_H
#define IOSWEEP_MEASURE_ENV_PARTS_H

#include <jansson.h>
#include <sys/types.h>

#include "base/err.h"
#include "measure/env_roots.h"

/* Puts host_name, os_name, kernel, load and pressure into env. */
void env_host(const struct env_roots *roots, json_t *env);

json_t *env_virtualisation(const struct env_roots *roots);
json_t *env_cpu(const struct env_roots *roots);
json_t *env_memory(const struct env_roots *roots);
json_t *env_cgroup(const struct env_roots *roots);

/* device is the st_dev of target_dir. NULL with err filled when target_dir cannot be looked at. */
json_t *env_file_system(const struct env_roots *roots, const char *target_dir, dev_t *device, struct err *err);

/* NULL also when the kernel shows no such block device. */
json_t *env_device(const struct env_roots *roots, dev_t device);

#endif
