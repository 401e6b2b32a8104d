/*
 * histogram: latencies in log-linear buckets.
 *
 * Values below 128 ns have a bucket each; above, every power of two is cut into 64 equal buckets, so that a bucket
 * is at most 1/64 of its value wide and its middle at most 0.8 % off. The last octave ends at 2^42 ns (73 minutes);
 * what is longer is counted in the last bucket, while min, max and sums stay exact. This is the layout of
 * HdrHistogram (G. Tene), with fixed bounds so that recording is a shift, an add and no branch on the data.
 *
 * Recording takes no lock: one histogram a worker, histogram_merge afterwards.
 */
#ifndef IOSWEEP_STATS_HISTOGRAM_H
#define IOSWEEP_STATS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_SUB_BITS 6
#define HISTOGRAM_TOP_BITS 42
#define HISTOGRAM_BUCKETS ((HISTOGRAM_TOP_BITS - HISTOGRAM_SUB_BITS + 1) << HISTOGRAM_SUB_BITS)

struct histogram {
	uint64_t count, min_ns, max_ns; /* min and max are meaningful when count > 0 */
	uint64_t sum_ns;
	double sum_squares; /* ns^2 */
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_init(struct histogram *h);

static inline unsigned histogram_index(uint64_t ns)
{
	unsigned shift;

	if (ns >= 1ULL << HISTOGRAM_TOP_BITS)
		return HISTOGRAM_BUCKETS - 1;
	if (ns < 2ULL << HISTOGRAM_SUB_BITS)
		return (unsigned)ns;
	shift = (unsigned)(63 - __builtin_clzll(ns)) - HISTOGRAM_SUB_BITS;
	return (shift << HISTOGRAM_SUB_BITS) + (unsigned)(ns >> shift);
}

/*
 * What of recording a value follows from no others; histogram_add_sums() does the rest for several at a time. Until then
 * the histogram has too few.
 */
static inline void histogram_record_apart(struct histogram *h, uint64_t ns)
{
	double square = (double)(int64_t)ns;

	h->bucket[histogram_index(ns)]++;
	h->sum_squares += square * square;
	if (__builtin_expect(ns < h->min_ns, 0))
		h->min_ns = ns;
	if (__builtin_expect(ns > h->max_ns, 0))
		h->max_ns = ns;
}

static inline void histogram_add_sums(struct histogram *h, uint64_t count, uint64_t sum_ns)
{
	h->count += count;
	h->sum_ns += sum_ns;
}

static inline void histogram_record(struct histogram *h, uint64_t ns)
{
	histogram_record_apart(h, ns);
	histogram_add_sums(h, 1, ns);
}

void histogram_merge(struct histogram *into, const struct histogram *from);

/* The smallest and one past the largest value of a bucket, in ns. */
uint64_t histogram_bucket_low(unsigned index);
uint64_t histogram_bucket_high(unsigned index);

/*
 * The value that a share q (0..1) of the records do not exceed: the middle of the bucket that holds record
 * ceil(q*count), never outside [min, max]. UINT64_MAX when nothing was recorded.
 */
uint64_t histogram_quantile(const struct histogram *h, double q);

double histogram_mean(const struct histogram *h); /* exact; NAN when empty */
double histogram_stddev(const struct histogram *h); /* of the population; NAN when empty */

#endif
