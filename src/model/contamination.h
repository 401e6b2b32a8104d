/*
 * contamination: whether the I/O of others shows in a sample's block-device counters.
 *
 * Reads are the kernel's to account for: /proc/PID/io's read_bytes counts each bio that a process or one of its threads
 * hands to a block device (task_io_account_read in submit_bio(), block/blk-core.c), read-ahead and the metadata that
 * were missing included. What the device read beyond that, others asked for.
 *
 * Writes leave later and by other hands. write_bytes counts a page when it becomes dirty, and direct writes when they
 * are issued, but not what the file system's own threads write: the journal, inodes, bitmaps. So this program's work
 * explains the larger of write_bytes and of what the test has written, and on top of it what a file system may need for
 * that; only what goes clearly beyond is others'. How much a file system needs was measured, and rounded up: ext4
 * writes up to 60 KiB for an fsync of a new file, and 24 KiB for each write with O_SYNC that makes a file longer.
 *
 * An array that rebuilds or checks itself has its members read what no counter above them shows: that is known from
 * md's sync_action. One that has lost a member since the run began is another array: what it gives then is no sample of
 * the same cell.
 */
#ifndef IOSWEEP_MODEL_CONTAMINATION_H
#define IOSWEEP_MODEL_CONTAMINATION_H

#include "model/sample.h"

/* What a sample does not know of itself. */
struct contamination_terms {
	bool on_partition; /* of a disk whose counters tell more than the partition's */
	bool sync_each; /* each write is made stable before the next */
	double write_factor; /* bytes that one byte becomes: 2 where the journal takes the data too; >= 1 */
	uint64_t md_degraded; /* members that the array lacked when the run began; SAMPLE_ABSENT: no array */
	uint64_t side_write_bytes; /* that this program may write there besides: results that lie on the same device */
};

/*
 * Fills others_read_bytes, others_write_bytes, contaminated and contaminated_by from the counters and own_ fields of
 * a sample that is ok; leaves them absent where nothing is known, as on tmpfs, or when it is not ok.
 */
void contamination_judge(const struct contamination_terms *terms, struct sample *sample);

/* Whether they mark what was measured with them: half of the n or more are contaminated. */
bool contamination_marks(const struct sample *const *samples, size_t n);

#endif
