/*
 * How well the cells are known. Two sources: repeats of a cell, and the surface itself, by differences in which
 * cliffs, saw-teeth and trends cancel (tetrads) or are few (second differences). Where both speak the larger one
 * counts: repeats do not see what differs between cells but not between passes.
 */
#include "stats/cliff_internal.h"

#include <math.h>

#define MAD_NORMAL 0.6745 /* median |deviation| of a normal distribution with sd 1 */
#define QUARTILE_NORMAL 0.3186 /* its lower quartile of |deviation| */
#define LEAST_DIFFERENCES 4 /* fewer say nothing about a row of its own */
#define FLOOR 0.010 /* octaves: no cell is known better than 0.7 % */
#define OWN_SHARE 0.7 /* a row is at least this share as noisy as all rows by their repeats */
#define OWN_SHARE_SINGLE 0.5 /* the same by tetrads, without repeats */
#define SHORTH_SHARE 0.7 /* of a cell's shorth: two outliers of three samples do not pass for good ones */
#define UNKNOWN 0.2 /* octaves: a surface too small to tell */
#define UNKNOWN_LINE 1.0 /* a single line too short to tell */

static double value_at(const struct surface *s, bool along_x, unsigned line, unsigned k)
{
	return s->val[along_x ? surface_at(s, k, line) : surface_at(s, line, k)];
}

/* |Second differences| of the cells of a line against the line through their neighbours, of the cells' sd. */
static size_t roughness(const struct surface *s, bool along_x, unsigned line, double *out)
{
	const double *pos = along_x ? s->lx : s->ly;
	unsigned n = along_x ? s->nx : s->ny, have = 0, a = 0, b = 0;
	size_t m = 0;

	for (unsigned c = 0; c < n; c++) {
		double v = value_at(s, along_x, line, c), t, u;

		if (isnan(v))
			continue;
		if (have >= 2) {
			t = (pos[b] - pos[a]) / (pos[c] - pos[a]);
			u = value_at(s, along_x, line, b) - (1 - t) * value_at(s, along_x, line, a) - t * v;
			out[m++] = fabs(u / sqrt(1 + t * t + (1 - t) * (1 - t)));
		}
		have++;
		a = b;
		b = c;
	}
	return m;
}

/* |the step from column to column in row i less the same step in row k|, of twice the cells' sd. */
static size_t tetrads(const struct surface *s, unsigned i, unsigned k, double *out)
{
	size_t m = 0;

	for (unsigned j = 0; j + 1 < s->ny; j++) {
		double t = s->val[surface_at(s, i, j + 1)] - s->val[surface_at(s, i, j)] -
			s->val[surface_at(s, k, j + 1)] + s->val[surface_at(s, k, j)];

		if (!isnan(t))
			out[m++] = fabs(t);
	}
	return m;
}

/* diff: n absolute differences of a quantity of sd times the cells' own. */
static void take_smaller(double *best, double *diff, size_t n, double sd)
{
	double sigma;

	if (n < LEAST_DIFFERENCES)
		return;
	sigma = cliff_median(diff, n) / MAD_NORMAL / sd;
	if (isnan(*best) || sigma < *best)
		*best = sigma;
}

/* By the surface around row i: the smallest estimate, as structure spoils some. NAN: cannot be told. */
static double row_fit(const struct surface *s, unsigned i)
{
	double best = NAN;

	take_smaller(&best, s->scratch, roughness(s, false, i, s->scratch), 1);
	if (i > 0)
		take_smaller(&best, s->scratch, tetrads(s, i, i - 1, s->scratch), 2);
	if (i + 1 < s->nx)
		take_smaller(&best, s->scratch, tetrads(s, i, i + 1, s->scratch), 2);
	return best;
}

/* The differences of a single line hold its cliffs: the lower quartile. Few of them: a penalty like t's. */
static double line_fit(const struct surface *s)
{
	size_t n = roughness(s, s->nx != 1, 0, s->scratch);

	if (!n)
		return UNKNOWN_LINE;
	return cliff_quantile(s->scratch, n, n / 4) / QUARTILE_NORMAL * (1 + 3.0 / (double)n);
}

