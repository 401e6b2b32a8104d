#include "model/metric.h"

#include <math.h>
#include <string.h>

static double count(uint64_t value)
{
	return value == SAMPLE_ABSENT ? NAN : (double)value;
}

static double throughput(const struct sample *s)
{
	return s->throughput_mib_s;
}

static double iops(const struct sample *s)
{
	return s->iops;
}

static double mean(const struct sample *s)
{
	return s->lat_mean_ns / 1e3;
}

static double p50(const struct sample *s)
{
	return count(s->lat_p50_ns) / 1e3;
}

static double p90(const struct sample *s)
{
	return count(s->lat_p90_ns) / 1e3;
}

static double p95(const struct sample *s)
{
	return count(s->lat_p95_ns) / 1e3;
}

static double p99(const struct sample *s)
{
	return count(s->lat_p99_ns) / 1e3;
}

static double p999(const struct sample *s)
{
	return count(s->lat_p999_ns) / 1e3;
}

static double p9999(const struct sample *s)
{
	return count(s->lat_p9999_ns) / 1e3;
}

static double longest(const struct sample *s)
{
	return count(s->lat_max_ns) / 1e3;
}

/* Several jobs may have moved more than counts for their rate; their processors worked for all of it. */
static double cpu(const struct sample *s)
{
	uint64_t ns = s->total_ns != SAMPLE_ABSENT ? s->total_ns : s->clocked_ns;

	return 100 * (count(s->cpu_user_ns) + count(s->cpu_system_ns)) / count(ns);
}

static double cpu_per_operation(const struct sample *s)
{
	double bytes = s->total_bytes != SAMPLE_ABSENT ? count(s->total_bytes) : count(s->bytes);
	double operations = count(s->operations) * bytes / count(s->bytes);

	return (count(s->cpu_user_ns) + count(s->cpu_system_ns)) / operations / 1e3;
}

static double device_share(const struct sample *s)
{
	return 100 * s->device_share;
}

#define EXACT 1e-4
#define HISTOGRAM 0.005 /* standard deviation within a bucket, 1/64 of its value wide */

#define ROW(member, name_, title_, unit_, help_, value_, of_cell_, better_, resolution_) \
	static const struct metric member##_row = { name_, title_, unit_, help_, value_, of_cell_, better_, resolution_ }

ROW(throughput, "throughput", "Throughput", "MiB/s", "bytes over time", throughput,
    false, METRIC_HIGHER, EXACT);
ROW(iops, "iops", "Operations", "1/s", "operations over time", iops, false, METRIC_HIGHER, EXACT);
ROW(mean, "mean", "Mean latency", "us", "of one operation", mean, false, METRIC_LOWER, EXACT);
ROW(p50, "p50", "Median latency", "us", "of one operation", p50, false, METRIC_LOWER, HISTOGRAM);
ROW(p90, "p90", "90 % latency", "us", "that 90 % of operations do not exceed", p90,
    false, METRIC_LOWER, HISTOGRAM);
ROW(p95, "p95", "95 % latency", "us", "that 95 % do not exceed", p95, false, METRIC_LOWER, HISTOGRAM);
ROW(p99, "p99", "99 % latency", "us", "that 99 % do not exceed", p99, false, METRIC_LOWER, HISTOGRAM);
ROW(p999, "p99.9", "99.9 % latency", "us", "that 99.9 % do not exceed", p999, false, METRIC_LOWER, HISTOGRAM);
ROW(p9999, "p99.99", "99.99 % latency", "us", "that 99.99 % do not exceed", p9999,
    false, METRIC_LOWER, HISTOGRAM);
ROW(max, "max", "Longest latency", "us", "of one operation", longest, false, METRIC_LOWER, EXACT);
ROW(cpu, "cpu", "CPU use", "%", "user and system time over time, 100 is one CPU", cpu,
    false, METRIC_LOWER, EXACT);
ROW(cpu_op, "cpu-per-op", "CPU time of an operation", "us", "user and system", cpu_per_operation,
    false, METRIC_LOWER, EXACT);
ROW(spread, "spread", "Spread of throughput", "%", "range of the samples over their median", throughput,
    true, METRIC_NEITHER, EXACT);
ROW(share, "device-share", "Device share", "%", "bytes that the device moved over bytes asked for", device_share,
    false, METRIC_NEITHER, EXACT);

const struct metric *const metrics[] = {
	&throughput_row, &iops_row, &mean_row,	&p50_row, &p90_row,    &p95_row,    &p99_row,
	&p999_row,	 &p9999_row, &max_row,	&cpu_row, &cpu_op_row, &spread_row, &share_row,
};

const size_t metrics_n = sizeof(metrics) / sizeof(*metrics);

bool metric_is_rate(const struct metric *metric)
{
	return metric == &throughput_row || metric == &iops_row;
}

bool metric_is_throughput(const struct metric *metric)
{
	return metric == metrics[0];
}
