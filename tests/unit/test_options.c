#include "api/api.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/words.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RAM (UINT64_C(1) << 30)
#define WORDS_MAX 12
#define COUNT(table) (sizeof(table) / sizeof(*(table)))

static const struct command run = { .name = "run", .bit = COMMAND_RUN };
static const struct command cliffs = { .name = "cliffs", .bit = COMMAND_CLIFFS };
static const struct command list = { .name = "list", .bit = COMMAND_LIST };

static struct option_values values;
static struct err err;

static void setup(void)
{
	err = (struct err)ERR_INIT;
	ck_assert_msg(!option_values_init(&values, RAM, &err), "%s", err.text);
}

static void teardown(void)
{
	option_values_release(&values);
}

/* Reads a line of words with blanks between; "" in it stands for an empty word. */
static int read_line(const char *line, const struct command *command)
{
	static char copy[400];
	const char *argv[WORDS_MAX + 2] = { "iosweep" };
	int argc = 1;
	char *save;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		ck_assert_int_le(argc, WORDS_MAX);
		argv[argc++] = strcmp(word, "\"\"") ? word : "";
	}
	if (options_scan(&values, argc, argv, &err))
		return -1;
	return options_apply(&values, command, &err);
}

static void reads(const char *line, const struct command *command)
{
	ck_assert_msg(!read_line(line, command), "'%s': %s", line, err.text);
}

START_TEST(initial_values)
{
	reads("", &run);
	ck_assert_uint_eq(values.file_sizes.n, 0);
	ck_assert_uint_eq(values.records.n, 13);
	ck_assert_uint_eq(values.records.v[0], 4096);
	ck_assert_uint_eq(values.records.v[12], 16 << 20);
	ck_assert_uint_eq(values.tests_n, 0);
	ck_assert_uint_eq(values.apis_n, 1);
	ck_assert_str_eq(values.apis[0]->name, "psync");
	ck_assert(values.modes[MODE_DEVICE] && values.modes[MODE_CACHED]);
	ck_assert_uint_eq(values.passes, 3);
	ck_assert_uint_eq(values.min_time_ns, 10000000);
	ck_assert_uint_eq(values.max_time_ns, UINT64_C(5000000000));
	ck_assert_ptr_null(values.output);
	ck_assert_ptr_null(values.sim_model);
	ck_assert(!values.quiet);
	ck_assert_uint_eq(values.operands_n, 0);
	for (size_t i = 0; i < options_n; i++)
		ck_assert_ptr_null(values.given[i]);
}
END_TEST

START_TEST(values_given)
{
	reads("--file-size 64k:1m,0.5xram --record=4k --mode device --passes 7 --min-time 1s --max-time=0 "
	      "--seed 18446744073709551615",
		&run);
	ck_assert_uint_eq(values.file_sizes.n, 6);
	ck_assert_uint_eq(values.file_sizes.v[5], RAM / 2);
	ck_assert_uint_eq(values.records.n, 1);
	ck_assert(values.modes[MODE_DEVICE] && !values.modes[MODE_CACHED]);
	ck_assert_uint_eq(values.passes, 7);
	ck_assert_uint_eq(values.min_time_ns, 1000000000);
	ck_assert_uint_eq(values.max_time_ns, 0);
	ck_assert_uint_eq(values.seed, UINT64_MAX);
	ck_assert(option_given(&values, "max-time") && option_given(&values, "seed"));
	ck_assert(!option_given(&values, "quiet") && !option_given(&values, "output"));
}
END_TEST

START_TEST(rates)
{
	static const struct {
		const char *line;
		struct pace pace;
	} rows[] = {
		{ "", { 0, 0, 0 } },
		{ "--rate 10m", { 10 << 20, 0, 0 } },
		{ "--rate 1.5MiB/s", { 3 << 19, 0, 0 } },
		{ "--rate 500iops", { 0, 500, 0 } },
		{ "--rate 7IOPS", { 0, 7, 0 } },
		{ "--think-time 5ms", { 0, 0, 5000000 } },
		{ "--think-time 0 --rate 1", { 1, 0, 0 } },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		teardown();
		setup();
		reads(rows[i].line, &run);
		ck_assert_uint_eq(values.pace.bytes_per_s, rows[i].pace.bytes_per_s);
		ck_assert_uint_eq(values.pace.operations_per_s, rows[i].pace.operations_per_s);
		ck_assert_uint_eq(values.pace.think_ns, rows[i].pace.think_ns);
	}
}
END_TEST

