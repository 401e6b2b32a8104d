#include "stats/judge.h"

#include "stats/discovery.h"
#include "stats/robust.h"
#include "stats/student.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLOOR 1e-6 /* variance: a noise of 0.1 % */
#define FIRST_SAMPLES 4U /* that a cell has before its first one is questioned */
#define FIRST_RATIO 0.02
#define FIRST_SIGMAS 3.0
#define FIRST_CELLS 3U /* that say so */
#define DRIFT_RATE 0.03 /* of false ones among those that are told */
#define DRIFT_PRIOR_DF 8.0 /* at most: a few cells are noisier than the others by more than these tell */
#define DRIFT_CHANGE 0.02 /* less is no trouble */
#define DRIFT_FEW 4U /* samples, up to which each step counts */
#define DRIFT_CONCORDANCE 0.6 /* Kendall's tau */
#define THEIL_SEN 1.05 /* variance of the slope, in that of least squares: pi / 3 */

struct work {
	struct judged *cells;
	size_t n;
	const struct judge_rule *rule;
	struct robust *robust; /* of the samples that count */
	struct noise *noises;
	double *values; /* room for the samples of a cell, or the pairs of them */
	double *column, *rates; /* one value of each cell */
};

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[VERDICTS_N] = {
		[VERDICT_NONE] = "", [VERDICT_SINGLE] = "single", [VERDICT_STABLE] = "stable",
		[VERDICT_NOISY] = "noisy", [VERDICT_DRIFTING] = "drifting", [VERDICT_CONTAMINATED] = "contaminated",
	};

	return names[verdict];
}

bool judge_is_within(const struct judged *cell, const struct judge_rule *rule)
{
	return cell->half_width <= log1p(rule->precision);
}

static struct robust robust_from(const struct work *w, const struct judged *cell, size_t from)
{
	size_t n = cell->n > from ? cell->n - from : 0;

	if (n)
		memcpy(w->values, cell->logs + from, n * sizeof(*w->values));
	return robust_of(w->values, n);
}

static struct noise prior_of_scatter(const struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		w->noises[i] = w->robust[i].scatter;
	return noise_prior(w->noises, w->n, FLOOR);
}

static double median_of(double *values, size_t n)
{
	return robust_of(values, n).median;
}

/* The noise of a cell as its own scatter and the prior tell it. */
static double variance_of(struct noise own, struct noise prior)
{
	struct noise joined = noise_join(own, prior);

	return joined.df > 0 ? fmax(joined.variance, FLOOR) : FLOOR;
}

/* Of the cells whose first pass can be questioned: the median of how far a sample is from the median of all but the first. */
static double typical_deviation(const struct work *w, size_t sample, size_t *cells)
{
	*cells = 0;
	for (size_t i = 0; i < w->n; i++) {
		if (w->cells[i].n >= FIRST_SAMPLES)
			w->column[(*cells)++] = w->cells[i].logs[sample] - robust_from(w, &w->cells[i], 1).median;
	}
	return median_of(w->column, *cells);
}

/* The same of the first sample, in standard deviations of what noise alone would make of it. */
static double typical_sigmas(const struct work *w)
{
	size_t n = 0;
	struct noise prior;

	for (size_t i = 0; i < w->n; i++)
		w->noises[i] = w->cells[i].n >= FIRST_SAMPLES ? robust_from(w, &w->cells[i], 1).scatter : NOISE_UNKNOWN;
	prior = noise_prior(w->noises, w->n, FLOOR);
	for (size_t i = 0; i < w->n; i++) {
		struct robust others;
		double sd;

		if (w->cells[i].n < FIRST_SAMPLES)
			continue;
		others = robust_from(w, &w->cells[i], 1);
		sd = robust_median_sd(others.n);
		sd = sqrt(variance_of(others.scatter, prior) * (1 + sd * sd));
		w->column[n++] = (w->cells[i].logs[0] - others.median) / sd;
	}
	return n ? median_of(w->column, n) / robust_median_sd(n) : 0;
}

/* Passes may differ from each other as a whole; the first one is out only when it does so more than any other. */
static struct judge_first judge_first(const struct work *w)
{
	struct judge_first first = { false, NAN };
	double deviation, others = 0;
	size_t cells;

	deviation = typical_deviation(w, 0, &cells);
	if (cells < FIRST_CELLS)
		return first;
	first.ratio = exp(deviation);
	for (size_t sample = 1; sample < FIRST_SAMPLES; sample++)
		others = fmax(others, fabs(typical_deviation(w, sample, &cells)));
	first.left_out = fabs(first.ratio - 1) > FIRST_RATIO && fabs(deviation) > 2 * others &&
			 fabs(typical_sigmas(w)) > FIRST_SIGMAS;
	return first;
}

/* About the straight line through each sample's neighbours. */
static struct noise noise_about_line(const struct judged *cell)
{
	size_t n = cell->n - cell->from;
	double squares = 0;

	if (n < 3)
		return NOISE_UNKNOWN;
	for (size_t i = cell->from + 1; i + 1 < cell->n; i++) {
		double span = (double)(cell->passes[i + 1] - cell->passes[i - 1]);
		double before = (double)(cell->passes[i + 1] - cell->passes[i]) / span, after = 1 - before;
		double off = cell->logs[i] - before * cell->logs[i - 1] - after * cell->logs[i + 1];

		squares += off * off / (1 + before * before + after * after);
	}
	return (struct noise){ squares / (double)(n - 2), (double)(n - 2) };
}

/* Of the samples that count. */
struct trend {
	double slope; /* a pass */
	double concordance; /* share of pairs that go up, less that of those that go down */
	double least_step; /* in the direction of the slope, a pass; negative: one goes the other way */
};

