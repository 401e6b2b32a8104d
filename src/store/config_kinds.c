#include "store/config_kinds.h"

#include "model/config.h"
#include "store/json_text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static json_t *put_u64(const struct config_row *row, const void *member)
{
	uint64_t value = *(const uint64_t *)member;

	(void)row;
	return value > INT64_MAX ? NULL : json_integer((json_int_t)value);
}

static int get_u64(const struct config_row *row, const json_t *json, void *member)
{
	json_int_t value = json_integer_value(json);

	if (!json_is_integer(json) || value < 0 || (uint64_t)value < row->min || (uint64_t)value > row->max)
		return -EINVAL;
	*(uint64_t *)member = (uint64_t)value;
	return 0;
}

static json_t *put_unsigned(const struct config_row *row, const void *member)
{
	(void)row;
	return json_integer(*(const unsigned *)member);
}

static int get_unsigned(const struct config_row *row, const json_t *json, void *member)
{
	uint64_t value;
	int ret = get_u64(row, json, &value);

	if (!ret)
		*(unsigned *)member = (unsigned)value;
	return ret;
}

static json_t *put_bool(const struct config_row *row, const void *member)
{
	(void)row;
	return json_boolean(*(const bool *)member);
}

static int get_bool(const struct config_row *row, const json_t *json, void *member)
{
	(void)row;
	if (!json_is_boolean(json))
		return -EINVAL;
	*(bool *)member = json_is_true(json);
	return 0;
}

static json_t *put_text(const struct config_row *row, const void *member)
{
	(void)row;
	return json_text_new(*(char *const *)member);
}

static int get_text(const struct config_row *row, const json_t *json, void *member)
{
	(void)row;
	return json_text_get(json, member);
}

static json_t *put_sizes(const struct config_row *row, const void *member)
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

static int get_sizes(const struct config_row *row, const json_t *json, void *member)
{
	struct size_list *list = member;
	static const struct config_row size = { .min = 1, .max = INT64_MAX };
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

/* One count is a number, as in the runs of programs that knew only one; several are an array. */
static json_t *put_counts(const struct config_row *row, const void *member)
{
	const struct size_list *list = member;

	return list->n == 1 ? put_u64(row, &list->v[0]) : put_sizes(row, member);
}

static int get_counts(const struct config_row *row, const json_t *json, void *member)
{
	static const struct config_row array = { .min = 1, .max = SIZE_LIST_MAX };
	struct size_list *list = member;
	uint64_t only;
	int ret;

	if (json_is_array(json)) {
		ret = get_sizes(&array, json, member);
		return ret || list->v[list->n - 1] <= row->max ? ret : -EINVAL;
	}
	ret = get_u64(row, json, &only);
	return ret ? ret : config_set_only(list, only);
}

static json_t *put_modes(const struct config_row *row, const void *member)
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

static int get_modes(const struct config_row *row, const json_t *json, void *member)
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
static json_t *put_tests(const struct config_row *row, const void *member)
{
	const struct config *config = member;
	json_t *array = json_array();

	(void)row;
	for (size_t i = 0; array && i < config->tests_n; i++) {
		const struct test *test = &config->tests[i];

		if (json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:i}", "name", test->name, "api",
							   test->api, "pattern", test->pattern, "read_percent",
							   (int)test->read_percent))) {
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

/* Absent is 0: only mixed tests have one. */
static int get_percent(const json_t *object, unsigned *percent)
{
	const json_t *value = json_object_get(object, "read_percent");
	json_int_t number = json_integer_value(value);

	if (value && (!json_is_integer(value) || number < 0 || number > 100))
		return -EINVAL;
	*percent = (unsigned)number;
	return 0;
}

static int get_tests(const struct config_row *row, const json_t *json, void *member)
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
		    get_name(from, "pattern", test->pattern, sizeof(test->pattern)) ||
		    get_percent(from, &test->read_percent))
			return -EINVAL;
	}
	return 0;
}

