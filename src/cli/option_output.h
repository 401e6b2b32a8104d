/* option_output: the reading of the options that say what is made of a run, and where it goes. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_OUTPUT_H
#define IOSWEEP_CLI_OPTION_OUTPUT_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list metric_words, format_words, cliffs_format_words, as_words, shell_words;

int option_parse_output(struct option_values *values, const char *text, struct err *err);
int option_parse_metric(struct option_values *values, const char *text, struct err *err);
int option_parse_format(struct option_values *values, const char *text, struct err *err);
int option_parse_cliffs_format(struct option_values *values, const char *text, struct err *err);
int option_parse_raid(struct option_values *values, const char *text, struct err *err);
int option_parse_as(struct option_values *values, const char *text, struct err *err);
int option_parse_shell(struct option_values *values, const char *text, struct err *err);

#endif
