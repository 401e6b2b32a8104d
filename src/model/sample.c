#include "model/sample.h"

#include "stats/histogram.h"
#include "stats/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB 1048576.0

#define FIELD(type_, member, unit_, help_) \
	{ #member, unit_, help_, type_, offsetof(struct sample, member), sizeof(((struct sample *)0)->member) }
#define S(member, help) FIELD(FIELD_STRING, member, "", help)
#define U(member, unit, help) FIELD(FIELD_U64, member, unit, help)
#define D(member, unit, help) FIELD(FIELD_F64, member, unit, help)
#define B(member, help) FIELD(FIELD_FLAG, member, "", help)

const struct sample_field sample_fields[] = {
	S(mode, "device or cached"),
	S(test, "pattern, or API:pattern"),
	S(api, "how I/O was issued"),
	S(pattern, "order of the accesses"),
	U(file_size_bytes, "B", "size of the file"),
	U(record_size_bytes, "B", "size of one operation"),
	U(depth, "", "I/Os in flight per job"),
	U(jobs, "", "workers"),
	U(pass, "", "trip over the grid, from 1"),
	U(sequence, "", "place in the run, from 1"),
	U(started_ns, "ns", "start, since the epoch, UTC"),
	U(elapsed_ns, "ns", "time of the run when the sample was stored, without pauses"),
	S(purpose, "why beside the sweep: refine, or confirm, which counts by itself"),
	S(status, "ok, failed or skipped"),
	S(error, "why not ok"),
	U(error_number, "", "errno of the failure"),
	U(error_offset_bytes, "B", "place in the file where it failed"),
	U(bytes, "B", "moved within the clock"),
	U(operations, "", "done within the clock"),
	U(repetitions, "", "times that the work was repeated to fill the minimum time"),
	U(clocked_ns, "ns", "first I/O to last completion, all repetitions"),
	U(flush_ns, "ns", "making the written data stable afterwards"),
	B(flush_counted, "throughput counts flush_ns"),
	U(close_ns, "ns", "closing the file after that"),
	B(close_counted, "throughput counts close_ns"),
	U(first_bytes, "B", "moved by the first repetition"),
	U(first_ns, "ns", "clocked by the first repetition"),
	U(touched_bytes, "B", "part of the file that was accessed"),
	B(cut, "ended by the time limit before the whole file was accessed"),
	U(start_offset_bytes, "B", "where a sequential sample began"),
	U(end_offset_bytes, "B", "where a sequential sample ended"),
	U(short_transfers, "", "operations completed in more than one piece"),
	D(depth_reached, "", "I/Os in flight, mean over the clocked time"),
	U(submit_calls, "", "calls that handed operations to the kernel"),
	U(reap_calls, "", "calls that took completions"),
	U(submit_ns, "ns", "time inside the calls that hand over operations"),
	U(throttle_ns, "ns", "clocked time of the jobs in which --rate or --think-time let nothing be in flight"),
	B(serialised, "over half of the clocked time went inside submit: the depth was not there"),
	U(total_bytes, "B", "moved by all jobs until the last was done"),
	U(total_operations, "", "done by all jobs until the last was done"),
	U(total_ns, "ns", "from the first job's start to the last one's end"),
	D(jobs_rate_mib_s, "MiB/s", "sum of the jobs' own rates"),
	D(throughput_mib_s, "MiB/s", "bytes over clocked time and what else is counted"),
	D(iops, "1/s", "operations over that time"),
	D(series_min_mib_s, "MiB/s", "throughput in the slowest of the equal slots of a sample over 2 s"),
	D(series_max_mib_s, "MiB/s", "throughput in the fastest slot"),
	D(series_mean_mib_s, "MiB/s", "mean throughput of the slots"),
	D(series_stddev_mib_s, "MiB/s", "standard deviation of the slots' throughput"),
	B(fell, "the last third of the slots had less than half of the throughput of the first third"),
	U(lat_min_ns, "ns", "shortest operation"),
	D(lat_mean_ns, "ns", "mean latency of an operation"),
	D(lat_stddev_ns, "ns", "standard deviation of the latency"),
	U(lat_p50_ns, "ns", "median latency"),
	U(lat_p90_ns, "ns", "90th percentile of the latency"),
	U(lat_p95_ns, "ns", "95th percentile of the latency"),
	U(lat_p99_ns, "ns", "99th percentile of the latency"),
	U(lat_p999_ns, "ns", "99.9th percentile of the latency"),
	U(lat_p9999_ns, "ns", "99.99th percentile of the latency"),
	U(lat_max_ns, "ns", "longest operation"),
	D(slat_mean_ns, "ns", "mean time to hand over an operation"),
	U(slat_p50_ns, "ns", "median time to hand over an operation"),
	U(slat_p99_ns, "ns", "99th percentile of the time to hand over an operation"),
	U(slat_max_ns, "ns", "longest time to hand over an operation"),
	D(clat_mean_ns, "ns", "mean time from handed over to completed"),
	U(clat_p50_ns, "ns", "median time from handed over to completed"),
	U(clat_p99_ns, "ns", "99th percentile of the time from handed over to completed"),
	U(clat_max_ns, "ns", "longest time from handed over to completed"),
	D(ilat_mean_ns, "ns", "mean time from when the rate wanted the operation to begin to its end"),
	U(ilat_p50_ns, "ns", "median time from when the rate wanted the operation to begin to its end"),
	U(ilat_p99_ns, "ns", "99th percentile of the time from when the rate wanted it to begin to its end"),
	U(ilat_max_ns, "ns", "longest time from when the rate wanted the operation to begin to its end"),
	S(clock, "what the time stamps come from"),
	D(stamp_cost_ns, "ns", "cost of one time stamp, one an operation, inside clocked_ns"),
	B(direct, "O_DIRECT in effect"),
	U(setup_ns, "ns", "preparing files and caches, outside the clock"),
	U(quiet_ns, "ns", "waiting until the device was quiet"),
	U(cpu_user_ns, "ns", "CPU time in user mode within the clock"),
	U(cpu_system_ns, "ns", "CPU time in the kernel within the clock"),
	U(minor_faults, "", "page faults without I/O"),
	U(major_faults, "", "page faults with I/O"),
	U(voluntary_switches, "", "context switches by waiting"),
	U(involuntary_switches, "", "context switches by the scheduler"),
	U(steal_ns, "ns", "CPU time taken by the hypervisor, all CPUs"),
	U(device_read_bytes, "B", "read from the block device up to the end of the flush"),
	U(device_write_bytes, "B", "written to the block device up to the end of the flush"),
	D(device_share, "", "device bytes of the test's direction over bytes asked for"),
	U(device_stop_read_bytes, "B", "read from the block device up to the end of the I/O"),
	U(device_stop_write_bytes, "B", "written to the block device up to the end of the I/O, before the flush"),
	U(members_read_bytes, "B", "read from the members of the array below, up to the end of the flush"),
	U(members_write_bytes, "B", "written to the members of the array below"),
	U(disks_read_bytes, "B", "read from the whole disks at the bottom"),
	U(disks_write_bytes, "B", "written to the whole disks at the bottom"),
	U(device_reads, "", "read requests that the block device has done, up to the end of the flush"),
	U(device_writes, "", "write requests that it has done"),
	U(device_read_merges, "", "reads that were merged into others before they reached it"),
	U(device_write_merges, "", "writes that were merged into others"),
	U(device_flushes, "", "cache flushes that it has done; counted on whole disks only"),
	U(device_busy_ns, "ns", "time in which it had any request"),
	U(device_queue_ns, "ns", "time that its requests were there, summed over the requests"),
	U(members_reads, "", "read requests that the array's members have done, summed over them"),
	U(members_writes, "", "write requests that they have done"),
	U(members_read_merges, "", "their reads that were merged into others"),
	U(members_write_merges, "", "their writes that were merged into others"),
	U(members_busy_ns, "ns", "time in which they had any request, summed over them"),
	U(members_queue_ns, "ns", "time that their requests were there, summed over the requests"),
	U(device_span_ns, "ns", "time over which the device's counters ran"),
	U(own_read_bytes, "B", "fetched from storage by this program, by the kernel's account"),
	U(own_write_bytes, "B", "given to storage or left for writing by this program, by the kernel's account"),
	U(others_read_bytes, "B", "read from the device or its disk beyond this program's own"),
	U(others_write_bytes, "B", "written to the device or its disk beyond what this program's work explains"),
	S(answered_by, "page cache, device or both: who dealt with the bytes within the clock"),
	B(contaminated, "I/O of others, or an array that rebuilds, disturbed the sample"),
	S(contaminated_by, "reads, writes, or what the array did"),
	S(md_sync_action, "what the md array did besides"),
	U(md_degraded, "", "members that the md array lacked"),
	U(stuck_ns, "ns", "the longest I/O, where it took longer than --stuck-after"),
	U(stuck_offset_bytes, "B", "place in the file of that I/O; none for a flush and the like"),
	U(drop_residue_bytes, "B", "of the files, left in the page cache by dropping them; the most of all repetitions"),
	U(resident_before_bytes, "B", "of the file in the page cache before the first repetition"),
	U(extents, "", "extents of the file"),
	U(unwritten_bytes, "B", "allocated but not yet written part of the file"),
	U(physical_start_bytes, "B", "place of the file's first extent on its block device"),
};

const size_t sample_fields_n = sizeof(sample_fields) / sizeof(sample_fields[0]);

const struct sample_field *sample_field_find(const char *name)
{
	for (size_t i = 0; i < sample_fields_n; i++) {
		if (!strcmp(sample_fields[i].name, name))
			return &sample_fields[i];
	}
	return NULL;
}

static const void *at(const struct sample_field *field, const struct sample *sample)
{
	return (const char *)sample + field->offset;
}

bool sample_field_absent(const struct sample_field *field, const struct sample *sample)
{
	const void *p = at(field, sample);

	switch (field->type) {
	case FIELD_STRING:
		return !*(const char *)p;
	case FIELD_U64:
		return *(const uint64_t *)p == SAMPLE_ABSENT;
	case FIELD_F64:
		return isnan(*(const double *)p);
	case FIELD_FLAG:
		return *(const int8_t *)p < 0;
	}
	return true;
}

double sample_field_number(const struct sample_field *field, const struct sample *sample)
{
	const void *p = at(field, sample);

	if (field->type == FIELD_STRING || sample_field_absent(field, sample))
		return NAN;
	if (field->type == FIELD_U64)
		return (double)*(const uint64_t *)p;
	return field->type == FIELD_F64 ? *(const double *)p : (double)*(const int8_t *)p;
}

static void set_absent(const struct sample_field *field, struct sample *sample)
{
	void *p = (char *)sample + field->offset;

	switch (field->type) {
	case FIELD_STRING:
		*(char *)p = '\0';
		break;
	case FIELD_U64:
		*(uint64_t *)p = SAMPLE_ABSENT;
		break;
	case FIELD_F64:
		*(double *)p = NAN;
		break;
	case FIELD_FLAG:
		*(int8_t *)p = -1;
		break;
	}
}

void sample_init(struct sample *sample)
{
	memset(sample, 0, sizeof(*sample));
	for (size_t i = 0; i < sample_fields_n; i++)
		set_absent(&sample_fields[i], sample);
}

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

static void derive_series(struct sample *sample)
{
	struct series_summary summary;

	if (!sample->series || !series_summarise(sample->series, sample->total_ns, &summary))
		return;
	sample->series_min_mib_s = summary.min / MIB;
	sample->series_max_mib_s = summary.max / MIB;
	sample->series_mean_mib_s = summary.mean / MIB;
	sample->series_stddev_mib_s = summary.stddev / MIB;
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
 * The histogram of the one way that the operations went. NULL where they went both: a mixed test has no single latency
 * and no single share.
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
	if (only && only->count)
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
