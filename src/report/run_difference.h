/*
 * run_difference: what two runs differ in beside their figures: the program, the configuration and the
 * environment, key by key as run.json has them. What always differs (times, seeds, names of directories, load)
 * is left out, and what drifts (free space) counts from a tenth on. Sizes and tests are not here: cells tell of
 * them.
 */
#ifndef IOSWEEP_REPORT_RUN_DIFFERENCE_H
#define IOSWEEP_REPORT_RUN_DIFFERENCE_H

#include <stddef.h>

struct resultset;

struct run_difference {
	char *key; /* owned: "config.include_flush", "environment.kernel.release" */
	/* owned; text as it is, all else as JSON; NULL: not recorded */
	char *base, *run;
};

struct run_differences {
	struct run_difference *v; /* owned */
	size_t n;
};

void run_differences_release(struct run_differences *differences);

/* Appends a difference, of which the strings are copied. 0 or -ENOMEM. */
int run_differences_add(struct run_differences *differences, const char *key, const char *base, const char *run);

/* Appends all that run.json tells. 0 or -ENOMEM. */
int run_differences_find(struct run_differences *differences, const struct resultset *base, const struct resultset *run);

#endif
