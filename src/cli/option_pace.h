/* option_pace: the reading of the options that say how fast the jobs go: --rate, --think-time. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_PACE_H
#define IOSWEEP_CLI_OPTION_PACE_H

struct err;
struct option_values;

#define RATE_MAX_IOPS 1000000000U

/* Bytes a second as a size, also with "/s" behind it, or operations a second: a whole number with "iops" behind it. */
int option_parse_rate(struct option_values *values, const char *text, struct err *err);
int option_parse_think_time(struct option_values *values, const char *text, struct err *err);

/* 0, or -1 with err when both were given. */
int option_check_pace(const struct option_values *values, struct err *err);

#endif
