#include "api/sim_json.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "base/units.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int sim_json_wrong(struct sim_json *json, const char *fmt, ...)
{
	struct strbuf text;
	va_list ap;

	strbuf_init(&text);
	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	err_set(json->err, ERR_USAGE, "%s: %s%s%s", json->file, json->path, *json->path ? ": " : "", text.buf);
	strbuf_release(&text);
	return -1;
}

/* Returns the length to give to leave(). A path that grows too long loses its end. */
static size_t enter(struct sim_json *json, const char *key)
{
	size_t len = strlen(json->path);

	snprintf(json->path + len, sizeof(json->path) - len, "%s%s", len ? "." : "", key);
	return len;
}

static void leave(struct sim_json *json, size_t len)
{
	json->path[len] = '\0';
}

static int out_of_range(struct sim_json *json, const struct sim_json_field *field)
{
	return sim_json_wrong(json, "is out of range (%.10g to %.10g)", field->min, field->max);
}

static bool in_range(const struct sim_json_field *field, double value)
{
	return value >= field->min && value <= field->max;
}

static int read_size_text(struct sim_json *json, const char *text, uint64_t *bytes)
{
	struct err why = ERR_INIT;

	if (units_parse_size(text, 0, bytes, &why))
		return sim_json_wrong(json, "%s", why.text);
	return 0;
}

static int read_whole(struct sim_json *json, const struct sim_json_field *field, const json_t *value, uint64_t *to)
{
	uint64_t whole;

	if (field->kind == SIM_JSON_SIZE && json_is_string(value)) {
		if (read_size_text(json, json_string_value(value), &whole))
			return -1;
	} else if (!json_is_integer(value)) {
		return sim_json_wrong(json, "is not a whole number%s",
				      field->kind == SIM_JSON_SIZE ? " of bytes or a size such as \"256k\"" : "");
	} else if (json_integer_value(value) < 0) {
		return out_of_range(json, field);
	} else {
		whole = (uint64_t)json_integer_value(value);
	}
	if (!in_range(field, (double)whole))
		return out_of_range(json, field);
	*to = whole;
	return 0;
}

static int read_number(struct sim_json *json, const struct sim_json_field *field, const json_t *value, double *to)
{
	double number = json_number_value(value);

	if (!json_is_number(value))
		return sim_json_wrong(json, "is not a number");
	if (!in_range(field, number))
		return out_of_range(json, field);
	*to = number;
	return 0;
}

static int read_value(struct sim_json *json, const struct sim_json_field *field, const json_t *value, void *base)
{
	void *to = (char *)base + field->offset;

	switch (field->kind) {
	case SIM_JSON_SIZE:
	case SIM_JSON_COUNT:
		return read_whole(json, field, value, to);
	case SIM_JSON_NUMBER:
		return read_number(json, field, value, to);
	case SIM_JSON_NESTED:
		return field->read(json, value, to);
	case SIM_JSON_TEXT:
		break;
	}
	return json_is_string(value) ? 0 : sim_json_wrong(json, "is not text");
}

static int unknown_key(struct sim_json *json, const char *key, const struct sim_json_field *fields, size_t n)
{
	struct strbuf known;
	size_t len = enter(json, key);

	strbuf_init(&known);
	for (size_t i = 0; i < n; i++)
		strbuf_addf(&known, "%s%s", i ? ", " : "", fields[i].name);
	sim_json_wrong(json, "unknown key; known here: %s", known.buf);
	strbuf_release(&known);
	leave(json, len);
	return -1;
}

static int refuse_unknown(struct sim_json *json, const json_t *object, const struct sim_json_field *fields, size_t n)
{
	void *iter = json_object_iter((json_t *)(uintptr_t)object);

	for (; iter; iter = json_object_iter_next((json_t *)(uintptr_t)object, iter)) {
		size_t i = 0;

		while (i < n && strcmp(fields[i].name, json_object_iter_key(iter)) != 0)
			i++;
		if (i == n)
			return unknown_key(json, json_object_iter_key(iter), fields, n);
	}
	return 0;
}

int sim_json_object(struct sim_json *json, const json_t *object, const struct sim_json_field *fields, size_t n,
		    void *base)
{
	if (!json_is_object(object))
		return sim_json_wrong(json, "is not an object");
	if (refuse_unknown(json, object, fields, n))
		return -1;
	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_object_get(object, fields[i].name);
		size_t len = enter(json, fields[i].name);
		int ret = 0;

		if (value)
			ret = read_value(json, &fields[i], value, base);
		else if (fields[i].required)
			ret = sim_json_wrong(json, "is required");
		leave(json, len);
		if (ret)
			return -1;
	}
	return 0;
}

int sim_json_array(struct sim_json *json, const json_t *array, size_t max,
		   int (*read)(struct sim_json *json, const json_t *element, size_t i, void *arg), void *arg)
{
	size_t len = strlen(json->path);

	if (!json_is_array(array))
		return sim_json_wrong(json, "is not a list");
	if (json_array_size(array) > max)
		return sim_json_wrong(json, "has more than %zu elements", max);
	for (size_t i = 0; i < json_array_size(array); i++) {
		int ret;

		snprintf(json->path + len, sizeof(json->path) - len, "[%zu]", i);
		ret = read(json, json_array_get(array, i), i, arg);
		leave(json, len);
		if (ret)
			return -1;
	}
	return 0;
}
