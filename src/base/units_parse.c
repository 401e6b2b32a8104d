#include "base/units.h"

#include "base/err.h"
#include "base/units_scan.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#define DURATION_MAX_NS ((uint64_t)INT64_MAX)

struct time_unit {
	const char *name;
	uint64_t ns;
};

/* In the order in which a duration may use them. */
static const struct time_unit time_units[] = {
	{ "d", UINT64_C(86400000000000) },
	{ "h", UINT64_C(3600000000000) },
	{ "m", UINT64_C(60000000000) },
	{ "s", 1000000000 },
	{ "ms", 1000000 },
	{ "us", 1000 },
	{ "ns", 1 },
};

#define TIME_UNITS_N (sizeof(time_units) / sizeof(*time_units))
#define TIME_UNIT_SECOND 3

int units_parse_size(const char *text, uint64_t ram_bytes, uint64_t *bytes, struct err *err)
{
	uint64_t value;
	const char *end = size_scan(text, ram_bytes, &value, err);

	if (!end)
		return -1;
	if (*end)
		return err_set(err, ERR_USAGE, "'%s' is not one size; ranges and lists are not taken here", text);
	*bytes = value;
	return 0;
}

/* The unit that the word at text is, its place in *i; returns what follows or NULL. */
static const char *scan_time_unit(const char *text, size_t *i)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz");

	for (*i = 0; *i < TIME_UNITS_N; ++*i) {
		if (len == strlen(time_units[*i].name) && !strncmp(text, time_units[*i].name, len))
			return text + len;
	}
	return NULL;
}

static int not_a_duration(const char *text, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"'%s' is not a duration; durations are written 500us, 10ms, 5s, 90m, 1h30m or 2d, or in seconds",
		text);
}

static int add_time(const struct decimal *d, const struct time_unit *unit, uint64_t *sum, struct err *err)
{
	uint64_t ns = 0;
	enum scaled scaled = decimal_scale(d, unit->ns, DURATION_MAX_NS - *sum, &ns);

	*sum += ns;
	if (scaled == SCALED_TOO_LARGE)
		return err_set(err, ERR_USAGE, "is too long; the longest is 292 years");
	if (scaled == SCALED_ROUNDED_DOWN)
		return err_set(err, ERR_USAGE, "is not a whole number of nanoseconds; use fewer decimals");
	return 0;
}

int units_parse_duration(const char *text, uint64_t *ns, struct err *err)
{
	const char *at = text, *end;
	size_t unit, least = 0;
	uint64_t sum = 0;
	struct decimal d;
	struct err why = ERR_INIT;

	do {
		end = decimal_scan(at, &d);
		if (!end)
			return not_a_duration(text, err);
		if (at == text && !*end) {
			unit = TIME_UNIT_SECOND;
		} else {
			end = scan_time_unit(end, &unit);
			if (!end || unit < least)
				return not_a_duration(text, err);
		}
		if (add_time(&d, &time_units[unit], &sum, &why))
			return err_set(err, ERR_USAGE, "'%s' %s", text, why.text);
		least = unit + 1;
		at = end;
	} while (*at);
	*ns = sum;
	return 0;
}

int units_parse_count(const char *text, uint64_t min, uint64_t max, uint64_t *value, struct err *err)
{
	struct decimal d;
	const char *end = decimal_scan(text, &d);
	/* What scanned to UINT64_MAX may have been more; the text itself tells them apart. */
	bool saturated = end && d.whole == UINT64_MAX && strcmp(text + strspn(text, "0"), "18446744073709551615");

	if (!end || *end || strchr(text, '.') || saturated || d.whole < min || d.whole > max)
		return err_set(
			err, ERR_USAGE, "'%s' is not a whole number from %" PRIu64 " to %" PRIu64, text, min, max);
	*value = d.whole;
	return 0;
}
