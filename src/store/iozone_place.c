#include "store/iozone_place.h"

#include "store/iozone_include.h"

#include <string.h>

#define SIZES 2 /* the tokens before the figures */
#define SLACK 1 /* a figure may end this far beside its name */
#define WIDE 10 /* where the column of the fourth test has this width, the blanks are not the oldest ones */
#define FOURTH_TEST 6 /* its column */

/* Blanks for each test: those that were printed up to 3.4xx, those since then, and those that would be right. */
#define BLANKS_N 3
static const size_t blanks[BLANKS_N - 1][IOZONE_GROUPS] = {
	{ 16, 18, 16, 8, 8, 8, 18, 16, 17, 17, 19, 19 },
	{ 18, 18, 18, 9, 10, 10, 18, 17, 20, 20, 20, 20 },
};

struct search {
	const struct iozone_layout *layout;
	const struct iozone_place_row *row;
	size_t version; /* of blanks */
	bool whole; /* only rows that do not end within a group */
	struct iozone_places now, found;
	size_t solutions; /* different ones */
};

static size_t group_of(const struct iozone_layout *layout, size_t column)
{
	return iozone_group((size_t)(layout->test[column] - iozone_tests));
}

static size_t column_start(const struct iozone_layout *layout, size_t column)
{
	return column ? layout->end[column - 1] : layout->record_end;
}

/* The column behind those of the group that this one opens. */
static size_t group_end(const struct iozone_layout *layout, size_t column)
{
	size_t group = group_of(layout, column);

	while (column < layout->n && group_of(layout, column) == group)
		column++;
	return column;
}

/* How many blanks stand for the group that a column opens. */
static size_t blanks_for(const struct search *search, size_t column)
{
	const struct iozone_layout *layout = search->layout;

	if (search->version < BLANKS_N - 1)
		return blanks[search->version][group_of(layout, column)];
	return layout->end[group_end(layout, column) - 1] - column_start(layout, column);
}

static bool near(size_t a, size_t b)
{
	return a > b ? a - b <= SLACK : b - a <= SLACK;
}

static void keep_solution(struct search *search)
{
	size_t size = search->now.n * sizeof(*search->now.column);

	if (search->solutions && !memcmp(search->found.column, search->now.column, size))
		return;
	search->found = search->now;
	search->solutions++;
}

/*
 * Takes the figures from now.n on as those of the group that the column opens. cursor is where the line stands before
 * them. Returns where it stands behind them, 0 where they end elsewhere, or start before it, as two figures that run
 * together do. A row may end within a group.
 */
static size_t take_group(struct search *search, size_t column, size_t cursor)
{
	const struct iozone_layout *layout = search->layout;
	size_t behind = group_end(layout, column);

	for (; column < behind && search->now.n + SIZES < search->row->n; column++) {
		const struct iozone_token *token = &search->row->tokens[search->now.n + SIZES];
		size_t end = token->end;

		if (token->start < cursor || !near(end, cursor + layout->end[column] - column_start(layout, column)))
			return 0;
		search->now.column[search->now.n++] = column;
		cursor = end;
	}
	return search->whole && column < behind ? 0 : cursor;
}

/* Tries both for each group: that it was asked for, and that it was not. */
static void try_group(struct search *search, size_t column, size_t cursor)
{
	size_t n = search->now.n, behind, next;

	if (n + SIZES == search->row->n) {
		keep_solution(search);
		return;
	}
	if (column >= search->layout->lines[0] || cursor > search->row->tokens[n + SIZES].end)
		return;
	next = group_end(search->layout, column);
	behind = take_group(search, column, cursor);
	if (behind)
		try_group(search, next, behind);
	search->now.n = n;
	try_group(search, next, cursor + blanks_for(search, column));
}

/*
 * By the places. Returns the number of different solutions, and the first one in places. Only where there is no other
 * one may a row end within a group, as an interrupted one does.
 */
