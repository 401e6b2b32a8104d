#include "measure/env_json.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sysfile.h"

void env_put(json_t *object, const char *key, json_t *value)
{
	json_object_set_new(object, key, value ? value : json_null());
}

/* Paths and model names may hold any bytes; JSON may not. */
static json_t *replaced(const char *value)
{
	char *copy = strdup(value);
	json_t *made;

	for (char *c = copy; c && *c; c++) {
		if (!isascii((unsigned char)*c))
			*c = '?';
	}
	made = copy ? json_string(copy) : NULL;
	free(copy);
	return made;
}

void env_put_string(json_t *object, const char *key, const char *value)
{
	json_t *made = value ? json_string(value) : NULL;

	env_put(object, key, value && !made ? replaced(value) : made);
}

void env_put_u64(json_t *object, const char *key, uint64_t value)
{
	env_put(object, key, value > INT64_MAX ? NULL : json_integer((json_int_t)value));
}

void env_put_real(json_t *object, const char *key, double value)
{
	env_put(object, key, isfinite(value) ? json_real(value) : NULL);
}

void env_put_file(json_t *object, const char *key, const char *path, ...)
{
	char name[4096], value[4096];
	va_list ap;
	int len;

	va_start(ap, path);
	len = vsnprintf(name, sizeof(name), path, ap);
	va_end(ap);
	if ((size_t)len >= sizeof(name) || sysfile_string(value, sizeof(value), "%s", name))
		env_put(object, key, NULL);
	else
		env_put_string(object, key, value);
}

uint64_t env_number(const char *path, ...)
{
	uint64_t value = ENV_UNKNOWN;
	char name[4096];
	va_list ap;
	int len;

	va_start(ap, path);
	len = vsnprintf(name, sizeof(name), path, ap);
	va_end(ap);
	if ((size_t)len >= sizeof(name) || sysfile_u64(&value, "%s", name))
		return ENV_UNKNOWN;
	return value;
}

uint64_t env_scaled(uint64_t value, uint64_t scale)
{
	return value == ENV_UNKNOWN || __builtin_mul_overflow(value, scale, &value) ? ENV_UNKNOWN : value;
}

void env_keep_bracketed(char *text)
{
	const char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;
	size_t len;

	if (!close)
		return;
	len = (size_t)(close - open - 1);
	memmove(text, open + 1, len);
	text[len] = '\0';
}

double env_decimal(const char *text)
{
	double value = 0, place = 1;

	if (!isdigit((unsigned char)*text))
		return NAN;
	for (; isdigit((unsigned char)*text); text++)
		value = value * 10 + (*text - '0');
	if (*text == '.')
		for (text++; isdigit((unsigned char)*text); text++)
			value += (*text - '0') * (place /= 10);
	return value;
}

const char *env_option(const char *options, const char *name)
{
	size_t len = strlen(name);

	while (options && *options) {
		if (!strncmp(options, name, len) && options[len] == '=')
			return options + len + 1;
		options = strpbrk(options, ",\n");
		options += options != NULL;
	}
	return NULL;
}
