/*
 * resolve: what the user wrote, and what was left open, made into a whole configuration for this machine.
 */
#ifndef IOSWEEP_CLI_RESOLVE_H
#define IOSWEEP_CLI_RESOLVE_H

#include "model/config.h"

#include <stdint.h>

struct err;
struct option_values;

/*
 * Fills config (after config_init; the caller releases it, also after a failure) from values. All is set but the file sizes,
 * where they were left open, and output. Returns -1 with err where options do not fit together.
 */
int resolve_config(const struct option_values *values, struct config *config, struct err *err);

/*
 * Chooses the file sizes where they were left open, checks sizes against each other, and checks that available_bytes
 * hold the largest file (UINT64_MAX: no limit).
 */
int resolve_sizes(const struct option_values *values, uint64_t available_bytes, struct config *config,
		  struct err *err);

/* Whether available_bytes hold the largest file. 0, or -1 with err. */
int resolve_check_space(uint64_t available_bytes, const struct config *config, struct err *err);

/* Whether a run without --tests and --api has this test through stdio as well. */
bool resolve_adds_stdio(const char *pattern);

#endif
