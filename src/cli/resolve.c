#include "cli/resolve.h"

#include "api/api.h"
#include "base/err.h"
#include "cli/options.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SMALLEST_FILE (64ULL << 10)
#define LARGEST_FILE (4ULL << 30)
#define LARGEST_RECORD (1ULL << 30) /* Linux moves at most 2 GiB less a page in one call */
#define RESERVE_BYTES (64ULL << 20) /* left free beside the run's own files, or a sixteenth of a small disk */

/* Places of a test's API in the order of the run, and of its pattern in the order of the sequence. */
struct rank {
	size_t api, pattern;
};

static struct rank rank_of(const struct option_values *values, const struct test *test)
{
	struct rank rank = { values->apis_n, 0 };

	for (size_t i = 0; i < values->apis_n; i++) {
		if (!strcmp(values->apis[i]->name, test->api)) {
			rank.api = i;
			break;
		}
	}
	/* An API that only a test names comes behind those of --api, in the order of the list of APIs. */
	for (size_t i = 0; rank.api >= values->apis_n && i < io_apis_n; i++) {
		if (!strcmp(io_apis[i]->name, test->api))
			rank.api = values->apis_n + i;
	}
	while (strcmp(patterns[rank.pattern]->name, test->pattern))
		rank.pattern++;
	return rank;
}

static bool before(const struct option_values *values, const struct test *a, const struct test *b)
{
	struct rank ra = rank_of(values, a), rb = rank_of(values, b);

	return ra.api != rb.api ? ra.api < rb.api : ra.pattern < rb.pattern;
}

/*
 * In the order in which a sequence runs, whatever the order in which they were asked for: a read comes after a write
 * and a re-read after a read, or they are not what their names say. Twice the same is taken once.
 */
static void insert_test(const struct option_values *values, struct config *config, const struct test *test)
{
	size_t at = config->tests_n;

	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strcmp(config->tests[i].name, test->name))
			return;
	}
	for (; at > 0 && before(values, test, &config->tests[at - 1]); at--)
		config->tests[at] = config->tests[at - 1];
	config->tests[at] = *test;
	config->tests_n++;
}

/* A pattern through an API; only the first API of the run goes without saying. */
static void add_one_test(const struct option_values *values, struct config *config, const char *api,
			 const char *pattern, const unsigned *read_percent)
{
	bool plain = !strcmp(api, values->apis[0]->name);
	struct test test = { .read_percent = read_percent ? *read_percent : 0 };
	size_t used;

	snprintf(test.api, sizeof(test.api), "%s", api);
	snprintf(test.pattern, sizeof(test.pattern), "%s", pattern);
	snprintf(test.name, sizeof(test.name), "%s%s%s", plain ? "" : test.api, plain ? "" : ":", test.pattern);
	used = strlen(test.name);
	if (read_percent && values->read_percents_n > 1)
		snprintf(test.name + used, sizeof(test.name) - used, "-%u", *read_percent);
	insert_test(values, config, &test);
}

/* A test that reads and writes is one for each share of reads. */
static void add_test(const struct option_values *values, struct config *config, const char *api, const char *pattern)
{
	unsigned flags = pattern_find(pattern)->flags;

	if (!(flags & PATTERN_READS) || !(flags & PATTERN_WRITES)) {
		add_one_test(values, config, api, pattern, NULL);
		return;
	}
	for (size_t i = 0; i < values->read_percents_n; i++)
		add_one_test(values, config, api, pattern, &values->read_percents[i]);
}

bool resolve_adds_stdio(const char *pattern)
{
	static const char *const names[] = { "write", "rewrite", "read", "reread" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(names[i], pattern))
			return true;
	}
	return false;
}

/* IOzone's other four of thirteen, unless the user has said which APIs it shall be. */
static bool wants_stdio(const struct option_values *values)
{
	return !option_given(values, "api") && values->modes[MODE_CACHED];
}

