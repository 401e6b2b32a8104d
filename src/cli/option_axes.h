/* option_axes: the reading of the options that say what surfaces stand on. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_AXES_H
#define IOSWEEP_CLI_OPTION_AXES_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list axis_words;

int option_parse_x(struct option_values *values, const char *text, struct err *err);
int option_parse_y(struct option_values *values, const char *text, struct err *err);

#endif
