/* option_jobs: the reading of the options that say who works: --jobs, --shared-file, --cpus, ... For option_rows.c. */
#ifndef IOSWEEP_CLI_OPTION_JOBS_H
#define IOSWEEP_CLI_OPTION_JOBS_H

struct err;
struct option_values;
struct word_list;

#define JOBS_MAX 1024

extern const struct word_list shared_file_words;

int option_parse_jobs(struct option_values *values, const char *text, struct err *err);
int option_parse_shared_file(struct option_values *values, const char *text, struct err *err);

/* A list of CPU numbers and ranges, 0,2-5. Every one must be a CPU that this process may run on. */
int option_parse_cpus(struct option_values *values, const char *text, struct err *err);

#endif
