#include "cli/options.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/option_pace.h"
#include "cli/option_trust.h"
#include "cli/words.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct scan {
	struct option_values *values;
	const char *const *argv;
	int argc, at; /* at: the word in hand */
	struct err *err;
};

static const char *name_word(size_t i)
{
	return i < options_n ? options[i].name : NULL;
}

static const struct word_list name_words = { "an option", "options", .word = name_word };

static const struct option *find_name(const char *name, size_t len)
{
	for (size_t i = 0; i < options_n; i++) {
		if (strlen(options[i].name) == len && !memcmp(options[i].name, name, len))
			return &options[i];
	}
	return NULL;
}

static const struct option *find_letter(char letter)
{
	for (size_t i = 0; i < options_n; i++) {
		if (options[i].letter == letter)
			return &options[i];
	}
	return NULL;
}

int option_values_init(struct option_values *values, uint64_t ram_bytes, struct err *err)
{
	*values = (struct option_values){ .ram_bytes = ram_bytes, .axes = { AXES_N, AXES_N } };
	values->given = calloc(options_n, sizeof(*values->given));
	if (!values->given)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "options");
	for (size_t i = 0; i < options_n; i++) {
		if (options[i].initial && options[i].parse(values, options[i].initial, err)) {
			option_values_release(values);
			return err_clause(err, "--%s", options[i].name);
		}
	}
	return 0;
}

void option_values_release(struct option_values *values)
{
	free(values->cpus);
	free(values->read_percents);
	free(values->given);
	free(values->operands);
	size_list_release(&values->file_sizes);
	size_list_release(&values->records);
	size_list_release(&values->depth);
	size_list_release(&values->jobs);
	free(values->tests);
	free(values->apis);
	*values = (struct option_values){ 0 };
}

const char *option_given_text(const struct option_values *values, const char *name)
{
	const struct option *option = find_name(name, strlen(name));

	assert(option);
	return values->given[option - options];
}

bool option_given(const struct option_values *values, const char *name)
{
	return option_given_text(values, name);
}

/* All rows of that name get the text: which of them counts is known when the command is. */
static int remember(const struct scan *scan, const struct option *option, const char *text)
{
	for (size_t i = 0; i < options_n; i++) {
		const char **given = &scan->values->given[i];

		if (strcmp(options[i].name, option->name))
			continue;
		if (*given && strcmp(*given, text))
			return err_set(scan->err, ERR_USAGE, "--%s is given twice, as '%.80s' and as '%.80s'",
				option->name, *given, text);
		*given = text;
	}
	return 0;
}

void option_add_accepted(const struct option *option, struct strbuf *sb)
{
	if (option->accepted)
		strbuf_addstr(sb, option->accepted);
	else if (option->words)
		word_list_join(option->words, ", ", sb);
}

static int value_missing(const struct scan *scan, const struct option *option, const char *next)
{
	struct strbuf accepted;

	strbuf_init(&accepted);
	option_add_accepted(option, &accepted);
	if (next)
		err_set(scan->err, ERR_USAGE,
			"--%s needs a value, %s; if '%.80s' is meant to be it, write --%s=%.80s", option->name,
			option->argument, next, option->name, next);
	else
		err_set(scan->err, ERR_USAGE, "--%s needs a value, %s%s%s", option->name, option->argument,
			accepted.len ? ": " : "", accepted.buf);
	strbuf_release(&accepted);
	return -1;
}

/* The word behind the one in hand is the value. */
static int take_next(struct scan *scan, const struct option *option)
{
	const char *next = scan->at + 1 < scan->argc ? scan->argv[scan->at + 1] : NULL;

	if (!next || (next[0] == '-' && next[1]))
		return value_missing(scan, option, next);
	scan->at++;
	return remember(scan, option, next);
}

static int unknown_name(const struct scan *scan, const char *name, size_t len)
{
	const char *nearest = NULL;
	char *copy = strndup(name, len);

	if (copy)
		nearest = word_list_nearest(&name_words, copy);
	free(copy);
	return err_set(scan->err, ERR_USAGE, "unknown option --%.*s%s%s%s", (int)len, name,
		nearest ? "; did you mean --" : "", nearest ? nearest : "", nearest ? "?" : "");
}

static int scan_long(struct scan *scan, const char *name)
{
	size_t len = strcspn(name, "=");
	const struct option *option = find_name(name, len);

	if (!option)
		return unknown_name(scan, name, len);
	if (option->kind == OPTION_FLAG)
		return name[len] ? err_set(scan->err, ERR_USAGE, "--%s takes no value", option->name)
				 : remember(scan, option, "");
	return name[len] ? remember(scan, option, name + len + 1) : take_next(scan, option);
}

