/*
 * An axis with one or two lines: the tests of one direction take the place of the lines. A row of one file size is
 * then a surface of test by record size, on which only the record size is an axis.
 */
#include "stats/cliff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/cliff_family.h"
#include "stats/cliff_internal.h"

#define CONFIDENCE_MOST 0.6

/* The list under work; what stands before `first` is of other runs. */
struct findings {
	struct cliff_list *list;
	size_t first;
};

/* The cliff of the same test that shares a step with c. */
static struct cliff *known(const struct findings *found, const struct cliff *c)
{
	for (size_t k = found->first; k < found->list->n; k++) {
		struct cliff *d = &found->list->v[k];

		if (d->test == c->test && d->axis == c->axis && d->from < c->to && d->to > c->from)
			return d;
	}
	return NULL;
}

/* The other tests vouch for what one had found by itself, if they see the same in one of its lines. */
static void confirm(struct cliff *d, const struct cliff *c)
{
	bool same_line = d->other_from <= c->other_from && c->other_from <= d->other_to;

	if (!same_line || (d->excess < 1) != (c->excess < 1))
		return;
	d->tests = c->lines > d->tests ? c->lines : d->tests;
	d->confidence = fmax(d->confidence, fmin(CONFIDENCE_MOST, c->confidence));
}

/* Does a change show at least half of the common cliff, when the trend is the common one? */
static bool agrees(double change, const struct cliff *c)
{
	double excess = log2(c->excess), own = change - (log2(c->ratio) - excess);

	return excess < 0 ? own <= CLIFF_HALF * excess : own >= CLIFF_HALF * excess;
}

/* The common cliff as that of one test. */
static struct cliff as_own(const struct cliff *c, const struct family *f, unsigned t, double other)
{
	struct cliff own = *c;

	own.axis = own.along = f->axis;
	own.test = f->member[t];
	own.other_from = own.other_to = other;
	own.tests = c->lines;
	own.confidence = fmin(CONFIDENCE_MOST, c->confidence);
	return own;
}

/* To each test in the range of the common cliff c that shows it. */
static int add_to_tests(const struct family *f, const struct cliff *c, double other, struct findings *found)
{
	int ret = 0;

	for (unsigned t = 0; t < f->n && !ret; t++) {
		double change = family_log2(f, t, c->to) - family_log2(f, t, c->from);
		struct cliff own = as_own(c, f, t, other), *had;

		if (f->number[t] < c->other_from || f->number[t] > c->other_to)
			continue;
		if (isnan(change) || !agrees(change, c))
			continue;
		own.ratio = exp2(change);
		had = known(found, &own);
		if (had)
			confirm(had, &own);
		else
			ret = cliff_list_add(found->list, &own);
	}
	return ret;
}

static int detect_rows(struct family *f, double other, struct findings *found)
{
	struct cliff_list common = CLIFF_LIST_INIT;
	struct cliff_grid g = { f->n, f->size_n, f->number, f->size, f->cell, CLIFF_SEEK_Y };
	int ret;

	family_lay_rows(f, other);
	ret = cliff_detect(&g, &common, NULL);
	for (size_t k = 0; k < common.n && !ret; k++)
		ret = add_to_tests(f, &common.v[k], other, found);
	cliff_list_release(&common);
	return ret;
}

/* Where the tests have so few rows along the axis that these cannot be each other's lines within a test. */
static int detect_family(struct family *f, struct findings *found)
{
	int ret = family_init(f);

	if (ret)
		return ret;
	if (f->other_n < CLIFF_FEW_LINES)
		for (unsigned o = 0; o < f->other_n && !ret; o++)
			ret = detect_rows(f, f->other[o], found);
	family_release(f);
	return ret;
}

/* Tests of test t's direction that seek the axis; none when an earlier one than t is among them. */
static void find_members(struct family *f, unsigned tests, unsigned t)
{
	f->n = 0;
	if (f->test[t].direction < 0)
		return;
	for (unsigned k = 0; k < tests; k++) {
		if (f->test[k].direction != f->test[t].direction || !(f->test[k].grid->seek & (1U << f->axis)))
			continue;
		if (k < t) {
			f->n = 0;
			return;
		}
		f->member[f->n++] = k;
	}
}

static int detect_families(const struct cliff_test *tests, unsigned n, struct findings *found)
{
	static const enum cliff_axis axes[] = { CLIFF_Y, CLIFF_X };
	unsigned *member = calloc((size_t)n + 1, sizeof(*member));
	int ret = member ? 0 : -ENOMEM;

	for (unsigned a = 0; a < 2; a++) {
		for (unsigned t = 0; t < n && !ret; t++) {
			struct family f = { .test = tests, .member = member, .axis = axes[a] };

			find_members(&f, n, t);
			if (f.n >= CLIFF_FEW_LINES)
				ret = detect_family(&f, found);
		}
	}
	free(member);
	return ret;
}

int cliff_detect_tests(
	const struct cliff_test *tests, unsigned n, struct cliff_list *out, struct cliff_sight *sight)
{
	struct findings found = { out, out->n };
	int ret = 0;

	for (unsigned t = 0; t < n && !ret; t++) {
		size_t before = out->n;

		ret = cliff_detect(tests[t].grid, out, sight ? &sight[t] : NULL);
		for (size_t k = before; k < out->n; k++)
			out->v[k].test = t;
	}
	if (!ret)
		ret = detect_families(tests, n, &found);
	if (ret)
		out->n = found.first;
	return ret;
}
