/*
 * One boundary in several tests is one finding: the same axis and direction, a shared step, ranges of lines that
 * overlap by half of the shorter one.
 */
#include "stats/cliff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/cliff_internal.h"

#define OVERLAP 0.5

struct entry {
	const struct cliff *c;
	size_t index; /* in the list */
	size_t group;
};

/* The clearest first: narrow before wide, many lines before few. */
static int by_clarity(const void *a, const void *b)
{
	const struct entry *p = a, *q = b;
	const struct cliff *c = p->c, *d = q->c;

	if (c->axis != d->axis)
		return c->axis < d->axis ? -1 : 1;
	if (c->steps != d->steps)
		return c->steps < d->steps ? -1 : 1;
	if (c->lines != d->lines)
		return c->lines > d->lines ? -1 : 1;
	if (c->from != d->from)
		return c->from < d->from ? -1 : 1;
	if (c->test != d->test)
		return c->test < d->test ? -1 : 1;
	return (p->index > q->index) - (p->index < q->index);
}

static bool same_boundary(const struct cliff *c, const struct cliff *d)
{
	double c0 = log2(c->other_from), c1 = log2(c->other_to), d0 = log2(d->other_from), d1 = log2(d->other_to);
	double both = fmin(c1, d1) - fmax(c0, d0) + 1; /* a single line is one octave long */

	return c->axis == d->axis && (c->excess < 1) == (d->excess < 1) && c->from < d->to && c->to > d->from &&
		both >= OVERLAP * fmin(c1 - c0 + 1, d1 - d0 + 1);
}

struct merging {
	struct entry *e;
	size_t n;
	double *ratio; /* log2, room for n */
};

static bool group_takes(const struct merging *m, size_t group, size_t k)
{
	bool first = true;

	for (size_t i = 0; i < k; i++) {
		if (m->e[i].group != group)
			continue;
		if (first && !same_boundary(m->e[i].c, m->e[k].c))
			return false;
		if (m->e[i].c->test == m->e[k].c->test)
			return false;
		first = false;
	}
	return true;
}

/* Numbers the groups in the order of their first entry; returns how many there are. */
static size_t assign_groups(struct merging *m)
{
	size_t groups = 0;

	for (size_t k = 0; k < m->n; k++) {
		size_t g = 0;

		while (g < groups && !group_takes(m, g, k))
			g++;
		m->e[k].group = g;
		groups += g == groups;
	}
	return groups;
}

static void fill_group(struct cliff_merge *out, size_t number, const struct merging *m)
{
	struct cliff_group *g = &out->group[number];

	if (number > 0)
		g->first = g[-1].first + g[-1].count;
	for (size_t k = 0; k < m->n; k++) {
		const struct cliff *c = m->e[k].c;

		if (m->e[k].group != number)
			continue;
		if (g->count == 0) {
			g->axis = c->axis;
			g->from = c->from;
			g->to = c->to;
		}
		m->ratio[g->count] = log2(c->ratio);
		out->member[g->first + g->count++] = m->e[k].index;
		g->lines = c->lines > g->lines ? c->lines : g->lines;
		g->confidence = fmax(g->confidence, c->confidence);
	}
	g->ratio = exp2(cliff_median(m->ratio, g->count));
}

static int by_tests(const void *a, const void *b)
{
	const struct cliff_group *g = a, *h = b;

	if (g->count != h->count)
		return g->count > h->count ? -1 : 1;
	if (g->axis != h->axis)
		return g->axis < h->axis ? -1 : 1;
	if (g->from != h->from)
		return g->from < h->from ? -1 : 1;
	return (g->first > h->first) - (g->first < h->first);
}

static void merge(const struct cliff_list *list, struct merging *m, struct cliff_merge *out)
{
	for (size_t k = 0; k < m->n; k++)
		m->e[k] = (struct entry){ &list->v[k], k, 0 };
	qsort(m->e, m->n, sizeof(*m->e), by_clarity);
	out->n = assign_groups(m);
	for (size_t k = 0; k < out->n; k++)
		fill_group(out, k, m);
	qsort(out->group, out->n, sizeof(*out->group), by_tests);
}

int cliff_merge(const struct cliff_list *list, struct cliff_merge *out)
{
	struct merging m = { .n = list->n };
	int ret = 0;

	m.e = calloc(m.n + 1, sizeof(*m.e));
	m.ratio = calloc(m.n + 1, sizeof(*m.ratio));
	*out = (struct cliff_merge){ 0 };
	out->group = calloc(m.n + 1, sizeof(*out->group));
	out->member = calloc(m.n + 1, sizeof(*out->member));
	if (m.e && m.ratio && out->group && out->member) {
		merge(list, &m, out);
	} else {
		cliff_merge_release(out);
		ret = -ENOMEM;
	}
	free(m.e);
	free(m.ratio);
	return ret;
}

void cliff_merge_release(struct cliff_merge *merge)
{
	free(merge->group);
	free(merge->member);
	*merge = (struct cliff_merge){ 0 };
}
