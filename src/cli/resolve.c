#include "cli/resolve.h"

#include "api/api.h"
#include "base/err.h"
#include "cli/options.h"
#include "cli/resolve_check.h"
#include "cli/resolve_tests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool has_depth(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (!(io_api_find(config->tests[i].api)->flags & IO_API_SYNCHRONOUS))
			return true;
	}
	return false;
}

/* A simulated run is the same each time unless it is told otherwise. */
static uint64_t any_seed(const struct config *config)
{
	struct timespec ts;

	if (io_api_find(config->tests[0].api)->flags & IO_API_VIRTUAL)
		return 1;
	clock_gettime(CLOCK_REALTIME, &ts);
	/* Short enough to be typed again. */
	return ((uint64_t)ts.tv_sec * 1000003U + (uint64_t)ts.tv_nsec) % 1000000000U;
}

static int copy_cpus(const struct option_values *values, struct config *config)
{
	if (!values->cpus_n)
		return 0;
	config->cpus = malloc(values->cpus_n * sizeof(*config->cpus));
	if (!config->cpus)
		return -ENOMEM;
	memcpy(config->cpus, values->cpus, values->cpus_n * sizeof(*config->cpus));
	config->cpus_n = values->cpus_n;
	return 0;
}

/* What the configuration owns. 0 or -ENOMEM. */
static int copy_owned(const struct option_values *values, struct config *config)
{
	int ret = resolve_tests(values, config);

	if (!ret)
		ret = config_set_string(&config->sim_model, values->sim_model);
	if (!ret)
		ret = config_set_string(&config->raid, values->raid);
	if (!ret)
		ret = config_set_string(&config->fault, values->fault);
	if (!ret)
		ret = config_set_string(&config->preset, values->preset);
	if (!ret)
		ret = config_set_string(&config->target, values->operands_n ? values->operands[0] : NULL);
	if (!ret)
		ret = size_list_copy(&config->records, &values->records);
	if (!ret)
		ret = size_list_copy(&config->file_sizes, &values->file_sizes);
	if (!ret)
		ret = has_depth(config) ? size_list_copy(&config->depth, &values->depth) : config_set_only(&config->depth, 1);
	if (!ret)
		ret = size_list_copy(&config->jobs, &values->jobs);
	if (!ret)
		ret = copy_cpus(values, config);
	return ret;
}

static void copy_plain(const struct option_values *values, struct config *config)
{
	memcpy(config->modes, values->modes, sizeof(config->modes));
	config->io = values->io;
	config->io.uring_sqpoll = values->uring_sqpoll;
	config->job_files = values->job_files;
	config->processes = values->processes;
	config->stonewall = !values->no_stonewall;
	config->mixed_in_order = values->mixed_in_order;
	config->pace = values->pace;
	config->data = values->data;
	config->stride = values->stride;
	config->include_flush = values->include_flush;
	config->include_close = values->include_close;
	config->fallocate = values->fallocate;
	config->truncate_before_write = values->truncate_before_write;
	config->verify = values->verify;
	config->cache = values->cache;
	config->memory_limit_bytes = values->memory_limit_bytes;
	config->passes = values->passes;
	config->precision = values->precision;
	config->time_budget_ns = values->time_budget_ns;
	config->settle_ns = values->settle_ns;
	config->precondition = values->precondition;
	config->confirm = !values->no_confirm;
	config->confirm_all = values->confirm;
	config->refine = values->refine && !values->no_refine;
	config->min_time_ns = values->min_time_ns;
	config->max_time_ns = values->max_time_ns;
	config->max_time_cuts_cached = option_given(values, "max-time") && values->max_time_ns;
	config->seed = option_given(values, "seed") ? values->seed : any_seed(config);
	config->stuck_after_ns = values->stuck_after_ns;
	config->quiet = values->quiet;
	config->no_pictures = values->no_pictures;
}

int resolve_config(const struct option_values *values, struct config *config, struct err *err)
{
	int ret = copy_owned(values, config);

	if (ret)
		return err_sys(err, ERR_ENVIRONMENT, ret, "configuration");
	copy_plain(values, config);
	return resolve_check(values, config, err);
}
