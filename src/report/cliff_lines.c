#include "report/cliff_lines.h"

#include <math.h>

#define WIDEST 3.2 /* octaves: cells further apart are not neighbours */
#define SAME 1e-9

/* The detector's axes, see report/cliffs.h. */
static enum axis first(const struct resultset *rs)
{
	return rs->x < rs->y ? rs->x : rs->y;
}

static enum axis second(const struct resultset *rs)
{
	return rs->x < rs->y ? rs->y : rs->x;
}

static const struct size_list *along(const struct resultset *rs, const struct cliff *c)
{
	return &rs->axes[c->along == CLIFF_X ? first(rs) : second(rs)];
}

static const struct size_list *across(const struct resultset *rs, const struct cliff *c)
{
	return &rs->axes[c->along == CLIFF_X ? second(rs) : first(rs)];
}

size_t cliff_lines_n(const struct resultset *rs, const struct cliff *c)
{
	return across(rs, c)->n;
}

static double place_of(const struct resultset *rs, const struct cliff *c, size_t k, size_t index)
{
	double own = (double)along(rs, c)->v[k], other = (double)across(rs, c)->v[index];

	if (c->axis != CLIFF_RATIO)
		return own;
	return c->along == CLIFF_X ? own / other : other / own;
}

/* As the detector sees a quotient. */
static double octave_of(const struct cliff *c, double place)
{
	return c->axis == CLIFF_RATIO ? exp2(rint(log2(place))) : place;
}

static const struct cell *cell_at(const struct resultset *rs, const struct surface *s, const struct cliff *c, size_t k,
				  size_t index)
{
	bool k_is_x = (c->along == CLIFF_X) == (first(rs) == rs->x);

	return k_is_x ? surface_cell(rs, s, k, index) : surface_cell(rs, s, index, k);
}

/* A cell that comes in the order of the axis. */
static void add(const struct cliff *c, const struct cell *cell, double at, struct cliff_line *line)
{
	if (at <= c->from * (1 + SAME)) {
		line->cell[0] = line->cell[1];
		line->at[0] = line->at[1];
		line->cell[1] = cell;
		line->at[1] = at;
	} else if (at >= c->to * (1 - SAME) && !line->cell[3]) {
		int i = line->cell[2] ? 3 : 2;

		line->cell[i] = cell;
		line->at[i] = at;
	}
}

/* What is asked about a line. */
struct inquiry {
	const struct resultset *rs;
	const struct surface *s;
	const struct cliff *c;
	cliff_cell_fn *counts;
	bool octaves; /* quotients are taken to the next octave */
};

static void collect(const struct inquiry *q, size_t index, struct cliff_line *line)
{
	const struct cliff *c = q->c;
	bool falling = c->axis == CLIFF_RATIO && c->along == CLIFF_Y;
	size_t n = along(q->rs, c)->n;

	*line = (struct cliff_line){ .cell = { NULL } };
	for (size_t i = 0; i < n; i++) {
		size_t k = falling ? n - 1 - i : i;
		const struct cell *cell = cell_at(q->rs, q->s, c, k, index);
		double place = place_of(q->rs, c, k, index);

		if (q->counts(cell) && !(cell->cut && c->along == CLIFF_X && first(q->rs) == AXIS_FILE_SIZE))
			add(c, cell, q->octaves ? octave_of(c, place) : place, line);
	}
}

/* Ends of a boundary that was not narrowed. */
static bool are_octaves(const struct cliff *c)
{
	double from = log2(c->from), to = log2(c->to);

	return c->axis == CLIFF_RATIO && fabs(from - rint(from)) <= SAME && fabs(to - rint(to)) <= SAME;
}

/* Whether the line has cells at both ends of the cliff. */
static bool is_exact(const struct cliff_line *line, const struct cliff *c)
{
	return line->cell[1] && line->cell[2] && line->at[1] >= c->from * (1 - SAME) && line->at[2] <= c->to * (1 + SAME);
}

bool cliff_line_find(const struct resultset *rs, const struct surface *s, const struct cliff *c, size_t index,
		     cliff_cell_fn *counts, struct cliff_line *line)
{
	struct inquiry q = { rs, s, c, counts, false };
	double other = (double)across(rs, c)->v[index];

	*line = (struct cliff_line){ .cell = { NULL } };
	if (other < c->other_from || other > c->other_to)
		return false;
	collect(&q, index, line);
	q.octaves = are_octaves(c);
	if (q.octaves && !is_exact(line, c))
		collect(&q, index, line);
	return line->cell[1] && line->cell[2] && log2(line->at[2] / line->at[1]) <= WIDEST;
}