START_TEST(tests_and_apis)
{
	reads("--tests randread,sync:write,write --api sync,psync --sim-model m.json --mode cached", &run);
	ck_assert_uint_eq(values.tests_n, 3);
	ck_assert_str_eq(values.tests[0].name, "randread");
	ck_assert_str_eq(values.tests[0].api, "");
	ck_assert_str_eq(values.tests[0].pattern, "randread");
	ck_assert_str_eq(values.tests[1].name, "sync:write");
	ck_assert_str_eq(values.tests[1].api, "sync");
	ck_assert_str_eq(values.tests[1].pattern, "write");
	ck_assert_str_eq(values.tests[2].name, "write");
	ck_assert_uint_eq(values.apis_n, 2);
	ck_assert_str_eq(values.apis[0]->name, "sync");
	ck_assert_str_eq(values.apis[1]->name, "psync");
	ck_assert_str_eq(values.sim_model, "m.json");
	ck_assert(!values.modes[MODE_DEVICE] && values.modes[MODE_CACHED]);
}
END_TEST

/* The ways to write one thing, with what stands among and behind it. */
static const struct {
	const char *line, *output, *operands;
	size_t literal_from;
	bool quiet;
} forms[] = {
	{ "-o d a b", "d", "a b ", 2, false },
	{ "-od a b", "d", "a b ", 2, false },
	{ "a --output d b", "d", "a b ", 2, false },
	{ "a b --output=d", "d", "a b ", 2, false },
	{ "-q -o d a", "d", "a ", 1, true },
	{ "-qod a", "d", "a ", 1, true },
	{ "-qo d a", "d", "a ", 1, true },
	{ "-o d -o d --output d -qq", "d", "", 0, true },
	{ "--output=-q a", "-q", "a ", 1, false },
	{ "--output=a=b", "a=b", "", 0, false },
	{ "-o -", "-", "", 0, false },
	{ "-o-q", "-q", "", 0, false },
	{ "- a", NULL, "- a ", 2, false },
	{ "a -- b", NULL, "a b ", 1, false },
	{ "-q -- -o d --", NULL, "-o d -- ", 0, true },
	{ "--", NULL, "", 0, false },
	{ "\"\"", NULL, " ", 1, false },
};

START_TEST(forms_of_a_line)
{
	struct strbuf operands;

	reads(forms[_i].line, &run);
	if (forms[_i].output)
		ck_assert_str_eq(values.output, forms[_i].output);
	else
		ck_assert_ptr_null(values.output);
	ck_assert(values.quiet == forms[_i].quiet);
	ck_assert_uint_eq(values.literal_from, forms[_i].literal_from);
	strbuf_init(&operands);
	for (size_t i = 0; i < values.operands_n; i++)
		strbuf_addf(&operands, "%s ", values.operands[i]);
	ck_assert_str_eq(operands.buf, forms[_i].operands);
	strbuf_release(&operands);
}
END_TEST

