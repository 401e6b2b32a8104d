/* A second look at what is not sure: cliffs and cells unlike their neighbours, measured again. */
#include "report/second_look_internal.h"

#include <errno.h>

#define ANOMALIES_MOST 20

/* cell may be NULL. */
static int add_again(const struct look_planner *p, const struct surface *s, const struct cell *cell, unsigned samples)
{
	struct second_look_cell wanted;

	if (!cell || cell->again_n >= samples)
		return 0;
	wanted = look_cell_like(s, cell->samples[0], samples - (unsigned)cell->again_n);
	return look_add(p->look, &wanted);
}

static int add_line(const struct look_planner *p, const struct surface *s, const struct cliff_line *line, unsigned samples)
{
	int ret = 0;

	for (int i = 0; i < CLIFF_LINE_CELLS && !ret; i++)
		ret = add_again(p, s, line->cell[i], samples);
	return ret;
}

/* Three of the lines, spread over them, or as many as there are. */
int look_confirm_cliff(const struct look_planner *p, const struct mode_cliffs *m, size_t cliff)
{
	const struct cliff *c = &m->list.v[cliff];
	const struct surface *s = m->tests[c->test];
	size_t n = look_find_lines(p, s, c), take = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	unsigned samples = n == 1 ? CONFIRM_SAMPLES_ALONE : CONFIRM_SAMPLES;

	if (m->again[cliff].verdict != CONFIRM_UNKNOWN)
		return 0;
	for (size_t k = 0; k < take; k++)
		if (add_line(p, s, &p->lines[(2 * k + 1) * n / (2 * take)], samples))
			return -ENOMEM;
	p->look->cliffs += take > 0;
	return 0;
}

static int plan_anomaly(const struct look_planner *p, const struct mode_anomaly *a)
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

int look_confirm_anomalies(const struct look_planner *p)
{
	int ret = 0;

	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &p->cliffs->modes[mode];

		for (size_t i = 0; i < m->anomalies_n && i < ANOMALIES_MOST && !ret; i++)
			ret = plan_anomaly(p, &m->anomalies[i]);
	}
	return ret;
}
