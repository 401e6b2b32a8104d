/*
 * option_trust: the options that say how well the numbers are to be known and how long that may take, and the presets
 * that stand for several of them. For option_rows.c and options.c.
 */
#ifndef IOSWEEP_CLI_OPTION_TRUST_H
#define IOSWEEP_CLI_OPTION_TRUST_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list preset_words;

/* What a preset gives an option that the user does not. */
struct preset_setting {
	const char *option, *text;
};

/* The settings of a preset up to one whose option is NULL. name is one of the words. */
const struct preset_setting *preset_settings(const char *name);

int option_parse_preset(struct option_values *values, const char *text, struct err *err);
int option_parse_precision(struct option_values *values, const char *text, struct err *err);
int option_parse_time_budget(struct option_values *values, const char *text, struct err *err);
int option_parse_settle(struct option_values *values, const char *text, struct err *err);

/* Settles what precision and passes are where only some of these options are given. 0, or -1 with err. */
int option_finish_trust(struct option_values *values, struct err *err);

#endif
