#include "report/wall_time.h"

#include "base/units.h"

#include <stdio.h>

#define KEY_LEN 32

static void make_key(enum timing_part part, char *key)
{
	snprintf(key, KEY_LEN, "%s_ns", timing_part_name(part));
	for (char *c = key; *c; c++)
		*c = *c == ' ' || *c == '-' ? '_' : *c;
}

void wall_time_add(const struct wall_time *time, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addf(out, "wall time %s:", units_format_duration(time->wall_ns, text));
	for (int i = 0; i < TIMING_PARTS_N; i++) {
		uint64_t ns = time->parts.ns[i];
		double share = time->wall_ns ? 100.0 * (double)ns / (double)time->wall_ns : 0;

		strbuf_addf(out, "%s %s %s (%.1f %%)", i ? "," : "", timing_part_name((enum timing_part)i),
			    units_format_duration(ns, text), share);
	}
}

json_t *wall_time_to_json(const struct wall_time *time)
{
	json_t *json = json_object();

	json_object_set_new(json, "wall_ns", json_integer((json_int_t)time->wall_ns));
	for (int i = 0; i < TIMING_PARTS_N; i++) {
		char key[KEY_LEN];

		make_key((enum timing_part)i, key);
		json_object_set_new(json, key, json_integer((json_int_t)time->parts.ns[i]));
	}
	return json;
}

static bool get(const json_t *json, const char *key, uint64_t *ns)
{
	const json_t *value = json_object_get(json, key);

	*ns = json_integer_value(value) > 0 ? (uint64_t)json_integer_value(value) : 0;
	return json_is_integer(value) && json_integer_value(value) >= 0;
}

bool wall_time_from_json(const json_t *json, struct wall_time *time)
{
	if (!get(json, "wall_ns", &time->wall_ns))
		return false;
	for (int i = 0; i < TIMING_PARTS_N; i++) {
		char key[KEY_LEN];

		make_key((enum timing_part)i, key);
		if (!get(json, key, &time->parts.ns[i]))
			return false;
	}
	return true;
}
