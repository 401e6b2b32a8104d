/*
 * Whether the passes agree. A burst of other load lasts: it hits all records of a file size in one pass, and as the
 * lines across a boundary between file sizes are those records, all of them show it. What a line's cells have in
 * common in a pass, against the other passes, is therefore an error that more lines do not make smaller.
 *
 * Each sample less the mean of its cell and less what the whole pass has in common; the median of that over the cells
 * of a line, for each pass; and how far those values lie apart. Of two passes that is their distance; of more it is
 * the shorth, for a burst in one of three passes does not move the medians. All lines together tell how much that is
 * in general, which a line falls below by luck alone. What the noise of single cells explains does not count.
 */
#include "stats/cliff_internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define PASSES_MOST 32U /* more say no more */
#define MAD_NORMAL 0.6745 /* see cliff_noise.c */
#define MEDIAN_LOSS 1.2533
#define LEAST_CELLS 3U /* of a line in a pass: one of them may be an outlier */
#define SURE 2.6 /* times what the cells' noise explains: one line in a hundred differs so much by chance */
#define SURE_ALL 1.5 /* the same of all lines together */
#define LEAST_LINES 4U /* under which all lines together are no more than one of them */
#define SHORTH_SHARE 0.7 /* as of a cell, see cliff_noise.c */
#define OWN_SHARE 0.7 /* as of a row's noise */

struct agreement {
	const struct surface *s;
	unsigned pass[PASSES_MOST]; /* ascending */
	unsigned n;
	double *dev; /* [pass * cells + cell], octaves; NAN: none */
	double *line; /* [pass * lines + line], of one direction */
	double noise; /* of single samples */
};

static bool has_pass(const struct agreement *a, unsigned pass)
{
	for (unsigned k = 0; k < a->n; k++)
		if (a->pass[k] == pass)
			return true;
	return false;
}

static void find_passes(struct agreement *a)
{
	for (size_t at = 0; at < (size_t)a->s->nx * a->s->ny; at++) {
		const struct cliff_cell *c = a->s->cell[at];

		for (unsigned k = 0; c->passes && k < c->count; k++)
			if (a->n < PASSES_MOST && !has_pass(a, c->passes[k]))
				a->pass[a->n++] = c->passes[k];
	}
}

static double sample_of(const struct cliff_cell *c, unsigned pass)
{
	double v = NAN;

	for (unsigned k = 0; c->passes && k < c->count; k++)
		if (c->passes[k] == pass && isfinite(c->samples[k]) && c->samples[k] > 0)
			v = log2(c->samples[k]);
	return v;
}

static double *dev_at(const struct agreement *a, unsigned pass, size_t cell)
{
	return &a->dev[(size_t)pass * a->s->nx * a->s->ny + cell];
}

static void deviate(struct agreement *a, size_t cell)
{
	double sum = 0;
	unsigned n = 0;

	for (unsigned p = 0; p < a->n; p++) {
		double v = sample_of(a->s->cell[cell], a->pass[p]);

		*dev_at(a, p, cell) = v;
		if (isnan(v))
			continue;
		sum += v;
		n++;
	}
	for (unsigned p = 0; p < a->n; p++)
		*dev_at(a, p, cell) = n > 1 ? *dev_at(a, p, cell) - sum / n : NAN;
}

/* The median of what is not NAN among v[0], v[stride], ...; NAN where that is too little. */
static double middle(const struct agreement *a, const double *v, size_t n, size_t stride)
{
	double *own = a->s->scratch;
	size_t m = 0;

	for (size_t k = 0; k < n; k++)
		if (!isnan(v[k * stride]))
			own[m++] = v[k * stride];
	return m < LEAST_CELLS ? NAN : cliff_median(own, m);
}

static void take_pass_away(struct agreement *a, unsigned pass)
{
	size_t cells = (size_t)a->s->nx * a->s->ny;
	double common = middle(a, dev_at(a, pass, 0), cells, 1);

	for (size_t at = 0; at < cells; at++)
		*dev_at(a, pass, at) -= common; /* NAN where nothing is known of it */
}

/* rows: the lines are those of one x. */
static unsigned lines_of(const struct agreement *a, bool rows)
{
	return rows ? a->s->nx : a->s->ny;
}

static void find_lines(struct agreement *a, bool rows)
{
	unsigned lines = lines_of(a, rows), length = lines_of(a, !rows);

	for (unsigned p = 0; p < a->n; p++)
		for (unsigned i = 0; i < lines; i++)
			a->line[(size_t)p * lines + i] = middle(a, dev_at(a, p, rows ? surface_at(a->s, i, 0) : i),
								length, rows ? 1 : a->s->ny);
}