static const struct {
	const char *line, *message;
} refused[] = {
	{ "--recrod 4k", "unknown option --recrod; did you mean --record?" },
	{ "--recrod=4k", "unknown option --recrod; did you mean --record?" },
	{ "--rec 4k", "unknown option --rec" },
	{ "--Record 4k", "unknown option --Record; did you mean --record?" },
	{ "--records 4k", "unknown option --records; did you mean --record?" },
	{ "--file_size 4k", "unknown option --file_size; did you mean --file-size?" },
	{ "--zzzzzz", "unknown option --zzzzzz" },
	{ "--=4k", "unknown option --" },
	{ "---quiet", "unknown option ---quiet; did you mean --quiet?" },
	{ "-x", "unknown option -x in '-x'" },
	{ "-qx", "unknown option -x in '-qx'" },
	{ "-5", "unknown option -5 in '-5'" },
	{ "--quiet=yes", "--quiet takes no value" },
	{ "--quiet=", "--quiet takes no value" },
	{ "--record", "--record needs a value, LIST: sizes and ranges such as 4k,10k or 4k:16m or 64k:1m:+64k" },
	{ "--mode", "--mode needs a value, MODE: device, cached, both" },
	{ "-o", "--output needs a value, DIR" },
	{ "-qo", "--output needs a value, DIR" },
	{ "--output --quiet",
		"--output needs a value, DIR; if '--quiet' is meant to be it, write --output=--quiet" },
	{ "--output --", "--output needs a value, DIR; if '--' is meant to be it, write --output=--" },
	{ "--passes -1", "--passes needs a value, N; if '-1' is meant to be it, write --passes=-1" },
	{ "-o a -o b", "--output is given twice, as 'a' and as 'b'" },
	{ "--record 4k --record 4096", "--record is given twice, as '4k' and as '4096'" },
	{ "--record abc", "--record: 'abc' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram" },
	{ "--record=", "--record: '' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram" },
	{ "--file-size 16m:4k", "--file-size: '16m:4k': the range ends below its start; write 4k:16m" },
	{ "--passes 0", "--passes: '0' is not a whole number from 1 to 1000" },
	{ "--passes=-1", "--passes: '-1' is not a whole number from 1 to 1000" },
	{ "--passes 1001", "--passes: '1001' is not a whole number from 1 to 1000" },
	{ "--seed x", "--seed: 'x' is not a whole number from 0 to 18446744073709551615" },
	{ "--min-time 6s", "--min-time: 6.0 s is longer than --max-time, 5.0 s" },
	{ "--max-time 1ms", "--min-time: 10.0 ms is longer than --max-time, 1.00 ms" },
	{ "--rate 0iops",
		"--rate: '0' is not a whole number from 1 to 1000000000, with iops behind it, and no size either" },
	{ "--rate 1.5iops",
		"--rate: '1.5' is not a whole number from 1 to 1000000000, with iops behind it, and no size either" },
	{ "--rate iops", "--rate: 'iops' is not a size; sizes are written 4096, 4k, 1.5m, 2g, 1t or 2xram; a rate is a "
			 "size for each second, or operations such as 500iops" },
	{ "--think-time fast", "--think-time: 'fast' is not a duration; durations are written 500us, 10ms, 5s, 90m, "
			       "1h30m or 2d, or in seconds" },
	{ "--rate 1m --think-time 1ms", "--think-time: cannot be used with --rate, whose schedule does not wait for "
					"pauses; give one of them" },
	{ "--mode Device",
		"--mode: 'Device' is not a mode; did you mean device? modes are: device, cached, both" },
	{ "--mode x", "--mode: 'x' is not a mode; modes are: device, cached, both" },
	{ "--raid chunk=4k,disks=6", "--raid: 'disks=6' is no part of a geometry, which is chunk=SIZE,data=N" },
	{ "--raid data=5", "--raid: chunk is missing; a geometry is chunk=SIZE,data=N" },
	{ "-o \"\"", "--output: an empty name is no path" },
	{ "--output=", "--output: an empty name is no path" },
	{ "--tests write,write", "--tests: 'write' is named twice" },
	{ "--api psync,psync", "--api: 'psync' is named twice" },
	{ "--completion bash", "--completion: run takes no such option" },
};

START_TEST(refusals)
{
	ck_assert_msg(read_line(refused[_i].line, &run) == -1, "'%s' was accepted", refused[_i].line);
	ck_assert_str_eq(err.text, refused[_i].message);
	ck_assert_int_eq(err.kind, ERR_USAGE);
}
END_TEST

/* The rest of these names every test or API, which a newcomer changes. */
static const struct {
	const char *line, *start;
} refused_words[] = {
	{ "--tests raed",
		"--tests: 'raed' is not a test; did you mean read? tests are: write, rewrite, read, reread, " },
	{ "--tests qqqqqq", "--tests: 'qqqqqq' is not a test; tests are: write, " },
	{ "--tests=", "--tests: '' is not a test; tests are: " },
	{ "--tests write,", "--tests: '' is not a test; tests are: " },
	{ "--tests write,,read", "--tests: '' is not a test; tests are: " },
	{ "--tests syn:read", "--tests: 'syn' is not an API; did you mean sync? APIs are: psync, sync, " },
	{ "--tests :read", "--tests: '' is not an API; APIs are: " },
	{ "--tests sync:", "--tests: '' is not a test; tests are: " },
	{ "--tests sync:read:x", "--tests: 'read:x' is not a test; did you mean read? tests are: " },
	{ "--api read", "--api: 'read' is not an API; APIs are: " },
};

