/*
 * suites: the list of all suites, which the build makes from the file names: tests/unit/test_NAME.c holds
 * Suite *suite_NAME(void).
 */
#ifndef IOSWEEP_TESTS_SUITES_H
#define IOSWEEP_TESTS_SUITES_H

#include <check.h>
#include <stddef.h>

struct suite_row {
	const char *name;
	Suite *(*make)(void);
};

extern const struct suite_row suites[];
extern const size_t suites_n;

#endif