/* The spread of single samples once the lines have been taken away, from about the middle of all |deviations|. */
static double rest(const struct agreement *a, bool rows)
{
	unsigned lines = lines_of(a, rows);
	size_t cells = (size_t)a->s->nx * a->s->ny;
	double sum = 0;
	unsigned n = 0;

	for (unsigned p = 0; p < a->n; p++) {
		size_t m = 0;

		for (size_t at = 0; at < cells; at++) {
			size_t i = rows ? at / a->s->ny : at % a->s->ny;
			double d = *dev_at(a, p, at) - a->line[(size_t)p * lines + i];

			if (!isnan(d))
				a->s->scratch[m++] = fabs(d);
		}
		if (m < LEAST_CELLS)
			continue;
		sum += cliff_median(a->s->scratch, m) / MAD_NORMAL;
		n++;
	}
	return n ? sum / n * sqrt(a->n / (a->n - 1.0)) : NAN;
}

/* What line i has in the passes, ascending; returns in how many. */
static unsigned values_of(const struct agreement *a, unsigned lines, unsigned i, double v[PASSES_MOST])
{
	unsigned n = 0;

	for (unsigned p = 0; p < a->n; p++) {
		double d = a->line[(size_t)p * lines + i];
		unsigned k = n;

		if (isnan(d))
			continue;
		for (; k > 0 && v[k - 1] > d; k--)
			v[k] = v[k - 1];
		v[k] = d;
		n++;
	}
	return n;
}

/* Standard error of a median over cells of a line, by the noise of single samples. Of few cells two are outliers. */
static double explained(const struct agreement *a, unsigned length)
{
	return MEDIAN_LOSS * a->noise / sqrt(length) * (1 + 3.0 / length);
}

static double beyond(double sd, double known)
{
	return sd > known ? sqrt(sd * sd - known * known) : 0;
}

static double shorth(const double *v, unsigned n)
{
	unsigned most = n / 2 + 1;
	double best = INFINITY;

	for (unsigned k = 0; k + most <= n; k++)
		best = fmin(best, v[k + most - 1] - v[k]);
	return best;
}

/* The error of a line's medians over the passes, by itself. */
static double own_error(const double *v, unsigned n, double known)
{
	double apart = n == 2 ? (v[1] - v[0]) / M_SQRT2 : shorth(v, n);

	if (apart <= SURE * known)
		return 0;
	return n == 2 ? beyond(apart, known) * cliff_median_error(n) : SHORTH_SHARE * beyond(apart, known);
}

/* The same by all lines; out gets the lines' standard deviations as their ranges show them. */
static double common_error(const double *sd, unsigned n, unsigned passes, double known, double *scratch)
{
	double all;

	if (n < LEAST_LINES)
		return 0;
	for (unsigned k = 0; k < n; k++)
		scratch[k] = sd[k];
	all = cliff_median(scratch, n);
	return all > SURE_ALL * known ? OWN_SHARE * beyond(all, known) * cliff_median_error(passes) : 0;
}

static void judge_lines(const struct agreement *a, bool rows, double *error)
{
	unsigned lines = lines_of(a, rows), judged = 0;
	double known = explained(a, lines_of(a, !rows)), v[PASSES_MOST], all;

	for (unsigned i = 0; i < lines; i++) {
		unsigned n = values_of(a, lines, i, v);

		error[i] = n > 1 ? own_error(v, n, known) : 0;
		if (n > 1)
			a->s->scratch[judged++] = (v[n - 1] - v[0]) / cliff_range_median(n);
	}
	all = common_error(a->s->scratch, judged, a->n, known, a->s->scratch + judged);
	for (unsigned i = 0; i < lines; i++)
		error[i] = fmax(error[i], all);
}

static void judge(struct agreement *a)
{
	for (size_t at = 0; at < (size_t)a->s->nx * a->s->ny; at++)
		deviate(a, at);
	for (unsigned p = 0; p < a->n; p++)
		take_pass_away(a, p);
	find_lines(a, false);
	a->noise = rest(a, false);
	find_lines(a, true);
	a->noise = fmin(a->noise, rest(a, true));
	if (isnan(a->noise))
		return;
	judge_lines(a, true, a->s->common_x);
	find_lines(a, false);
	judge_lines(a, false, a->s->common_y);
}

int cliff_agree(struct surface *s)
{
	struct agreement a = { .s = s };
	size_t cells = (size_t)s->nx * s->ny;
	int ret = 0;

	find_passes(&a);
	if (a.n < 2)
		return 0;
	a.dev = calloc(a.n * cells, sizeof(*a.dev));
	a.line = calloc((size_t)a.n * (s->nx > s->ny ? s->nx : s->ny), sizeof(*a.line));
	if (a.dev && a.line)
		judge(&a);
	else
		ret = -ENOMEM;
	free(a.dev);
	free(a.line);
	return ret;
}
