/*
 * units_scan: what the parsers of sizes and durations share. Only for units_*.c.
 *
 * A decimal is kept as whole + fraction / scale, so that 1.5m and 0.1s are exact and no locale has a say.
 */
#ifndef IOSWEEP_BASE_UNITS_SCAN_H
#define IOSWEEP_BASE_UNITS_SCAN_H

#include <stdbool.h>
#include <stdint.h>

struct err;

struct decimal {
	uint64_t whole; /* UINT64_MAX: too large */
	uint64_t fraction, scale;
	bool more_digits; /* non-zero ones, behind the 18 that are kept */
};

enum scaled { SCALED_WHOLE, SCALED_ROUNDED_DOWN, SCALED_TOO_LARGE };

/* Digits, or digits, a point and digits. Returns what follows, NULL where there is no such number. */
const char *decimal_scan(const char *text, struct decimal *d);

/* *result = d * unit, for unit, max < 2^63. SCALED_TOO_LARGE, which leaves *result alone, where it exceeds max. */
enum scaled decimal_scale(const struct decimal *d, uint64_t unit, uint64_t max, uint64_t *result);

/*
 * Read the size, or the whole number, that reaches to the next comma, colon or end of text. Return what follows, or NULL
 * with err as units_parse_size and units_parse_count do.
 */
const char *count_scan(const char *text, uint64_t max, uint64_t *value, struct err *err); /* from 1 */
const char *size_scan(const char *text, uint64_t ram_bytes, uint64_t *bytes, struct err *err);

#endif
