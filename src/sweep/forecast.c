#include "sweep/forecast.h"

#include "sweep/forecast_need.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define LOOKS 64U /* in a pass, besides those behind each file size */
#define NEAR_FILE 1.0 /* how much less a neighbour counts with each step on the grid: exp() of it */
#define NEAR_RECORD 2.0
#define NEAR_ESTIMATE 4.0 /* the estimate as it was counts as a neighbour so far away */

/* What the estimate was worth: the logarithm of the true cost over it. */
struct forecast_ratio {
	double sum;
	unsigned n;
};

/* What a group took by the clock, and its samples for themselves: sums over the passes. */
struct forecast_group {
	double wall_ns, cost_ns;
};

static const struct config *config_of(const struct forecast *f)
{
	return f->tally->plan->config;
}

static size_t ratios_n(const struct forecast *f)
{
	return MODES_N * 2 * config_of(f)->file_sizes.n * config_of(f)->records.n;
}

static size_t inner_n(const struct forecast *f)
{
	return config_of(f)->depth.n * config_of(f)->jobs.n;
}

static struct forecast_group *group_slot(const struct forecast *f, const struct plan_group *g)
{
	const struct config *c = config_of(f);
	size_t at = ((size_t)g->mode * 2 + g->new_file) * c->file_sizes.n * c->records.n + g->f * c->records.n + g->r;

	return &f->groups[at * inner_n(f) + g->d * c->jobs.n + g->j];
}

static struct forecast_ratio *ratios_of(const struct forecast *f, enum mode mode, bool new_file)
{
	return &f->ratios[((size_t)mode * 2 + new_file) * config_of(f)->file_sizes.n * config_of(f)->records.n];
}

int forecast_init(struct forecast *f, const struct tally *tally, const struct estimate *estimate, uint64_t passes)
{
	*f = (struct forecast){ .tally = tally, .estimate = estimate, .passes = passes, .left_ns = NAN, .disturbed = 1 };
	f->indexes = calloc(tally->plan->tests_n, sizeof(*f->indexes));
	f->ratios = calloc(ratios_n(f), sizeof(*f->ratios));
	f->groups = calloc(ratios_n(f) * inner_n(f), sizeof(*f->groups));
	f->file_ns = calloc(config_of(f)->file_sizes.n, sizeof(*f->file_ns));
	f->sd = calloc(tally->cells_n, sizeof(*f->sd));
	f->wide = calloc(passes + 1, sizeof(*f->wide));
	if (!f->indexes || !f->ratios || !f->groups || !f->file_ns || !f->sd || !f->wide) {
		forecast_release(f);
		return -ENOMEM;
	}
	for (size_t i = 0; i < config_of(f)->file_sizes.n; i++)
		f->file_ns[i] = NAN;
	for (size_t i = 0; i < tally->cells_n; i++)
		f->sd[i] = NAN;
	f->look_every = ratios_n(f) * inner_n(f) / LOOKS + 1;
	return 0;
}

void forecast_release(struct forecast *f)
{
	free(f->indexes);
	free(f->ratios);
	free(f->groups);
	free(f->file_ns);
	free(f->sd);
	free(f->wide);
	*f = (struct forecast){ 0 };
}

/* What the clock shows for each ns that the samples tell of: in this group, or in all. */
static double overhead(const struct forecast *f, const struct plan_group *g)
{
	const struct forecast_group *slot = group_slot(f, g);

	if (slot->cost_ns > 0)
		return slot->wall_ns / slot->cost_ns;
	return f->groups_cost_ns > 0 ? f->groups_wall_ns / f->groups_cost_ns : 1;
}

/* Mean of what is known, the nearer the more. NAN: nothing is. */
static double ratio_near(const struct forecast *f, const struct plan_group *g)
{
	const struct forecast_ratio *ratios = ratios_of(f, g->mode, g->new_file);
	size_t records = config_of(f)->records.n;
	double sum = 0, weights = 0, prior = exp(-NEAR_ESTIMATE);

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
	return weights > 0 ? sum / (weights + prior) : NAN;
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

static size_t cell_of(const struct forecast *f, const struct plan_group *g, size_t test)
{
	const struct cell_place place = { .mode = g->mode, .test = test, .f = g->f, .r = g->r, .d = g->d, .j = g->j };

	return cell_index(config_of(f), &place);
}

/*
 * A disturbed sample tells nothing of its own cell's next one, but how often there are such: what they cost is spread
 * over all cells that could show one.
 */
static double usual_cost_ns(const struct forecast *f, size_t cell)
{
	const struct tally_cell *c = &f->tally->cells[cell];

	return c->samples_n > 1 ? tally_usual_cost_ns(c) * f->disturbed : tally_cost_ns(c);
}

static double find_disturbed(const struct tally *tally)
{
	double all = 0, usual = 0;

	for (size_t i = 0; i < tally->cells_n; i++) {
		const struct tally_cell *c = &tally->cells[i];
		double cost = c->samples_n > 1 ? tally_cost_ns(c) : NAN;

		if (isnan(cost))
			continue;
		all += cost;
		usual += tally_usual_cost_ns(c);
	}
	return usual > 0 ? all / usual : 1;
}

/* What the wanted tests of a group cost: as they did, or their share of the whole as it is estimated. */
static double group_ns(const struct forecast *f, const struct plan_group *g, const struct asked *asked)
{
	size_t n = plan_select(f->tally->plan, g, f->indexes), unknown = 0, measured = 0;
	double known_ns = 0, shares = 0, next = 0;

	for (size_t i = n; i-- > 0;) {
		size_t cell = cell_of(f, g, f->indexes[i]);
		double share = forecast_need_share(f, cell, asked), cost = usual_cost_ns(f, cell);

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
	return known_ns * overhead(f, g);
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

void forecast_look(struct forecast *f, uint64_t pass)
{
	struct asked asked = { .pass = pass };
	double sum;

	f->disturbed = find_disturbed(f->tally);
	sum = whole_pass(f, &asked);
	f->is_most = false;
	for (asked.later = 1; pass + asked.later <= f->passes; asked.later++) {
		if (!(f->precision > 0)) {
			sum += whole_pass(f, &asked) * (double)(f->passes - pass);
			break;
		}
		if (forecast_need_is_over(f, &asked))
			break;
		f->is_most = !f->has_noise && pass + asked.later > 2;
		sum += whole_pass(f, &asked);
	}
	f->left_ns = sum;
	f->since_look = 0;
}

void forecast_begin_pass(struct forecast *f, uint64_t pass)
{
	forecast_need_judge(f, pass);
	forecast_look(f, pass);
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
		const struct tally_cell *cell = &f->tally->cells[cell_of(f, g, f->indexes[i])];

		with += tally_has(cell, pass);
		cost += fmax(0, tally_cost_ns(cell));
	}
	if (with == n && cost > 0 && wall_ns > 0) {
		f->groups_wall_ns += wall_ns;
		f->groups_cost_ns += cost;
		group_slot(f, g)->wall_ns += wall_ns;
		group_slot(f, g)->cost_ns += cost;
		learn(f, g, wall_ns);
	}
	if (++f->since_look >= f->look_every)
		forecast_look(f, pass);
}

void forecast_add_file(struct forecast *f, size_t i, uint64_t pass, double wall_ns)
{
	f->file_ns[i] = isnan(f->file_ns[i]) ? wall_ns : (f->file_ns[i] + wall_ns) / 2;
	forecast_begin_pass(f, pass);
}
