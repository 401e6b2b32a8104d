/* option_cache: reading the options about the page cache and the memory that it may take. */
#ifndef IOSWEEP_CLI_OPTION_CACHE_H
#define IOSWEEP_CLI_OPTION_CACHE_H

struct err;
struct option_values;
struct word_list;

extern const struct word_list cache_mode_words;

/* As struct option wants them. The second also makes sizes like 2xram mean the limit. */
int option_parse_cache(struct option_values *values, const char *text, struct err *err);
int option_parse_memory_limit(struct option_values *values, const char *text, struct err *err);

#endif
