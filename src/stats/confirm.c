#include "stats/confirm.h"

#include <math.h>

#include "stats/cliff_internal.h"

#define SAMPLES_MOST 16U
#define LEAST 0.2 /* octaves */
#define SHARE 0.5 /* of the excess that was found */
#define LEAST_Z 3.0
#define SHORTH_SHARE 0.7 /* see cliff_noise.c */
#define FLOOR 0.010
#define MEDIAN_LOSS 1.2533 /* see cliff_pool.c */
#define MOST_PASSES (2.0 / 3) /* of them must show half of the least step */

/* What is known of one cell. */
struct fresh {
	double v[SAMPLES_MOST]; /* log2, ascending */
	unsigned n;
};

static struct fresh take(const struct cliff_cell *cell)
{
	struct cliff_cell few = *cell;
	struct fresh f;

	few.count = few.count < SAMPLES_MOST ? few.count : SAMPLES_MOST;
	f.n = (unsigned)cliff_samples_log2(&few, f.v);
	return f;
}

static double middle(const struct fresh *f)
{
	return 0.5 * (f->v[(f->n - 1) / 2] + f->v[f->n / 2]);
}

static double shorth(const struct fresh *f)
{
	unsigned most = f->n / 2 + 1;
	double best = INFINITY;

	for (unsigned k = 0; k + most <= f->n; k++)
		best = fmin(best, f->v[k + most - 1] - f->v[k]);
	return best;
}

/* Both ends of the step have as many samples as it takes. */
static bool is_judged(const struct confirm_line *line, unsigned least)
{
	return cliff_count_samples(&line->cell[1]) >= least && cliff_count_samples(&line->cell[2]) >= least;
}

static unsigned count_judged(const struct confirm_line *lines, unsigned n, unsigned least)
{
	unsigned judged = 0;

	for (unsigned k = 0; k < n; k++)
		judged += is_judged(&lines[k], least);
	return judged;
}

/* Median |deviation| from the median of n samples of a normal distribution with sd 1, the median itself left out. */
static double deviation(unsigned n)
{
	return n % 2 ? 0.685 : n < 6 ? 0.48 : 0.54;
}

static unsigned add_deviations(const struct fresh *f, double *out)
{
	unsigned m = 0;

	for (unsigned k = 0; k < f->n; k++)
		if (f->n >= 2 && !(f->n % 2 && k == f->n / 2))
			out[m++] = fabs(f->v[k] - middle(f)) / deviation(f->n);
	return m;
}

/* Spread of single samples, by the repeats of all cells; a few that are far off say nothing of the others. */
static double spread_of(const struct confirm_line *lines, unsigned n)
{
	double dev[CONFIRM_LINES * CONFIRM_CELLS * SAMPLES_MOST];
	unsigned m = 0;

	for (unsigned k = 0; k < n; k++) {
		for (unsigned c = 0; c < CONFIRM_CELLS; c++) {
			struct fresh f = take(&lines[k].cell[c]);

			m += add_deviations(&f, dev + m);
		}
	}
	return m ? cliff_median(dev, m) : 0;
}

static double error_of(const struct fresh *f, double spread)
{
	double se = fmax(spread * cliff_median_error(f->n), FLOOR);

	return f->n >= 3 ? fmax(se, SHORTH_SHARE * shorth(f)) : se;
}

/* What the lines have in common, each quantity in its own array of one value a line. */
struct common {
	double rise[CONFIRM_LINES], width[CONFIRM_LINES], se[CONFIRM_LINES];
	double before[CONFIRM_LINES], after[CONFIRM_LINES]; /* slopes, octaves per octave */
	unsigned n, before_n, after_n;
};

static void add_slope(const struct confirm_line *line, unsigned from, double *slope, unsigned *n)
{
	struct fresh p = take(&line->cell[from]), q = take(&line->cell[from + 1]);

	if (p.n && q.n)
		slope[(*n)++] = (middle(&q) - middle(&p)) / log2(line->at[from + 1] / line->at[from]);
}

