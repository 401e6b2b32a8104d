#include "cli/resolve_tests.h"

#include "api/api.h"
#include "cli/options.h"
#include "model/config.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places of a test's API in the order of the run, and of its pattern in the order of the sequence. */
struct rank {
	size_t api, pattern;
};

static struct rank rank_of(const struct option_values *values, const struct test *test)
{
	struct rank rank = { values->apis_n, 0 };

	for (size_t i = 0; i < values->apis_n; i++) {
		if (!strcmp(values->apis[i]->name, test->api)) {
			rank.api = i;
			break;
		}
	}
	/* An API that only a test names comes behind those of --api, in the order of the list of APIs. */
	for (size_t i = 0; rank.api >= values->apis_n && i < io_apis_n; i++) {
		if (!strcmp(io_apis[i]->name, test->api))
			rank.api = values->apis_n + i;
	}
	while (strcmp(patterns[rank.pattern]->name, test->pattern))
		rank.pattern++;
	return rank;
}

static bool before(const struct option_values *values, const struct test *a, const struct test *b)
{
	struct rank ra = rank_of(values, a), rb = rank_of(values, b);

	return ra.api != rb.api ? ra.api < rb.api : ra.pattern < rb.pattern;
}

/*
 * In the order in which a sequence runs, whatever the order in which they were asked for: a read comes after a write
 * and a re-read after a read, or they are not what their names say. Twice the same is taken once.
 */
static void insert_test(const struct option_values *values, struct config *config, const struct test *test)
{
	size_t at = config->tests_n;

	for (size_t i = 0; i < config->tests_n; i++) {
		if (!strcmp(config->tests[i].name, test->name))
			return;
	}
	for (; at > 0 && before(values, test, &config->tests[at - 1]); at--)
		config->tests[at] = config->tests[at - 1];
	config->tests[at] = *test;
	config->tests_n++;
}

/* A pattern through an API; only the first API of the run goes without saying. */
static void add_one_test(const struct option_values *values, struct config *config, const char *api,
			 const char *pattern, const unsigned *read_percent)
{
	bool plain = !strcmp(api, values->apis[0]->name);
	struct test test = { .read_percent = read_percent ? *read_percent : 0 };
	size_t used;

	snprintf(test.api, sizeof(test.api), "%s", api);
	snprintf(test.pattern, sizeof(test.pattern), "%s", pattern);
	snprintf(test.name, sizeof(test.name), "%s%s%s", plain ? "" : test.api, plain ? "" : ":", test.pattern);
	used = strlen(test.name);
	if (read_percent && values->read_percents_n > 1)
		snprintf(test.name + used, sizeof(test.name) - used, "-%u", *read_percent);
	insert_test(values, config, &test);
}

/* A test that reads and writes is one for each share of reads. */
static void add_test(const struct option_values *values, struct config *config, const char *api, const char *pattern)
{
	unsigned flags = pattern_find(pattern)->flags;

	if (!(flags & PATTERN_READS) || !(flags & PATTERN_WRITES)) {
		add_one_test(values, config, api, pattern, NULL);
		return;
	}
	for (size_t i = 0; i < values->read_percents_n; i++)
		add_one_test(values, config, api, pattern, &values->read_percents[i]);
}

bool resolve_adds_stdio(const char *pattern)
{
	static const char *const names[] = { "write", "rewrite", "read", "reread" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(names[i], pattern))
			return true;
	}
	return false;
}

/* IOzone's other four of thirteen, unless the user has said which APIs it shall be. */
static bool wants_stdio(const struct option_values *values)
{
	return !option_given(values, "api") && values->modes[MODE_CACHED];
}

int resolve_tests(const struct option_values *values, struct config *config)
{
	size_t most = (values->tests_n + patterns_n) * (values->apis_n + 1) * (values->read_percents_n + 1);

	config->tests = calloc(most, sizeof(*config->tests));
	if (!config->tests)
		return -ENOMEM;
	for (size_t i = 0; i < values->tests_n; i++) {
		if (*values->tests[i].api)
			add_test(values, config, values->tests[i].api, values->tests[i].pattern);
		for (size_t a = 0; !*values->tests[i].api && a < values->apis_n; a++)
			add_test(values, config, values->apis[a]->name, values->tests[i].pattern);
	}
	for (size_t p = 0; !values->tests_n && p < patterns_n; p++) {
		for (size_t a = 0; (patterns[p]->flags & PATTERN_AUTOMATIC) && a < values->apis_n; a++)
			add_test(values, config, values->apis[a]->name, patterns[p]->name);
		if (wants_stdio(values) && resolve_adds_stdio(patterns[p]->name))
			add_test(values, config, "stdio", patterns[p]->name);
	}
	return 0;
}