static struct trend trend_of(const struct work *w, const struct judged *cell)
{
	struct trend trend = { .least_step = INFINITY };
	size_t pairs = 0;
	double sign;

	for (size_t i = cell->from; i < cell->n; i++) {
		for (size_t j = cell->from; j < i; j++) {
			double slope = (cell->logs[i] - cell->logs[j]) / (double)(cell->passes[i] - cell->passes[j]);

			trend.concordance += (slope > 0) - (slope < 0);
			w->values[pairs++] = slope;
		}
	}
	trend.slope = median_of(w->values, pairs);
	trend.concordance /= (double)pairs;
	sign = trend.slope < 0 ? -1 : 1;
	for (size_t i = cell->from + 1; i < cell->n; i++)
		trend.least_step = fmin(trend.least_step, sign * (cell->logs[i] - cell->logs[i - 1]) /
								  (double)(cell->passes[i] - cell->passes[i - 1]));
	return trend;
}

/* The standard deviation of a slope over these passes, for noise of 1. */
static double slope_sd(const struct judged *cell)
{
	double mean = 0, squares = 0, n = (double)(cell->n - cell->from);

	for (size_t i = cell->from; i < cell->n; i++)
		mean += (double)cell->passes[i] / n;
	for (size_t i = cell->from; i < cell->n; i++)
		squares += ((double)cell->passes[i] - mean) * ((double)cell->passes[i] - mean);
	return sqrt(THEIL_SEN / squares);
}

/* How likely noise alone makes such a trend; 1 where the samples do not go one way. Its change goes to cell->drift. */
static double drift_probability(const struct work *w, struct judged *cell, struct noise prior)
{
	struct noise noise = noise_join(noise_about_line(cell), prior);
	size_t n = cell->n - cell->from;
	struct trend trend;
	double sd;

	if (n < 3 || !(noise.df > 0))
		return NAN;
	trend = trend_of(w, cell);
	cell->drift = trend.slope * (double)(cell->passes[cell->n - 1] - cell->passes[cell->from]);
	if (fabs(cell->drift) < DRIFT_CHANGE)
		return 1;
	if (n <= DRIFT_FEW ? trend.least_step < fabs(trend.slope) / 5 : fabs(trend.concordance) < DRIFT_CONCORDANCE)
		return 1;
	sd = sqrt(fmax(noise.variance, FLOOR)) * slope_sd(cell);
	return student_two_sided(fabs(trend.slope) / sd, noise.df);
}

static int find_drifts(const struct work *w)
{
	struct noise prior;

	for (size_t i = 0; i < w->n; i++)
		w->noises[i] = noise_about_line(&w->cells[i]);
	prior = noise_prior(w->noises, w->n, FLOOR);
	prior.df = fmin(prior.df, DRIFT_PRIOR_DF);
	for (size_t i = 0; i < w->n; i++) {
		w->cells[i].drift = NAN;
		w->column[i] = drift_probability(w, &w->cells[i], prior);
	}
	if (discovery_rates(w->column, w->n, w->rates))
		return -ENOMEM;
	for (size_t i = 0; i < w->n; i++) {
		if (!(w->rates[i] < DRIFT_RATE))
			w->cells[i].drift = NAN;
	}
	return 0;
}

static enum verdict verdict_of(const struct judged *cell, const struct judge_rule *rule)
{
	if (!cell->n)
		return VERDICT_NONE;
	if (cell->contaminated)
		return VERDICT_CONTAMINATED;
	if (cell->n == 1)
		return VERDICT_SINGLE;
	if (isfinite(cell->drift))
		return VERDICT_DRIFTING;
	return judge_is_within(cell, rule) ? VERDICT_STABLE : VERDICT_NOISY;
}

static int judge_all(const struct work *w, struct judge_first *first)
{
	struct noise prior;

	*first = judge_first(w);
	for (size_t i = 0; i < w->n; i++) {
		w->cells[i].from = first->left_out && w->cells[i].n >= FIRST_SAMPLES;
		w->robust[i] = robust_from(w, &w->cells[i], w->cells[i].from);
	}
	prior = prior_of_scatter(w);
	if (find_drifts(w))
		return -ENOMEM;
	for (size_t i = 0; i < w->n; i++) {
		struct judged *cell = &w->cells[i];
		struct noise noise = robust_noise(&w->robust[i], prior, FLOOR);

		cell->middle = w->robust[i].median;
		cell->half_width = robust_half_width(&w->robust[i], noise, w->rule->confidence);
		cell->sd = w->robust[i].n > 1 ? sqrt(noise.variance) : NAN;
		cell->verdict = verdict_of(cell, w->rule);
	}
	return 0;
}

int judge_cells(struct judged *cells, size_t n, const struct judge_rule *rule, struct judge_first *first)
{
	struct work w = { .cells = cells, .n = n, .rule = rule };
	size_t most = 2;
	int ret = -ENOMEM;

	for (size_t i = 0; i < n; i++)
		most = cells[i].n > most ? cells[i].n : most;
	w.robust = calloc(n + 1, sizeof(*w.robust));
	w.noises = calloc(n + 1, sizeof(*w.noises));
	w.values = calloc(most * most, sizeof(*w.values));
	w.column = calloc(n + 1, sizeof(*w.column));
	w.rates = calloc(n + 1, sizeof(*w.rates));
	if (w.robust && w.noises && w.values && w.column && w.rates)
		ret = judge_all(&w, first);
	free(w.robust);
	free(w.noises);
	free(w.values);
	free(w.column);
	free(w.rates);
	return ret;
}
