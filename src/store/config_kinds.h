/* config_kinds: how the members of struct config are written to JSON and read back. For run_config.c alone. */
#ifndef IOSWEEP_STORE_CONFIG_KINDS_H
#define IOSWEEP_STORE_CONFIG_KINDS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct config_row;

/* How one type of member is written and read. */
struct config_kind {
	const char *expects; /* of the JSON value, for the message */
	/* A new reference; NULL when memory ran out or the value has no place in JSON. */
	json_t *(*put)(const struct config_row *row, const void *member);
	/* 0, -EINVAL, or -ENOMEM. */
	int (*get)(const struct config_row *row, const json_t *json, void *member);
	const char *const *names; /* of an enum's values; NULL at the end */
};

struct config_row {
	const char *name;
	const struct config_kind *kind;
	size_t offset; /* in struct config; 0 for tests and cpus, which are two members */
	uint64_t min, max; /* of a number; of an array's length */
};

extern const struct config_kind config_kind_text, config_kind_bool, config_kind_u64, config_kind_unsigned,
	config_kind_share, config_kind_sizes, config_kind_counts, config_kind_modes, config_kind_tests, config_kind_sync_mode,
	config_kind_cache_mode, config_kind_map_advice,
	config_kind_job_files, config_kind_cpus;

#endif