/* A word of flags, of which the last may be an option whose value follows or fills the rest. */
static int scan_letters(struct scan *scan, const char *letters)
{
	for (; *letters; letters++) {
		const struct option *option = find_letter(*letters);

		if (!option)
			return err_set(scan->err, ERR_USAGE, "unknown option -%c in '%.80s'", *letters,
				scan->argv[scan->at]);
		if (option->kind != OPTION_FLAG)
			return letters[1] ? remember(scan, option, letters + 1) : take_next(scan, option);
		if (remember(scan, option, ""))
			return -1;
	}
	return 0;
}

static int scan_word(struct scan *scan, bool *literal)
{
	struct option_values *values = scan->values;
	const char *word = scan->argv[scan->at];

	if (*literal || word[0] != '-' || !word[1]) {
		values->operands[values->operands_n++] = word;
		values->literal_from += !*literal;
		return 0;
	}
	if (word[1] != '-')
		return scan_letters(scan, word + 1);
	if (word[2])
		return scan_long(scan, word + 2);
	*literal = true;
	return 0;
}

int options_scan(struct option_values *values, int argc, const char *const *argv, struct err *err)
{
	struct scan scan = { .values = values, .argv = argv, .argc = argc, .err = err };
	bool literal = false;

	values->operands = calloc((size_t)argc + 1, sizeof(*values->operands));
	if (!values->operands)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "options");
	for (scan.at = 1; scan.at < argc; scan.at++) {
		if (scan_word(&scan, &literal))
			return -1;
	}
	return 0;
}

/* The bits of all rows of that name. */
static unsigned takers(const char *name)
{
	unsigned bits = 0;

	for (size_t i = 0; i < options_n; i++) {
		if (!strcmp(options[i].name, name))
			bits |= options[i].commands;
	}
	return bits;
}

static int not_taken(const struct option *option, const struct command *command, struct err *err)
{
	unsigned bits = takers(option->name);

	for (size_t i = 0; i < commands_n; i++) {
		if (commands[i]->bit & bits)
			return err_set(err, ERR_USAGE, "--%s: %s takes no such option; %s does", option->name,
				command->name, commands[i]->name);
	}
	return err_set(err, ERR_USAGE, "--%s: %s takes no such option", option->name, command->name);
}

static int check_times(const struct option_values *values, struct err *err)
{
	char min[UNITS_TEXT_LEN], max[UNITS_TEXT_LEN];

	if (!values->max_time_ns || values->min_time_ns <= values->max_time_ns)
		return 0;
	return err_set(err, ERR_USAGE, "--min-time: %s is longer than --max-time, %s",
		units_format_duration(values->min_time_ns, min), units_format_duration(values->max_time_ns, max));
}

int option_parse_path(const char **path, const char *text, struct err *err)
{
	if (!*text)
		return err_set(err, ERR_USAGE, "an empty name is no path");
	*path = text;
	return 0;
}

static int read_option(struct option_values *values, const struct option *option, const char *text, struct err *err)
{
	if (option->kind != OPTION_FLAG)
		return option->parse(values, text, err);
	if (option->flag)
		*(bool *)((char *)values + option->flag) = true;
	return 0;
}

/* What the preset gives; the options that the user gives are read later and win. */
static int apply_preset(struct option_values *values, struct err *err)
{
	const struct preset_setting *setting;

	for (size_t i = 0; i < options_n; i++) {
		if (!strcmp(options[i].name, "preset") && values->given[i] &&
		    option_parse_preset(values, values->given[i], err))
			return err_clause(err, "--preset");
	}
	if (!values->preset)
		return 0;
	for (setting = preset_settings(values->preset); setting->option; setting++) {
		const struct option *option = find_name(setting->option, strlen(setting->option));

		if (!option_given(values, setting->option) && read_option(values, option, setting->text, err))
			return err_clause(err, "--preset %s: %s", values->preset, setting->option);
	}
	return 0;
}

static int apply(struct option_values *values, const struct command *command, bool early, struct err *err)
{
	for (size_t i = 0; i < options_n; i++) {
		const struct option *option = &options[i];

		if (!values->given[i] || option->early != early)
			continue;
		if (!(takers(option->name) & command->bit))
			return not_taken(option, command, err);
		if (!(option->commands & command->bit))
			continue;
		if (read_option(values, option, values->given[i], err))
			return err_clause(err, "--%s", option->name);
	}
	return 0;
}

int options_apply(struct option_values *values, const struct command *command, struct err *err)
{
	if (apply(values, command, true, err))
		return -1;
	if (command->bit & COMMAND_RUN && apply_preset(values, err))
		return -1;
	if (apply(values, command, false, err))
		return -1;
	return check_times(values, err) || option_check_pace(values, err) || option_finish_trust(values, err) ? -1 : 0;
}
