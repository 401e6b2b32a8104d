/* The command line, one word a line, up to the configuration that a run would have. */
#include "fuzz/fuzz.h"

#include "base/err.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/resolve.h"
#include "cli/resolve_sizes.h"
#include "model/config.h"

#include <assert.h>

#define WORDS_MAX 64

static int resolve(const struct option_values *values, struct err *err)
{
	struct config config;
	int ret;

	config_init(&config);
	ret = resolve_config(values, &config, err);
	if (!ret)
		ret = resolve_sizes(values, UINT64_C(1) << 40, &config, err);
	if (!ret)
		assert(config.tests_n && config.file_sizes.n && config.records.n && config.depth.n && config.jobs.n);
	config_release(&config);
	return ret;
}

static int read_line(struct option_values *values, int words, const char *const *argv, struct err *err)
{
	const struct command *command;

	if (options_scan(values, words, argv, err))
		return -1;
	command = command_choose(values, err);
	if (!command || options_apply(values, command, err) || command_check_operands(command, values, err))
		return -1;
	return command->bit == COMMAND_RUN ? resolve(values, err) : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *argv[WORDS_MAX + 2] = { "iosweep" };
	char *text = fuzz_text(data, size), *word, *rest = text;
	struct option_values values;
	struct err err = ERR_INIT;
	int words = 1;

	while (words <= WORDS_MAX && (word = strsep(&rest, "\n")))
		argv[words++] = word;
	if (option_values_init(&values, UINT64_C(25277767680), &err))
		abort();
	if (read_line(&values, words, argv, &err))
		assert((err.kind == ERR_USAGE || err.kind == ERR_ENVIRONMENT) && err.text[0]);
	option_values_release(&values);
	free(text);
	return 0;
}
