/* A second look at what is sure: the sizes between those that a cliff was found at. */
#include "report/second_look_internal.h"

#include "sweep/refine.h"

#include <errno.h>
#include <math.h>

static uint64_t bytes(double size)
{
	return (uint64_t)(size + 0.5);
}

/* Whether the cliff lies along sizes, between which there are others. */
static bool size_of(const struct look_planner *p, const struct cliff *c, enum axis *axis)
{
	*axis = c->axis == CLIFF_X ? p->cliffs->first : p->cliffs->second;
	return *axis == AXIS_FILE_SIZE || *axis == AXIS_RECORD;
}

/* A size between two of an axis. */
struct middle {
	enum axis axis;
	uint64_t size;
};

static int refine_line(const struct look_planner *p, const struct surface *s, const struct cliff_line *line,
		       const struct middle *middle)
{
	const struct sample *low = line->cell[1]->samples[0], *high = line->cell[2]->samples[0];
	struct second_look_cell wanted = look_cell_like(s, low, (unsigned)line->cell[1]->samples_n);

	wanted.cost_ns = fmax(look_cost_ns(low), look_cost_ns(high));
	if (middle->axis == AXIS_FILE_SIZE)
		wanted.cell.file_size = middle->size;
	else
		wanted.cell.record_size = middle->size;
	return look_add(p->look, &wanted);
}

/* How much of the change lies there: octaves, all lines together. */
static double change(const struct look_planner *p, size_t n)
{
	double sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += log2(p->lines[k].cell[2]->median / p->lines[k].cell[1]->median);
	return sum;
}

/* A cliff over several sizes, narrowed to the step between two of them that has most of its change. */
static struct cliff steepest(const struct look_planner *p, const struct surface *s, const struct cliff *c,
			     enum axis axis)
{
	const struct size_list *sizes = &p->rs->axes[axis];
	struct cliff best = *c;
	double most = 0;

	for (size_t i = 0; i + 1 < sizes->n; i++) {
		struct cliff step = *c;
		double own;

		step.from = (double)sizes->v[i];
		step.to = (double)sizes->v[i + 1];
		if (step.from < c->from || step.to > c->to)
			continue;
		own = change(p, look_find_lines(p, s, &step)) * (c->excess < 1 ? -1 : 1);
		if (own > most) {
			most = own;
			best = step;
		}
	}
	return best;
}

/* Lines that have the middle already, from another cliff, see it as a cell beside their boundary, which is smaller. */
static int refine_sizes(const struct look_planner *p, const struct surface *s, const struct cliff *c)
{
	struct cliff step;
	struct middle middle;
	size_t n;

	if (!size_of(p, c, &middle.axis))
		return 0;
	step = steepest(p, s, c, middle.axis);
	n = look_find_lines(p, s, &step);
	for (size_t k = 0; k < n; k++)
		if (refine_middle(bytes(p->lines[k].at[1]), bytes(p->lines[k].at[2]), &middle.size) &&
		    refine_line(p, s, &p->lines[k], &middle))
			return -ENOMEM;
	return 0;
}

int look_refine_cliff(const struct look_planner *p, const struct mode_cliffs *m, size_t cliff)
{
	const struct cliff *c = &m->list.v[cliff];
	const struct surface *s = m->tests[c->test];
	size_t before = p->look->cells_n;
	int ret = c->axis == CLIFF_RATIO ? look_refine_quotient(p, s, c) : refine_sizes(p, s, c);

	p->look->cliffs += p->look->cells_n > before;
	return ret;
}
