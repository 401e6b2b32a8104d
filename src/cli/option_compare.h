/* option_compare: the reading of the options of compare. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_COMPARE_H
#define IOSWEEP_CLI_OPTION_COMPARE_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list compare_format_words;

int option_parse_compare_format(struct option_values *values, const char *text, struct err *err);
int option_parse_fail_on(struct option_values *values, const char *text, struct err *err);

#endif
