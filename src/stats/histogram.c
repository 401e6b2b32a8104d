#include "stats/histogram.h"

#include <math.h>
#include <string.h>

void histogram_init(struct histogram *h)
{
	memset(h, 0, sizeof(*h));
	h->min_ns = UINT64_MAX;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
	into->count += from->count;
	into->sum_ns += from->sum_ns;
	into->sum_squares += from->sum_squares;
	if (from->min_ns < into->min_ns)
		into->min_ns = from->min_ns;
	if (from->max_ns > into->max_ns)
		into->max_ns = from->max_ns;
}

uint64_t histogram_bucket_low(unsigned index)
{
	unsigned shift = index >> HISTOGRAM_SUB_BITS;

	if (shift < 2)
		return index;
	shift--;
	return (uint64_t)(index - (shift << HISTOGRAM_SUB_BITS)) << shift;
}

uint64_t histogram_bucket_high(unsigned index)
{
	return index + 1 < HISTOGRAM_BUCKETS ? histogram_bucket_low(index + 1) : 1ULL << HISTOGRAM_TOP_BITS;
}

uint64_t histogram_quantile(const struct histogram *h, double q)
{
	uint64_t rank = (uint64_t)ceil(q * (double)h->count), seen = 0, mid;
	unsigned i;

	if (!h->count)
		return UINT64_MAX;
	if (rank < 1)
		rank = 1;
	if (rank >= h->count)
		return h->max_ns;
	for (i = 0; i < HISTOGRAM_BUCKETS - 1; i++) {
		seen += h->bucket[i];
		if (seen >= rank)
			break;
	}
	mid = histogram_bucket_low(i) + (histogram_bucket_high(i) - histogram_bucket_low(i)) / 2;
	if (mid < h->min_ns)
		return h->min_ns;
	return mid > h->max_ns ? h->max_ns : mid;
}

double histogram_mean(const struct histogram *h)
{
	return h->count ? (double)h->sum_ns / (double)h->count : NAN;
}

double histogram_stddev(const struct histogram *h)
{
	double mean = histogram_mean(h), variance;

	if (!h->count)
		return NAN;
	variance = h->sum_squares / (double)h->count - mean * mean;
	return variance > 0 ? sqrt(variance) : 0;
}
