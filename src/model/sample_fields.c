/* The table of a sample's fields, and what follows from it alone. */
#include "model/sample.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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
	B(fell, "from some moment on the slots had less than half of the throughput of those before"),
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
