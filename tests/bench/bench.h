/*
 * bench: what the benchmark programs share.
 *
 * A program prints one line a figure, fields separated by tabs: what, bar, measured, verdict. The verdict is "ok",
 * "short" where the bar is missed, "-" where there is none, or "skip" with the reason as the measured value. What is
 * compared runs in turns within one process and goes in as a median, since nothing else is fair on a machine that
 * does other things as well.
 */
#ifndef IOSWEEP_TESTS_BENCH_H
#define IOSWEEP_TESTS_BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double bench_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), bench_compare);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static inline void bench_at_most(const char *what, double bar, double measured, const char *unit)
{
	printf("%s\t<= %g %s\t%.4g %s\t%s\n", what, bar, unit, measured, unit, measured <= bar ? "ok" : "short");
	fflush(stdout);
}

static inline void bench_at_least(const char *what, double bar, double measured, const char *unit)
{
	printf("%s\t>= %g %s\t%.4g %s\t%s\n", what, bar, unit, measured, unit, measured >= bar ? "ok" : "short");
	fflush(stdout);
}

static inline void bench_skip(const char *what, const char *reason)
{
	printf("%s\t\t%s\tskip\n", what, reason);
	fflush(stdout);
}

#endif
