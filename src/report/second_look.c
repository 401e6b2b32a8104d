#include "report/second_look.h"

#include "report/cliff_lines.h"
#include "sweep/refine.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ANOMALIES_MOST 20
#define OVERHEAD 1.5 /* of a sample's own time: the standing file, and tests that run for what they leave behind */

struct planner {
	const struct resultset *rs;
	const struct run_cliffs *cliffs;
	double limit_ns;
	struct second_look *look;
};

static bool is_measured(const struct cell *cell)
{
	return cell->samples_n;
}

static double present(uint64_t ns)
{
	return ns == SAMPLE_ABSENT ? 0 : (double)ns;
}

static double cost_of(const struct sample *s)
{
	return OVERHEAD * (present(s->clocked_ns) + present(s->flush_ns) + present(s->close_ns) + present(s->setup_ns) +
			   present(s->quiet_ns));
}

static bool is_same(const struct look_cell *a, const struct look_cell *b)
{
	return a->mode == b->mode && !strcmp(a->test, b->test) && a->file_size == b->file_size &&
	       a->record_size == b->record_size && a->depth == b->depth && a->jobs == b->jobs;
}

static struct second_look_cell *find(struct second_look *look, const struct look_cell *cell)
{
	for (size_t i = 0; i < look->cells_n; i++) {
		if (is_same(&look->cells[i].cell, cell))
			return &look->cells[i];
	}
	return NULL;
}

static int add(struct second_look *look, const struct second_look_cell *cell)
{
	struct second_look_cell *had = find(look, &cell->cell), *longer;
	unsigned more = had && had->passes >= cell->passes ? 0 : cell->passes - (had ? had->passes : 0);

	look->cost_ns += more * cell->cost_ns;
	if (had) {
		had->passes += more;
		return 0;
	}
	if (look->cells_n == look->alloc) {
		longer = reallocarray(look->cells, 2 * look->alloc + 16, sizeof(*longer));
		if (!longer)
			return -ENOMEM;
		look->cells = longer;
		look->alloc = 2 * look->alloc + 16;
	}
	look->cells[look->cells_n++] = *cell;
	return 0;
}

/* The cell of a sample. */
static struct second_look_cell cell_like(const struct surface *s, const struct sample *sample, unsigned passes)
{
	return (struct second_look_cell){
		.cell = {
			.mode = s->mode,
			.test = s->test->name,
			.file_size = sample->file_size_bytes,
			.record_size = sample->record_size_bytes,
			.depth = sample->depth,
			.jobs = sample->jobs,
		},
		.passes = passes,
		.cost_ns = cost_of(sample),
	};
}

/* The lines that the cliff can be looked for in; lines has room for all. Returns how many. */
static size_t find_lines(const struct planner *p, const struct surface *s, const struct cliff *c, struct cliff_line *lines)
{
	size_t n = 0;

	for (size_t i = 0; i < cliff_lines_n(p->rs, c); i++)
		n += cliff_line_find(p->rs, s, c, i, is_measured, &lines[n]);
	return n;
}

/* cell may be NULL. */
static int add_again(const struct planner *p, const struct surface *s, const struct cell *cell, unsigned samples)
{
	struct second_look_cell wanted;

	if (!cell || cell->again_n >= samples)
		return 0;
	wanted = cell_like(s, cell->samples[0], samples - (unsigned)cell->again_n);
	return add(p->look, &wanted);
}

static int add_line(const struct planner *p, const struct surface *s, const struct cliff_line *line, unsigned samples)
{
	int ret = 0;

	for (int i = 0; i < CLIFF_LINE_CELLS && !ret; i++)
		ret = add_again(p, s, line->cell[i], samples);
	return ret;
}

/* Three of the lines, spread over them, or as many as there are. */
static int confirm_cliff(const struct planner *p, const struct mode_cliffs *m, size_t cliff, struct cliff_line *lines)
{
	const struct cliff *c = &m->list.v[cliff];
	const struct surface *s = m->tests[c->test];
	size_t n = find_lines(p, s, c, lines), take = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	unsigned samples = n == 1 ? CONFIRM_SAMPLES_ALONE : CONFIRM_SAMPLES;

	if (m->again[cliff].verdict != CONFIRM_UNKNOWN)
		return 0;
	for (size_t k = 0; k < take; k++)
		if (add_line(p, s, &lines[(2 * k + 1) * n / (2 * take)], samples))
			return -ENOMEM;
	p->look->cliffs += take > 0;
	return 0;
}

static uint64_t bytes(double size)
{
	return (uint64_t)(size + 0.5);
}

/* Whether the cliff lies along sizes, between which there are others. */
static bool size_of(const struct planner *p, const struct cliff *c, enum axis *axis)
{
	*axis = c->axis == CLIFF_RATIO ? AXES_N : c->axis == CLIFF_X ? p->cliffs->first : p->cliffs->second;
	return *axis == AXIS_FILE_SIZE || *axis == AXIS_RECORD;
}

static int refine_line(const struct planner *p, const struct surface *s, const struct cliff_line *line, enum axis axis,
		       uint64_t middle)
{
	const struct sample *low = line->cell[1]->samples[0], *high = line->cell[2]->samples[0];
	struct second_look_cell wanted = cell_like(s, low, (unsigned)line->cell[1]->samples_n);

	wanted.cost_ns = fmax(cost_of(low), cost_of(high));
	if (axis == AXIS_FILE_SIZE)
		wanted.cell.file_size = middle;
	else
		wanted.cell.record_size = middle;
	return add(p->look, &wanted);
}

/* How much of the change lies there: octaves, all lines together. */
static double change(const struct cliff_line *lines, size_t n)
{
	double sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += log2(lines[k].cell[2]->median / lines[k].cell[1]->median);
	return sum;
}

