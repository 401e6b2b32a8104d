#include "cli/resolve_check.h"

#include "api/api.h"
#include "base/err.h"
#include "cli/options.h"
#include "model/config.h"

#include <string.h>

static bool is_virtual(const struct config *config)
{
	return io_api_find(config->tests[0].api)->flags & IO_API_VIRTUAL;
}

static bool has_api(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strcmp(config->tests[i].api, name))
			return true;
	}
	return false;
}

static bool has_pattern(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strcmp(config->tests[i].pattern, name))
			return true;
	}
	return false;
}

static int check_concerns(const struct option_values *values, const struct config *config, struct err *err)
{
	static const struct {
		const char *option, *what;
		bool (*has)(const struct config *config, const char *what);
	} rows[] = {
		{ "iovecs", "pvsync", has_api },
		{ "dontcache", "pvsync", has_api },
		{ "stdio-buffer", "stdio", has_api },
		{ "map-advice", "mmap", has_api },
		{ "map-async-flush", "mmap", has_api },
		{ "uring-sqpoll", "io_uring", has_api },
		{ "fallocate", "write", has_pattern },
		{ "truncate-before-write", "write", has_pattern },
		{ "read-percent", "mixed", has_pattern },
		{ "mixed-order", "mixed", has_pattern },
		{ "stride", "stride", has_pattern },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (option_given(values, rows[i].option) && !rows[i].has(config, rows[i].what))
			return err_set(err, ERR_USAGE, "--%s concerns %s only, which is not in this run", rows[i].option,
				       rows[i].what);
	}
	if (option_given(values, "sim-model") && !has_api(config, "sim") && !has_api(config, "sim_queue"))
		return err_set(err, ERR_USAGE, "--sim-model concerns sim and sim_queue only, which are not in this run");
	if (config->cache == CACHE_DROP && !config->modes[MODE_CACHED])
		return err_set(err, ERR_USAGE, "--cache drop concerns mode cached only, which is not in this run");
	return 0;
}

static int check_virtual(const struct option_values *values, const struct config *config, struct err *err)
{
	static const char *const of_files[] = { "sync-mode", "fallocate", "truncate-before-write", "memory-limit" };
	const char *api = config->tests[0].api;

	for (size_t i = 0; i < sizeof(of_files) / sizeof(*of_files); i++) {
		if (option_given(values, of_files[i]))
			return err_set(err, ERR_USAGE, "--%s concerns real files, of which %s has none", of_files[i], api);
	}
	if (values->verify)
		return err_set(err, ERR_USAGE, "--verify: %s keeps no data that could be read back; leave it out", api);
	if (values->operands_n)
		return err_set(err, ERR_USAGE, "'%.200s': %s measures no directory; leave it out", values->operands[0],
			       api);
	return 0;
}

int resolve_check(const struct option_values *values, const struct config *config, struct err *err)
{
	if (is_virtual(config) && check_virtual(values, config, err))
		return -1;
	if (values->confirm && values->no_confirm)
		return err_set(err, ERR_USAGE, "--confirm and --no-confirm exclude each other");
	if (option_given(values, "refine") && values->no_refine)
		return err_set(err, ERR_USAGE, "--refine and --no-refine exclude each other");
	if (check_concerns(values, config, err))
		return -1;
	if (!is_virtual(config) && !values->operands_n)
		return err_set(err, ERR_USAGE, "run: TARGET, the directory to measure, is missing; usage: iosweep run "
					       "[OPTIONS] TARGET");
	return 0;
}
