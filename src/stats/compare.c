#include "stats/compare.h"

#include "stats/discovery.h"
#include "stats/student.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static enum compare_basis basis_of(const struct compare_cell *cell, struct noise prior)
{
	if (!cell->base.n || !cell->run.n)
		return COMPARE_NOTHING;
	if (cell->base.n > 1 && cell->run.n > 1)
		return COMPARE_BOTH;
	if (cell->base.n > 1 || cell->run.n > 1)
		return COMPARE_ONE;
	return prior.df > 0 ? COMPARE_OTHERS : COMPARE_ASSUMED;
}

static void judge(struct compare_cell *cell, struct noise own, struct noise prior, double floor)
{
	static const struct noise assumed = { COMPARE_ASSUMED_SD * COMPARE_ASSUMED_SD, INFINITY };
	struct noise noise;
	double difference, half;

	cell->basis = basis_of(cell, prior);
	cell->ratio = cell->low = cell->high = cell->error = cell->p = NAN;
	if (cell->basis == COMPARE_NOTHING)
		return;
	noise = noise_of_cell(own, cell->basis == COMPARE_ASSUMED ? assumed : prior, floor);
	difference = cell->run.mean - cell->base.mean;
	cell->error = sqrt(noise.variance * (1.0 / (double)cell->base.n + 1.0 / (double)cell->run.n));
	half = student_quantile(1 - COMPARE_CONFIDENCE, noise.df) * cell->error;
	cell->ratio = exp(difference);
	cell->low = exp(difference - half);
	cell->high = exp(difference + half);
	cell->p = student_two_sided(difference / cell->error, noise.df);
}

static size_t known(const struct noise *own, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += own[i].df > 0;
	return count;
}

static void judge_all(struct compare_cell *cells, const struct noise *own, size_t n, double floor)
{
	struct noise all = noise_prior(own, n, floor);

	for (size_t from = 0, to; from < n; from = to) {
		struct noise prior = all;

		for (to = from + 1; to < n && cells[to].group == cells[from].group; to++)
			;
		if (known(own + from, to - from) >= COMPARE_GROUP_LEAST)
			prior = noise_prior(own + from, to - from, floor);
		for (size_t i = from; i < to; i++)
			judge(&cells[i], own[i], prior, floor);
	}
}

int compare_cells(struct compare_cell *cells, size_t n, double floor)
{
	struct noise *own = calloc(n + 1, sizeof(*own));
	double *p = calloc(n + 1, sizeof(*p)), *q = calloc(n + 1, sizeof(*q));
	int ret = own && p && q ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < n; i++)
		own[i] = noise_join(noise_of_samples(&cells[i].base), noise_of_samples(&cells[i].run));
	if (!ret)
		judge_all(cells, own, n, floor);
	for (size_t i = 0; !ret && i < n; i++)
		p[i] = cells[i].p;
	if (!ret)
		ret = discovery_rates(p, n, q);
	for (size_t i = 0; !ret && i < n; i++) {
		cells[i].q = q[i];
		cells[i].differs = q[i] <= COMPARE_RATE;
	}
	free(own);
	free(p);
	free(q);
	return ret;
}

static void count_cell(struct compare_summary *s, const struct compare_cell *cells, size_t i)
{
	const struct compare_cell *cell = &cells[i];

	if (!s->cells++)
		s->lowest = s->highest = i;
	s->guesses += compare_is_guess(cell->basis);
	s->lower += cell->differs && cell->ratio < 1;
	s->higher += cell->differs && cell->ratio > 1;
	if (cell->ratio < cells[s->lowest].ratio)
		s->lowest = i;
	if (cell->ratio > cells[s->highest].ratio)
		s->highest = i;
}

struct compare_summary compare_summarise(const struct compare_cell *cells, size_t n)
{
	struct compare_summary s = { .mean = NAN, .mean_low = NAN, .mean_high = NAN };
	double sum = 0, squares = 0, half;

	for (size_t i = 0; i < n; i++) {
		if (cells[i].basis == COMPARE_NOTHING)
			continue;
		count_cell(&s, cells, i);
		sum += log(cells[i].ratio);
		squares += cells[i].error * cells[i].error;
	}
	if (!s.cells)
		return s;
	half = student_quantile(1 - COMPARE_CONFIDENCE, INFINITY) * sqrt(squares) / (double)s.cells;
	s.mean = exp(sum / (double)s.cells);
	s.mean_low = exp(sum / (double)s.cells - half);
	s.mean_high = exp(sum / (double)s.cells + half);
	return s;
}
