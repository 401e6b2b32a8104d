#include "report/comparison_left.h"

#include "base/units.h"

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

static const struct comparison_table *table_of(const struct comparison *c, size_t i)
{
	return &c->tables[c->cells[i].group];
}

/* Something that cells are alike in: an axis, or what comes behind the axes. */
enum { PROPERTY_TEST = AXES_N, PROPERTY_MODE, PROPERTIES_N };

static bool same(const struct comparison *c, int property, size_t i, size_t k)
{
	const struct comparison_table *a = table_of(c, i), *b = table_of(c, k);

	if (property == PROPERTY_MODE)
		return a->mode == b->mode;
	if (property == PROPERTY_TEST)
		return a->test[COMPARISON_BASE] == b->test[COMPARISON_BASE] &&
		       a->test[COMPARISON_RUN] == b->test[COMPARISON_RUN];
	return c->places[i].at[property] == c->places[k].at[property];
}

static void add_name(const struct comparison *c, int property, size_t i, struct strbuf *out)
{
	const struct comparison_table *table = table_of(c, i);
	char text[UNITS_TEXT_LEN];

	if (property == PROPERTY_MODE)
		strbuf_addstr(out, mode_name(table->mode));
	else if (property == PROPERTY_TEST)
		strbuf_addstr(out, table->test[table->test[COMPARISON_BASE] ? COMPARISON_BASE : COMPARISON_RUN]->name);
	else
		strbuf_addstr(out, axis_format((enum axis)property, c->places[i].at[property], text));
}

static const char *noun(int property, bool one)
{
	if (property == PROPERTY_MODE)
		return one ? "mode" : "modes";
	if (property == PROPERTY_TEST)
		return one ? "test" : "tests";
	return one ? axes[property].over : axes[property].values;
}

/* Whether cell i is the first with its property, and no cell with it is in the other run. */
static bool only_here(const struct comparison *c, int property, size_t i, int side)
{
	for (size_t k = 0; k < c->cells_n; k++) {
		if (same(c, property, i, k) && (k < i || is_there(&c->places[k], !side)))
			return false;
	}
	return true;
}

static void add_property(const struct comparison *c, int property, int side, struct strbuf *out)
{
	struct strbuf names;
	size_t n = 0;

	strbuf_init(&names);
	for (size_t i = 0; i < c->cells_n; i++) {
		if (!only_here(c, property, i, side) || n++ >= NAMES_MOST)
			continue;
		strbuf_addstr(&names, names.len ? ", " : "");
		add_name(c, property, i, &names);
	}
	if (n > NAMES_MOST)
		strbuf_addf(&names, " and %zu more", n - NAMES_MOST);
	if (n)
		strbuf_addf(out, "%s %s: only in %s\n", noun(property, n == 1), names.buf, side_names[side]);
	out->failed |= strbuf_failed(&names);
	strbuf_release(&names);
}

static void add_count(struct strbuf *out, size_t n, const char *what)
{
	if (n)
		strbuf_addf(out, "%zu cell%s %s\n", n, n == 1 ? "" : "s", what);
}

static const int property_order[PROPERTIES_N] = {
	PROPERTY_MODE, PROPERTY_TEST, AXIS_FILE_SIZE, AXIS_RECORD, AXIS_DEPTH, AXIS_JOBS,
};

static void add_both_sides(const struct comparison *c, int property, struct strbuf *out)
{
	struct comparison_left left = comparison_left_count(c);

	for (int side = 0; side < COMPARISON_SIDES_N; side++) {
		if (left.only[side])
			add_property(c, property, side, out);
	}
}

static void add_where(const struct comparison *c, struct strbuf *out)
{
	for (size_t i = 0; i < PROPERTIES_N; i++)
		add_both_sides(c, property_order[i], out);
}

/* Whether a cell of the base and one of the run are the same in this. */
static bool is_shared(const struct comparison *c, int property)
{
	for (size_t i = 0; i < c->cells_n; i++) {
		for (size_t k = 0; is_there(&c->places[i], COMPARISON_BASE) && k < c->cells_n; k++) {
			if (is_there(&c->places[k], COMPARISON_RUN) && same(c, property, i, k))
				return true;
		}
	}
	return false;
}

void comparison_left_why(const struct comparison *comparison, struct strbuf *out)
{
	for (size_t i = 0; i < PROPERTIES_N; i++) {
		if (!is_shared(comparison, property_order[i])) {
			add_both_sides(comparison, property_order[i], out);
			return;
		}
	}
	add_where(comparison, out);
}

void comparison_left_text(const struct comparison *comparison, struct strbuf *out)
{
	struct comparison_left left = comparison_left_count(comparison);
	char text[120];

	add_where(comparison, out);
	add_count(out, left.only[COMPARISON_BASE], "in all that only BASE has");
	add_count(out, left.only[COMPARISON_RUN], "in all that only RUN has");
	add_count(out, left.failed[COMPARISON_RUN], "failed or skipped in RUN, with a figure in BASE");
	add_count(out, left.failed[COMPARISON_BASE], "failed or skipped in BASE, with a figure in RUN");
	add_count(out, left.failed_both, "failed or skipped in both");
	snprintf(text, sizeof(text), "without a positive figure of %s in one of the runs", comparison->metric->name);
	add_count(out, left.no_figure, text);
}
