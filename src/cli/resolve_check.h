/* resolve_check: whether what was asked for belongs together, and to the tests of the run. */
#ifndef IOSWEEP_CLI_RESOLVE_CHECK_H
#define IOSWEEP_CLI_RESOLVE_CHECK_H

struct config;
struct err;
struct option_values;

/*
 * With the configuration filled from values. An option that can have no effect was meant for another run. 0, or -1
 * with err.
 */
int resolve_check(const struct option_values *values, const struct config *config, struct err *err);

#endif