/* A cliff over several sizes, narrowed to the step between two of them that has most of its change. */
static struct cliff steepest(const struct planner *p, const struct surface *s, const struct cliff *c, enum axis axis,
			     struct cliff_line *lines)
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
		own = change(lines, find_lines(p, s, &step, lines)) * (c->excess < 1 ? -1 : 1);
		if (own > most) {
			most = own;
			best = step;
		}
	}
	return best;
}

/* Lines that have the middle already, from another cliff, see it as a cell beside their boundary, which is smaller. */
static int refine_cliff(const struct planner *p, const struct mode_cliffs *m, size_t cliff, struct cliff_line *lines)
{
	const struct cliff *c = &m->list.v[cliff];
	const struct surface *s = m->tests[c->test];
	size_t n, before = p->look->cells_n;
	struct cliff step;
	enum axis axis;
	uint64_t middle;

	if (!size_of(p, c, &axis))
		return 0;
	step = steepest(p, s, c, axis, lines);
	n = find_lines(p, s, &step, lines);
	for (size_t k = 0; k < n; k++)
		if (refine_middle(bytes(lines[k].at[1]), bytes(lines[k].at[2]), &middle) &&
		    refine_line(p, s, &lines[k], axis, middle))
			return -ENOMEM;
	p->look->cliffs += p->look->cells_n > before;
	return 0;
}

typedef int plan_cliff(const struct planner *p, const struct mode_cliffs *m, size_t cliff, struct cliff_line *lines);

/* All cliffs of a boundary, or none where that would take too long. */
static int plan_group(const struct planner *p, const struct mode_cliffs *m, const struct cliff_group *g,
		      plan_cliff *plan, bool (*wanted)(enum cliff_status status), struct cliff_line *lines)
{
	struct second_look *look = p->look;
	size_t cells = look->cells_n, cliffs = look->cliffs;
	double cost = look->cost_ns;

	for (size_t i = 0; i < g->count; i++) {
		size_t cliff = m->merge.member[g->first + i];

		if (wanted(m->status[cliff]) && plan(p, m, cliff, lines))
			return -ENOMEM;
	}
	if (look->cost_ns > p->limit_ns) {
		/* Cells that it shares with others keep the passes that it asked for. */
		look->cells_n = cells;
		look->cliffs = cliffs;
		look->cost_ns = cost;
	}
	return 0;
}

static size_t most_lines(const struct resultset *rs)
{
	size_t most = 0;

	for (int i = 0; i < AXES_N; i++)
		most = rs->axes[i].n > most ? rs->axes[i].n : most;
	return most;
}

static void find_numbers(const struct resultset *rs, struct second_look *look)
{
	look->next_pass = 1;
	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct sample *s = &rs->samples[i];

		if (s->pass != SAMPLE_ABSENT && s->pass >= look->next_pass)
			look->next_pass = s->pass + 1;
		if (s->sequence != SAMPLE_ABSENT && s->sequence > look->sequence)
			look->sequence = s->sequence;
	}
}

static int plan_all(const struct planner *p, plan_cliff *plan, bool (*wanted)(enum cliff_status status))
{
	struct cliff_line *lines = calloc(most_lines(p->rs) + 1, sizeof(*lines));
	int ret = lines ? 0 : -ENOMEM;

	find_numbers(p->rs, p->look);
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &p->cliffs->modes[mode];

		for (size_t g = 0; g < m->merge.n && !ret; g++)
			ret = plan_group(p, m, &m->merge.group[g], plan, wanted, lines);
	}
	free(lines);
	return ret;
}

static int plan_anomaly(const struct planner *p, const struct mode_anomaly *a)
{
	struct second_look *look = p->look;
	size_t cells = look->cells_n;
	double cost = look->cost_ns;
	int ret = add_again(p, a->surface, a->cell, CONFIRM_SAMPLES);

	if (!ret)
		ret = add_again(p, a->surface, a->before, CONFIRM_SAMPLES);
	if (!ret)
		ret = add_again(p, a->surface, a->after, CONFIRM_SAMPLES);
	if (!ret && look->cost_ns > p->limit_ns) {
		look->cells_n = cells;
		look->cost_ns = cost;
	}
	look->cliffs += look->cells_n > cells;
	return ret;
}

static int plan_anomalies(const struct planner *p)
{
	int ret = 0;

	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &p->cliffs->modes[mode];

		for (size_t i = 0; i < m->anomalies_n && i < ANOMALIES_MOST && !ret; i++)
			ret = plan_anomaly(p, &m->anomalies[i]);
	}
	return ret;
}

static bool is_open(enum cliff_status status)
{
	return status == CLIFF_FOUND || status == CLIFF_POSSIBLE;
}

int second_look_confirm(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
			struct second_look *look)
{
	const struct planner p = { rs, cliffs, limit_ns, look };
	int ret;

	*look = (struct second_look){ 0 };
	ret = plan_all(&p, confirm_cliff, is_open);
	return ret ? ret : plan_anomalies(&p);
}

int second_look_refine(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
		       struct second_look *look)
{
	const struct planner p = { rs, cliffs, limit_ns, look };

	*look = (struct second_look){ 0 };
	return plan_all(&p, refine_cliff, cliffs_is_sure);
}

double second_look_passes_ns(const struct resultset *rs)
{
	double ns = 0;

	for (size_t i = 0; i < rs->samples_n; i++)
		ns += *rs->samples[i].purpose ? 0 : cost_of(&rs->samples[i]);
	return ns;
}

void second_look_release(struct second_look *look)
{
	free(look->cells);
	*look = (struct second_look){ 0 };
}
