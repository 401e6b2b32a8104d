/* option_io: the reading of the options that say how I/O is issued. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_IO_H
#define IOSWEEP_CLI_OPTION_IO_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list sync_mode_words, map_advice_words;

/* Each reads one option into values. 0, or -1 with err. */
int option_parse_sync_mode(struct option_values *values, const char *text, struct err *err);
int option_parse_iovecs(struct option_values *values, const char *text, struct err *err);
int option_parse_stdio_buffer(struct option_values *values, const char *text, struct err *err);
int option_parse_map_advice(struct option_values *values, const char *text, struct err *err);

#endif
