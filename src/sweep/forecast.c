#include "sweep/forecast.h"

#include "stats/judge.h"
#include "sweep/stopping.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LOOKS 64U /* in a pass, besides those behind each file size */
#define UNKNOWN_SHARE 0.5 /* of the cells in a third pass, as long as nothing is known of their noise */
#define NEAR_FILE 1.0 /* how much less a neighbour counts with each step on the grid: exp() of it */
#define NEAR_RECORD 2.0

/* What the estimate was worth: the logarithm of the true cost over it. */
struct forecast_ratio {
	double sum;
	unsigned n;
};

static const struct config *config_of(const struct forecast *f)
{
	return f->tally->plan->config;
}

static size_t ratios_n(const struct forecast *f)
{
	return MODES_N * 2 * config_of(f)->file_sizes.n * config_of(f)->records.n;
}

static struct forecast_ratio *ratios_of(const struct forecast *f, enum mode mode, bool new_file)
{
	return &f->ratios[((size_t)mode * 2 + new_file) * config_of(f)->file_sizes.n * config_of(f)->records.n];
}

int forecast_init(struct forecast *f, const struct tally *tally, const struct estimate *estimate)
{
	*f = (struct forecast){ .tally = tally, .estimate = estimate, .left_ns = NAN };
	f->indexes = calloc(tally->plan->tests_n, sizeof(*f->indexes));
	f->ratios = calloc(ratios_n(f), sizeof(*f->ratios));
	f->file_ns = calloc(config_of(f)->file_sizes.n, sizeof(*f->file_ns));
	if (!f->indexes || !f->ratios || !f->file_ns) {
		forecast_release(f);
		return -ENOMEM;
	}
	for (size_t i = 0; i < config_of(f)->file_sizes.n; i++)
		f->file_ns[i] = NAN;
	f->look_every = ratios_n(f) * config_of(f)->depth.n * config_of(f)->jobs.n / LOOKS + 1;
	return 0;
}

void forecast_release(struct forecast *f)
{
	free(f->indexes);
	free(f->ratios);
	free(f->file_ns);
	*f = (struct forecast){ 0 };
}

static double overhead(const struct forecast *f)
{
	return f->groups_cost_ns > 0 ? f->groups_wall_ns / f->groups_cost_ns : 1;
}

/* Mean of what is known, the nearer the more. NAN: nothing is. */
static double ratio_near(const struct forecast *f, const struct plan_group *g)
{
	const struct forecast_ratio *ratios = ratios_of(f, g->mode, g->new_file);
	size_t records = config_of(f)->records.n;
	double sum = 0, weights = 0;

	for (size_t i = 0; i < config_of(f)->file_sizes.n * records; i++) {
		size_t file = i / records, record = i % records;
		double files = fabs((double)file - (double)g->f), steps = fabs((double)record - (double)g->r);
		double weight;

		if (!ratios[i].n)
			continue;
		weight = exp(-NEAR_FILE * files - NEAR_RECORD * steps);
		sum += weight * ratios[i].sum / ratios[i].n;
		weights += weight;
	}
	return weights > 0 ? sum / weights : NAN;
}

/* Over all that was measured. */
static double ratio_anywhere(const struct forecast *f)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < ratios_n(f); i++) {
		sum += f->ratios[i].sum;
		n += f->ratios[i].n;
	}
	return n > 0 ? sum / n : 0;
}

static double estimated_ns(const struct forecast *f, const struct plan_group *g)
{
	double ratio;

	if (!f->estimate)
		return NAN;
	ratio = ratio_near(f, g);
	return estimate_group(f->estimate, g).ns * exp(isnan(ratio) ? ratio_anywhere(f) : ratio);
}

static struct tally_cell *cell_of(const struct forecast *f, const struct plan_group *g, size_t test)
{
	const struct cell_place place = { .mode = g->mode, .test = test, .f = g->f, .r = g->r, .d = g->d, .j = g->j };

	return tally_cell(f->tally, &place);
}

/* Which samples of a cell are meant. */
struct asked {
	uint64_t pass; /* that is under way */
	uint64_t later; /* passes behind it; 0: this one, of which the samples that are there are over */
};

/* How many samples the cell will need for the precision; NAN: not known. */
static double needed(const struct forecast *f, const struct tally_cell *cell)
{
	double factor = cell->half_width / log1p(f->precision);

	return isfinite(factor) ? (double)cell->samples_n * factor * factor : NAN;
}

/* How likely the cell is measured then. */
static double share_of(const struct forecast *f, const struct tally_cell *cell, const struct asked *asked)
{
	double samples = (double)cell->samples_n + (double)asked->later;
	double n;

	if (!cell->planned)
		return 0;
	if (!asked->later)
		return cell->chosen && !tally_has(cell, asked->pass);
	if (!(f->precision > 0) || asked->pass + asked->later <= 2)
		return 1;
	n = needed(f, cell);
	if (isnan(n))
		return asked->pass + asked->later == 3 ? UNKNOWN_SHARE : 0;
	return n > samples;
}