static int resolve_tests(const struct option_values *values, struct config *config)
{
	size_t most = (values->tests_n + patterns_n) * (values->apis_n + 1) * (values->read_percents_n + 1);

	config->tests = calloc(most, sizeof(*config->tests));
	if (!config->tests)
		return -ENOMEM;
	for (size_t i = 0; i < values->tests_n; i++) {
		if (*values->tests[i].api)
			add_test(values, config, values->tests[i].api, values->tests[i].pattern);
		for (size_t a = 0; !*values->tests[i].api && a < values->apis_n; a++)
			add_test(values, config, values->apis[a]->name, values->tests[i].pattern);
	}
	for (size_t p = 0; !values->tests_n && p < patterns_n; p++) {
		for (size_t a = 0; (patterns[p]->flags & PATTERN_AUTOMATIC) && a < values->apis_n; a++)
			add_test(values, config, values->apis[a]->name, patterns[p]->name);
		if (wants_stdio(values) && resolve_adds_stdio(patterns[p]->name))
			add_test(values, config, "stdio", patterns[p]->name);
	}
	return 0;
}

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

static bool has_new_file(const struct config *config)
{
	for (size_t i = 0; i < config->tests_n; i++) {
		if (pattern_find(config->tests[i].pattern)->flags & PATTERN_NEW_FILE)
			return true;
	}
	return false;
}

/* An option that can have no effect was meant for another run. */
static int check_settings(const struct option_values *values, const struct config *config, struct err *err)
{
	static const struct {
		const char *option, *api;
	} concerns[] = {
		{ "iovecs", "pvsync" }, { "dontcache", "pvsync" },       { "stdio-buffer", "stdio" },
		{ "map-advice", "mmap" }, { "map-async-flush", "mmap" },
	};
	static const char *const of_files[] = { "sync-mode", "fallocate", "truncate-before-write", "memory-limit" };
	static const char *const of_new_files[] = { "fallocate", "truncate-before-write" };
	static const char *const of_mixed[] = { "read-percent", "mixed-order" };

	for (size_t i = 0; i < sizeof(concerns) / sizeof(*concerns); i++) {
		if (option_given(values, concerns[i].option) && !has_api(config, concerns[i].api))
			return err_set(err, ERR_USAGE, "--%s concerns %s only, which is not in this run",
				       concerns[i].option, concerns[i].api);
	}
	for (size_t i = 0; i < sizeof(of_files) / sizeof(*of_files); i++) {
		if (option_given(values, of_files[i]) &&
		    io_api_find(config->tests[0].api)->flags & IO_API_VIRTUAL)
			return err_set(err, ERR_USAGE, "--%s concerns real files, of which %s has none", of_files[i],
				       config->tests[0].api);
	}
	if (values->confirm && values->no_confirm)
		return err_set(err, ERR_USAGE, "--confirm and --no-confirm exclude each other");
	if (values->verify && io_api_find(config->tests[0].api)->flags & IO_API_VIRTUAL)
		return err_set(err, ERR_USAGE, "--verify: %s keeps no data that could be read back; leave it out",
			       config->tests[0].api);
	for (size_t i = 0; i < sizeof(of_new_files) / sizeof(*of_new_files); i++) {
		if (option_given(values, of_new_files[i]) && !has_new_file(config))
			return err_set(err, ERR_USAGE, "--%s concerns write only, which is not in this run",
				       of_new_files[i]);
	}
	for (size_t i = 0; i < sizeof(of_mixed) / sizeof(*of_mixed); i++) {
		if (option_given(values, of_mixed[i]) && !has_pattern(config, "mixed"))
			return err_set(err, ERR_USAGE, "--%s concerns mixed only, which is not in this run",
				       of_mixed[i]);
	}
	if (config->cache == CACHE_DROP && !config->modes[MODE_CACHED])
		return err_set(err, ERR_USAGE, "--cache drop concerns mode cached only, which is not in this run");
	if (option_given(values, "stride") && !has_pattern(config, "stride"))
		return err_set(err, ERR_USAGE, "--stride concerns stride only, which is not in this run");
	return 0;
}

