#include "cli/option_tests.h"

#include "api/api.h"
#include "base/err.h"
#include "cli/options.h"
#include "cli/words.h"
#include "pattern/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *pattern_word(size_t i)
{
	return i < patterns_n ? patterns[i]->name : NULL;
}

static const char *api_word(size_t i)
{
	return i < io_apis_n ? io_apis[i]->name : NULL;
}

const struct word_list pattern_words = { "a test", "tests", .word = pattern_word };
const struct word_list api_words = { "an API", "APIs", .word = api_word };

static const char *const mixed_order_names[] = { "random", "sequential", NULL };

const struct word_list mixed_order_words = { "an order", "orders", .names = mixed_order_names };

static size_t count_names(const char *text)
{
	size_t n = 1;

	for (; *text; text++)
		n += *text == ',';
	return n;
}

static int named_twice(const char *name, struct err *err)
{
	return err_set(err, ERR_USAGE, "'%s' is named twice", name);
}

/* word is TEST or API:TEST, and is changed. */
static int read_test(char *word, struct test *test, struct err *err)
{
	char *colon = strchr(word, ':'), *pattern = colon ? colon + 1 : word;

	if (colon)
		*colon = '\0';
	if (colon && !io_api_find(word))
		return word_list_refuse(&api_words, word, err);
	if (!pattern_find(pattern))
		return word_list_refuse(&pattern_words, pattern, err);
	snprintf(test->api, sizeof(test->api), "%s", colon ? word : "");
	snprintf(test->pattern, sizeof(test->pattern), "%s", pattern);
	snprintf(test->name, sizeof(test->name), "%s%s%s", test->api, colon ? ":" : "", test->pattern);
	return 0;
}

static int read_tests(char *rest, struct test *tests, size_t *n, struct err *err)
{
	char *word;

	for (*n = 0; (word = strsep(&rest, ",")); ++*n) {
		if (read_test(word, &tests[*n], err))
			return -1;
		for (size_t i = 0; i < *n; i++) {
			if (!strcmp(tests[i].name, tests[*n].name))
				return named_twice(tests[i].name, err);
		}
	}
	return 0;
}

static int read_apis(char *rest, const struct io_api **apis, size_t *n, struct err *err)
{
	char *word;

	for (*n = 0; (word = strsep(&rest, ",")); ++*n) {
		apis[*n] = io_api_find(word);
		if (!apis[*n])
			return word_list_refuse(&api_words, word, err);
		for (size_t i = 0; i < *n; i++) {
			if (apis[i] == apis[*n])
				return named_twice(word, err);
		}
	}
	return 0;
}

int option_parse_tests(struct option_values *values, const char *text, struct err *err)
{
	struct test *tests = calloc(count_names(text), sizeof(*tests));
	char *copy = strdup(text);
	size_t n;
	int ret = -1;

	if (!tests || !copy) {
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "list");
		goto out;
	}
	ret = read_tests(copy, tests, &n, err);
	if (ret)
		goto out;
	free(values->tests);
	values->tests = tests;
	values->tests_n = n;
	tests = NULL;
out:
	free(tests);
	free(copy);
	return ret;
}

int option_parse_apis(struct option_values *values, const char *text, struct err *err)
{
	const struct io_api **apis = calloc(count_names(text), sizeof(*apis));
	char *copy = strdup(text);
	size_t n;
	int ret = -1;

	if (!apis || !copy) {
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "list");
		goto out;
	}
	ret = read_apis(copy, apis, &n, err);
	if (ret)
		goto out;
	free(values->apis);
	values->apis = apis;
	values->apis_n = n;
	apis = NULL;
out:
	free(apis);
	free(copy);
	return ret;
}

/* word is changed. */
static int read_percents(char *word, unsigned *percents, size_t *n, struct err *err)
{
	char *rest;

	*n = 0;
	for (; word; word = rest) {
		uint64_t percent;

		rest = strchr(word, ',');
		if (rest)
			*rest++ = '\0';
		if (units_parse_count(word, 0, 100, &percent, err))
			return -1;
		for (size_t i = 0; i < *n; i++) {
			if (percents[i] == percent)
				return named_twice(word, err);
		}
		percents[(*n)++] = (unsigned)percent;
	}
	return 0;
}

int option_parse_read_percent(struct option_values *values, const char *text, struct err *err)
{
	unsigned *percents = calloc(count_names(text), sizeof(*percents));
	char *copy = strdup(text);
	size_t n;
	int ret = -1;

	if (!percents || !copy)
		err_sys(err, ERR_ENVIRONMENT, ENOMEM, "list");
	else
		ret = read_percents(copy, percents, &n, err);
	free(copy);
	if (ret) {
		free(percents);
		return ret;
	}
	free(values->read_percents);
	values->read_percents = percents;
	values->read_percents_n = n;
	return 0;
}

int option_parse_mixed_order(struct option_values *values, const char *text, struct err *err)
{
	int order = word_list_find(&mixed_order_words, text, err);

	if (order < 0)
		return -1;
	values->mixed_in_order = order;
	return 0;
}

int option_parse_stride(struct option_values *values, const char *text, struct err *err)
{
	return units_parse_count(text, 1, INT64_MAX, &values->stride, err);
}
