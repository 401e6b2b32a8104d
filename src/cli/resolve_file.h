/* resolve_file: what a run does on a target that is one file or block device, which is there already. */
#ifndef IOSWEEP_CLI_RESOLVE_FILE_H
#define IOSWEEP_CLI_RESOLVE_FILE_H

#include "base/strbuf.h"
#include "model/config.h"

#include <stdint.h>

struct err;
struct option_values;

/*
 * Sets config->target_is_file and overwrite; of a file, leaves out the tests that make files of their own, which it
 * tells in remarks. 0, or -1 with err: what it would do to the file was not asked for.
 */
int resolve_file(const struct option_values *values, struct config *config, struct strbuf *remarks, struct err *err);

/* Chooses the file sizes where they were left open, and checks that the file, of so many bytes, has them. */
int resolve_file_sizes(uint64_t bytes, struct config *config, struct err *err);

#endif