static json_t *put_cpus(const struct config_row *row, const void *member)
{
	const struct config *config = member;
	json_t *array = json_array();

	(void)row;
	for (size_t i = 0; array && i < config->cpus_n; i++) {
		if (json_array_append_new(array, json_integer(config->cpus[i]))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

static int get_cpus(const struct config_row *row, const json_t *json, void *member)
{
	struct config *config = member;
	size_t n = json_array_size(json);

	if (!json_is_array(json) || n > row->max)
		return -EINVAL;
	config->cpus = n ? calloc(n, sizeof(*config->cpus)) : NULL;
	if (n && !config->cpus)
		return -ENOMEM;
	config->cpus_n = n;
	for (size_t i = 0; i < n; i++) {
		const json_t *cpu = json_array_get(json, i);

		if (!json_is_integer(cpu) || json_integer_value(cpu) < 0 || json_integer_value(cpu) > INT_MAX)
			return -EINVAL;
		config->cpus[i] = (int)json_integer_value(cpu);
	}
	return 0;
}

static json_t *put_enum(const struct config_row *row, const void *member)
{
	return json_string(row->kind->names[*(const unsigned *)member]);
}

static int get_enum(const struct config_row *row, const json_t *json, void *member)
{
	const char *name = json_string_value(json);

	for (unsigned i = 0; name && row->kind->names[i]; i++) {
		if (!strcmp(name, row->kind->names[i])) {
			*(unsigned *)member = i;
			return 0;
		}
	}
	return -EINVAL;
}

static json_t *put_share(const struct config_row *row, const void *member)
{
	(void)row;
	return json_real(*(const double *)member);
}

static int get_share(const struct config_row *row, const json_t *json, void *member)
{
	double value = json_number_value(json);

	if (!json_is_number(json) || !(value >= (double)row->min) || !(value <= (double)row->max))
		return -EINVAL;
	*(double *)member = value;
	return 0;
}

static const char *const job_files[] = {
	[JOB_FILES_OWN] = "own",
	[JOB_FILES_SEGMENTS] = "segments",
	[JOB_FILES_STRIDED] = "strided",
	NULL,
};

/* The members are read and written as unsigned. */
_Static_assert(sizeof(enum job_files) == sizeof(unsigned), "an enum has the size of unsigned");
_Static_assert(sizeof(enum sync_mode) == sizeof(unsigned), "an enum has the size of unsigned");
_Static_assert(sizeof(enum cache_mode) == sizeof(unsigned), "an enum has the size of unsigned");
_Static_assert(sizeof(enum map_advice) == sizeof(unsigned), "an enum has the size of unsigned");

const struct config_kind config_kind_text = { "a text or null", put_text, get_text, NULL };
const struct config_kind config_kind_bool = { "true or false", put_bool, get_bool, NULL };
const struct config_kind config_kind_share = { "a number from 0 to 1", put_share, get_share, NULL };
const struct config_kind config_kind_u64 = { "a whole number in range", put_u64, get_u64, NULL };
const struct config_kind config_kind_unsigned = { "a whole number in range", put_unsigned, get_unsigned, NULL };
const struct config_kind config_kind_sizes = { "an array of ascending sizes in bytes", put_sizes, get_sizes, NULL };
const struct config_kind config_kind_counts = { "a whole number in range, or an ascending array of them", put_counts,
						get_counts, NULL };
const struct config_kind config_kind_modes = { "an array of modes, each once", put_modes, get_modes, NULL };
const struct config_kind config_kind_tests = { "an array of {name, api, pattern}", put_tests, get_tests, NULL };
const struct config_kind config_kind_sync_mode = { "none, osync or odsync", put_enum, get_enum, sync_mode_names };
const struct config_kind config_kind_cache_mode = { "keep or drop", put_enum, get_enum, cache_mode_names };
const struct config_kind config_kind_map_advice = { "the name of an advice", put_enum, get_enum, map_advice_names };
const struct config_kind config_kind_job_files = { "own, segments or strided", put_enum, get_enum, job_files };
const struct config_kind config_kind_cpus = { "an array of CPU numbers", put_cpus, get_cpus, NULL };
