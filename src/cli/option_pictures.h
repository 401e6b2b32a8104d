/* option_pictures: the reading of the options that say how pictures look. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_PICTURES_H
#define IOSWEEP_CLI_OPTION_PICTURES_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list picture_kind_words, picture_scale_words, picture_format_words;

int option_parse_kind(struct option_values *values, const char *text, struct err *err);
int option_parse_scale(struct option_values *values, const char *text, struct err *err);
int option_parse_view(struct option_values *values, const char *text, struct err *err);
int option_parse_size(struct option_values *values, const char *text, struct err *err);
int option_parse_picture_format(struct option_values *values, const char *text, struct err *err);

#endif
