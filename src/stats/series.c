#include "stats/series.h"

#include "stats/robust.h"

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

/* values has room for them. */
static double median_of(const struct series *series, unsigned from, unsigned to, double *values)
{
	for (unsigned i = from; i < to; i++)
		values[i - from] = (double)series->bytes[i];
	return robust_of(values, to - from).median;
}

static bool fell_at(const struct series *series, unsigned at, unsigned n)
{
	double values[SERIES_SLOTS];

	return mean_of(series, at, n) < SERIES_FELL_BELOW * mean_of(series, 0, at) &&
	       median_of(series, at, n, values) < SERIES_FELL_BELOW * median_of(series, 0, at, values);
}

static bool has_fallen(const struct series *series, unsigned n)
{
	unsigned side = n / 10 > SERIES_SIDE_SLOTS ? n / 10 : SERIES_SIDE_SLOTS, step = n / 20 ? n / 20 : 1;

	for (unsigned at = side; at + side <= n; at += step) {
		if (fell_at(series, at, n))
			return true;
	}
	return false;
}

bool series_summarise(const struct series *series, uint64_t length_ns, struct series_summary *summary)
{
	uint64_t whole = length_ns / series->interval_ns;
	unsigned n = whole < SERIES_SLOTS ? (unsigned)whole : SERIES_SLOTS;
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
		.fell = has_fallen(series, n),
	};
	return true;
}
