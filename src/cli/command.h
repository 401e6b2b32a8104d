/*
 * command: what iosweep can be told to do. A command is one file, cmd_NAME.c, and one row of the list in
 * command.c.
 */
#ifndef IOSWEEP_CLI_COMMAND_H
#define IOSWEEP_CLI_COMMAND_H

#include "cli/words.h"

#include <stddef.h>

struct err;
struct option_values;
struct strbuf;

/* Which commands take an option (cli/options.h). */
enum command_bits {
	COMMAND_RUN = 1 << 0,
	COMMAND_REPORT = 1 << 1,
	COMMAND_PLOT = 1 << 2,
	COMMAND_LIST = 1 << 3,
	COMMAND_HELP = 1 << 4,
	COMMAND_CLIFFS = 1 << 5,
	COMMAND_COMPLETION = 1 << 6, /* what --completion asks for; not in the list */
	COMMAND_IMPORT = 1 << 7,
	COMMAND_COMPARE = 1 << 8,
	COMMAND_RESUME = 1 << 9,
	COMMAND_ALL = (1 << 10) - 1,
};

struct command {
	const char *name, *summary; /* "run", "measures a directory" */
	const char *operands; /* as the usage line shows them: "TARGET", "[COMMAND]"; "" for none */
	const char *operand_is; /* one, in a message: "TARGET, the directory to measure"; "" where min is 0 */
	size_t operands_min, operands_max;
	unsigned bit;
	/*
	 * What the user wrote is in values, already checked against the table and the three fields above. Returns
	 * 0; -1 with err, of which main prints the text and exits with the kind; or, where all has been said, the
	 * exit status (1 to 255). Results go to stdout, whose errors main finds.
	 */
	int (*run)(const struct option_values *values, struct err *err);
};

extern const struct command *const commands[];
extern const size_t commands_n;

extern const struct word_list command_words;

const struct command *command_find(const char *name); /* NULL: no such command */

/*
 * The command that the first operand names, which is taken from the operands; else run, when that operand stands
 * behind "--" or is there in the file system, or when there is no operand. NULL with err: the word means nothing.
 */
const struct command *command_choose(struct option_values *values, struct err *err);

/* "run [OPTIONS] TARGET"; the options only where it has some that not all commands have. */
void command_add_usage(const struct command *command, struct strbuf *sb);

/* 0, or -1 with err when command takes more or fewer operands. */
int command_check_operands(const struct command *command, const struct option_values *values, struct err *err);

#endif
