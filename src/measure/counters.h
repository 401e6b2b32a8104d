/*
 * counters: what the kernel counted, as snapshots to subtract from each other.
 *
 * A source opens the files once; a snapshot only rereads them: no path is looked up, nothing is allocated (a few
 * microseconds for a disk, under one for each further device). Snapshots may be taken from any thread. Whatever is
 * not counted here is UINT64_MAX, and stays so in differences and sums.
 */
#ifndef IOSWEEP_MEASURE_COUNTERS_H
#define IOSWEEP_MEASURE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "measure/env_roots.h"

/*
 * The fields of /sys/block/DEVICE/stat, in their order (Documentation/block/stat.rst), sectors as bytes. Discards
 * came with Linux 4.18, flushes with 5.5. A flush is counted on a whole disk only. The _MS are summed over
 * requests that may have run side by side; BUSY_MS is time in which there was a request at all.
 */
enum block_field {
	BLOCK_READS,
	BLOCK_READ_MERGES,
	BLOCK_READ_BYTES,
	BLOCK_READ_MS,
	BLOCK_WRITES,
	BLOCK_WRITE_MERGES,
	BLOCK_WRITE_BYTES,
	BLOCK_WRITE_MS,
	BLOCK_IN_FLIGHT, /* now, not since */
	BLOCK_BUSY_MS,
	BLOCK_QUEUE_MS,
	BLOCK_DISCARDS,
	BLOCK_DISCARD_MERGES,
	BLOCK_DISCARD_BYTES,
	BLOCK_DISCARD_MS,
	BLOCK_FLUSHES,
	BLOCK_FLUSH_MS,
	BLOCK_FIELDS,
};

/* Three ways to look at the devices under a file system; each is a sum over its devices. */
enum counters_level {
	COUNTERS_DEVICE, /* the file system's own: a partition, md, dm, loop or disk */
	COUNTERS_MEMBERS, /* what the first array below stands on; absent where there is neither md nor dm */
	COUNTERS_DISKS, /* the whole disks at the bottom, so also what others do to them */
	COUNTERS_LEVELS,
};

/* Of this process and its threads; a child counts for itself. */
enum process_field {
	PROCESS_USER_NS,
	PROCESS_SYSTEM_NS,
	PROCESS_MINOR_FAULTS,
	PROCESS_MAJOR_FAULTS,
	PROCESS_VOLUNTARY_SWITCHES,
	PROCESS_INVOLUNTARY_SWITCHES,
	PROCESS_READ_CALL_BYTES, /* rchar of /proc/self/io: asked for by system calls, cached or not */
	PROCESS_WRITE_CALL_BYTES, /* wchar */
	PROCESS_READ_BYTES, /* read_bytes: fetched from storage for this process */
	PROCESS_WRITE_BYTES, /* write_bytes: dirtied, or written directly, by this process */
	PROCESS_FIELDS,
};

/* What md does besides (sync_action). */
enum md_sync {
	MD_SYNC_ABSENT, /* no array, or one without redundancy */
	MD_SYNC_IDLE,
	MD_SYNC_RESYNC,
	MD_SYNC_RECOVER,
	MD_SYNC_CHECK,
	MD_SYNC_REPAIR,
	MD_SYNC_RESHAPE,
	MD_SYNC_FROZEN,
	MD_SYNC_OTHER,
};

struct counters {
	uint64_t block[COUNTERS_LEVELS][BLOCK_FIELDS];
	uint64_t process[PROCESS_FIELDS];
	uint64_t steal_ns; /* of the whole machine, all CPUs; absent where there is no hypervisor to steal */
	uint64_t md_degraded; /* missing members, now */
	enum md_sync md_sync; /* now */
};

struct counters_source;

/*
 * For the block device with this number, the st_dev of a file; one that the kernel does not show (tmpfs, NFS,
 * btrfs) leaves the block counters absent. 0 or -ENOMEM. counters_close(NULL) is allowed.
 */
int counters_open(struct counters_source **source, const struct env_roots *roots, dev_t device);
void counters_close(struct counters_source *source);

/*
 * Looks whether an array has got or lost members, and opens their files then: the counts of snapshots from before and
 * behind do not belong together. Of an array two more reads, else nothing.
 */
void counters_refresh(struct counters_source *source);

void counters_snapshot(const struct counters_source *source, struct counters *counters);

/* Only what getrusage(2) tells, PROCESS_USER_NS to PROCESS_INVOLUNTARY_SWITCHES: some hundred ns. */
void counters_usage(uint64_t process[PROCESS_FIELDS]);

/* What the kernel charges this process with in /proc/self/io, the last four; opens the file, some microseconds. */
void counters_own_io(uint64_t process[PROCESS_FIELDS]);

/* Bytes of the file system's own device alone, cheaper than a snapshot; UINT64_MAX: not known. */
void counters_device_bytes(const struct counters_source *source, uint64_t *read, uint64_t *written);

/*
 * to - from, with what is "now" as it stands in to. The kernel's millisecond counts wrap at 2^32; that is seen to
 * for one wrap. delta may be from or to.
 */
void counters_delta(const struct counters *from, const struct counters *to, struct counters *delta);

/* Requests of the file system's own device that are not done; UINT64_MAX: not known. */
uint64_t counters_in_flight(const struct counters_source *source);

/* Whether the file system lies on a partition of a disk that stands on nothing else, so that COUNTERS_DISKS is that one. */
bool counters_on_partition(const struct counters_source *source);

const char *md_sync_name(enum md_sync sync); /* "idle", "resync", ...; NULL for absent */

#endif