static size_t by_places(const struct iozone_layout *layout, const struct iozone_place_row *row,
			struct iozone_places *places)
{
	bool wide = layout->n > FOURTH_TEST &&
		    layout->end[FOURTH_TEST] - layout->end[FOURTH_TEST - 1] >= WIDE;
	struct search search = { .layout = layout, .row = row };

	if (!iozone_layout_starts_row(layout, row->tokens))
		return 0; /* blanks were lost, or the row is broken */
	for (int whole = 1; whole >= 0 && !search.solutions; whole--) {
		search.whole = whole;
		for (search.version = wide; search.version < BLANKS_N; search.version++) {
			search.now.n = 0;
			try_group(&search, 0, row->tokens[1].end);
		}
	}
	*places = search.found;
	return search.solutions;
}

/* By the names alone, in a report of iosweep's. False: a figure stands below none of them. */
static bool by_names(const struct iozone_layout *layout, const struct iozone_place_row *row,
		     struct iozone_places *places)
{
	size_t base = row->tokens[0].end, column = 0;

	places->n = 0;
	for (size_t i = SIZES; i < row->n; i++, column++) {
		while (column < layout->n && !near(row->tokens[i].end - base, layout->end[column] - layout->file_end))
			column++;
		if (column == layout->n)
			return false;
		places->column[places->n++] = column;
	}
	return true;
}

/* By the command line. False: it does not say, or less than the row holds. */
static bool by_command(const struct iozone_layout *layout, const struct iozone_place_row *row,
		       struct iozone_places *places, bool *whole)
{
	unsigned include;
	size_t column = 0;

	if (!row->command)
		return false;
	include = iozone_include(row->command);
	places->n = 0;
	for (; column < layout->n && places->n + SIZES < row->n; column++) {
		if (include & 1U << group_of(layout, column))
			places->column[places->n++] = column;
	}
	while (column < layout->n && !(include & 1U << group_of(layout, column)))
		column++;
	*whole = column == layout->n;
	return places->n + SIZES == row->n;
}

static bool same(const struct iozone_places *a, const struct iozone_places *b)
{
	return a->n == b->n && !memcmp(a->column, b->column, a->n * sizeof(*a->column));
}

/* False: the row is refused. */
static bool settle(const struct iozone_layout *layout, const struct iozone_place_row *row,
		   struct iozone_places *places)
{
	struct iozone_places seen = { .n = 0 }, said = { .n = 0 };
	bool whole = false, is_said;
	size_t solutions;

	if (row->n == SIZES + layout->n) {
		for (places->n = 0; places->n < layout->n; places->n++)
			places->column[places->n] = places->n;
		return true;
	}
	if (row->own)
		return by_names(layout, row, places);
	is_said = by_command(layout, row, &said, &whole);
	solutions = by_places(layout, row, &seen);
	if (solutions == 1 && (!is_said || same(&seen, &said))) {
		*places = seen;
		return true;
	}
	*places = said;
	return is_said && whole && solutions == 0;
}

/* Whether the last figure ends where that of its column ended in the row before. */
static bool ends_as_before(const struct iozone_places *before, size_t column, size_t end)
{
	for (size_t i = 0; i < before->n; i++) {
		if (before->column[i] == column)
			return before->end[i] == end;
	}
	return false;
}

int iozone_place(const struct iozone_layout *layout, const struct iozone_place_row *row, struct iozone_places *places)
{
	struct iozone_places before = *places;
	struct iozone_place_row used = *row;
	size_t base = row->tokens[0].end, last_end = row->tokens[row->n - 1].end - base;

	if (row->n == SIZES)
		return SIZES;
	if (row->last_cut && (!settle(layout, row, places) ||
			      !ends_as_before(&before, places->column[places->n - 1], last_end)))
		used.n--;
	if (used.n > SIZES && !settle(layout, &used, places))
		return -1;
	for (size_t i = 0; i + SIZES < used.n; i++)
		places->end[i] = row->tokens[i + SIZES].end - base;
	return (int)used.n;
}
