/*
 * options: the one table that describes every option, and the reading of the command line by it. Help, shell
 * completion and the test of the manual page read the same rows.
 *
 * Accepted are --name VALUE, --name=VALUE, -n VALUE, -nVALUE and flags in one word (-qh), before, between and
 * behind the operands; "--" ends the options. Names are never abbreviated: a script that uses an abbreviation
 * would break with the next option. A value that begins with "-" must be joined to its name, so that a forgotten
 * value does not swallow an option. An option may be repeated only with the same value: neither of two is silently
 * dropped.
 */
#ifndef IOSWEEP_CLI_OPTIONS_H
#define IOSWEEP_CLI_OPTIONS_H

#include "base/units.h"
#include "model/axis.h"
#include "model/config.h"
#include "model/mode.h"
#include "report/picture_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct command;
struct comparison_format;
struct err;
struct io_api;
struct metric;
struct option_values;
struct reporter;
struct strbuf;
struct word_list;

enum option_kind {
	OPTION_FLAG, /* takes no value */
	OPTION_TEXT,
	OPTION_WORD, /* one of words */
	OPTION_WORDS, /* a list of them, commas between */
	OPTION_FILE,
	OPTION_DIRECTORY,
};

struct option {
	const char *name;
	char letter; /* '\0': none */
	enum option_kind kind;
	const char *argument; /* "LIST"; NULL for flags */
	unsigned commands; /* enum command_bits. Rows of one name agree in the letter and in taking a value */
	const char *group; /* heading in the help; rows of a group stand together */
	const char *help;
	const char *accepted; /* what a value looks like; NULL where words or argument say it */
	bool early; /* read before the others, whose values depend on it */
	const char *initial; /* a value, read before the command line is; NULL: the field stays empty */
	const char *default_text; /* what applies then, where that is no value; NULL: initial, or nothing to say */
	const struct word_list *words; /* OPTION_WORD, OPTION_WORDS */
	size_t flag; /* OPTION_FLAG: where in option_values the bool is that it sets; 0: acted on elsewhere */
	/* All others. 0, or -1 with err, without the option's name. */
	int (*parse)(struct option_values *values, const char *text, struct err *err);
};

extern const struct option options[];
extern const size_t options_n;

/* Adds what a value looks like, or the words that are accepted; nothing where argument says it all. */
void option_add_accepted(const struct option *option, struct strbuf *sb);

/*
 * What the user wrote. Strings are those of argv. Fields hold their row's initial value where the option was not
 * given; without one they are empty (n 0, NULL), and what applies is for the command to find out on this machine.
 */
struct option_values {
	uint64_t ram_bytes; /* for sizes like 2xram */
	const char **given; /* [options_n]: the option's text, "" for flags; NULL where it was not given. Owned */
	const char **operands; /* owned array */
	size_t operands_n;
	size_t literal_from; /* operands from this one on stood behind "--" */

	struct size_list file_sizes, records; /* bytes, ascending */
	struct test *tests; /* owned, in the order given, none twice; api is "" where it is that of the run */
	size_t tests_n;
	const struct io_api **apis; /* owned array, in the order given, none twice; not asked yet whether usable */
	size_t apis_n;
	bool modes[MODES_N];
	struct size_list depth, jobs; /* ascending; 1 to 4096, 1 to 1024 */
	enum job_files job_files;
	bool processes, no_stonewall;
	int *cpus; /* owned */
	size_t cpus_n;
	unsigned *read_percents; /* owned, in the order given, none twice */
	size_t read_percents_n;
	bool mixed_in_order;
	struct data_shape data;
	struct pace pace; /* a rate or a think time, or neither */
	uint64_t stride;
	bool uring_sqpoll;
	struct io_settings io; /* all but uring_sqpoll */
	enum cache_mode cache;
	uint64_t memory_limit_bytes; /* 0: none */
	bool include_flush, include_close, fallocate, truncate_before_write, verify;
	const char *preset; /* NULL: not given */
	unsigned passes; /* 1 to 1000 */
	double precision; /* as a share; 0: all passes measure all cells */
	uint64_t time_budget_ns; /* 0: none */
	uint64_t settle_ns;
	bool precondition;
	bool confirm, no_confirm; /* not both */
	bool refine, no_refine; /* the second one wins */
	uint64_t min_time_ns, max_time_ns; /* max 0: no limit; else min <= max */
	uint64_t seed;
	uint64_t stuck_after_ns; /* 0: nothing is called stuck */
	const char *output; /* run, plot, compare, import: a directory; report: a file */
	const char *sim_model;
	const char *raid; /* run, cliffs; has been parsed */
	const char *fault; /* has been parsed */
	const struct reporter *format;
	const struct metric *metric; /* report, plot, compare */
	const struct comparison_format *compare_format;
	double fail_on; /* compare: as a share */
	struct axis_pair axes; /* report, plot, cliffs, compare; AXES_N: not given */
	struct picture_options pictures; /* plot */
	bool json; /* cliffs: as JSON */
	const char *as; /* import: what several runs become, one of its words; NULL: not given */
	bool quiet, no_pictures;
	bool overwrite;
};

/* ram_bytes 0 refuses sizes like 2xram. 0, or -1 with err: out of memory. */
int option_values_init(struct option_values *values, uint64_t ram_bytes, struct err *err);
void option_values_release(struct option_values *values);

/* Sorts the words behind argv[0] into given and operands, for any command. 0, or -1 with err. */
int options_scan(struct option_values *values, int argc, const char *const *argv, struct err *err);

/* Reads what was given, and what a preset gives beside it, into the fields, as command takes it. 0, or -1 with err. */
int options_apply(struct option_values *values, const struct command *command, struct err *err);

/* For the parsers of rows: a path is any text but an empty one. */
int option_parse_path(const char **path, const char *text, struct err *err);

/* What was given of the option of this name, which must exist: its text, "" for flags; NULL: it was not given. */
const char *option_given_text(const struct option_values *values, const char *name);

/* Whether the option of this name, which must exist, was given. */
bool option_given(const struct option_values *values, const char *name);

#endif
