/*
 * What became of each cliff of a run: by the samples that were taken to see it again, where there are any.
 */
#include "report/cliffs.h"

#include "report/cliff_lines.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NEAR_ENOUGH 0.55 /* octaves from the place that was found to the cells that were measured again */
#define SAMPLES_MOST 16U /* of a cell; more are not taken */

/* The samples of the lines that are judged, as the judge wants them. */
struct evidence {
	struct confirm_line line[CONFIRM_LINES];
	double sample[CONFIRM_LINES][CONFIRM_CELLS][SAMPLES_MOST];
	unsigned pass[CONFIRM_LINES][CONFIRM_CELLS][SAMPLES_MOST];
	unsigned n;
	bool exact; /* the cells are those on both sides of the place, none is further away */
};

static bool seen_again(const struct cell *cell)
{
	return cell->again_n;
}

/*
 * A boundary that was halved since lies inside the cells that were measured again: a step between these is one, but that
 * there is none says nothing of a narrower or a wider place.
 */
static bool is_near(const struct cliff_line *line, const struct cliff *c, bool *exact)
{
	double before = log2(c->from / line->at[1]), after = log2(line->at[2] / c->to);

	*exact = *exact && before < 1e-6 && after < 1e-6;
	return before <= NEAR_ENOUGH && after <= NEAR_ENOUGH;
}

static void add_cell(struct evidence *e, int i, const struct cell *cell, double at)
{
	unsigned n = 0;

	e->line[e->n].at[i] = at;
	for (; cell && n < cell->again_n && n < SAMPLES_MOST; n++) {
		e->sample[e->n][i][n] = cell->again[n]->throughput_mib_s;
		e->pass[e->n][i][n] = (unsigned)cell->again[n]->pass;
	}
	e->line[e->n].cell[i] = (struct cliff_cell){ .samples = e->sample[e->n][i], .count = n, .passes = e->pass[e->n][i] };
}

static void collect(const struct resultset *rs, const struct surface *s, const struct cliff *c, struct evidence *e)
{
	struct cliff_line line;

	for (size_t index = 0; index < cliff_lines_n(rs, c) && e->n < CONFIRM_LINES; index++) {
		if (!cliff_line_find(rs, s, c, index, seen_again, &line) || !is_near(&line, c, &e->exact))
			continue;
		for (int i = 0; i < CLIFF_LINE_CELLS; i++)
			add_cell(e, i, line.cell[i], line.at[i]);
		e->n++;
	}
}

static enum cliff_status status_of(const struct cliff *c, const struct confirm *again)
{
	if (again->verdict == CONFIRM_YES)
		return CLIFF_CONFIRMED;
	if (again->verdict == CONFIRM_NO)
		return CLIFF_REJECTED;
	return c->confidence >= CLIFFS_SURE ? CLIFF_FOUND : CLIFF_POSSIBLE;
}

static struct confirm look_at(const struct resultset *rs, const struct mode_cliffs *m, const struct cliff *c,
			      struct evidence *e)
{
	struct confirm again;

	e->n = 0;
	e->exact = true;
	collect(rs, m->tests[c->test], c, e);
	again = confirm_judge(e->line, e->n, c->excess, c->trend);
	if (again.verdict == CONFIRM_NO && !e->exact)
		again.verdict = CONFIRM_UNKNOWN;
	return again;
}

/*
 * Tests share a boundary, at which the clearest of them is confirmed; another may see it in a wider window, whose ends
 * tell less. So what was not confirmed there is judged at the place that they share, by its own fresh samples.
 */
static void look_where_others_have_it(const struct resultset *rs, struct mode_cliffs *m, const struct cliff_group *g,
				      struct evidence *e)
{
	for (size_t i = 0; i < g->count; i++) {
		size_t cliff = m->merge.member[g->first + i];
		struct cliff c = m->list.v[cliff];
		struct confirm again;

		if (m->status[cliff] != CLIFF_REJECTED || c.axis != g->axis || (c.from == g->from && c.to == g->to))
			continue;
		c.from = g->from;
		c.to = g->to;
		again = look_at(rs, m, &c, e);
		if (again.verdict != CONFIRM_YES || !e->exact)
			continue;
		m->again[cliff] = again;
		m->status[cliff] = CLIFF_CONFIRMED;
	}
}

static void find_disturbed(const struct resultset *rs, struct mode_cliffs *m)
{
	for (size_t i = 0; i < m->list.n; i++) {
		const struct cliff *c = &m->list.v[i];

		m->disturbed[i] = cliff_disturbed(rs, m->tests[c->test], c, m->again[i].verdict != CONFIRM_UNKNOWN);
	}
}

/* What was not seen again takes nothing from a boundary that another test shows. */
static void tell_confidence(struct mode_cliffs *m)
{
	for (size_t i = 0; i < m->list.n; i++)
		m->confidence[i] = confirm_confidence(&m->again[i], m->list.v[i].confidence);
	for (size_t k = 0; k < m->merge.n; k++) {
		struct cliff_group *g = &m->merge.group[k];

		g->confidence = 0;
		for (size_t i = 0; i < g->count; i++)
			g->confidence = fmax(g->confidence, m->confidence[m->merge.member[g->first + i]]);
	}
}

int cliffs_judge(const struct resultset *rs, struct mode_cliffs *m)
{
	struct evidence *e = calloc(1, sizeof(*e));

	m->status = calloc(m->list.n + 1, sizeof(*m->status));
	m->again = calloc(m->list.n + 1, sizeof(*m->again));
	m->disturbed = calloc(m->list.n + 1, sizeof(*m->disturbed));
	m->confidence = calloc(m->list.n + 1, sizeof(*m->confidence));
	if (!e || !m->status || !m->again || !m->disturbed || !m->confidence) {
		free(e);
		return -ENOMEM;
	}
	for (size_t i = 0; i < m->list.n; i++) {
		const struct cliff *c = &m->list.v[i];

		m->again[i] = look_at(rs, m, c, e);
		m->status[i] = status_of(c, &m->again[i]);
	}
	for (size_t g = 0; g < m->merge.n; g++)
		if (cliffs_group_status(m, &m->merge.group[g]) == CLIFF_CONFIRMED)
			look_where_others_have_it(rs, m, &m->merge.group[g], e);
	find_disturbed(rs, m);
	tell_confidence(m);
	free(e);
	return 0;
}

const char *cliff_status_name(enum cliff_status status)
{
	static const char *const names[] = {
		[CLIFF_CONFIRMED] = "confirmed",
		[CLIFF_FOUND] = "found",
		[CLIFF_POSSIBLE] = "possible",
		[CLIFF_REJECTED] = "rejected",
	};

	return names[status];
}

enum cliff_status cliffs_group_status(const struct mode_cliffs *m, const struct cliff_group *g)
{
	enum cliff_status best = CLIFF_REJECTED;

	for (size_t i = 0; i < g->count; i++) {
		enum cliff_status status = m->status[m->merge.member[g->first + i]];

		best = status < best ? status : best;
	}
	return best;
}
