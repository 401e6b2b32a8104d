#include "store/run_config.h"

#include "base/err.h"
#include "base/json_memory.h"
#include "store/config_kinds.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static const struct config_row rows[] = {
	{ "target", &config_kind_text, offsetof(struct config, target), 0, 0 },
	{ "target_is_file", &config_kind_bool, offsetof(struct config, target_is_file), 0, 0 },
	{ "overwrite", &config_kind_bool, offsetof(struct config, overwrite), 0, 0 },
	{ "output", &config_kind_text, offsetof(struct config, output), 0, 0 },
	{ "command", &config_kind_text, offsetof(struct config, command), 0, 0 },
	{ "sim_model", &config_kind_text, offsetof(struct config, sim_model), 0, 0 },
	{ "raid", &config_kind_text, offsetof(struct config, raid), 0, 0 },
	{ "fault", &config_kind_text, offsetof(struct config, fault), 0, 0 },
	{ "file_sizes", &config_kind_sizes, offsetof(struct config, file_sizes), 1, SIZE_LIST_MAX },
	{ "records", &config_kind_sizes, offsetof(struct config, records), 1, SIZE_LIST_MAX },
	{ "tests", &config_kind_tests, 0, 1, 1000 },
	{ "modes", &config_kind_modes, offsetof(struct config, modes), 1, 0 },
	{ "depth", &config_kind_counts, offsetof(struct config, depth), 1, UINT_MAX },
	{ "sync_mode", &config_kind_sync_mode, offsetof(struct config, io.sync_mode), 0, 0 },
	{ "iovecs", &config_kind_unsigned, offsetof(struct config, io.iovecs), 0, UINT_MAX },
	{ "dontcache", &config_kind_bool, offsetof(struct config, io.dontcache), 0, 0 },
	{ "stdio_buffer_bytes", &config_kind_u64, offsetof(struct config, io.stdio_buffer_bytes), 0, INT64_MAX },
	{ "map_advice", &config_kind_map_advice, offsetof(struct config, io.map_advice), 0, 0 },
	{ "map_async_flush", &config_kind_bool, offsetof(struct config, io.map_async_flush), 0, 0 },
	{ "uring_sqpoll", &config_kind_bool, offsetof(struct config, io.uring_sqpoll), 0, 0 },
	{ "jobs", &config_kind_counts, offsetof(struct config, jobs), 1, UINT_MAX },
	{ "job_files", &config_kind_job_files, offsetof(struct config, job_files), 0, 0 },
	{ "processes", &config_kind_bool, offsetof(struct config, processes), 0, 0 },
	{ "stonewall", &config_kind_bool, offsetof(struct config, stonewall), 0, 0 },
	{ "cpus", &config_kind_cpus, 0, 0, 65536 },
	{ "stride", &config_kind_u64, offsetof(struct config, stride), 1, INT64_MAX },
	{ "rate_bytes_per_s", &config_kind_u64, offsetof(struct config, pace.bytes_per_s), 0, INT64_MAX },
	{ "rate_operations_per_s", &config_kind_u64, offsetof(struct config, pace.operations_per_s), 0, INT64_MAX },
	{ "think_time_ns", &config_kind_u64, offsetof(struct config, pace.think_ns), 0, INT64_MAX },
	{ "dedupe_percent", &config_kind_unsigned, offsetof(struct config, data.dedupe_percent), 0, 100 },
	{ "compress_percent", &config_kind_unsigned, offsetof(struct config, data.compress_percent), 0, 100 },
	{ "mixed_in_order", &config_kind_bool, offsetof(struct config, mixed_in_order), 0, 0 },
	{ "include_flush", &config_kind_bool, offsetof(struct config, include_flush), 0, 0 },
	{ "include_close", &config_kind_bool, offsetof(struct config, include_close), 0, 0 },
	{ "fallocate", &config_kind_bool, offsetof(struct config, fallocate), 0, 0 },
	{ "truncate_before_write", &config_kind_bool, offsetof(struct config, truncate_before_write), 0, 0 },
	{ "cache", &config_kind_cache_mode, offsetof(struct config, cache), 0, 0 },
	{ "memory_limit_bytes", &config_kind_u64, offsetof(struct config, memory_limit_bytes), 0, INT64_MAX },
	{ "verify", &config_kind_bool, offsetof(struct config, verify), 0, 0 },
	{ "preset", &config_kind_text, offsetof(struct config, preset), 0, 0 },
	{ "precision", &config_kind_share, offsetof(struct config, precision), 0, 1 },
	{ "time_budget_ns", &config_kind_u64, offsetof(struct config, time_budget_ns), 0, INT64_MAX },
	{ "settle_ns", &config_kind_u64, offsetof(struct config, settle_ns), 0, INT64_MAX },
	{ "precondition", &config_kind_bool, offsetof(struct config, precondition), 0, 0 },
	{ "passes", &config_kind_unsigned, offsetof(struct config, passes), 1, UINT_MAX },
	{ "confirm", &config_kind_bool, offsetof(struct config, confirm), 0, 0 },
	{ "confirm_all", &config_kind_bool, offsetof(struct config, confirm_all), 0, 0 },
	{ "refine", &config_kind_bool, offsetof(struct config, refine), 0, 0 },
	{ "min_time_ns", &config_kind_u64, offsetof(struct config, min_time_ns), 0, INT64_MAX },
	{ "max_time_ns", &config_kind_u64, offsetof(struct config, max_time_ns), 0, INT64_MAX },
	{ "max_time_cuts_cached", &config_kind_bool, offsetof(struct config, max_time_cuts_cached), 0, 0 },
	{ "seed", &config_kind_u64, offsetof(struct config, seed), 0, INT64_MAX },
	{ "stuck_after_ns", &config_kind_u64, offsetof(struct config, stuck_after_ns), 0, INT64_MAX },
	{ "no_pictures", &config_kind_bool, offsetof(struct config, no_pictures), 0, 0 },
	{ "quiet", &config_kind_bool, offsetof(struct config, quiet), 0, 0 },
};