static int check_target(const struct option_values *values, const struct config *config, struct err *err)
{
	const char *api = config->tests[0].api;
	bool is_virtual = io_api_find(api)->flags & IO_API_VIRTUAL;

	if (is_virtual && values->operands_n)
		return err_set(err, ERR_USAGE, "'%.200s': %s measures no directory; leave it out", values->operands[0],
			       api);
	if (!is_virtual && !values->operands_n)
		return err_set(err, ERR_USAGE, "run: TARGET, the directory to measure, is missing; usage: iosweep run "
					       "[OPTIONS] TARGET");
	return 0;
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
	if (check_settings(values, config, err))
		return -1;
	return check_target(values, config, err);
}

/* What of it files may take. */
static uint64_t usable_space(uint64_t available_bytes)
{
	uint64_t reserve = available_bytes / 16;

	return available_bytes - (reserve < RESERVE_BYTES ? reserve : RESERVE_BYTES);
}

/* The smallest that holds the smallest record. */
static uint64_t smallest_file(const struct config *config)
{
	uint64_t size = SMALLEST_FILE;

	while (size < config->records.v[0] && size < LARGEST_FILE)
		size *= 2;
	return size;
}

/* 64K doubling, at most half of what is free. */
static int choose_file_sizes(uint64_t available_bytes, struct config *config, struct err *err)
{
	uint64_t room = usable_space(available_bytes) / 2, smallest = smallest_file(config);
	unsigned files = config_files(config);
	char text[UNITS_TEXT_LEN];
	size_t n = 0;

	if (room / files < smallest)
		return err_set(err, ERR_ENVIRONMENT, "%s: too little space is free for the smallest file of %s; free some, "
						     "or name sizes with --file-size", config->target,
			       units_format_size(smallest, text));
	config->file_sizes.v = calloc(64, sizeof(*config->file_sizes.v));
	if (!config->file_sizes.v)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "file sizes");
	for (uint64_t size = smallest; size <= LARGEST_FILE && size <= room / files; size *= 2)
		config->file_sizes.v[n++] = size;
	config->file_sizes.n = n;
	return 0;
}

int resolve_check_space(uint64_t available_bytes, const struct config *config, struct err *err)
{
	uint64_t largest = config->file_sizes.v[config->file_sizes.n - 1];
	unsigned files = config_files(config);
	char want[UNITS_TEXT_LEN], have[UNITS_TEXT_LEN];

	if (available_bytes == UINT64_MAX)
		return 0;
	if (largest <= usable_space(available_bytes) / files)
		return 0;
	units_format_size(largest, want);
	units_format_size(available_bytes, have);
	if (files > 1)
		return err_set(err, ERR_ENVIRONMENT,
			       "--jobs: %u files of %s, with a little to spare, do not fit: %s has %s free", files, want,
			       config->target, have);
	return err_set(err, ERR_ENVIRONMENT, "--file-size: a file of %s, with a little to spare, does not fit: %s has %s free",
		       want, config->target, have);
}

/* Every I/O in flight, of every job, has memory of its own, to write from and to read into. */
static int check_memory(const struct option_values *values, const struct config *config, struct err *err)
{
	uint64_t record = config->records.v[config->records.n - 1], depth = config_most_depth(config);
	uint64_t jobs = config_most_jobs(config), n = depth * jobs;
	uint64_t bytes = 2 * record * n;
	char each[UNITS_TEXT_LEN], all[UNITS_TEXT_LEN], ram[UNITS_TEXT_LEN];

	if (n == 1 || !values->ram_bytes || bytes <= values->ram_bytes / 2)
		return 0;
	units_format_size(record, each);
	units_format_size(bytes, all);
	units_format_size(values->ram_bytes, ram);
	if (jobs > 1)
		return err_set(err, ERR_USAGE,
			       "--jobs: %" PRIu64 " jobs, each with %" PRIu64 " of records of %s, take %s, more than half of "
			       "the memory (%s); lower --jobs, --depth or --record",
			       jobs, depth, each, all, ram);
	return err_set(err, ERR_USAGE,
		       "--depth: %" PRIu64 " records of %s take %s, more than half of the memory (%s); lower --depth or "
		       "--record",
		       depth, each, all, ram);
}

