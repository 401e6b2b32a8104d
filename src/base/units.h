/*
 * units: how sizes, lists of sizes, durations and figures are read and written.
 *
 * A size is a number with an optional binary unit: 4096, 4k, 1.5m, 2g, 1t, 1p, 1e (upper or lower case, an optional "b" or
 * "ib" behind the unit), or a multiple of the machine's memory: 2xram, 0.5xram. It must come out as a whole number
 * of bytes from 1 to 2^62; only a multiple of the memory is rounded, down to 4 KiB, so that direct I/O can use it.
 * A list is sizes and ranges with commas between; a range is FROM:TO, doubling, or FROM:TO:+STEP. TO is included
 * also where the steps miss it. Lists come out ascending, each size once.
 *
 * Numbers are read exactly, digit by digit, and the decimal point is a point in every locale, both ways.
 */
#ifndef IOSWEEP_BASE_UNITS_H
#define IOSWEEP_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

struct err;

#define UNITS_TEXT_LEN 32 /* enough for whatever the units_format_ functions write */
#define SIZE_LIST_MAX 4096 /* sizes in one list, counted before equal ones become one */

struct size_list {
	uint64_t *v; /* owned; NULL when n is 0 */
	size_t n;
};

void size_list_release(struct size_list *list);
int size_list_copy(struct size_list *to, const struct size_list *from); /* replaces to; 0 or -ENOMEM */

/*
 * All return 0, or -1 with an ERR_USAGE text that says what was wrong with text and what would be accepted
 * (without the option's name: the caller puts that in front). On failure the result is unchanged; the old value of
 * a list is released on success. ram_bytes is what "xram" multiplies; 0 refuses it.
 */
int units_parse_size(const char *text, uint64_t ram_bytes, uint64_t *bytes, struct err *err);
int units_parse_size_list(const char *text, uint64_t ram_bytes, struct size_list *list, struct err *err);

/* The same of whole numbers from 1 to max, below 2^63: 1,2,4 or 1:32 (doubling) or 1:8:+1. */
int units_parse_count_list(const char *text, uint64_t max, struct size_list *list, struct err *err);

/* 10ms, 5s, 90m, 8h, 1.5h, 500us, 100ns, 2d, 1h30m (larger units first); a bare number is seconds. < 2^63 ns. */
int units_parse_duration(const char *text, uint64_t *ns, struct err *err);

/* A whole decimal number in [min, max]. */
int units_parse_count(const char *text, uint64_t min, uint64_t max, uint64_t *value, struct err *err);

/* "64K", "100M", "1.5G"; exact where two decimals suffice, else "~1.23G". Below 1 KiB: "512". Returns buf. */
const char *units_format_size(uint64_t bytes, char buf[UNITS_TEXT_LEN]);

/* The shortest size that units_parse_size reads back to the same number: "4k", "1536", "1.5m". Returns buf. */
const char *units_format_size_exact(uint64_t bytes, char buf[UNITS_TEXT_LEN]);

/* "830 ns", "12.3 us", "5.02 ms", "7.1 s", "3 min 20 s", "2 h 05 min", "3 d 07 h". Returns buf. */
const char *units_format_duration(uint64_t ns, char buf[UNITS_TEXT_LEN]);

/*
 * Three significant digits, no exponent, always a point: "0.0213", "1.00", "45.6", "1240", "98300". NAN is missing
 * and gives "". What is closer to 0 than 1e-12 gives "0", what is beyond 1e18 "inf". Returns buf.
 */
const char *units_format_value(double value, char buf[UNITS_TEXT_LEN]);

#endif
