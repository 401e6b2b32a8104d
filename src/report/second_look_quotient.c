/* A second look at boundaries in records per file, which lie between sizes of two axes. */
#include "report/second_look_internal.h"

#include "sweep/refine.h"

#include <errno.h>
#include <stdlib.h>

static uint64_t bytes(double size)
{
	return (uint64_t)(size + 0.5);
}

/* NULL: not measured. */
static const struct cell *cell_of(const struct look_planner *p, const struct surface *s, uint64_t file, uint64_t record)
{
	const struct size_list *files = &p->rs->axes[AXIS_FILE_SIZE], *records = &p->rs->axes[AXIS_RECORD];
	size_t i = 0, j = 0;
	const struct cell *cell;

	while (i < files->n && files->v[i] != file)
		i++;
	while (j < records->n && records->v[j] != record)
		j++;
	if (i == files->n || j == records->n)
		return NULL;
	cell = p->rs->x == AXIS_FILE_SIZE ? surface_cell(p->rs, s, i, j) : surface_cell(p->rs, s, j, i);
	return cell->samples_n ? cell : NULL;
}

/* Whether a boundary in records per file can be halved at that record size: both its ends are there, the middle is not. */
static bool can_halve(const struct look_planner *p, const struct surface *s, const struct cliff *c, uint64_t record,
		      uint64_t middle)
{
	double at = (double)record * (c->along == CLIFF_X ? 1 : c->to);

	return at >= c->other_from && at <= c->other_to && cell_of(p, s, record * bytes(c->from), record) &&
	       cell_of(p, s, record * bytes(c->to), record) && !cell_of(p, s, record * middle, record);
}

int look_refine_quotient(const struct look_planner *p, const struct surface *s, const struct cliff *c)
{
	const struct size_list *records = &p->rs->axes[AXIS_RECORD];
	uint64_t middle;
	size_t n = 0, k = 0, next = 0, take;

	if (!refine_middle_count(bytes(c->from), bytes(c->to), &middle))
		return 0;
	for (size_t j = 0; j < records->n; j++)
		n += can_halve(p, s, c, records->v[j], middle);
	take = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	for (size_t j = 0; j < records->n && next < take; j++) {
		uint64_t record = records->v[j];
		const struct cell *low = cell_of(p, s, record * bytes(c->from), record);
		struct second_look_cell wanted;

		if (!can_halve(p, s, c, record, middle) || k++ < (2 * next + 1) * n / (2 * take))
			continue;
		next++;
		wanted = look_cell_like(s, low->samples[0], (unsigned)low->samples_n);
		wanted.cell.file_size = record * middle;
		wanted.cost_ns *= (double)middle / c->from;
		if (look_add(p->look, &wanted))
			return -ENOMEM;
	}
	return 0;
}
