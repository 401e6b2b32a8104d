/*
 * sparse: where a tool makes the tests many times slower (the thread sanitizer, valgrind), what is tried at every place is
 * tried at some. The environment's SPARSE is the step, a number that divides no table's length; without it all are tried.
 */
#ifndef IOSWEEP_TESTS_SPARSE_H
#define IOSWEEP_TESTS_SPARSE_H

#include <stdlib.h>

static inline unsigned sparse_step(void)
{
	const char *text = getenv("SPARSE");
	int step = text ? atoi(text) : 1; /* NOLINT(cert-err34-c): the Makefile's */

	return step > 1 ? (unsigned)step : 1;
}

#endif
