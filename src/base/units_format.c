#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_S UINT64_C(1000000000)
#define VALUE_LEAST 1e-12
#define VALUE_MOST 1e18

/* Writes hundredths / 100 without trailing zeros, then suffix. */
static void put_hundredths(uint64_t hundredths, const char *prefix, const char *suffix, char buf[UNITS_TEXT_LEN])
{
	unsigned rest = (unsigned)(hundredths % 100);
	uint64_t whole = hundredths / 100;

	if (!rest)
		snprintf(buf, UNITS_TEXT_LEN, "%s%" PRIu64 "%s", prefix, whole, suffix);
	else if (rest % 10)
		snprintf(buf, UNITS_TEXT_LEN, "%s%" PRIu64 ".%02u%s", prefix, whole, rest, suffix);
	else
		snprintf(buf, UNITS_TEXT_LEN, "%s%" PRIu64 ".%u%s", prefix, whole, rest / 10, suffix);
}

/* bytes in hundredths of 2^shift, rounded to the nearest; returns whether that is exact. */
static bool in_hundredths(uint64_t bytes, int shift, uint64_t *hundredths)
{
	uint64_t unit = UINT64_C(1) << shift, whole = bytes >> shift, rest = bytes & (unit - 1);
	/* 100 * rest may not fit: hundredths of a unit of at least 2^60 are coarse enough to count in 1/1024. */
	int drop = shift > 50 ? 10 : 0;
	uint64_t scaled = (rest >> drop) * 100, part = unit >> drop;

	*hundredths = whole * 100 + (scaled + part / 2) / part;
	return !(scaled % part) && !(rest & ((UINT64_C(1) << drop) - 1));
}

const char *units_format_size(uint64_t bytes, char buf[UNITS_TEXT_LEN])
{
	static const char *const suffixes[] = { "", "K", "M", "G", "T", "P", "E" };
	size_t i = 0;
	uint64_t hundredths;
	bool exact;

	while (i < 6 && bytes >> (10 * i + 10))
		i++;
	exact = in_hundredths(bytes, (int)(10 * i), &hundredths);
	if (!exact && hundredths == 102400 && i < 6) { /* rounded up into the next unit */
		hundredths = 100;
		i++;
	}
	put_hundredths(hundredths, exact ? "" : "~", suffixes[i], buf);
	return buf;
}

const char *units_format_size_exact(uint64_t bytes, char buf[UNITS_TEXT_LEN])
{
	static const char *const suffixes[] = { "k", "m", "g", "t", "p", "e" };
	char longer[UNITS_TEXT_LEN];
	uint64_t hundredths;

	snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64, bytes);
	for (int i = 0; i < 6; i++) {
		if (!in_hundredths(bytes, 10 * (i + 1), &hundredths))
			continue;
		put_hundredths(hundredths, "", suffixes[i], longer);
		if (strlen(longer) < strlen(buf))
			memcpy(buf, longer, sizeof(longer));
	}
	return buf;
}

static void format_long(uint64_t seconds, char buf[UNITS_TEXT_LEN])
{
	uint64_t minutes = (seconds + 30) / 60, hours = (seconds + 1800) / 3600;

	if (seconds < 3600)
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 " min %02" PRIu64 " s", seconds / 60, seconds % 60);
	else if (minutes < 24 * 60)
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 " h %02" PRIu64 " min", minutes / 60, minutes % 60);
	else
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 " d %02" PRIu64 " h", hours / 24, hours % 24);
}

/* ns in three digits of unit_ns; false where that rounds up to 1000. */
static bool format_short(uint64_t ns, uint64_t unit_ns, const char *name, char buf[UNITS_TEXT_LEN])
{
	uint64_t hundredths = (ns * 100 + unit_ns / 2) / unit_ns;
	uint64_t tenths = (ns * 10 + unit_ns / 2) / unit_ns, whole = (ns + unit_ns / 2) / unit_ns;

	if (hundredths < 1000)
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 ".%02" PRIu64 " %s", hundredths / 100, hundredths % 100,
			name);
	else if (tenths < 1000)
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10, name);
	else
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 " %s", whole, name);
	return whole < 1000;
}

const char *units_format_duration(uint64_t ns, char buf[UNITS_TEXT_LEN])
{
	uint64_t tenths;

	if (ns < 1000) {
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 " ns", ns);
		return buf;
	}
	if (ns < 1000000 && format_short(ns, 1000, "us", buf))
		return buf;
	if (ns < NS_PER_S && format_short(ns, 1000000, "ms", buf))
		return buf;
	tenths = ns / (NS_PER_S / 10) + (ns % (NS_PER_S / 10) >= NS_PER_S / 20);
	if (tenths < 600)
		snprintf(buf, UNITS_TEXT_LEN, "%" PRIu64 ".%" PRIu64 " s", tenths / 10, tenths % 10);
	else
		format_long(ns / NS_PER_S + (ns % NS_PER_S >= NS_PER_S / 2), buf);
	return buf;
}

/* Lays out 0.digits * 10^(exponent + 1), three digits, exponent from -12 to 18. */
static void put_digits(const char digits[3], int exponent, char *buf)
{
	static const char zeros[] = "0000000000000000";

	if (exponent >= 2)
		sprintf(buf, "%.3s%.*s", digits, exponent - 2, zeros);
	else if (exponent >= 0)
		sprintf(buf, "%.*s.%s", exponent + 1, digits, digits + exponent + 1);
	else
		sprintf(buf, "0.%.*s%.3s", -exponent - 1, zeros, digits);
}

const char *units_format_value(double value, char buf[UNITS_TEXT_LEN])
{
	const char *sign = value < 0 ? "-" : "";
	char scientific[UNITS_TEXT_LEN], digits[4];
	const char *e;

	if (isnan(value))
		return strcpy(buf, "");
	if (fabs(value) < VALUE_LEAST)
		return strcpy(buf, "0");
	if (fabs(value) >= VALUE_MOST)
		return strcat(strcpy(buf, sign), "inf");
	/* The C library rounds; of what it writes only the digits are used, since the point is the locale's. */
	snprintf(scientific, sizeof(scientific), "%.2e", fabs(value));
	e = strchr(scientific, 'e');
	if (!e)
		return strcpy(buf, "");
	snprintf(digits, sizeof(digits), "%c%c%c", scientific[0], e[-2], e[-1]);
	strcpy(buf, sign);
	put_digits(digits, (int)strtol(e + 1, NULL, 10), buf + strlen(sign));
	return buf;
}
