/* resolve_tests: which tests a run has, in the order in which a sequence runs them. */
#ifndef IOSWEEP_CLI_RESOLVE_TESTS_H
#define IOSWEEP_CLI_RESOLVE_TESTS_H

#include <stdbool.h>

struct config;
struct option_values;

/*
 * Sets config->tests, which the configuration owns, to those that values name, or to those of automatic mode. 0 or
 * -ENOMEM.
 */
int resolve_tests(const struct option_values *values, struct config *config);

/* Whether a run without --tests and --api has this test through stdio as well. */
bool resolve_adds_stdio(const char *pattern);

#endif
