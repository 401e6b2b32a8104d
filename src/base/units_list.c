#include "base/units.h"

#include "base/err.h"
#include "base/units_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct range {
	uint64_t from, to, step; /* step 0: doubling */
};

/* What a list is of. */
struct grammar {
	bool counts; /* else sizes */
	uint64_t ram_bytes; /* of sizes */
	uint64_t max; /* of counts */
	const char *ranges; /* how they are written */
};

static const char *scan_value(const struct grammar *g, const char *text, uint64_t *value, struct err *err)
{
	return g->counts ? count_scan(text, g->max, value, err) : size_scan(text, g->ram_bytes, value, err);
}

void size_list_release(struct size_list *list)
{
	free(list->v);
	*list = (struct size_list){ NULL, 0 };
}

int size_list_copy(struct size_list *to, const struct size_list *from)
{
	uint64_t *v = NULL;

	if (from->n) {
		v = malloc(from->n * sizeof(*v));
		if (!v)
			return -ENOMEM;
		memcpy(v, from->v, from->n * sizeof(*v));
	}
	free(to->v);
	*to = (struct size_list){ v, from->n };
	return 0;
}

static int add_size(struct size_list *list, uint64_t bytes, struct err *err)
{
	if (list->n == SIZE_LIST_MAX)
		return err_set(err, ERR_USAGE, "that is more than %d values; use larger steps", SIZE_LIST_MAX);
	list->v[list->n++] = bytes;
	return 0;
}

static int add_range(struct size_list *list, const struct range *range, struct err *err)
{
	for (uint64_t v = range->from; v < range->to; v = range->step ? v + range->step : v * 2) {
		if (add_size(list, v, err))
			return -1;
	}
	return add_size(list, range->to, err);
}

/* Reads ":+STEP" at text; returns what follows or NULL. */
static const char *scan_step(const struct grammar *g, const char *text, uint64_t *step, struct err *err)
{
	if (text[1] == '+')
		return scan_value(g, text + 2, step, err);
	err_set(err, ERR_USAGE, "'%.*s' is not a step; steps are written %s", (int)strcspn(text + 1, ","), text + 1,
		g->ranges);
	return NULL;
}

/* Reads VALUE, FROM:TO or FROM:TO:+STEP; returns what follows or NULL. */
static const char *scan_range(const struct grammar *g, const char *text, struct range *range, struct err *err)
{
	const char *colon, *end;

	end = scan_value(g, text, &range->from, err);
	range->to = range->from;
	range->step = 0;
	if (!end || *end != ':')
		return end;
	colon = end;
	end = scan_value(g, colon + 1, &range->to, err);
	if (end && range->to < range->from) {
		err_set(err, ERR_USAGE, "'%.*s': the range ends below its start; write %.*s:%.*s",
			(int)(end - text), text, (int)(end - colon - 1), colon + 1, (int)(colon - text), text);
		return NULL;
	}
	if (!end || *end != ':')
		return end;
	return scan_step(g, end, &range->step, err);
}

static int scan_list(const struct grammar *g, const char *text, struct size_list *list, struct err *err)
{
	struct range range;

	for (;;) {
		const char *end = scan_range(g, text, &range, err);

		if (!end)
			return -1;
		if (*end == ':')
			return err_set(err, ERR_USAGE,
				       "'%.*s': a range ends with its step; ranges are written %s",
				       (int)strcspn(text, ","), text, g->ranges);
		if (add_range(list, &range, err))
			return err_clause(err, "'%.*s'", (int)(end - text), text);
		if (!*end)
			return 0;
		text = end + 1;
	}
}

static int compare_sizes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void sort_once_each(struct size_list *list)
{
	size_t kept = 1;

	qsort(list->v, list->n, sizeof(*list->v), compare_sizes);
	for (size_t i = 1; i < list->n; i++) {
		if (list->v[i] != list->v[kept - 1])
			list->v[kept++] = list->v[i];
	}
	list->n = kept;
}

static int parse_list(const struct grammar *g, const char *text, struct size_list *list, struct err *err)
{
	struct size_list values = { calloc(SIZE_LIST_MAX, sizeof(*values.v)), 0 };
	int ret;

	if (!values.v)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "'%s'", text);
	ret = scan_list(g, text, &values, err);
	if (!ret) {
		sort_once_each(&values);
		ret = size_list_copy(list, &values) ? err_sys(err, ERR_ENVIRONMENT, ENOMEM, "'%s'", text) : 0;
	}
	size_list_release(&values);
	return ret;
}

int units_parse_size_list(const char *text, uint64_t ram_bytes, struct size_list *list, struct err *err)
{
	const struct grammar sizes = { .ram_bytes = ram_bytes, .ranges = "64k:1m:+64k" };

	return parse_list(&sizes, text, list, err);
}

int units_parse_count_list(const char *text, uint64_t max, struct size_list *list, struct err *err)
{
	const struct grammar counts = { .counts = true, .max = max, .ranges = "1:8:+1" };

	return parse_list(&counts, text, list, err);
}
