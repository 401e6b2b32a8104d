/* option_safety: the reading of the options that keep a run from harm: --stuck-after. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_SAFETY_H
#define IOSWEEP_CLI_OPTION_SAFETY_H

struct err;
struct option_values;

int option_parse_stuck_after(struct option_values *values, const char *text, struct err *err);

#endif
