#include "report/second_look_internal.h"

#include <errno.h>
#include <stdlib.h>

static bool is_measured(const struct cell *cell)
{
	return cell->samples_n;
}

size_t look_find_lines(const struct look_planner *p, const struct surface *s, const struct cliff *c)
{
	size_t n = 0;

	for (size_t i = 0; i < cliff_lines_n(p->rs, c); i++)
		n += cliff_line_find(p->rs, s, c, i, is_measured, &p->lines[n]);
	return n;
}

/* All cliffs of a boundary, or none where that would take too long. */
static int plan_group(const struct look_planner *p, const struct mode_cliffs *m, const struct cliff_group *g)
{
	struct second_look *look = p->look;
	size_t cells = look->cells_n, cliffs = look->cliffs;
	double cost = look->cost_ns;

	for (size_t i = 0; i < g->count; i++) {
		size_t cliff = m->merge.member[g->first + i];

		if (p->wanted(m->status[cliff]) && p->plan(p, m, cliff))
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

static int plan_all(struct look_planner *p)
{
	int ret = 0;

	p->lines = calloc(most_lines(p->rs) + 1, sizeof(*p->lines));
	if (!p->lines)
		return -ENOMEM;
	find_numbers(p->rs, p->look);
	for (int mode = 0; mode < MODES_N; mode++) {
		const struct mode_cliffs *m = &p->cliffs->modes[mode];

		for (size_t g = 0; g < m->merge.n && !ret; g++)
			ret = plan_group(p, m, &m->merge.group[g]);
	}
	free(p->lines);
	p->lines = NULL;
	return ret;
}

static bool is_open(enum cliff_status status)
{
	return status == CLIFF_FOUND || status == CLIFF_POSSIBLE;
}

int second_look_confirm(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
			struct second_look *look)
{
	struct look_planner p = { rs, cliffs, limit_ns, look, is_open, look_confirm_cliff, NULL };
	int ret;

	*look = (struct second_look){ 0 };
	ret = plan_all(&p);
	return ret ? ret : look_confirm_anomalies(&p);
}

int second_look_refine(const struct resultset *rs, const struct run_cliffs *cliffs, double limit_ns,
		       struct second_look *look)
{
	struct look_planner p = { rs, cliffs, limit_ns, look, cliffs_is_sure, look_refine_cliff, NULL };

	*look = (struct second_look){ 0 };
	return plan_all(&p);
}
