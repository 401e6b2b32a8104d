/*
 * iozone_names: what IOzone calls its tests, in each of its forms of output, and what iosweep calls them.
 *
 * Nine tests go through the run's own API (read(2) and write(2), unless -B, -H or -k say otherwise), four through
 * stdio, and with -E four through pread and pwrite and, in newer versions, four through preadv and pwritev.
 */
#ifndef IOSWEEP_STORE_IOZONE_NAMES_H
#define IOSWEEP_STORE_IOZONE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct iozone_test {
	const char *name; /* iosweep's: "write", "stdio:write" */
	const char *api; /* NULL: the run's own */
	const char *pattern;
	bool writes;
	const char *column; /* in the head of the auto table; NULL: it has none */
	const char *over; /* the word above it; "" for none */
	const char *excel; /* "Writer report" without the second word; NULL: none */
	const char *children; /* "initial writers", as in "Children see throughput for 2 initial writers"; NULL: none */
	const char *summary; /* "Initial write", in the throughput report of -R; NULL: none */
};

/* In the order of the columns. */
extern const struct iozone_test iozone_tests[];
extern const size_t iozone_tests_n;

#define IOZONE_OWN_COLUMNS 9 /* through the run's own API */
#define IOZONE_COLUMNS 13 /* without -E */
#define IOZONE_COLUMNS_MAX 21

enum iozone_form { IOZONE_BY_EXCEL, IOZONE_BY_CHILDREN, IOZONE_BY_SUMMARY };

/* The test of that name, the case of letters and white space at either end aside; NULL: there is none. */
const struct iozone_test *iozone_test_find(enum iozone_form form, const char *name, size_t len);

#endif
