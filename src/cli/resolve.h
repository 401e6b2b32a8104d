/*
 * resolve: what the user wrote, and what was left open, made into a whole configuration for this machine.
 */
#ifndef IOSWEEP_CLI_RESOLVE_H
#define IOSWEEP_CLI_RESOLVE_H

struct config;
struct err;
struct option_values;

/*
 * Fills config (after config_init; the caller releases it, also after a failure) from values. All is set but the file
 * sizes, where they were left open (see resolve_sizes.h), and output. Returns -1 with err where options do not fit
 * together.
 */
int resolve_config(const struct option_values *values, struct config *config, struct err *err);

#endif
