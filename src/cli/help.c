#include "cli/help.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 79
#define TEXT_COLUMN 27

/* Adds text, which the line has room for from column on, in lines that begin at indent. Ends the line. */
static void add_wrapped(struct strbuf *sb, size_t column, size_t indent, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, " ");

		if (column > indent && column + 1 + len > WIDTH) {
			strbuf_addch(sb, '\n');
			column = 0;
		}
		if (column < indent) {
			strbuf_addchars(sb, ' ', indent - column);
			column = indent;
		} else if (column > indent) {
			strbuf_addch(sb, ' ');
			column++;
		}
		strbuf_add(sb, text, len);
		column += len;
		text += len + strspn(text + len, " ");
	}
	strbuf_addch(sb, '\n');
}

/* label at column 2, text from TEXT_COLUMN on; on the next line where the label is too long. */
static void add_entry(struct strbuf *sb, const char *label, const char *text)
{
	size_t column = 2 + strlen(label);

	strbuf_addf(sb, "  %s", label);
	if (column + 2 > TEXT_COLUMN) {
		strbuf_addch(sb, '\n');
		column = 0;
	}
	add_wrapped(sb, column, TEXT_COLUMN, text);
}

static void option_text(const struct option *option, struct strbuf *text)
{
	const char *applies = option->default_text ? option->default_text : option->initial;

	strbuf_addstr(text, option->help);
	if (option->accepted || option->words)
		strbuf_addstr(text, ": ");
	option_add_accepted(option, text);
	if (applies)
		strbuf_addf(text, " (default: %s)", applies);
}

static void add_option(struct strbuf *sb, const struct option *option)
{
	struct strbuf label, text;

	strbuf_init(&label);
	strbuf_init(&text);
	if (option->letter)
		strbuf_addf(&label, "-%c, ", option->letter);
	else
		strbuf_addchars(&label, ' ', 4);
	strbuf_addf(&label, "--%s%s%s", option->name, option->argument ? " " : "",
		option->argument ? option->argument : "");
	option_text(option, &text);
	add_entry(sb, label.buf, text.buf);
	strbuf_inherit(sb, &label);
	strbuf_inherit(sb, &text);
	strbuf_release(&label);
	strbuf_release(&text);
}

static void add_options(struct strbuf *sb, unsigned commands_bit)
{
	const char *group = "";

	for (size_t i = 0; i < options_n; i++) {
		if (!(options[i].commands & commands_bit))
			continue;
		if (strcmp(group, options[i].group)) {
			group = options[i].group;
			strbuf_addf(sb, "\n%s\n", group);
		}
		add_option(sb, &options[i]);
	}
}

static void add_usage(struct strbuf *sb, const struct command *command, const char *start)
{
	strbuf_addf(sb, "%s iosweep ", start);
	command_add_usage(command, sb);
	strbuf_addch(sb, '\n');
}

static void add_usages(struct strbuf *sb)
{
	for (size_t i = 0; i < commands_n; i++)
		add_usage(sb, commands[i], i ? "      " : "usage:");
}

void help_usage(struct strbuf *sb)
{
	add_usages(sb);
	strbuf_addstr(sb, "'iosweep --help' says more.\n");
}

static void whole_page(struct strbuf *sb)
{
	add_usages(sb);
	strbuf_addch(sb, '\n');
	add_wrapped(sb, 0, 0,
		"Measures storage over file sizes and record sizes through the I/O API that an "
		"application uses, and draws each test as a surface.");
	strbuf_addstr(sb, "\nCommands\n");
	for (size_t i = 0; i < commands_n; i++)
		add_entry(sb, commands[i]->name, commands[i]->summary);
	add_options(sb, COMMAND_RUN | COMMAND_COMPLETION);
	strbuf_addch(sb, '\n');
	add_wrapped(sb, 0, 0,
		"These are the options of run, the command that applies when none is named. 'iosweep "
		"help COMMAND' shows those of another. All is explained in iosweep(1).");
}

void help_page(struct strbuf *sb, const struct command *command)
{
	if (!command) {
		whole_page(sb);
		return;
	}
	add_usage(sb, command, "usage:");
	strbuf_addf(sb, "\niosweep %s", command->name);
	add_wrapped(sb, strlen("iosweep ") + strlen(command->name), 0, command->summary);
	add_options(sb, command->bit);
}

static int run(const struct option_values *values, struct err *err)
{
	const char *name = values->operands_n ? values->operands[0] : NULL;
	const struct command *command = name ? command_find(name) : NULL;
	struct strbuf sb;
	int ret = 0;

	if (name && !command)
		return word_list_refuse(&command_words, name, err);
	strbuf_init(&sb);
	help_page(&sb, command);
	if (strbuf_failed(&sb))
		ret = err_sys(err, ERR_ENVIRONMENT, ENOMEM, "help");
	else
		fputs(sb.buf, stdout);
	strbuf_release(&sb);
	return ret;
}

const struct command command_help = {
	.name = "help",
	.summary = "explains iosweep, or a command",
	.operands = "[COMMAND]",
	.operand_is = "",
	.operands_max = 1,
	.bit = COMMAND_HELP,
	.run = run,
};
