/* comparison_tests: which tests of two runs are compared with each other. For comparison_match.c. */
#ifndef IOSWEEP_REPORT_COMPARISON_TESTS_H
#define IOSWEEP_REPORT_COMPARISON_TESTS_H

#include "report/comparison.h"

/* Tests that belong together; NULL: this run has no such test. */
struct test_pair {
	const struct test *side[COMPARISON_SIDES_N];
};

struct test_pairs {
	struct test_pair *v; /* owned: in the order of the base, and behind them those that only the run has */
	size_t n;
};

/* By pattern, API and share of reads; those that are left by name, pattern and share. 0 or -ENOMEM. */
int test_pairs_make(const struct config *base, const struct config *run, struct test_pairs *pairs);

/* The number of the pair in which that side's test has this name; n: none. */
size_t test_pairs_find(const struct test_pairs *pairs, int side, const char *name);

#endif
