/*
 * facts: what the kernel and the block devices counted while a sample was taken.
 *
 * Counted around the clocked part and the flush, in sums over the repetitions of a sample. What this machine or
 * target does not count stays absent.
 */
#ifndef IOSWEEP_MEASURE_FACTS_H
#define IOSWEEP_MEASURE_FACTS_H

#include "measure/counters.h"
#include "model/sample.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct facts;

/* For the file system that holds dir_fd, or the block device that it is. 0 or -ENOMEM; facts_free(NULL) is allowed. */
int facts_new(int dir_fd, struct facts **facts);
void facts_free(struct facts *facts);

/*
 * Waits until the device has nothing in flight and hardly any of the file's data (fd; -1: none) is dirty, but not
 * for longer than limit_ns. *waited_ns says how long. Returns 0 when quiet, 1 when the limit came first.
 */
int facts_wait_quiet(struct facts *facts, int fd, uint64_t limit_ns, const _Atomic sig_atomic_t *stop,
		     uint64_t *waited_ns);

/* What the file system makes of writes, and whether each is made stable: see model/contamination.h. */
void facts_expect(struct facts *facts, double write_factor, bool sync_each);

/* Bytes that this program has written besides and that may reach the device at any time; 0: they have. */
void facts_expect_side_writes(struct facts *facts, uint64_t bytes);

/* Around one repetition: begin, the I/O, io_done, the flush, end. io_done closes CPU, faults and switches. */
void facts_begin(struct facts *facts);
void facts_io_done(struct facts *facts, struct sample *sample);
void facts_end(struct facts *facts, struct sample *sample);

/* Marks what others have disturbed, once the sample is whole. */
void facts_judge(const struct facts *facts, struct sample *sample);

/* What another process used in the same time: PROCESS_USER_NS to PROCESS_INVOLUNTARY_SWITCHES, and its storage I/O. */
void facts_add_usage(const uint64_t usage[PROCESS_FIELDS], struct sample *sample);

/* Residency and extents of a file, before the first repetition. */
void facts_of_file(int fd, struct sample *sample);

#endif
