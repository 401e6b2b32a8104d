#include "store/run_config.h"

#include "base/err.h"
#include "store/json_text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct row;

/* How one type of member is written and read. get returns 0, -EINVAL, or -ENOMEM. */
struct kind {
	const char *expects;
	json_t *(*put)(const struct row *row, const void *member);
	int (*get)(const struct row *row, const json_t *json, void *member);
};

struct row {
	const char *name;
	const struct kind *kind;
	size_t offset;
	uint64_t min, max; /* of a number; of an array's length */
};

static json_t *put_u64(const struct row *row, const void *member)
{
	uint64_t value = *(const uint64_t *)member;

	(void)row;
	return value > INT64_MAX ? NULL : json_integer((json_int_t)value);
}

static int get_u64(const struct row *row, const json_t *json, void *member)
{
	json_int_t value = json_integer_value(json);

	if (!json_is_integer(json) || value < 0 || (uint64_t)value < row->min || (uint64_t)value > row->max)
		return -EINVAL;
	*(uint64_t *)member = (uint64_t)value;
	return 0;
}

static json_t *put_unsigned(const struct row *row, const void *member)
{
	(void)row;
	return json_integer(*(const unsigned *)member);
}

static int get_unsigned(const struct row *row, const json_t *json, void *member)
{
	uint64_t value;
	int ret = get_u64(row, json, &value);

	if (!ret)
		*(unsigned *)member = (unsigned)value;
	return ret;
}

static json_t *put_bool(const struct row *row, const void *member)
{
	(void)row;
	return json_boolean(*(const bool *)member);
}

static int get_bool(const struct row *row, const json_t *json, void *member)
{
	(void)row;
	if (!json_is_boolean(json))
		return -EINVAL;
	*(bool *)member = json_is_true(json);
	return 0;
}

static json_t *put_text(const struct row *row, const void *member)
{
	(void)row;
	return json_text_new(*(char *const *)member);
}

static int get_text(const struct row *row, const json_t *json, void *member)
{
	(void)row;
	return json_text_get(json, member);
}