START_TEST(refused_names)
{
	ck_assert_msg(read_line(refused_words[_i].line, &run) == -1, "'%s' was accepted", refused_words[_i].line);
	ck_assert_msg(
		!strncmp(err.text, refused_words[_i].start, strlen(refused_words[_i].start)), "%s", err.text);
	ck_assert_int_eq(err.kind, ERR_USAGE);
}
END_TEST

START_TEST(geometry_of_an_array)
{
	reads("", &run);
	ck_assert_ptr_null(values.raid);
	teardown();
	setup();
	reads("--raid chunk=256k,data=5", &run);
	ck_assert_str_eq(values.raid, "chunk=256k,data=5");
	teardown();
	setup();
	reads("--raid chunk=64k", &cliffs);
	ck_assert_str_eq(values.raid, "chunk=64k");
}
END_TEST

START_TEST(options_of_another_command)
{
	ck_assert_int_eq(read_line("--record abc", &list), -1);
	ck_assert_str_eq(err.text, "--record: list takes no such option; run does");
	ck_assert_int_eq(err.kind, ERR_USAGE);
	teardown();
	setup();
	reads("-hV", &list);
	ck_assert(option_given(&values, "help") && option_given(&values, "version"));
}
END_TEST

static const struct {
	const char *line, *command, *operands; /* command NULL: refused with operands as the text */
} choices[] = {
	{ "list", "list", "" },
	{ "help list", "help", "list " },
	{ "-q list x", "list", "x " },
	{ "list list", "list", "list " },
	{ "-q", "run", "" },
	{ "-- list", "run", "list " },
	{ "-- nowhere", "run", "nowhere " },
	{ "/", "run", "/ " },
	{ "/ list", "run", "/ list " },
	{ "run nowhere", "run", "nowhere " },
	{ "lst", NULL, "'lst': no such command or directory; did you mean list?" },
	{ "nowhere", NULL, "'nowhere': no such command or directory" },
	{ "\"\"", NULL, "'': no such command or directory" },
};

START_TEST(choices_of_a_command)
{
	const struct command *command;
	struct strbuf operands;

	reads(choices[_i].line, &run);
	command = command_choose(&values, &err);
	if (!choices[_i].command) {
		ck_assert_ptr_null(command);
		ck_assert_int_eq(err.kind, ERR_USAGE);
		ck_assert_str_eq(err.text, choices[_i].operands);
		return;
	}
	ck_assert_ptr_nonnull(command);
	ck_assert_str_eq(command->name, choices[_i].command);
	strbuf_init(&operands);
	for (size_t i = 0; i < values.operands_n; i++)
		strbuf_addf(&operands, "%s ", values.operands[i]);
	ck_assert_str_eq(operands.buf, choices[_i].operands);
	strbuf_release(&operands);
}
END_TEST

START_TEST(numbers_of_operands)
{
	static const struct command one = {
		.name = "one",
		.operands = "TARGET",
		.operand_is = "TARGET, the directory",
		.operands_min = 1,
		.operands_max = 1,
		.bit = COMMAND_RUN,
	};

	reads("", &run);
	ck_assert_int_eq(command_check_operands(&one, &values, &err), -1);
	ck_assert_str_eq(err.text, "one: TARGET, the directory, is missing; usage: iosweep one [OPTIONS] TARGET");
	teardown();
	setup();
	reads("a", &run);
	ck_assert_int_eq(command_check_operands(&one, &values, &err), 0);
	teardown();
	setup();
	reads("a -- -b", &run);
	ck_assert_int_eq(command_check_operands(&one, &values, &err), -1);
	ck_assert_str_eq(err.text, "one: '-b' is too much; usage: iosweep one [OPTIONS] TARGET");
	ck_assert_int_eq(err.kind, ERR_USAGE);
}
END_TEST

