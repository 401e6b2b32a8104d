#include "cli/resolve_sizes.h"

#include "base/err.h"
#include "base/units.h"
#include "cli/options.h"
#include "model/config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define SMALLEST_FILE (64ULL << 10)
#define LARGEST_FILE (4ULL << 30)
#define LARGEST_RECORD (1ULL << 30) /* Linux moves at most 2 GiB less a page in one call */
#define RESERVE_BYTES (64ULL << 20) /* left free beside the run's own files, or a sixteenth of a small disk */

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

int resolve_double_file_sizes(uint64_t smallest, uint64_t room, struct config *config)
{
	uint64_t size = smallest > SMALLEST_FILE ? smallest : SMALLEST_FILE;
	struct size_list *sizes = &config->file_sizes;

	sizes->v = calloc(64, sizeof(*sizes->v));
	if (!sizes->v)
		return -ENOMEM;
	for (; size <= LARGEST_FILE && size <= room; size *= 2)
		sizes->v[sizes->n++] = size;
	return 0;
}

/* At most half of what is free. */
static int choose_file_sizes(uint64_t available_bytes, struct config *config, struct err *err)
{
	uint64_t room = usable_space(available_bytes) / 2 / config_files(config), smallest = smallest_file(config);
	char text[UNITS_TEXT_LEN];

	if (room < smallest)
		return err_set(err, ERR_ENVIRONMENT, "%s: too little space is free for the smallest file of %s; free some, "
						     "or name sizes with --file-size", config->target,
			       units_format_size_exact(smallest, text));
	if (resolve_double_file_sizes(smallest, room, config))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "file sizes");
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
		       units_format_size_exact(file_size, file), units_format_size_exact(record_size, record));
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

/* Records that nobody has asked for may go, the largest first. */
static void trim_records(const struct option_values *values, uint64_t largest_file, struct config *config)
{
	struct size_list *records = &config->records;

	if (option_given(values, "record"))
		return;
	while (records->n > 1 && records->v[records->n - 1] > largest_file)
		records->n--;
	while (records->n > 1 && !config_has_pair(config, largest_file, records->v[records->n - 1]))
		records->n--;
}

/* File sizes and records against each other. */
static int check_pairs(const struct config *config, struct err *err)
{
	const struct size_list *files = &config->file_sizes, *records = &config->records;
	char record[UNITS_TEXT_LEN], file[UNITS_TEXT_LEN];

	if (files->v[0] < records->v[0])
		return err_set(err, ERR_USAGE,
			       "--file-size: %s is smaller than the smallest record, %s; leave it out or give a smaller --record",
			       units_format_size_exact(files->v[0], file), units_format_size_exact(records->v[0], record));
	if (records->v[records->n - 1] > files->v[files->n - 1])
		return err_set(err, ERR_USAGE, "--record: %s is larger than the largest file, %s; records may be at most that",
			       units_format_size_exact(records->v[records->n - 1], record),
			       units_format_size_exact(files->v[files->n - 1], file));
	return check_sharing(config, files->v[files->n - 1], err);
}

int resolve_sizes(const struct option_values *values, uint64_t available_bytes, struct config *config,
		  struct err *err)
{
	const struct size_list *records = &config->records;
	char record[UNITS_TEXT_LEN];

	if (records->v[records->n - 1] > LARGEST_RECORD)
		return err_set(err, ERR_USAGE, "--record: %s is too large; a record may be at most 1G",
			       units_format_size_exact(records->v[records->n - 1], record));
	if (!config->file_sizes.n && choose_file_sizes(available_bytes, config, err))
		return -1;
	trim_file_sizes(values, available_bytes, config);
	trim_records(values, config->file_sizes.v[config->file_sizes.n - 1], config);
	if (check_pairs(config, err) || check_memory(values, config, err))
		return -1;
	if (config->io.iovecs > records->v[0])
		return err_set(err, ERR_USAGE, "--iovecs: the smallest record, %s, has no %u bytes to make pieces of",
			       units_format_size_exact(records->v[0], record), config->io.iovecs);
	return resolve_check_space(available_bytes, config, err);
}
