/* option_data: the reading of the options that say what is written: --dedupe-percent, ... For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_DATA_H
#define IOSWEEP_CLI_OPTION_DATA_H

struct err;
struct option_values;

int option_parse_dedupe_percent(struct option_values *values, const char *text, struct err *err);
int option_parse_compress_percent(struct option_values *values, const char *text, struct err *err);

#endif