/* What the code that reads the table relies on. */
START_TEST(the_table)
{
	for (size_t i = 0; i < options_n; i++) {
		const struct option *o = &options[i];
		bool words = o->kind == OPTION_WORD || o->kind == OPTION_WORDS;

		ck_assert_msg(o->name && o->group && o->help && o->commands, "row %zu", i);
		ck_assert_msg((o->kind == OPTION_FLAG) == !o->parse, "--%s", o->name);
		ck_assert_msg(o->kind == OPTION_FLAG || !o->flag, "--%s", o->name);
		ck_assert_msg((o->kind == OPTION_FLAG) == !o->argument, "--%s", o->name);
		ck_assert_msg(words == !!o->words, "--%s", o->name);
		for (size_t j = 0; j < i; j++) {
			const struct option *p = &options[j];

			if (!strcmp(o->name, p->name)) {
				ck_assert_msg(
					o->letter == p->letter && !o->argument == !p->argument, "--%s", o->name);
				ck_assert_msg(!(o->commands & p->commands), "--%s", o->name);
			} else {
				ck_assert_msg(!o->letter || o->letter != p->letter, "-%c", o->letter);
			}
		}
	}
}
END_TEST

static void check_page(const struct command *command)
{
	struct strbuf page;
	const char *at;

	strbuf_init(&page);
	help_page(&page, command);
	ck_assert_ptr_nonnull(strstr(page.buf, "usage: iosweep "));
	for (at = page.buf; *at; at += strcspn(at, "\n") + 1) {
		size_t len = strcspn(at, "\n");

		ck_assert_msg(len < 80, "%.*s", (int)len, at);
		ck_assert_msg(!len || at[len - 1] != ' ', "%.*s", (int)len, at);
	}
	for (size_t i = 0; i < options_n; i++) {
		char name[60];

		snprintf(name, sizeof(name), "--%s", options[i].name);
		if (options[i].commands & (command ? command->bit : COMMAND_RUN))
			ck_assert_msg(strstr(page.buf, name), "%s is not in the help", name);
	}
	strbuf_release(&page);
}

START_TEST(help_is_whole_and_narrow)
{
	struct strbuf usage;

	check_page(NULL);
	strbuf_init(&usage);
	help_usage(&usage);
	for (size_t i = 0; i < commands_n; i++) {
		check_page(commands[i]);
		ck_assert_ptr_nonnull(strstr(usage.buf, commands[i]->name));
	}
	strbuf_release(&usage);
}
END_TEST

static const char *fruit(size_t i)
{
	static const char *const names[] = { "apple", "pear", "a-fruit-whose-name-has-no-end-at-all", "plum" };

	return i < COUNT(names) ? names[i] : NULL;
}

static const struct word_list fruits = { "a fruit", "fruits", .word = fruit };

static const struct {
	const char *text, *nearest;
} meant[] = {
	{ "aple", "apple" },
	{ "appple", "apple" },
	{ "paple", "apple" },
	{ "opple", "apple" },
	{ "pera", "pear" },
	{ "plun", "plum" },
	{ "orange", NULL },
	{ "p", NULL },
	{ "", NULL },
	{ "a-fruit-whose-name-has-no-end-at-al", NULL },
};

START_TEST(nearest_words)
{
	const char *nearest = word_list_nearest(&fruits, meant[_i].text);

	if (meant[_i].nearest)
		ck_assert_pstr_eq(nearest, meant[_i].nearest);
	else
		ck_assert_ptr_null(nearest);
	ck_assert_int_eq(word_list_find(&fruits, meant[_i].text, &err), -1);
	ck_assert_int_ge(word_list_find(&fruits, "plum", &err), 0);
}
END_TEST

static void add_case(Suite *suite, const char *name, const TTest *test, size_t n)
{
	TCase *tc = tcase_create(name);

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test, 0, (int)n);
	suite_add_tcase(suite, tc);
}

Suite *suite_options(void)
{
	Suite *suite = suite_create("options");

	add_case(suite, "initial", initial_values, 1);
	add_case(suite, "given", values_given, 1);
	add_case(suite, "rates", rates, 1);
	add_case(suite, "tests and APIs", tests_and_apis, 1);
	add_case(suite, "forms", forms_of_a_line, COUNT(forms));
	add_case(suite, "refusals", refusals, COUNT(refused));
	add_case(suite, "refused names", refused_names, COUNT(refused_words));
	add_case(suite, "another command", geometry_of_an_array, 1);
	add_case(suite, "another command", options_of_another_command, 1);
	add_case(suite, "command", choices_of_a_command, COUNT(choices));
	add_case(suite, "operands", numbers_of_operands, 1);
	add_case(suite, "table", the_table, 1);
	add_case(suite, "help", help_is_whole_and_narrow, 1);
	add_case(suite, "nearest", nearest_words, COUNT(meant));
	return suite;
}
