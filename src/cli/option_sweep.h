/* option_sweep: the reading of the options that say what the grid is and how often it is measured. For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_SWEEP_H
#define IOSWEEP_CLI_OPTION_SWEEP_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list mode_words;

int option_parse_file_size(struct option_values *values, const char *text, struct err *err);
int option_parse_record(struct option_values *values, const char *text, struct err *err);
int option_parse_mode(struct option_values *values, const char *text, struct err *err);
int option_parse_depth(struct option_values *values, const char *text, struct err *err);
int option_parse_passes(struct option_values *values, const char *text, struct err *err);
int option_parse_min_time(struct option_values *values, const char *text, struct err *err);
int option_parse_max_time(struct option_values *values, const char *text, struct err *err);
int option_parse_seed(struct option_values *values, const char *text, struct err *err);
int option_parse_sim_model(struct option_values *values, const char *text, struct err *err);
int option_parse_fault(struct option_values *values, const char *text, struct err *err);

#endif
