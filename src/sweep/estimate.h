/*
 * estimate: how long a sweep will take, before it starts.
 *
 * Each test of the run is tried for some hundredths of a second, on a file of moderate size, with up to four of its
 * record sizes. Where that takes little of the run's own time, the largest and the smallest file follow, and then those in the
 * middle of two whose trials disagree about the files between them: so the size that a cache ends at is found. Between the
 * records that were tried the cost of an operation follows a straight line, between the file sizes that of a repetition
 * its logarithm. A run over several depths or numbers of jobs is tried at the least and the most of them, and between
 * the two the costs follow the logarithm. It is a forecast from what was measured here, no promise: a device that slows
 * down makes it wrong.
 */
#ifndef IOSWEEP_SWEEP_ESTIMATE_H
#define IOSWEEP_SWEEP_ESTIMATE_H

#include "measure/group.h"
#include "sweep/plan.h"

#include <stdint.h>

#define ESTIMATE_SIZES 8 /* of files, at most */
#define ESTIMATE_RECORDS 4

/* What a test costs on files of one size. */
struct estimate_cost {
	double operation_ns[ESTIMATE_RECORDS]; /* clocked, with the records of the size; 0: not known */
	double flush_ns, flush_byte_ns; /* each flush */
	double flush_bytes; /* that the trials flushed */
	double setup_ns; /* each repetition */
	double cache_byte_ns; /* of the file, each repetition: dropping it from the page cache and filling that */
	double verify_byte_ns; /* of those moved: reading back */
};

/* A file size that was tried. */
struct estimate_size {
	uint64_t file_size;
	uint32_t records[ESTIMATE_RECORDS]; /* ascending; the same twice where there is no other */
	double file_ns; /* the standing files: making and removing them, dropping and filling the page cache for the modes */
};

struct estimate {
	const struct plan *plan;
	uint64_t settle_ns;
	uint64_t min_time_ns, max_time_ns; /* as in the group's setting */
	bool max_time_cuts_cached;
	struct estimate_size sizes[ESTIMATE_SIZES]; /* in the order in which they were tried */
	size_t sizes_n;
	struct estimate_cost *costs; /* see estimate_internal.h; tests not in the mode: zeros */
};

/* Measures the costs. 0 or -errno (-ENOSPC: not even the first file fits; -EINTR: stopped). */
int estimate_measure(const struct plan *plan, const struct group_setting *setting, struct estimate *estimate);
void estimate_release(struct estimate *estimate);

/* Wall time in ns and bytes moved. */
struct estimate_sum {
	double ns, bytes;
};

/* The tests of a group, zeros where it has none, and one whole pass. */
struct estimate_sum estimate_group(const struct estimate *estimate, const struct plan_group *group);
struct estimate_sum estimate_pass(const struct estimate *estimate);

/* A run of so many passes: these, and what precedes them. */
struct estimate_sum estimate_run(const struct estimate *estimate, double passes);

/* What a file size costs beside its groups: the standing files. */
struct estimate_sum estimate_file(const struct estimate *estimate, uint64_t file_size);

/*
 * Sets the maximum time, of cached samples as well, to the longest with which a pass takes no more than that, between the
 * minimum time and ten minutes. Returns it.
 */
uint64_t estimate_fit(struct estimate *estimate, double pass_ns);

#endif
