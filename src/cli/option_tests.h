/* option_tests: the reading of --tests and --api, lists of names with commas between. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_TESTS_H
#define IOSWEEP_CLI_OPTION_TESTS_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list pattern_words, api_words, mixed_order_words;

/* Both replace what values hold. An empty or unknown name and one that is there twice are refused. */
int option_parse_tests(struct option_values *values, const char *text, struct err *err);
int option_parse_apis(struct option_values *values, const char *text, struct err *err);

/* How the test mixed mixes. */
int option_parse_read_percent(struct option_values *values, const char *text, struct err *err);
int option_parse_stride(struct option_values *values, const char *text, struct err *err);
int option_parse_mixed_order(struct option_values *values, const char *text, struct err *err);

#endif
