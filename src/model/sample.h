/*
 * sample: one measurement of one cell, and the ONE table that names its fields.
 *
 * The journal, the CSV and the reports all walk sample_fields; a field that is added there appears in all of them.
 * A published name never changes. What was not measured, or does not exist here, is absent: SAMPLE_ABSENT,
 * NAN, -1 for a flag, "" for a string. It is never 0.
 */
#ifndef IOSWEEP_MODEL_SAMPLE_H
#define IOSWEEP_MODEL_SAMPLE_H

#include "model/config.h"
#include "model/direction.h"
#include "model/latency_part.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct histogram;
struct series;

#define SAMPLE_ABSENT UINT64_MAX
#define SAMPLE_ERROR_LEN 160
#define SAMPLE_REFINE "refine"
#define SAMPLE_CONFIRM "confirm"

struct sample {
	/* which cell, which measurement */
	char mode[NAME_LEN], test[TEST_NAME_LEN], api[NAME_LEN], pattern[NAME_LEN];
	uint64_t file_size_bytes, record_size_bytes, depth, jobs;
	uint64_t pass; /* from 1 */
	uint64_t sequence; /* its place in the run, from 1 */
	uint64_t started_ns; /* since the epoch, UTC */
	uint64_t elapsed_ns; /* of the run, when the sample was stored; without the time in which a run had stopped */
	/*
	 * "": the sweep itself. "refine": a cell between the sizes of the grid, which is one of the surface as any other.
	 * "confirm": a cell measured again because something was found there. Such samples stay out of medians,
	 * intervals, verdicts and the search, which may not be judged by the samples that it was chosen for; what was
	 * found is judged by them alone.
	 */
	char purpose[NAME_LEN];

	/* how it went: "ok", "failed", or "skipped" for a stated reason */
	char status[NAME_LEN];
	char error[SAMPLE_ERROR_LEN];
	uint64_t error_number, error_offset_bytes;

	/* what was done */
	uint64_t bytes, operations, repetitions;
	uint64_t clocked_ns; /* first I/O to last completion, all repetitions */
	uint64_t flush_ns; /* making it stable afterwards; absent for tests that only read */
	int8_t flush_counted; /* throughput counts flush_ns: asked for, or device mode without direct I/O */
	uint64_t close_ns; /* closing the file after that */
	int8_t close_counted; /* throughput counts close_ns: asked for */
	uint64_t first_bytes, first_ns; /* the first repetition alone */
	uint64_t touched_bytes; /* of the file; less than the file when the sample was cut */
	int8_t cut;
	uint64_t start_offset_bytes, end_offset_bytes; /* sequential samples that were cut go on at the end offset */
	uint64_t short_transfers; /* operations that the kernel completed in more than one piece */
	double depth_reached; /* I/Os in flight, mean over the clocked time */
	uint64_t submit_calls, reap_calls, submit_ns; /* asynchronous APIs: calls, and time inside submit */
	uint64_t throttle_ns; /* clocked time, over all jobs, in which the pace that was asked for let nothing be in flight */
	int8_t serialised; /* asynchronous APIs: depth was asked for, and most of the time went inside submit */
	/* several jobs: all that was done, to the end of the last one, and the sum of each one's own rate */
	uint64_t total_bytes, total_operations, total_ns;
	double jobs_rate_mib_s;
	double throughput_mib_s, iops; /* derived, see sample_derive */

	/* throughput over time, of samples that lasted for at least 2 s; derived from the whole slots of the series */
	double series_min_mib_s, series_max_mib_s, series_mean_mib_s, series_stddev_mib_s;
	int8_t fell; /* see stats/series.h */

	/* one operation's latency, both directions together */
	uint64_t lat_min_ns, lat_p50_ns, lat_p90_ns, lat_p95_ns, lat_p99_ns, lat_p999_ns, lat_p9999_ns, lat_max_ns;
	double lat_mean_ns, lat_stddev_ns;
	/* its parts: until it was handed over, and from there on; asynchronous APIs only, both directions together */
	double slat_mean_ns, clat_mean_ns;
	/* at a rate: from when the operation should have begun */
	double ilat_mean_ns;
	uint64_t ilat_p50_ns, ilat_p99_ns, ilat_max_ns;
	uint64_t slat_p50_ns, slat_p99_ns, slat_max_ns, clat_p50_ns, clat_p99_ns, clat_max_ns;

