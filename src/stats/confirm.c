#include "stats/confirm.h"

#include <math.h>

#include "stats/cliff_internal.h"

/* Shares of true ones, measured, and the confidence from which they are the second of two. */
#define CONFIRMED 0.93
#define CONFIRMED_LIKELY 0.99
#define LIKELY_BEFORE 0.75
#define REJECTED 0.12
#define REJECTED_SURE 0.62
#define SURE_BEFORE 0.5

#define SAMPLES_MOST 16U
#define LEAST 0.2 /* octaves */
#define SHARE 0.5 /* of the excess that was found */
#define SLOPES_SHARE 0.25 /* over the slopes of the fresh samples, which are known less well than the trend that was found */
#define LEAST_Z 3.0
#define SHORTH_SHARE 0.7 /* see cliff_noise.c */
#define FLOOR 0.010
#define SHIFT_LOSS 1.05 /* of the median of all differences, against that of the means */
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

/*
 * The median difference between the samples of two cells of the same line, all lines together (Hodges and Lehmann,
 * "Estimates of location based on rank tests", Ann. Math. Statist. 34, 1963): nearly as exact as a mean, where the
 * difference of medians of three throws a quarter of what is known away, and as deaf to outliers.
 */
static double shift(const struct confirm_line *lines, unsigned n, unsigned from, bool per_octave)
{
	double all[CONFIRM_LINES * SAMPLES_MOST * SAMPLES_MOST];
	size_t m = 0;

	for (unsigned k = 0; k < n; k++) {
		struct fresh p = take(&lines[k].cell[from]), q = take(&lines[k].cell[from + 1]);
		double reach = per_octave ? log2(lines[k].at[from + 1] / lines[k].at[from]) : 1;

		for (unsigned i = 0; i < p.n * q.n; i++)
			all[m++] = (q.v[i % q.n] - p.v[i / q.n]) / reach;
	}
	return m ? cliff_median(all, m) : NAN;
}

/* From one cell of the lines to the next: median octaves. */
static double reach(const struct confirm_line *lines, unsigned n, unsigned from)
{
	double each[CONFIRM_LINES];
	size_t m = 0;

	for (unsigned k = 0; k < n; k++)
		if (cliff_count_samples(&lines[k].cell[from]) && cliff_count_samples(&lines[k].cell[from + 1]))
			each[m++] = log2(lines[k].at[from + 1] / lines[k].at[from]);
	return m ? cliff_median(each, m) : NAN;
}

/* Of the mean over all lines of what a cell shows; where the samples of few lines lie apart, more. */
static double error_of(const struct confirm_line *lines, unsigned n, unsigned cell, double spread)
{
	double apart = 0;
	unsigned samples = 0;

	for (unsigned k = 0; k < n; k++) {
		struct fresh f = take(&lines[k].cell[cell]);

		samples += f.n;
		apart += f.n >= 3 ? shorth(&f) / n : 0;
	}
	if (!samples)
		return 0;
	return fmax(fmax(spread * SHIFT_LOSS / sqrt(samples), FLOOR), n < CONFIRM_LINES ? SHORTH_SHARE * apart : 0);
}

/* What the lines have in common. */
struct common {
	double rise, width; /* octaves */
	double slope[2]; /* before and after, octaves per octave; NAN: unknown */
	double error[CONFIRM_CELLS];
	double share[2]; /* of a slope's difference in the step that it takes away */
};

static struct common measure(const struct confirm_line *lines, unsigned n)
{
	double spread = spread_of(lines, n);
	struct common c = {
		.rise = shift(lines, n, 1, false),
		.width = reach(lines, n, 1),
		.slope = { shift(lines, n, 0, true), shift(lines, n, 2, true) },
	};

	for (unsigned k = 0; k < CONFIRM_CELLS; k++)
		c.error[k] = error_of(lines, n, k, spread);
	c.share[0] = c.width / reach(lines, n, 0);
	c.share[1] = c.width / reach(lines, n, 2);
	return c;
}

/*
 * What lies between the two slopes is a knee. That noise alone sets two slopes apart would take a part of every step
 * away, so they are moved together by as much as noise explains.
 */
