#include "report/comparison_left.h"

#include "base/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAMES_MOST 12

static const char *const side_names[COMPARISON_SIDES_N] = { "BASE", "RUN" };

static bool is_there(const struct comparison_place *place, int side)
{
	return place->state[side] != COMPARISON_ABSENT;
}

static void count_cell(struct comparison_left *left, const struct comparison_place *place)
{
	bool figure[COMPARISON_SIDES_N], measured[COMPARISON_SIDES_N];

	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		if (!is_there(place, side)) {
			left->only[!side]++;
			return;
		}
		figure[side] = place->state[side] == COMPARISON_OK;
		measured[side] = figure[side] || place->state[side] == COMPARISON_NO_FIGURE;
	}
	if (figure[COMPARISON_BASE] && figure[COMPARISON_RUN])
		return;
	if (measured[COMPARISON_BASE] && measured[COMPARISON_RUN])
		left->no_figure++;
	else if (!measured[COMPARISON_BASE] && !measured[COMPARISON_RUN])
		left->failed_both++;
	else
		left->failed[measured[COMPARISON_BASE] ? COMPARISON_RUN : COMPARISON_BASE]++;
}

struct comparison_left comparison_left_count(const struct comparison *comparison)
{
	struct comparison_left left = { .no_figure = 0 };

	for (size_t i = 0; i < comparison->cells_n; i++)
		count_cell(&left, &comparison->places[i]);
	return left;
}

/* Something that cells are alike in: a mode, a test, a size. */
struct property {
	const char *one, *several;
	/* Whether cell i and cell k have the same; and its name, appended. */
	bool (*same)(const struct comparison *c, size_t i, size_t k);
	void (*name)(const struct comparison *c, size_t i, struct strbuf *out);
};

static const struct comparison_table *table_of(const struct comparison *c, size_t i)
{
	return &c->tables[c->cells[i].group];
}

static bool same_mode(const struct comparison *c, size_t i, size_t k)
{
	return table_of(c, i)->mode == table_of(c, k)->mode;
}

static void mode_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	strbuf_addstr(out, mode_name(table_of(c, i)->mode));
}

static bool same_test(const struct comparison *c, size_t i, size_t k)
{
	const struct comparison_table *a = table_of(c, i), *b = table_of(c, k);

	return a->test[COMPARISON_BASE] == b->test[COMPARISON_BASE] && a->test[COMPARISON_RUN] == b->test[COMPARISON_RUN];
}

static void test_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	const struct comparison_table *table = table_of(c, i);

	strbuf_addstr(out, table->test[table->test[COMPARISON_BASE] ? COMPARISON_BASE : COMPARISON_RUN]->name);
}

static bool same_file_size(const struct comparison *c, size_t i, size_t k)
{
	return c->places[i].file_size == c->places[k].file_size;
}

static void file_size_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addstr(out, units_format_size(c->places[i].file_size, text));
}

static bool same_record(const struct comparison *c, size_t i, size_t k)
{
	return c->places[i].record == c->places[k].record;
}

static void record_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addstr(out, units_format_size(c->places[i].record, text));
}

static bool same_depth(const struct comparison *c, size_t i, size_t k)
{
	return table_of(c, i)->depth[COMPARISON_BASE] == table_of(c, k)->depth[COMPARISON_BASE];
}

static void depth_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	strbuf_addf(out, "%" PRIu64, table_of(c, i)->depth[COMPARISON_BASE]);
}

static bool same_jobs(const struct comparison *c, size_t i, size_t k)
{
	return table_of(c, i)->jobs[COMPARISON_BASE] == table_of(c, k)->jobs[COMPARISON_BASE];
}

static void jobs_text(const struct comparison *c, size_t i, struct strbuf *out)
{
	strbuf_addf(out, "%" PRIu64, table_of(c, i)->jobs[COMPARISON_BASE]);
}

static const struct property properties[] = {
	{ "mode", "modes", same_mode, mode_text },
	{ "test", "tests", same_test, test_text },
	{ "file size", "file sizes", same_file_size, file_size_text },
	{ "record size", "record sizes", same_record, record_text },
	{ "depth", "depths", same_depth, depth_text },
	{ "number of jobs", "numbers of jobs", same_jobs, jobs_text },
};

/* Whether cell i is the first with its property, and no cell with it is in the other run. */
static bool only_here(const struct comparison *c, const struct property *property, size_t i, int side)
{
	for (size_t k = 0; k < c->cells_n; k++) {
		if (property->same(c, i, k) && (k < i || is_there(&c->places[k], !side)))
			return false;
	}
	return true;
}

static void add_property(const struct comparison *c, const struct property *property, int side, struct strbuf *out)
{
	struct strbuf names;
	size_t n = 0;

	strbuf_init(&names);
	for (size_t i = 0; i < c->cells_n; i++) {
		if (!only_here(c, property, i, side) || n++ >= NAMES_MOST)
			continue;
		strbuf_addstr(&names, names.len ? ", " : "");
		property->name(c, i, &names);
	}
	if (n > NAMES_MOST)
		strbuf_addf(&names, " and %zu more", n - NAMES_MOST);
	if (n)
		strbuf_addf(out, "%s %s: only in %s\n", n == 1 ? property->one : property->several, names.buf,
			    side_names[side]);
	out->failed |= strbuf_failed(&names);
	strbuf_release(&names);
}

static void add_count(struct strbuf *out, size_t n, const char *what)
{
	if (n)
		strbuf_addf(out, "%zu cell%s %s\n", n, n == 1 ? "" : "s", what);
}

void comparison_left_where(const struct comparison *comparison, struct strbuf *out)
{
	struct comparison_left left = comparison_left_count(comparison);

	for (size_t i = 0; i < sizeof(properties) / sizeof(*properties); i++) {
		for (int side = 0; side < COMPARISON_SIDES_N; side++) {
			if (left.only[side])
				add_property(comparison, &properties[i], side, out);
		}
	}
}

void comparison_left_text(const struct comparison *comparison, struct strbuf *out)
{
	struct comparison_left left = comparison_left_count(comparison);
	char text[120];

	comparison_left_where(comparison, out);
	add_count(out, left.only[COMPARISON_BASE], "in all that only BASE has");
	add_count(out, left.only[COMPARISON_RUN], "in all that only RUN has");
	add_count(out, left.failed[COMPARISON_RUN], "failed or skipped in RUN, with a figure in BASE");
	add_count(out, left.failed[COMPARISON_BASE], "failed or skipped in BASE, with a figure in RUN");
	add_count(out, left.failed_both, "failed or skipped in both");
	snprintf(text, sizeof(text), "without a positive figure of %s in one of the runs", comparison->metric->name);
	add_count(out, left.no_figure, text);
}