	/* the circumstances */
	char clock[NAME_LEN]; /* "tsc", "monotonic", "virtual" */
	double stamp_cost_ns; /* what one time stamp costs, already inside clocked_ns, one an operation */
	int8_t direct; /* O_DIRECT was in effect */
	uint64_t setup_ns, quiet_ns; /* outside the clock: preparing files and caches, waiting for quiet */
	uint64_t cpu_user_ns, cpu_system_ns, minor_faults, major_faults, voluntary_switches, involuntary_switches;
	uint64_t steal_ns;
	uint64_t device_read_bytes, device_write_bytes; /* by the block device's counters, up to the end of the flush */
	double device_share; /* those bytes of the test's direction over the bytes asked for */
	uint64_t device_stop_read_bytes, device_stop_write_bytes; /* the same up to the end of the I/O, before the flush */
	uint64_t members_read_bytes, members_write_bytes; /* up to the end of the flush: of an array's members, and */
	uint64_t disks_read_bytes, disks_write_bytes; /* of the whole disks at the bottom, others' partitions too */
	/* What the device's counters say besides, from before the I/O to the end of the flush: device_span_ns. */
	uint64_t device_reads, device_writes, device_read_merges, device_write_merges, device_flushes;
	uint64_t device_busy_ns, device_queue_ns; /* with any request; requests times the time they were there */
	uint64_t members_reads, members_writes, members_read_merges, members_write_merges, members_busy_ns, members_queue_ns;
	uint64_t device_span_ns;
	uint64_t own_read_bytes, own_write_bytes; /* what the kernel charges this program with, see model/contamination.h */
	uint64_t others_read_bytes, others_write_bytes; /* on the device or its disk beyond what is this program's own */
	/* Who dealt with the bytes within the clock: "page cache", "device" or "both", by sample_derive's rule. */
	char answered_by[NAME_LEN];
	int8_t contaminated; /* others' I/O disturbed the sample */
	char contaminated_by[NAME_LEN]; /* what it was: "reads", "writes", "reads, writes", or an array's "resync" */
	char md_sync_action[NAME_LEN]; /* of the array below; "idle" only if it was so throughout */
	uint64_t md_degraded; /* members that it lacked, the most */
	uint64_t stuck_ns, stuck_offset_bytes; /* the longest I/O, where it took longer than --stuck-after */
	uint64_t drop_residue_bytes; /* of the files, still in the page cache after they were dropped; the most of all times */
	uint64_t resident_before_bytes, extents, unwritten_bytes, physical_start_bytes; /* of the file */

	/* owned; NULL where none was kept. By enum io_dir, and by enum latency_part. */
	struct histogram *latency[IO_DIRS_N], *part[LATENCY_PARTS_N];
	struct series *series; /* of the bytes of all jobs over their common clocked time; owned; NULL: not kept */
};

enum field_type {
	FIELD_STRING, /* char[size] */
	FIELD_U64,
	FIELD_F64,
	FIELD_FLAG, /* int8_t: 0, 1, or -1 absent */
};

struct sample_field {
	const char *name, *unit, *help; /* unit "" where there is none */
	enum field_type type;
	size_t offset, size;
};

extern const struct sample_field sample_fields[];
extern const size_t sample_fields_n;

const struct sample_field *sample_field_find(const char *name); /* NULL: no such field */
bool sample_field_absent(const struct sample_field *field, const struct sample *sample);

/* The value of a U64, F64 or FLAG field as a double; NAN when absent or a string. */
double sample_field_number(const struct sample_field *field, const struct sample *sample);

void sample_init(struct sample *sample); /* every field absent */
void sample_release(struct sample *sample); /* frees the histograms and the series */

/*
 * Fills throughput_mib_s, iops, the lat_, slat_, clat_, ilat_ and series_ fields, fell, device_share and answered_by from
 * what they are made of. The device has answered where its bytes are at least nine tenths of those asked for, the page
 * cache where they are at most one tenth; of writes those count that it had got when the clock stopped. Tests that both
 * read and write have no answer.
 */
void sample_derive(struct sample *sample);

/* Adds to a count, which is absent until something was counted; an absent value adds nothing. */
static inline void sample_add(uint64_t *count, uint64_t value)
{
	if (value != SAMPLE_ABSENT)
		*count = (*count == SAMPLE_ABSENT ? 0 : *count) + value;
}

bool sample_ok(const struct sample *sample);
bool sample_confirms(const struct sample *sample); /* its purpose is "confirm" */

#endif
