/*
 * series: bytes over time, in memory that does not grow.
 *
 * Time from a start on is cut into slots of equal length, SERIES_FIRST_NS at first. What lies behind the last slot that
 * there is room for makes every two slots one of twice the length, so that at least half of the slots are in use once
 * it has happened. What took longer than a slot is spread evenly over its time; not a byte is lost.
 */
#ifndef IOSWEEP_STATS_SERIES_H
#define IOSWEEP_STATS_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#define SERIES_SLOTS 240
#define SERIES_FIRST_NS 10000000U

/*
 * Throughput has fallen when there is a moment behind which both the mean and the median of the slots are below this share
 * of what they were before it. Before and behind it lies a tenth of the slots, and no fewer than ten, which single hiccups
 * do not fill; the mean alone would follow a long one, and the median a device that works in bursts.
 */
#define SERIES_FELL_BELOW 0.5
#define SERIES_SIDE_SLOTS 10
#define SERIES_LEAST_SLOTS 30 /* that a summary needs */

struct series {
	uint64_t interval_ns; /* of a slot */
	unsigned n; /* slots in use; the others hold 0 */
	uint64_t bytes[SERIES_SLOTS];
};

void series_init(struct series *series);

/* Adds bytes that were moved evenly from from_ns to to_ns (>= from_ns) since the start. */
void series_add(struct series *series, uint64_t from_ns, uint64_t to_ns, uint64_t bytes);

/* Adds what another series has, whose start was at_ns after this one's, and which lasted length_ns. */
void series_merge(struct series *into, const struct series *from, uint64_t at_ns, uint64_t length_ns);

struct series_summary {
	double min, max, mean, stddev; /* bytes/s of the slots; the deviation is that of the population */
	bool fell;
};

/* Of the slots that lie whole within length_ns. false: there are fewer than SERIES_LEAST_SLOTS. */
bool series_summarise(const struct series *series, uint64_t length_ns, struct series_summary *summary);

#endif