/* What the wanted tests of a group cost: as they did, or their share of the whole as it is estimated. */
static double group_ns(const struct forecast *f, const struct plan_group *g, const struct asked *asked)
{
	size_t n = plan_select(f->tally->plan, g, f->indexes), unknown = 0, measured = 0;
	double known_ns = 0, shares = 0, next = 0;

	for (size_t i = n; i-- > 0;) {
		const struct tally_cell *cell = cell_of(f, g, f->indexes[i]);
		double share = share_of(f, cell, asked), cost = tally_cost_ns(cell);

		if (plan_is_skipped(f->tally->plan, g, f->indexes[i]))
			continue;
		measured++;
		shares += share;
		/* One that is not wanted itself may go before the next one. */
		if (isnan(cost))
			unknown++;
		else
			known_ns += cost * (g->new_file ? share : fmax(share, next));
		next = share;
	}
	if (!(shares > 0))
		return 0;
	if (unknown)
		return estimated_ns(f, g) * shares / (double)measured;
	return known_ns * overhead(f);
}

/* What a file size costs beside its groups: as it did, or as the nearest one did in proportion to what was estimated. */
static double file_ns(const struct forecast *f, size_t i)
{
	const struct size_list *sizes = &config_of(f)->file_sizes;
	double ratio = 1, nearest = INFINITY;

	if (!isnan(f->file_ns[i]))
		return f->file_ns[i];
	if (!f->estimate)
		return NAN;
	for (size_t k = 0; k < sizes->n; k++) {
		double steps = fabs((double)k - (double)i), estimated = estimate_file(f->estimate, sizes->v[k]).ns;

		if (isnan(f->file_ns[k]) || steps >= nearest || !(estimated > 0))
			continue;
		nearest = steps;
		ratio = f->file_ns[k] / estimated;
	}
	return estimate_file(f->estimate, sizes->v[i]).ns * ratio;
}

static double one_file_size(const struct forecast *f, size_t i, const struct asked *asked)
{
	const struct plan *plan = f->tally->plan;
	double sum = 0;

	for (size_t k = 0; k < plan_groups_n(plan); k++) {
		const struct plan_group g = plan_group_at(plan, i, k);

		sum += group_ns(f, &g, asked);
	}
	return sum > 0 || isnan(sum) ? sum + file_ns(f, i) : 0;
}

static double whole_pass(const struct forecast *f, const struct asked *asked)
{
	double sum = 0;

	for (size_t i = 0; i < config_of(f)->file_sizes.n; i++)
		sum += one_file_size(f, i, asked);
	return sum;
}

/* Whether a pass will be the last since enough cells are within. */
static bool is_enough(const struct forecast *f, const struct asked *asked)
{
	size_t known = 0, wide = 0;

	if (!(f->precision > 0))
		return false;
	for (size_t i = 0; i < f->tally->cells_n; i++) {
		const struct tally_cell *cell = &f->tally->cells[i];

		if (!cell->planned || isnan(needed(f, cell)))
			continue;
		known++;
		wide += share_of(f, cell, asked) > 0;
	}
	return known && (double)wide <= (1 - STOPPING_SHARE) * (double)known;
}

void forecast_look(struct forecast *f, uint64_t pass)
{
	struct asked asked = { .pass = pass };
	double sum = whole_pass(f, &asked);

	for (asked.later = 1; pass + asked.later <= f->passes; asked.later++) {
		if (!(f->precision > 0)) {
			sum += whole_pass(f, &asked) * (double)(f->passes - pass);
			break;
		}
		if (is_enough(f, &asked))
			break;
		sum += whole_pass(f, &asked);
	}
	f->left_ns = sum;
	f->since_look = 0;
}

double forecast_group(const struct forecast *f, const struct plan_group *group, uint64_t pass)
{
	const struct asked asked = { .pass = pass };

	return group_ns(f, group, &asked);
}

void forecast_spend(struct forecast *f, double expected_ns)
{
	if (f->left_ns >= 0)
		f->left_ns = fmax(0, f->left_ns - expected_ns);
}

/* Only where all of its tests ran does a group tell something of the estimate. */
static void learn(struct forecast *f, const struct plan_group *g, double wall_ns)
{
	struct forecast_ratio *ratio = &ratios_of(f, g->mode, g->new_file)[g->f * config_of(f)->records.n + g->r];
	double estimated = f->estimate ? estimate_group(f->estimate, g).ns : 0;

	if (!(estimated > 0))
		return;
	ratio->sum += log(wall_ns / estimated);
	ratio->n++;
}

void forecast_add_group(struct forecast *f, const struct plan_group *g, uint64_t pass, double wall_ns)
{
	size_t n = plan_select(f->tally->plan, g, f->indexes), with = 0;
	double cost = 0;

	for (size_t i = 0; i < n; i++) {
		const struct tally_cell *cell = cell_of(f, g, f->indexes[i]);

		with += tally_has(cell, pass);
		cost += fmax(0, tally_cost_ns(cell));
	}
	if (with == n && cost > 0 && wall_ns > 0) {
		f->groups_wall_ns += wall_ns;
		f->groups_cost_ns += cost;
		learn(f, g, wall_ns);
	}
	if (++f->since_look >= f->look_every)
		forecast_look(f, pass);
}

void forecast_add_file(struct forecast *f, size_t i, uint64_t pass, double wall_ns)
{
	f->file_ns[i] = isnan(f->file_ns[i]) ? wall_ns : (f->file_ns[i] + wall_ns) / 2;
	forecast_look(f, pass);
}
