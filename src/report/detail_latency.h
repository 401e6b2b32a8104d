/* detail_latency: the latencies of all jobs and passes of a cell, as lines of the report detail. */
#ifndef IOSWEEP_REPORT_DETAIL_LATENCY_H
#define IOSWEEP_REPORT_DETAIL_LATENCY_H

#include "base/strbuf.h"
#include "model/sample.h"

struct latencies {
	/* Owned; NULL until a sample has one. By enum io_dir, and by enum latency_part. */
	struct histogram *whole[IO_DIRS_N], *part[LATENCY_PARTS_N];
};

/* Merges a sample's histograms. 0 or -ENOMEM. */
int latencies_take(struct latencies *latencies, const struct sample *sample);
void latencies_release(struct latencies *latencies);

/* Of each direction extremes, mean, deviation, percentiles and distribution; of the parts all but the last. */
void detail_add_latencies(const struct latencies *latencies, struct strbuf *out);

#endif
