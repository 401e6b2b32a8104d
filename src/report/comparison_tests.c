#include "report/comparison_tests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool same_work(const struct test *a, const struct test *b)
{
	return !strcmp(a->pattern, b->pattern) && !strcmp(a->api, b->api) && a->read_percent == b->read_percent;
}

static bool same_name(const struct test *a, const struct test *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->pattern, b->pattern) && a->read_percent == b->read_percent;
}

typedef bool alike_fn(const struct test *a, const struct test *b);

static bool is_paired(const struct test_pairs *pairs, const struct test *test)
{
	for (size_t i = 0; i < pairs->n; i++) {
		if (pairs->v[i].side[COMPARISON_RUN] == test)
			return true;
	}
	return false;
}

static void pair_tests(struct test_pairs *pairs, const struct config *run, alike_fn *alike)
{
	for (size_t i = 0; i < pairs->n; i++) {
		struct test_pair *pair = &pairs->v[i];

		for (size_t k = 0; k < run->tests_n && !pair->side[COMPARISON_RUN]; k++) {
			if (alike(pair->side[COMPARISON_BASE], &run->tests[k]) && !is_paired(pairs, &run->tests[k]))
				pair->side[COMPARISON_RUN] = &run->tests[k];
		}
	}
}

int test_pairs_make(const struct config *base, const struct config *run, struct test_pairs *pairs)
{
	*pairs = (struct test_pairs){ .v = calloc(base->tests_n + run->tests_n + 1, sizeof(*pairs->v)) };
	if (!pairs->v)
		return -ENOMEM;
	for (; pairs->n < base->tests_n; pairs->n++)
		pairs->v[pairs->n].side[COMPARISON_BASE] = &base->tests[pairs->n];
	pair_tests(pairs, run, same_work);
	pair_tests(pairs, run, same_name);
	for (size_t k = 0; k < run->tests_n; k++) {
		if (!is_paired(pairs, &run->tests[k]))
			pairs->v[pairs->n++].side[COMPARISON_RUN] = &run->tests[k];
	}
	return 0;
}

size_t test_pairs_find(const struct test_pairs *pairs, int side, const char *name)
{
	size_t i = 0;

	while (i < pairs->n && (!pairs->v[i].side[side] || strcmp(pairs->v[i].side[side]->name, name) != 0))
		i++;
	return i;
}
