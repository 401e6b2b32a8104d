/*
 * estimate: how long a sweep will take, before it starts.
 *
 * Each test of the run is tried for some hundredths of a second, on a small file with a small and a large record. The
 * two give a cost for each operation and one for each byte, and the time of a cell follows from its size, the minimum
 * and the maximum time. A run over several depths or numbers of jobs is tried at the least and the most of them, and
 * between the two the costs follow the logarithm. It is a forecast from what was measured here, no promise: a device
 * that slows down, or a cache that the small file fits into and a large one does not, will make it wrong.
 */
#ifndef IOSWEEP_SWEEP_ESTIMATE_H
#define IOSWEEP_SWEEP_ESTIMATE_H

#include "measure/group.h"
#include "sweep/plan.h"

#include <stdint.h>

struct estimate_cost {
	double operation_ns, byte_ns; /* clocked */
	double flush_ns, flush_byte_ns; /* each flush */
	double flush_bytes; /* that the trials flushed */
	double setup_ns; /* each repetition */
	double verify_operation_ns, verify_byte_ns; /* 0: nothing is verified */
};

struct estimate {
	const struct plan *plan;
	uint64_t settle_ns;
	uint64_t min_time_ns, max_time_ns; /* as in the group's setting */
	bool max_time_cuts_cached;
	struct estimate_cost *costs; /* [(corner * MODES_N + mode) * tests_n + test]; tests not in the mode: zeros */
};

/* Measures the costs. 0 or -errno (-ENOSPC: not even the small file fits; -EINTR: stopped). */
int estimate_measure(const struct plan *plan, const struct group_setting *setting, struct estimate *estimate);
void estimate_release(struct estimate *estimate);

/* The trials of a run: at the first and the last depth, with the first and the last number of jobs. */
#define ESTIMATE_CORNERS 4

/* Wall time in ns and bytes moved. */
struct estimate_sum {
	double ns, bytes;
};

/* The tests of a group, zeros where it has none, and one whole pass. */
struct estimate_sum estimate_group(const struct estimate *estimate, const struct plan_group *group);
struct estimate_sum estimate_pass(const struct estimate *estimate);

/* A run of so many passes: these, and what precedes them. */
struct estimate_sum estimate_run(const struct estimate *estimate, double passes);

/* What a file size costs beside its groups: the standing file is written once. */
struct estimate_sum estimate_file(const struct estimate *estimate, uint64_t file_size);

/*
 * Sets the maximum time, of cached samples as well, to the longest with which a pass takes no more than that, between the
 * minimum time and ten minutes. Returns it.
 */
uint64_t estimate_fit(struct estimate *estimate, double pass_ns);

#endif
