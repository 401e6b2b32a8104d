/*
 * From the steps over one place in all lines to the range of neighbouring lines that agree.
 */
#include "stats/cliff_internal.h"

#include <math.h>
#include <string.h>

#define AGAINST 0.15 /* octaves: a line speaks for a boundary above this excess, against it below */
#define EVIDENCE_MIN (-2.0) /* one line cannot say more than this, in standard errors, */
#define EVIDENCE_MAX 6.0 /* nor more than this */
#define MEDIAN_LOSS 1.2533 /* standard error of a median over that of a mean */

static double evidence(const struct step *st, int sign)
{
	double t = (sign * st->excess - AGAINST) / hypot(st->se, st->common);

	return fmax(EVIDENCE_MIN, fmin(EVIDENCE_MAX, t));
}

/* Kadane: the contiguous run with the largest sum, as item indexes; false when no sum is above zero. */
static bool best_run(struct cand *c)
{
	double best = 0, sum = 0;
	unsigned start = 0;

	for (unsigned k = 0; k < c->m; k++) {
		if (sum <= 0) {
			sum = 0;
			start = k;
		}
		sum += evidence(&c->item[k].step, c->sign);
		if (sum > best) {
			best = sum;
			c->first = start;
			c->last = k;
		}
	}
	c->score = best;
	return best > 0;
}

/* Of one member of struct step. */
static double median_of(const struct item *item, unsigned n, size_t member, double *scratch)
{
	for (unsigned k = 0; k < n; k++)
		memcpy(&scratch[k], (const char *)&item[k].step + member, sizeof(*scratch));
	return cliff_median(scratch, n);
}

static void look_at_ends(const struct item *item, unsigned n, struct cand *c)
{
	unsigned before = 0, after = 0, either = 0;

	for (unsigned k = 0; k < n; k++) {
		before += item[k].step.lone_before;
		after += item[k].step.lone_after;
		either += item[k].step.lone_before || item[k].step.lone_after;
		c->single = c->single || item[k].step.single;
	}
	c->lone = (double)either / n;
	c->lone_before = (double)before / n;
	c->lone_after = (double)after / n;
	c->inner = n - either;
}

void cand_measure(struct cand *c, const struct item *item, unsigned n, double *scratch)
{
	double se = median_of(item, n, offsetof(struct step, se), scratch);
	double common = median_of(item, n, offsetof(struct step, common), scratch);

	c->e = median_of(item, n, offsetof(struct step, excess), scratch);
	c->d = median_of(item, n, offsetof(struct step, rise), scratch);
	c->z = fabs(c->e) / hypot(se * (n > 2 ? MEDIAN_LOSS : 1) / sqrt(n), common);
}

/* The ends of the range must show the change themselves. */
static void trim(struct cand *c, double *scratch)
{
	unsigned n = c->last - c->first + 1;
	double half = CLIFF_HALF * c->sign *
		median_of(c->item + c->first, n, offsetof(struct step, excess), scratch);

	while (c->first < c->last && c->sign * c->item[c->first].step.excess < half)
		c->first++;
	while (c->first < c->last && c->sign * c->item[c->last].step.excess < half)
		c->last--;
}

bool cand_pool(struct cand *c, double *scratch)
{
	const struct item *use;

	if (!best_run(c))
		return false;
	trim(c, scratch);
	use = c->item + c->first;
	c->of = c->last - c->first + 1;
	cand_measure(c, use, c->of, scratch);
	if (c->e * c->sign <= 0)
		return false;
	for (unsigned k = 0; k < c->of; k++)
		c->n += use[k].step.excess * c->sign >= CLIFF_HALF * fabs(c->e);
	c->keep = median_of(use, c->of, offsetof(struct step, keep), scratch);
	look_at_ends(use, c->of, c);
	c->first = use[0].line;
	c->last = use[c->of - 1].line;
	return true;
}

const struct item *cand_range(const struct cand *c, unsigned first, unsigned last, unsigned *n)
{
	unsigned a = 0, b;

	while (a < c->m && c->item[a].line < first)
		a++;
	for (b = a; b < c->m && c->item[b].line <= last; b++)
		;
	*n = b - a;
	return c->item + a;
}
