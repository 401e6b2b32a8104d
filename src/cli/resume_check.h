/* resume_check: whether a run that stopped can be gone on with here and now, so that its samples stay comparable. */
#ifndef IOSWEEP_CLI_RESUME_CHECK_H
#define IOSWEEP_CLI_RESUME_CHECK_H

#include <jansson.h>
#include <stdbool.h>

struct err;

/* Whether it was measured by iosweep at all. 0, or -1 with err (ERR_ENVIRONMENT). */
int resume_check_origin(const json_t *run, const char *run_dir, struct err *err);

/* Whether it was this version; newer as of rundir_read(). The same. */
int resume_check_version(const json_t *run, bool newer, const char *run_dir, struct err *err);

/*
 * Compares two environments (envfacts.h). What is not known in one of them does not count. 0, or -1 with err, which
 * says what differs, and how.
 */
int resume_check_machine(const json_t *then, const json_t *now, struct err *err);

#endif
