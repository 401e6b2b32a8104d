/*
 * config: what a run was asked to do. Filled once from the command line (or from run.json), then const.
 *
 * Everything here is resolved: "auto" and "2xram" have become sizes, so that a run is described by its config
 * alone. All pointers are owned; config_release frees them.
 */
#ifndef IOSWEEP_MODEL_CONFIG_H
#define IOSWEEP_MODEL_CONFIG_H

#include "base/units.h"
#include "model/io_settings.h"
#include "model/mode.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEST_NAME_LEN 40
#define NAME_LEN 16

/* A pattern through an API. "stdio:write" names both; "write" alone takes the first API of the run. */
struct test {
	char name[TEST_NAME_LEN];
	char api[NAME_LEN];
	char pattern[NAME_LEN];
};

struct config {
	char *target; /* the directory as the user wrote it */
	char *output; /* the run directory */
	char *command; /* the command line, for the record */
	char *sim_model; /* path of the sim API's model; NULL: its built-in one */
	struct size_list file_sizes, records; /* bytes, ascending */
	struct test *tests; /* in the order of the tables */
	size_t tests_n;
	bool modes[MODES_N]; /* which of them run */
	struct io_settings io;
	unsigned depth; /* I/Os in flight; synchronous APIs have 1 all the same */
	unsigned passes; /* >= 1 */
	uint64_t min_time_ns, max_time_ns; /* of a sample; max 0: no limit */
	bool max_time_cuts_cached; /* the user asked for it, so cached samples are cut as well */
	uint64_t seed;
	bool quiet;
};

void config_init(struct config *config);
void config_release(struct config *config);

/* Sets *field, an owned string of a config, to a copy of value (NULL allowed). Returns 0 or -ENOMEM. */
int config_set_string(char **field, const char *value);

#endif