static void draw_together(struct common *c)
{
	const double *e = c->error;
	double middle = (c->slope[0] + c->slope[1]) / 2, half = (c->slope[1] - c->slope[0]) / 2;
	double doubt = hypot(c->share[0] * hypot(e[0], e[1]), c->share[1] * hypot(e[2], e[3])) / (2 * c->width);

	half = copysign(sqrt(fmax(0, half * half - doubt * doubt)), half);
	c->slope[0] = middle - half;
	c->slope[1] = middle + half;
}

/* What of the step the slopes beside it do not explain: that of a line of four spots, an octave apart outside of it. */
static double excess_over_slopes(struct common *c)
{
	struct spot spots[CONFIRM_CELLS];
	struct line l = { .spot = spots, .whole = NAN };
	struct crossing x = { 0 };
	struct step step;

	if (!isnan(c->slope[0]) && !isnan(c->slope[1]))
		draw_together(c);
	if (!isnan(c->slope[0]))
		spots[l.n++] = (struct spot){ .pos = -1, .val = -c->slope[0] };
	x.p = l.n;
	x.q = l.n + 1;
	spots[l.n++] = (struct spot){ .pos = 0, .val = 0 };
	spots[l.n++] = (struct spot){ .pos = c->width, .val = c->rise };
	if (!isnan(c->slope[1]))
		spots[l.n++] = (struct spot){ .pos = c->width + 1, .val = c->rise + c->slope[1] };
	line_trends(&l);
	line_step(&l, &x, &step);
	return step.excess;
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
static bool passes_agree(const struct confirm_line *lines, unsigned n, double trend, double excess)
{
	const struct cliff_cell *first = &lines[0].cell[1];
	unsigned of = 0, agree = 0;

	for (unsigned k = 0; first->passes && k < first->count; k++) {
		double own = rise_in_pass(lines, n, first->passes[k]) - trend;

		if (isnan(own))
			continue;
		of++;
		agree += copysign(own, own * excess) >= 0.5 * LEAST;
	}
	return agree >= MOST_PASSES * of - 1e-9;
}

/* octaves: what is seen again; whole: what was found. */
static bool shows(double octaves, double whole, double share)
{
	return copysign(octaves, octaves * whole) >= share * fmax(LEAST / SHARE, fabs(whole));
}

/* Copies the lines that can be judged; returns how many. */
static unsigned choose(const struct confirm_line *lines, unsigned n, struct confirm_line *judged)
{
	bool alone = count_judged(lines, n, CONFIRM_SAMPLES) < 2;
	unsigned m = 0;

	for (unsigned k = 0; k < n; k++)
		if (is_judged(&lines[k], alone ? CONFIRM_SAMPLES_ALONE : CONFIRM_SAMPLES))
			judged[m++] = lines[k];
	return m;
}

struct confirm confirm_judge(const struct confirm_line *lines, unsigned n, double excess, double trend)
{
	struct confirm out = { CONFIRM_UNKNOWN, NAN, NAN, NAN, 0 };
	struct confirm_line judged[CONFIRM_LINES];
	double whole = log2(excess), again;
	struct common common;

	n = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	out.lines = choose(lines, n, judged);
	if (!out.lines)
		return out;
	common = measure(judged, out.lines);
	trend *= common.width;
	again = common.rise - trend;
	out.excess = exp2(again);
	out.ratio = exp2(common.rise);
	out.z = fabs(again) / hypot(common.error[1], common.error[2]);
	out.verdict = shows(again, whole, SHARE) && out.z >= LEAST_Z &&
				      shows(excess_over_slopes(&common), whole, SLOPES_SHARE) &&
				      passes_agree(judged, out.lines, trend, whole) ?
			      CONFIRM_YES : CONFIRM_NO;
	return out;
}

double confirm_confidence(const struct confirm *again, double before)
{
	switch (again->verdict) {
	case CONFIRM_YES:
		return before < LIKELY_BEFORE ? CONFIRMED : CONFIRMED_LIKELY;
	case CONFIRM_NO:
		return before < SURE_BEFORE ? REJECTED : REJECTED_SURE;
	case CONFIRM_UNKNOWN:
		break;
	}
	return before;
}