static double surface_fit(const struct surface *s)
{
	size_t n = 0;

	for (unsigned i = 0; i + 1 < s->nx; i++)
		n += tetrads(s, i, i + 1, s->scratch + n);
	if (n >= 3)
		return cliff_median(s->scratch, n) / 2 / MAD_NORMAL * (1 + 3.0 / (double)n);
	return s->nx == 1 || s->ny == 1 ? line_fit(s) : UNKNOWN;
}

/* Found by simulation. */
double cliff_range_median(size_t n)
{
	static const double known[] = { 0.954, 1.588, 1.978, 2.257, 2.472, 2.645, 2.791, 2.916, 3.024 };

	return known[(n < 10 ? n : 10) - 2];
}

/* Exact for few, else sqrt(pi / 2n). */
double cliff_median_error(size_t n)
{
	static const double known[] = { 1.0, 0.707, 0.670, 0.546, 0.536, 0.465, 0.459, 0.412, 0.408 };

	return n <= 9 ? known[n - 1] : 1.2533 / sqrt((double)n);
}

/* Spread of single samples as the repeats of row i show it; returns in how many cells. */
static size_t row_spreads(const struct surface *s, unsigned i, double *out)
{
	double *sample = s->scratch + (size_t)s->nx * s->ny;
	size_t m = 0;

	for (unsigned j = 0; j < s->ny; j++) {
		size_t n = cliff_samples_log2(s->cell[surface_at(s, i, j)], sample);

		if (n >= 3)
			out[m++] = (sample[n - 1] - sample[0]) / cliff_range_median(n);
	}
	return m;
}

static double pooled_spread(const struct surface *s)
{
	size_t n = 0;

	for (unsigned i = 0; i < s->nx; i++)
		n += row_spreads(s, i, s->scratch + n);
	return cliff_median(s->scratch, n);
}

static double row_spread(const struct surface *s, unsigned i, double pooled)
{
	size_t n = row_spreads(s, i, s->scratch);
	double own = n >= LEAST_DIFFERENCES ? cliff_median(s->scratch, n) : pooled;

	return fmax(own, OWN_SHARE * pooled);
}

/* Length of the shortest interval that holds most of the samples: large where their median cannot be trusted. */
static double cell_shorth(const struct surface *s, size_t at)
{
	double *v = s->scratch, best = INFINITY;
	size_t n = cliff_samples_log2(s->cell[at], v), most = n / 2 + 1;

	if (n < 3)
		return 0;
	for (size_t k = 0; k + most <= n; k++)
		best = fmin(best, v[k + most - 1] - v[k]);
	return best;
}

static void row_errors_repeats(const struct surface *s, unsigned i, double pooled)
{
	double spread = row_spread(s, i, pooled);
	double fit = s->nx >= 3 && s->ny >= 3 ? row_fit(s, i) : NAN;

	for (unsigned j = 0; j < s->ny; j++) {
		size_t at = surface_at(s, i, j), n = cliff_samples_log2(s->cell[at], s->scratch);

		if (!n)
			continue;
		s->se[at] = fmax(fmax(spread * cliff_median_error(n), fit), FLOOR); /* fmax passes a NAN over */
		s->se[at] = fmax(s->se[at], SHORTH_SHARE * cell_shorth(s, at));
	}
}

static void row_errors_single(const struct surface *s, unsigned i, double all)
{
	double fit = s->nx > 1 && s->ny > 1 ? row_fit(s, i) : NAN;
	double se = isnan(fit) ? all : fmax(fit, OWN_SHARE_SINGLE * all);
	size_t first = surface_at(s, i, 0);

	for (unsigned j = 0; j < s->ny; j++)
		s->se[first + j] = fmax(fmax(se, FLOOR), SHORTH_SHARE * cell_shorth(s, first + j));
}

void cliff_noise(struct surface *s)
{
	double all = s->repeats ? pooled_spread(s) : surface_fit(s);

	for (unsigned i = 0; i < s->nx; i++) {
		if (s->repeats)
			row_errors_repeats(s, i, all);
		else
			row_errors_single(s, i, all);
	}
}
