#include "model/sample.h"

#include "stats/histogram.h"
#include "stats/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576.0

void sample_release(struct sample *sample)
{
	free(sample->series);
	sample->series = NULL;
	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		free(sample->latency[dir]);
		sample->latency[dir] = NULL;
	}
	for (int part = 0; part < LATENCY_PARTS_N; part++) {
		free(sample->part[part]);
		sample->part[part] = NULL;
	}
}

static void derive_latency(struct sample *sample, const struct histogram *h)
{
	sample->lat_min_ns = h->min_ns;
	sample->lat_max_ns = h->max_ns;
	sample->lat_mean_ns = histogram_mean(h);
	sample->lat_stddev_ns = histogram_stddev(h);
	sample->lat_p50_ns = histogram_quantile(h, 0.50);
	sample->lat_p90_ns = histogram_quantile(h, 0.90);
	sample->lat_p95_ns = histogram_quantile(h, 0.95);
	sample->lat_p99_ns = histogram_quantile(h, 0.99);
	sample->lat_p999_ns = histogram_quantile(h, 0.999);
	sample->lat_p9999_ns = histogram_quantile(h, 0.9999);
}

/* Of a mixed test all operations together, as with the parts; the histograms keep the two apart. */
static void derive_latency_of_both(struct sample *sample)
{
	struct histogram both;

	if (!sample->latency[IO_READ] || !sample->latency[IO_WRITE])
		return;
	histogram_init(&both);
	histogram_merge(&both, sample->latency[IO_READ]);
	histogram_merge(&both, sample->latency[IO_WRITE]);
	if (both.count)
		derive_latency(sample, &both);
}

static void derive_parts(struct sample *sample)
{
	const struct histogram *s = sample->part[LATENCY_SUBMISSION], *c = sample->part[LATENCY_COMPLETION];
	const struct histogram *i = sample->part[LATENCY_INTENDED];

	if (s && s->count) {
		sample->slat_mean_ns = histogram_mean(s);
		sample->slat_p50_ns = histogram_quantile(s, 0.50);
		sample->slat_p99_ns = histogram_quantile(s, 0.99);
		sample->slat_max_ns = s->max_ns;
	}
	if (c && c->count) {
		sample->clat_mean_ns = histogram_mean(c);
		sample->clat_p50_ns = histogram_quantile(c, 0.50);
		sample->clat_p99_ns = histogram_quantile(c, 0.99);
		sample->clat_max_ns = c->max_ns;
	}
	if (i && i->count) {
		sample->ilat_mean_ns = histogram_mean(i);
		sample->ilat_p50_ns = histogram_quantile(i, 0.50);
		sample->ilat_p99_ns = histogram_quantile(i, 0.99);
		sample->ilat_max_ns = i->max_ns;
	}
}

/* Up to when all jobs were at work: that fewer of them move less is no fall. */
static uint64_t together_ns(const struct sample *sample)
{
	bool wall = sample->repetitions == 1 && sample->clocked_ns < sample->total_ns;

	return wall ? sample->clocked_ns : sample->total_ns;
}

static void derive_series(struct sample *sample)
{
	struct series_summary summary;

	if (!sample->series || !series_summarise(sample->series, sample->total_ns, &summary))
		return;
	sample->series_min_mib_s = summary.min / MIB;
	sample->series_max_mib_s = summary.max / MIB;
	sample->series_mean_mib_s = summary.mean / MIB;
	sample->series_stddev_mib_s = summary.stddev / MIB;
	if (series_summarise(sample->series, together_ns(sample), &summary))
		sample->fell = summary.fell;
}

/* Only where all bytes went one way can they be compared with the device's. */
static void derive_share(struct sample *sample, enum io_dir dir)
{
	uint64_t device = dir == IO_READ ? sample->device_read_bytes : sample->device_write_bytes;
	/* The device's counters know nothing of the moment when the first job was done. */
	uint64_t asked = sample->total_bytes != SAMPLE_ABSENT ? sample->total_bytes : sample->bytes;

	if (device != SAMPLE_ABSENT && asked > 0)
		sample->device_share = (double)device / (double)asked;
}

/* A flush that the rate does not count moves bytes after the answer. */
static void derive_answer(struct sample *sample, enum io_dir dir)
{
	uint64_t asked = sample->total_bytes != SAMPLE_ABSENT ? sample->total_bytes : sample->bytes;
	uint64_t device = dir == IO_READ	   ? sample->device_stop_read_bytes :
			  sample->flush_counted == 1 ? sample->device_write_bytes :
						       sample->device_stop_write_bytes;
	const char *who = "both";

	if (device == SAMPLE_ABSENT || !asked)
		return;
	if ((double)device >= 0.9 * (double)asked)
		who = "device";
	else if ((double)device <= 0.1 * (double)asked)
		who = "page cache";
	snprintf(sample->answered_by, sizeof(sample->answered_by), "%s", who);
}

/*
 * The histogram of the one way that the operations went. NULL where they went both: a mixed test has no single share.
 */
static const struct histogram *only_direction(const struct sample *sample)
{
	const struct histogram *reads = sample->latency[IO_READ], *writes = sample->latency[IO_WRITE];

	if (!reads || !writes)
		return reads ? reads : writes;
	if (!reads->count == !writes->count)
		return NULL;
	return reads->count ? reads : writes;
}

void sample_derive(struct sample *sample)
{
	const struct histogram *only;
	uint64_t ns = sample->clocked_ns;

	if (!sample_ok(sample) || ns == SAMPLE_ABSENT)
		return;
	if (sample->flush_counted == 1 && sample->flush_ns != SAMPLE_ABSENT)
		ns += sample->flush_ns;
	if (sample->close_counted == 1 && sample->close_ns != SAMPLE_ABSENT)
		ns += sample->close_ns;
	if (ns > 0 && sample->bytes > 0) {
		sample->throughput_mib_s = (double)sample->bytes / 1048576.0 / ((double)ns / 1e9);
		sample->iops = (double)sample->operations / ((double)ns / 1e9);
	}
	derive_parts(sample);
	derive_series(sample);
	only = only_direction(sample);
	if (!only)
		derive_latency_of_both(sample);
	else if (only->count)
		derive_latency(sample, only);
	if (only) {
		derive_share(sample, only == sample->latency[IO_READ] ? IO_READ : IO_WRITE);
		derive_answer(sample, only == sample->latency[IO_READ] ? IO_READ : IO_WRITE);
	}
}

bool sample_ok(const struct sample *sample)
{
	return !strcmp(sample->status, "ok");
}

bool sample_confirms(const struct sample *sample)
{
	return !strcmp(sample->purpose, SAMPLE_CONFIRM);
}
