#include "cli/completion.h"

#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/words.h"

#include <string.h>

/*
 * Readline cuts words at "=" and ":" (COMP_WORDBREAKS) and replaces only what stands behind the cut, so
 * "--tests=psync:wr" arrives as five words, of which the option is the first. _iosweep_option finds it.
 */
static const char helpers[] =
	"_iosweep_words() { # PREFIX WORDS: what completes cur, which stands behind PREFIX\n"
	"	mapfile -t COMPREPLY < <(compgen -P \"$1\" -W \"$2\" -- \"$cur\")\n"
	"}\n"
	"\n"
	"_iosweep_list() { # WORDS: what completes the last one of a list with commas between\n"
	"	local before=\n"
	"	[[ $cur != *,* ]] || before=${cur%,*},\n"
	"	cur=${cur##*,}\n"
	"	_iosweep_words \"$before\" \"$1\"\n"
	"}\n"
	"\n"
	"_iosweep_paths() { # -d or -f, WORDS that may stand there as well\n"
	"	compopt -o filenames 2>/dev/null\n"
	"	mapfile -t COMPREPLY < <(compgen -W \"${2-}\" -- \"$cur\"; compgen \"$1\" -- \"$cur\")\n"
	"}\n"
	"\n"
	"_iosweep_command() { # the first word that names one\n"
	"	local i\n"
	"	for ((i = 1; i < COMP_CWORD; i++)); do\n"
	"		if [[ \" $1 \" == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
	"			echo \"${COMP_WORDS[i]}\"\n"
	"			return\n"
	"		fi\n"
	"	done\n"
	"}\n"
	"\n"
	"_iosweep_option() { # the option whose value is being written, if there is one\n"
	"	local i=$((COMP_CWORD - 1))\n"
	"	while ((i > 1)) && [[ ${COMP_WORDS[i]} != -* ]] &&\n"
	"		[[ ${COMP_WORDS[i]} == [=:] || ${COMP_WORDS[i + 1]} == [=:] ]]; do\n"
	"		((i--))\n"
	"	done\n"
	"	echo \"${COMP_WORDS[i]}\"\n"
	"}\n"
	"\n";

static void add_values(struct strbuf *sb, const struct option *option)
{
	switch (option->kind) {
	case OPTION_WORD:
	case OPTION_WORDS:
		strbuf_addstr(sb, option->kind == OPTION_WORD ? "_iosweep_words '' \"" : "_iosweep_list \"");
		word_list_join(option->words, " ", sb);
		strbuf_addstr(sb, "\"; ");
		break;
	case OPTION_FILE:
		strbuf_addstr(sb, "_iosweep_paths -f; ");
		break;
	case OPTION_DIRECTORY:
		strbuf_addstr(sb, "_iosweep_paths -d; ");
		break;
	case OPTION_TEXT:
	case OPTION_FLAG:
		break; /* nothing to offer, and no operand either */
	}
}

static void add_value_cases(struct strbuf *sb, const struct command *command)
{
	for (size_t i = 0; i < options_n; i++) {
		const struct option *option = &options[i];

		if (option->kind == OPTION_FLAG || !(option->commands & command->bit))
			continue;
		strbuf_addf(sb, "\t%s:--%s", command->name, option->name);
		if (option->letter)
			strbuf_addf(sb, " | %s:-%c", command->name, option->letter);
		strbuf_addstr(sb, ") ");
		add_values(sb, option);
		strbuf_addstr(sb, "return ;;\n");
	}
}

/* What may stand where no value is due: options, or the command's operands. */
static void add_word_cases(struct strbuf *sb, const struct command *command)
{
	strbuf_addf(sb, "\t%s:-*) _iosweep_words '' \"", command->name);
	for (size_t i = 0; i < options_n; i++) {
		if (!(options[i].commands & command->bit))
			continue;
		strbuf_addf(sb, "--%s ", options[i].name);
		if (options[i].letter)
			strbuf_addf(sb, "-%c ", options[i].letter);
	}
	strbuf_addstr(sb, "\" ;;\n");
	strbuf_addf(sb, "\t%s:*) ", command->name);
	if (command->bit == COMMAND_HELP)
		strbuf_addstr(sb, "_iosweep_words '' \"$commands\" ;;\n");
	else if (command->operands_max)
		strbuf_addf(sb, "_iosweep_paths %s ;;\n", command->bit == COMMAND_IMPORT ? "-f" : "-d");
	else
		strbuf_addstr(sb, ": ;;\n");
}

void completion_bash(struct strbuf *sb)
{
	strbuf_addf(sb, "# bash completion of iosweep\n\n%s_iosweep() {\n\tlocal commands=\"", helpers);
	word_list_join(&command_words, " ", sb);
	strbuf_addstr(sb,
		"\"\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} named option\n"
		"\tnamed=$(_iosweep_command \"$commands\")\n"
		"\toption=$(_iosweep_option)\n"
		"\t[[ $cur != [=:] ]] || cur=\n"
		"\tCOMPREPLY=()\n"
		"\tcase ${named:-run}:$option in\n");
	for (size_t i = 0; i < commands_n; i++)
		add_value_cases(sb, commands[i]);
	strbuf_addstr(sb,
		"\tesac\n"
		"\tcase ${named:-run}:$cur in\n");
	for (size_t i = 0; i < commands_n; i++)
		add_word_cases(sb, commands[i]);
	strbuf_addstr(sb,
		"\tesac\n"
		"\t[[ -n $named || $cur == -* ]] || _iosweep_paths -d \"$commands\"\n"
		"}\n\n"
		"complete -F _iosweep iosweep\n");
}