#define ROWS_N (sizeof(rows) / sizeof(*rows))

json_t *run_config_to_json(const struct config *config, struct err *err)
{
	json_t *json;

	json_memory_watch();
	json = json_object();
	for (size_t i = 0; i < ROWS_N; i++) {
		json_t *value = rows[i].kind->put(&rows[i], (const char *)config + rows[i].offset);

		if (json_object_set_new(json, rows[i].name, value)) {
			if (json_memory_ran_out())
				err_sys(err, ERR_ENVIRONMENT, ENOMEM, "config: cannot store %s", rows[i].name);
			else
				err_set(err, ERR_ENVIRONMENT, "config: cannot store %s: it is above 2^63-1", rows[i].name);
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

/*
 * The keys of version 1.0. Where another one is missing the run is older than it, and the value that a
 * new config has holds.
 */
static bool in_every_run(const char *key)
{
	static const char *const first[] = {
		"target", "output", "command",     "sim_model",   "file_sizes",           "records", "tests",
		"modes",  "passes", "min_time_ns", "max_time_ns", "max_time_cuts_cached", "seed",    "quiet",
	};

	for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++) {
		if (!strcmp(key, first[i]))
			return true;
	}
	return false;
}

static bool known(const char *key)
{
	for (size_t i = 0; i < ROWS_N; i++) {
		if (!strcmp(key, rows[i].name))
			return true;
	}
	return false;
}

static const char *unknown_key(json_t *json)
{
	const char *key;
	json_t *value;

	json_object_foreach(json, key, value) {
		if (!known(key))
			return key;
	}
	return NULL;
}

int run_config_from_json(json_t *json, bool newer, struct config *config, struct err *err)
{
	const char *unknown = newer ? NULL : unknown_key(json);

	if (!json_is_object(json))
		return err_set(err, ERR_ENVIRONMENT, "config: is missing or no object");
	if (unknown)
		return err_set(err, ERR_ENVIRONMENT, "config: unknown key \"%s\"", unknown);
	for (size_t i = 0; i < ROWS_N; i++) {
		const json_t *value = json_object_get(json, rows[i].name);
		int ret = value ? rows[i].kind->get(&rows[i], value, (char *)config + rows[i].offset) : -ENOENT;

		if (ret == -ENOENT && !in_every_run(rows[i].name))
			continue;
		if (ret == -ENOENT)
			return err_set(err, ERR_ENVIRONMENT, "config: %s is missing", rows[i].name);
		if (ret == -ENOMEM)
			return err_sys(err, ERR_ENVIRONMENT, ret, "config: %s", rows[i].name);
		if (ret)
			return err_set(err, ERR_ENVIRONMENT, "config: %s must be %s", rows[i].name,
				       rows[i].kind->expects);
	}
	if (config_complete(config))
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "config");
	return 0;
}