/* A preset's sizes are those that there is room for, as in automatic mode. */
static void trim_file_sizes(const struct option_values *values, uint64_t available_bytes, struct config *config)
{
	uint64_t room = usable_space(available_bytes) / 2 / config_files(config);

	if (available_bytes == UINT64_MAX || option_given(values, "file-size"))
		return;
	while (config->file_sizes.n > 1 && config->file_sizes.v[config->file_sizes.n - 1] > room)
		config->file_sizes.n--;
}

static int cannot_share(uint64_t jobs, uint64_t file_size, uint64_t record_size, struct err *err)
{
	char file[UNITS_TEXT_LEN], record[UNITS_TEXT_LEN];

	return err_set(err, ERR_USAGE,
		       "--shared-file: %" PRIu64 " jobs cannot share a file of %s in records of %s; each needs one", jobs,
		       units_format_size(file_size, file), units_format_size(record_size, record));
}

/* Every record and every number of jobs must have a cell, if only with the fewest jobs and the smallest record. */
static int check_sharing(const struct config *config, uint64_t largest_file, struct err *err)
{
	uint64_t smallest = config->records.v[0], largest = config->records.v[config->records.n - 1];

	if (!config_has_pair(config, largest_file, largest))
		return cannot_share(config->jobs.v[0], largest_file, largest, err);
	if (!config_has_cell(config, largest_file, smallest, config_most_jobs(config)))
		return cannot_share(config_most_jobs(config), largest_file, smallest, err);
	return 0;
}

int resolve_sizes(const struct option_values *values, uint64_t available_bytes, struct config *config,
		  struct err *err)
{
	char record[UNITS_TEXT_LEN], file[UNITS_TEXT_LEN];
	uint64_t largest, *records = config->records.v;

	if (records[config->records.n - 1] > LARGEST_RECORD)
		return err_set(err, ERR_USAGE, "--record: %s is too large; a record may be at most 1G",
			       units_format_size_exact(records[config->records.n - 1], record));
	if (!config->file_sizes.n && choose_file_sizes(available_bytes, config, err))
		return -1;
	trim_file_sizes(values, available_bytes, config);
	if (config->file_sizes.v[0] < records[0])
		return err_set(err, ERR_USAGE,
			       "--file-size: %s is smaller than the smallest record, %s; leave it out or give a smaller --record",
			       units_format_size(config->file_sizes.v[0], file), units_format_size(records[0], record));
	largest = config->file_sizes.v[config->file_sizes.n - 1];
	units_format_size(largest, file);
	while (!option_given(values, "record") && config->records.n > 1 && records[config->records.n - 1] > largest)
		config->records.n--;
	units_format_size(records[config->records.n - 1], record);
	if (records[config->records.n - 1] > largest)
		return err_set(err, ERR_USAGE, "--record: %s is larger than the largest file, %s; records may be at most that",
			       record, file);
	while (!option_given(values, "record") && config->records.n > 1 &&
	       !config_has_pair(config, largest, records[config->records.n - 1]))
		config->records.n--;
	if (check_sharing(config, largest, err))
		return -1;
	if (check_memory(values, config, err))
		return -1;
	if (config->io.iovecs > records[0])
		return err_set(err, ERR_USAGE, "--iovecs: the smallest record, %s, has no %u bytes to make pieces of",
			       units_format_size(records[0], record), config->io.iovecs);
	return resolve_check_space(available_bytes, config, err);
}
