#include "cli/command.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "cli/options.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

extern const struct command command_run, command_resume, command_report, command_plot, command_cliffs,
	command_compare, command_import, command_list, command_help;

const struct command *const commands[] = {
	&command_run,
	&command_resume,
	&command_report,
	&command_plot,
	&command_cliffs,
	&command_compare,
	&command_import,
	&command_list,
	&command_help,
};

const size_t commands_n = sizeof(commands) / sizeof(*commands);

static const char *command_word(size_t i)
{
	return i < commands_n ? commands[i]->name : NULL;
}

const struct word_list command_words = { "a command", "commands", .word = command_word };

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < commands_n; i++) {
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	}
	return NULL;
}

static bool exists(const char *path)
{
	struct stat st;

	return !lstat(path, &st);
}

static const struct command *no_such(const char *word, struct err *err)
{
	const char *nearest = word_list_nearest(&command_words, word);

	err_set(err, ERR_USAGE, "'%.200s': no such command or directory%s%s%s", word,
		nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
	return NULL;
}

const struct command *command_choose(struct option_values *values, struct err *err)
{
	const char *word = values->operands_n ? values->operands[0] : NULL;
	bool literal = !values->literal_from;
	const struct command *command = word && !literal ? command_find(word) : NULL;

	if (command) {
		values->operands_n--;
		values->literal_from--;
		memmove(values->operands, values->operands + 1, values->operands_n * sizeof(*values->operands));
		return command;
	}
	command = command_find("run");
	if (word && (!command || (!literal && !exists(word))))
		return no_such(word, err);
	if (!command)
		err_set(err, ERR_USAGE, "no command is given; 'iosweep --help' lists them");
	return command;
}

static bool has_options(const struct command *command)
{
	for (size_t i = 0; i < options_n; i++) {
		if (options[i].commands != COMMAND_ALL && options[i].commands & command->bit)
			return true;
	}
	return false;
}

void command_add_usage(const struct command *command, struct strbuf *sb)
{
	strbuf_addf(sb, "%s%s%s%s", command->name, has_options(command) ? " [OPTIONS]" : "",
		*command->operands ? " " : "", command->operands);
}

int command_check_operands(const struct command *command, const struct option_values *values, struct err *err)
{
	struct strbuf usage;
	int ret = 0;

	strbuf_init(&usage);
	command_add_usage(command, &usage);
	if (values->operands_n < command->operands_min)
		ret = err_set(err, ERR_USAGE, "%s: %s, is missing; usage: iosweep %s", command->name,
			command->operand_is, usage.buf);
	else if (values->operands_n > command->operands_max)
		ret = err_set(err, ERR_USAGE, "%s: '%.200s' is too much; usage: iosweep %s", command->name,
			values->operands[command->operands_max], usage.buf);
	strbuf_release(&usage);
	return ret;
}