static void add_line(const struct confirm_line *line, double spread, struct common *c)
{
	struct fresh p = take(&line->cell[1]), q = take(&line->cell[2]);

	c->rise[c->n] = middle(&q) - middle(&p);
	c->width[c->n] = log2(line->at[2] / line->at[1]);
	c->se[c->n] = hypot(error_of(&p, spread), error_of(&q, spread));
	c->n++;
	add_slope(line, 0, c->before, &c->before_n);
	add_slope(line, 2, c->after, &c->after_n);
}

/*
 * One line of four spots, one octave apart outside the step, that has the lines' median step and slopes: of the
 * slopes each line is too unsure by itself, and the smaller and the larger of two unsure ones take a lot away.
 */
static struct step common_step(struct common *c)
{
	double rise = cliff_median(c->rise, c->n), width = cliff_median(c->width, c->n);
	struct spot spots[CONFIRM_CELLS];
	struct line l = { .spot = spots, .whole = NAN };
	struct crossing x = { 0 };
	struct step step;

	if (c->before_n)
		spots[l.n++] = (struct spot){ .pos = -1, .val = -cliff_median(c->before, c->before_n) };
	x.p = l.n;
	x.q = l.n + 1;
	spots[l.n++] = (struct spot){ .pos = 0, .val = 0 };
	spots[l.n++] = (struct spot){ .pos = width, .val = rise };
	if (c->after_n)
		spots[l.n++] = (struct spot){ .pos = width + 1, .val = rise + cliff_median(c->after, c->after_n) };
	line_trends(&l);
	line_step(&l, &x, &step);
	step.se = cliff_median(c->se, c->n) * (c->n > 2 ? MEDIAN_LOSS : 1) / sqrt(c->n);
	return step;
}

static double in_pass(const struct cliff_cell *cell, unsigned pass)
{
	for (unsigned k = 0; k < cell->count; k++)
		if (cell->passes[k] == pass)
			return log2(cell->samples[k]);
	return NAN;
}

/* Of one pass: the median step of the lines; NAN where no line has both ends. */
static double rise_in_pass(const struct confirm_line *lines, unsigned n, unsigned pass)
{
	double step[CONFIRM_LINES];
	unsigned m = 0;

	for (unsigned k = 0; k < n; k++) {
		double rise = in_pass(&lines[k].cell[2], pass) - in_pass(&lines[k].cell[1], pass);

		if (!isnan(rise))
			step[m++] = rise;
	}
	return m ? cliff_median(step, m) : NAN;
}

/* Whether most of the passes show it each by itself: other load that lasts for a pass makes steps too. */
static bool passes_agree(const struct confirm_line *lines, unsigned n, const struct step *step)
{
	const struct cliff_cell *first = &lines[0].cell[1];
	double trend = step->rise - step->excess;
	unsigned of = 0, agree = 0;

	for (unsigned k = 0; first->passes && k < first->count; k++) {
		double own = rise_in_pass(lines, n, first->passes[k]) - trend;

		if (isnan(own))
			continue;
		of++;
		agree += copysign(own, own * step->excess) >= 0.5 * LEAST;
	}
	return agree >= MOST_PASSES * of - 1e-9;
}

static bool shows(const struct step *step, double first)
{
	double e = first < 0 ? -step->excess : step->excess;

	return e >= fmax(LEAST, SHARE * fabs(first)) && e >= LEAST_Z * step->se;
}

struct confirm confirm_judge(const struct confirm_line *lines, unsigned n, double excess)
{
	struct confirm out = { CONFIRM_UNKNOWN, NAN, NAN, NAN, 0 };
	unsigned least = CONFIRM_SAMPLES;
	struct common common = { .n = 0 };
	struct step step;
	double spread;

	n = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	if (count_judged(lines, n, least) < 2)
		least = CONFIRM_SAMPLES_ALONE;
	spread = spread_of(lines, n);
	for (unsigned k = 0; k < n; k++)
		if (is_judged(&lines[k], least))
			add_line(&lines[k], spread, &common);
	if (!common.n)
		return out;
	out.lines = common.n;
	step = common_step(&common);
	out.excess = exp2(step.excess);
	out.ratio = exp2(step.rise);
	out.z = fabs(step.excess) / step.se;
	out.verdict = shows(&step, log2(excess)) && passes_agree(lines, n, &step) ? CONFIRM_YES : CONFIRM_NO;
	return out;
}
