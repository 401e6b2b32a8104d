/* resolve_sizes: the file and record sizes of a run, and whether disk and memory have room for them. */
#ifndef IOSWEEP_CLI_RESOLVE_SIZES_H
#define IOSWEEP_CLI_RESOLVE_SIZES_H

#include <stdint.h>

struct config;
struct err;
struct option_values;

/*
 * Chooses the file sizes where they were left open, checks sizes against each other, and checks that available_bytes
 * hold the largest file (UINT64_MAX: no limit). 0, or -1 with err.
 */
int resolve_sizes(const struct option_values *values, uint64_t available_bytes, struct config *config,
		  struct err *err);

/* Whether available_bytes hold the largest file. 0, or -1 with err. */
int resolve_check_space(uint64_t available_bytes, const struct config *config, struct err *err);

/* Sets the file sizes to those of automatic mode, 64K doubling to 4G, from smallest and up to room. 0 or -ENOMEM. */
int resolve_double_file_sizes(uint64_t smallest, uint64_t room, struct config *config);

#endif
