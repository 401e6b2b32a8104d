#include "stats/series.h"

#include <math.h>
#include <string.h>

void series_init(struct series *series)
{
	memset(series, 0, sizeof(*series));
	series->interval_ns = SERIES_FIRST_NS;
}

static void halve(struct series *series)
{
	for (unsigned i = 0; i < SERIES_SLOTS / 2; i++)
		series->bytes[i] = series->bytes[2 * i] + series->bytes[2 * i + 1];
	memset(series->bytes + SERIES_SLOTS / 2, 0, sizeof(series->bytes) / 2);
	series->n = (series->n + 1) / 2;
	series->interval_ns *= 2;
}

/* The part of bytes, moved evenly within length_ns, that was moved in the first done_ns. */
static uint64_t part(uint64_t bytes, uint64_t done_ns, uint64_t length_ns)
{
	return (uint64_t)((unsigned __int128)bytes * done_ns / length_ns);
}

void series_add(struct series *series, uint64_t from_ns, uint64_t to_ns, uint64_t bytes)
{
	uint64_t end_ns = to_ns > from_ns ? to_ns : from_ns + 1, given = 0;

	while ((end_ns - 1) / series->interval_ns >= SERIES_SLOTS)
		halve(series);
	for (uint64_t slot = from_ns / series->interval_ns; slot * series->interval_ns < end_ns; slot++) {
		uint64_t slot_end = (slot + 1) * series->interval_ns, until = slot_end < end_ns ? slot_end : end_ns;
		uint64_t sum = part(bytes, until - from_ns, end_ns - from_ns);

		series->bytes[slot] += sum - given;
		given = sum;
		series->n = slot >= series->n ? (unsigned)slot + 1 : series->n;
	}
}

void series_merge(struct series *into, const struct series *from, uint64_t at_ns, uint64_t length_ns)
{
	for (unsigned i = 0; i < from->n; i++) {
		uint64_t start = i * from->interval_ns, end = start + from->interval_ns;

		if (from->bytes[i])
			series_add(into, at_ns + start, at_ns + (end < length_ns ? end : length_ns), from->bytes[i]);
	}
}

static double mean_of(const struct series *series, unsigned from, unsigned to)
{
	double sum = 0;

	for (unsigned i = from; i < to; i++)
		sum += (double)series->bytes[i];
	return sum / (to - from);
}

bool series_summarise(const struct series *series, uint64_t length_ns, struct series_summary *summary)
{
	uint64_t whole = length_ns / series->interval_ns;
	unsigned n = whole < SERIES_SLOTS ? (unsigned)whole : SERIES_SLOTS, third = n / 3;
	double per_s = 1e9 / (double)series->interval_ns, mean, squares = 0;
	uint64_t min = UINT64_MAX, max = 0;

	if (n < SERIES_LEAST_SLOTS)
		return false;
	mean = mean_of(series, 0, n);
	for (unsigned i = 0; i < n; i++) {
		uint64_t bytes = series->bytes[i];

		min = bytes < min ? bytes : min;
		max = bytes > max ? bytes : max;
		squares += ((double)bytes - mean) * ((double)bytes - mean);
	}
	*summary = (struct series_summary){
		.min = (double)min * per_s,
		.max = (double)max * per_s,
		.mean = mean * per_s,
		.stddev = sqrt(squares / n) * per_s,
		.fell = mean_of(series, n - third, n) < SERIES_FELL_BELOW * mean_of(series, 0, third),
	};
	return true;
}