static json_t *put_sizes(const struct row *row, const void *member)
{
	const struct size_list *list = member;
	json_t *array = json_array();

	for (size_t i = 0; array && i < list->n; i++) {
		if (json_array_append_new(array, put_u64(row, &list->v[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static int get_sizes(const struct row *row, const json_t *json, void *member)
{
	struct size_list *list = member;
	static const struct row size = { .min = 1, .max = INT64_MAX };
	size_t n = json_array_size(json);

	if (!json_is_array(json) || n < row->min || n > row->max)
		return -EINVAL;
	list->v = calloc(n, sizeof(*list->v));
	if (!list->v)
		return -ENOMEM;
	list->n = n;
	for (size_t i = 0; i < n; i++) {
		if (get_u64(&size, json_array_get(json, i), &list->v[i]) || (i && list->v[i] <= list->v[i - 1]))
			return -EINVAL;
	}
	return 0;
}

static json_t *put_modes(const struct row *row, const void *member)
{
	const bool *modes = member;
	json_t *array = json_array();

	(void)row;
	for (int i = 0; array && i < MODES_N; i++) {
		if (modes[i] && json_array_append_new(array, json_string(mode_name((enum mode)i)))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static int get_modes(const struct row *row, const json_t *json, void *member)
{
	bool *modes = member;

	if (!json_is_array(json) || json_array_size(json) < row->min)
		return -EINVAL;
	for (size_t i = 0; i < json_array_size(json); i++) {
		const char *name = json_string_value(json_array_get(json, i));
		enum mode mode;

		if (!name || !mode_from_name(name, &mode) || modes[mode])
			return -EINVAL;
		modes[mode] = true;
	}
	return 0;
}

/* Tests are two members, the array and its length, so the member is the config. */
static json_t *put_tests(const struct row *row, const void *member)
{
	const struct config *config = member;
	json_t *array = json_array();

	(void)row;
	for (size_t i = 0; array && i < config->tests_n; i++) {
		const struct test *test = &config->tests[i];

		if (json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "name", test->name, "api", test->api,
							   "pattern", test->pattern))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static int get_name(const json_t *object, const char *key, char *name, size_t size)
{
	const char *value = json_string_value(json_object_get(object, key));

	if (!value || !*value || strlen(value) >= size)
		return -EINVAL;
	memcpy(name, value, strlen(value) + 1);
	return 0;
}

static int get_tests(const struct row *row, const json_t *json, void *member)
{
	struct config *config = member;
	size_t n = json_array_size(json);

	if (!json_is_array(json) || n < row->min || n > row->max)
		return -EINVAL;
	config->tests = calloc(n, sizeof(*config->tests));
	if (!config->tests)
		return -ENOMEM;
	config->tests_n = n;
	for (size_t i = 0; i < n; i++) {
		struct test *test = &config->tests[i];
		const json_t *from = json_array_get(json, i);

		if (get_name(from, "name", test->name, sizeof(test->name)) ||
		    get_name(from, "api", test->api, sizeof(test->api)) ||
		    get_name(from, "pattern", test->pattern, sizeof(test->pattern)))
			return -EINVAL;
	}
	return 0;
}

static const struct kind kind_text = { "a text or null", put_text, get_text };
static const struct kind kind_bool = { "true or false", put_bool, get_bool };
static const struct kind kind_u64 = { "a whole number in range", put_u64, get_u64 };
static const struct kind kind_unsigned = { "a whole number in range", put_unsigned, get_unsigned };
static const struct kind kind_sizes = { "an array of ascending sizes in bytes", put_sizes, get_sizes };
static const struct kind kind_modes = { "an array of modes, each once", put_modes, get_modes };
static const struct kind kind_tests = { "an array of {name, api, pattern}", put_tests, get_tests };

static const struct row rows[] = {
	{ "target", &kind_text, offsetof(struct config, target), 0, 0 },
	{ "output", &kind_text, offsetof(struct config, output), 0, 0 },
	{ "command", &kind_text, offsetof(struct config, command), 0, 0 },
	{ "sim_model", &kind_text, offsetof(struct config, sim_model), 0, 0 },
	{ "file_sizes", &kind_sizes, offsetof(struct config, file_sizes), 1, SIZE_LIST_MAX },
	{ "records", &kind_sizes, offsetof(struct config, records), 1, SIZE_LIST_MAX },
	{ "tests", &kind_tests, 0, 1, 1000 },
	{ "modes", &kind_modes, offsetof(struct config, modes), 1, 0 },
	{ "passes", &kind_unsigned, offsetof(struct config, passes), 1, UINT_MAX },
	{ "min_time_ns", &kind_u64, offsetof(struct config, min_time_ns), 0, INT64_MAX },
	{ "max_time_ns", &kind_u64, offsetof(struct config, max_time_ns), 0, INT64_MAX },
	{ "max_time_cuts_cached", &kind_bool, offsetof(struct config, max_time_cuts_cached), 0, 0 },
	{ "seed", &kind_u64, offsetof(struct config, seed), 0, INT64_MAX },
	{ "quiet", &kind_bool, offsetof(struct config, quiet), 0, 0 },
};

#define ROWS_N (sizeof(rows) / sizeof(*rows))

json_t *run_config_to_json(const struct config *config, struct err *err)
{
	json_t *json = json_object();

	for (size_t i = 0; i < ROWS_N; i++) {
		json_t *value = rows[i].kind->put(&rows[i], (const char *)config + rows[i].offset);

		if (json_object_set_new(json, rows[i].name, value)) {
			err_set(err, ERR_ENVIRONMENT, "config: cannot store %s: out of memory or above 2^63-1",
				rows[i].name);
			json_decref(json);
			return NULL;
		}
	}
	return json;
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

		if (ret == -ENOENT)
			return err_set(err, ERR_ENVIRONMENT, "config: %s is missing", rows[i].name);
		if (ret == -ENOMEM)
			return err_sys(err, ERR_ENVIRONMENT, ret, "config: %s", rows[i].name);
		if (ret)
			return err_set(err, ERR_ENVIRONMENT, "config: %s must be %s", rows[i].name,
				       rows[i].kind->expects);
	}
	return 0;
}
