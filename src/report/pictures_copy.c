/* Cells and cliffs of the resultset as pictures show them. */
#include "report/pictures_internal.h"

#include <math.h>
#include <stdlib.h>

static enum picture_state picture_state(enum cell_state state)
{
	switch (state) {
	case CELL_PLANNED:
		return PICTURE_PLANNED;
	case CELL_MEASURED:
		return PICTURE_MEASURED;
	case CELL_FAILED:
		return PICTURE_FAILED;
	case CELL_SKIPPED:
		return PICTURE_SKIPPED;
	default:
		return PICTURE_OUTSIDE;
	}
}

/* A rate of 0 is no measurement; other figures may well be 0. */
static bool has_value(const struct resultset *rs, const struct cell *cell)
{
	return isfinite(cell->median) && cell->median >= 0 && (cell->median > 0 || !metric_is_rate(rs->metric));
}

static bool is_doubtful(enum verdict verdict)
{
	return verdict == VERDICT_NOISY || verdict == VERDICT_DRIFTING || verdict == VERDICT_CONTAMINATED;
}

static struct picture_cell copy_cell(const struct resultset *rs, const struct cell *cell)
{
	struct picture_cell copy = { .state = picture_state(cell->state) };

	if (cell->state != CELL_MEASURED)
		return copy;
	if (!has_value(rs, cell)) {
		copy.state = isfinite(cell->median) ? PICTURE_FAILED : PICTURE_PLANNED;
		return copy;
	}
	copy.value = cell->median;
	copy.min = fmax(cell->min, 0);
	copy.max = cell->max;
	copy.n = (unsigned)cell->samples_n;
	copy.noisy = is_doubtful(cell->verdict) && !rs->metric->of_cell;
	return copy;
}

struct picture_cell *picture_copy_cells(const struct resultset *rs, const struct surface *s)
{
	size_t n = resultset_cells_n(rs);
	struct picture_cell *cells = calloc(n ? n : 1, sizeof(*cells));

	for (size_t i = 0; cells && i < n; i++)
		cells[i] = copy_cell(rs, &s->cells[i]);
	return cells;
}

/* The diagonals of a picture are those of x over y. */
static bool can_be_drawn(const struct picture_page *page, const struct cliff *c)
{
	return c->axis != CLIFF_RATIO || page->rs->x == page->all_cliffs->first;
}

static enum picture_axis picture_axis(const struct picture_page *page, enum cliff_axis axis)
{
	if (axis == CLIFF_RATIO)
		return PICTURE_DIAGONAL;
	return cliffs_axis(page->all_cliffs, axis) == page->rs->x ? PICTURE_X : PICTURE_Y;
}

static struct picture_cliff picture_cliff(const struct picture_page *page, const struct cliff *c, enum cliff_status status)
{
	static const enum picture_sureness sureness[] = {
		[CLIFF_CONFIRMED] = PICTURE_CONFIRMED,
		[CLIFF_FOUND] = PICTURE_FOUND,
		[CLIFF_POSSIBLE] = PICTURE_POSSIBLE,
	};
	bool quotient = c->axis == CLIFF_RATIO && c->along == CLIFF_X; /* its range is one of records */

	return (struct picture_cliff){
		.axis = picture_axis(page, c->axis),
		.from = (uint64_t)c->from,
		.to = (uint64_t)c->to,
		.first = (uint64_t)(c->other_from * (quotient ? c->from : 1)),
		.last = (uint64_t)(c->other_to * (quotient ? c->to : 1)),
		.ratio = c->ratio,
		.sureness = sureness[status],
	};
}

/* Adds the test's cliffs that are sure, or those that are possible, clearest first as the list has them. */
static void add_cliffs(const struct picture_page *page, const struct surface *s, bool sure, struct picture_cliff *cliffs,
		       size_t *n)
{
	for (size_t i = 0; i < page->cliffs->list.n; i++) {
		const struct cliff *c = &page->cliffs->list.v[i];
		enum cliff_status status = page->cliffs->status[i];

		if (page->cliffs->tests[c->test] == s && cliffs_is_sure(status) == sure && status != CLIFF_REJECTED &&
		    can_be_drawn(page, c))
			cliffs[(*n)++] = picture_cliff(page, c, status);
	}
}

struct picture_cliff *picture_copy_cliffs(const struct picture_page *page, const struct surface *s, size_t *n)
{
	struct picture_cliff *cliffs = calloc(page->cliffs->list.n + 1, sizeof(*cliffs));

	*n = 0;
	/* They are cliffs of throughput. */
	if (!cliffs || !metric_is_throughput(page->rs->metric))
		return cliffs;
	add_cliffs(page, s, true, cliffs, n);
	add_cliffs(page, s, false, cliffs, n);
	return cliffs;
}
