/* What the trials of an estimate tell of the costs. */
#include "sweep/estimate_trials.h"

#include "sweep/estimate_internal.h"

#include <math.h>

#define FLUSH_NS 1000000.0

static struct estimate_cost *cost_at(const struct trials *t, const struct try_at *try, size_t test)
{
	size_t size = (size_t)(t->size - t->estimate->sizes);

	return &t->estimate->costs[estimate_cost_index(t->plan, size, try->corner, try->mode, test)];
}

/* The least of what several records tell is the least disturbed. */
static void keep_least(double *least, double value, bool first)
{
	*least = first ? value : fmin(*least, value);
}

void trials_note_sample(const struct trials *t, const struct try_at *try, size_t test, const struct sample *s)
{
	struct estimate_cost *cost = cost_at(t, try, test);
	double repetitions = (double)s->repetitions;

	if (!sample_ok(s) || !s->operations)
		return;
	cost->operation_ns[try->record] = (double)s->clocked_ns / (double)s->operations;
	keep_least(&cost->flush_ns, s->flush_ns == SAMPLE_ABSENT ? 0 : (double)s->flush_ns / repetitions, !try->record);
	keep_least(&cost->flush_bytes, (double)s->bytes / repetitions, !try->record);
	keep_least(&cost->setup_ns, (double)s->setup_ns / repetitions, !try->record);
}

void trials_note_group(const struct trials *t, const struct try_at *try, const struct timing *spent, size_t n)
{
	double files = config_files(t->plan->config), moved = 0, seen = 0;

	for (size_t i = 0; i < n; i++) {
		if (!sample_ok(&t->samples[i]))
			continue;
		moved += (double)t->samples[i].bytes;
		seen += (double)t->samples[i].repetitions * (double)t->size->file_size * files;
	}
	for (size_t i = 0; i < n && moved > 0; i++) {
		struct estimate_cost *cost = cost_at(t, try, t->indexes[i]);

		keep_least(&cost->cache_byte_ns, (double)spent->ns[TIMING_CACHE] / seen, !try->record);
		keep_least(&cost->verify_byte_ns, (double)spent->ns[TIMING_VERIFYING] / moved, !try->record);
	}
}

/* A record that was not tried again costs what the same one did. */
static void fill_records(const struct trials *t)
{
	size_t n = (size_t)ESTIMATE_CORNERS * MODES_N * t->plan->tests_n;
	struct estimate_cost *costs = &t->estimate->costs[(size_t)(t->size - t->estimate->sizes) * n];

	for (size_t i = 0; i < n; i++) {
		for (int record = 1; record < ESTIMATE_RECORDS; record++) {
			if (!(costs[i].operation_ns[record] > 0))
				costs[i].operation_ns[record] = costs[i].operation_ns[record - 1];
		}
	}
}

/*
 * Part of a flush is for the data, part for making it known, and trials of one size cannot tell them apart. In device
 * mode the data is there before: its flush is the second part. Without device mode that is taken for a millisecond.
 */
static void split_flushes(const struct trials *t)
{
	size_t n = t->plan->tests_n;

	for (size_t i = 0; i < ESTIMATE_CORNERS * n; i++) {
		const struct try_at at = { .corner = i / n, .mode = MODE_CACHED }, direct = { .corner = i / n, .mode = MODE_DEVICE };
		const struct estimate_cost *device = cost_at(t, &direct, i % n);
		struct estimate_cost *cached = cost_at(t, &at, i % n);
		double fixed = fmin(cached->flush_ns, device->flush_bytes > 0 ? device->flush_ns : FLUSH_NS);

		if (cached->flush_bytes > 0)
			cached->flush_byte_ns = (cached->flush_ns - fixed) / cached->flush_bytes;
		cached->flush_ns = fixed;
	}
}

void trials_end_size(const struct trials *t)
{
	fill_records(t);
	split_flushes(t);
}
