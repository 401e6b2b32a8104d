/*
 * plan: a configuration resolved against what exists: tests to APIs and patterns, the grid to cells.
 *
 * A pass visits the file sizes in a seeded random order. For one file size come first, for each mode, the tests that
 * make their own files (PATTERN_NEW_FILE), the record sizes shuffled; then one standing file is written whole and
 * flushed, and on it run, for each mode, all other tests, the record sizes shuffled again. So neighbours along the
 * record axis, where the cliffs of chunks and stripes lie, share one placement on the disk, and what drifts with
 * time does not look like a function of size. Inside a record size run all depths with all numbers of jobs, shuffled
 * as well; of the standing files there are as many as the most jobs need, of which fewer jobs take the first.
 */
#ifndef IOSWEEP_SWEEP_PLAN_H
#define IOSWEEP_SWEEP_PLAN_H

#include "api/api.h"
#include "base/strbuf.h"
#include "measure/group.h"
#include "model/config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct fault;

struct plan_test {
	struct group_test run; /* start_offset: PATTERN_FROM_START */
	const struct io_api *api; /* that of run, without what may be wrapped around it; and its session */
	void *session;
	bool in_mode[MODES_N];
};

struct plan {
	const struct config *config; /* borrowed */
	struct plan_test *tests; /* tests_n of the config, in its order */
	size_t tests_n;
	uint32_t direct_align; /* what direct I/O on the target needs multiples of; set before plan_finish; 0, 1: nothing */
	struct fault *fault; /* owned, wrapped around the APIs of all tests, not armed yet; NULL: none */
	uint64_t cells; /* in one pass, without those that are skipped */
	uint64_t skipped; /* in one pass */
	uint64_t space_bytes; /* the most that the run's files take at one time, see struct group_setting */
	struct strbuf remarks; /* what was left out and why, a line each */
};

/*
 * In two steps, since the sizes and modes may depend on the target, which a virtual API's session may be needed for.
 * plan_resolve finds the tests' APIs and patterns and opens the sessions, which plan_release closes; -1 with err when an
 * API or pattern is unknown, not usable, or virtual beside real ones; then there is nothing to release. plan_finish
 * counts, with the modes and sizes that the config then has; -1 with err (ERR_USAGE) when nothing is left to measure.
 */
int plan_resolve(const struct config *config, struct plan *plan, struct err *err);
int plan_finish(struct plan *plan, struct err *err);
void plan_release(struct plan *plan);

/* From now on the fault that the configuration names, if it does, counts. */
void plan_arm_fault(const struct plan *plan);

/* The plan's virtual API, not wrapped, and its session, or NULL when files are real. */
const struct io_api *plan_virtual_api(const struct plan *plan, void **session);

/* What is measured together: the tests of one mode that run on new files, or those that run on the standing files. */
struct plan_group {
	enum mode mode;
	bool new_file;
	size_t f, r, d, j; /* indexes of the file size, record size, depth and number of jobs, see cell_index.h */
};

/* All groups of a file size, whether they have cells or not, and the i-th of them; not in the order in which they run. */
size_t plan_groups_n(const struct plan *plan);
struct plan_group plan_group_at(const struct plan *plan, size_t f, size_t i);

/* Finds the tests of a group: their indexes, at most tests_n. Returns how many; 0 also where it has no cell. */
size_t plan_select(const struct plan *plan, const struct plan_group *group, size_t *indexes);

/*
 * Whether the test's cell of these sizes, which the grid has, cannot be measured: direct I/O has multiples of something
 * only. It is a cell of the plan all the same, so that its tables say why it has no figure.
 */
bool plan_is_skipped(const struct plan *plan, const struct plan_group *group, size_t test);

/* Whether the test runs at the depth of this index: synchronous APIs have the first only. */
bool plan_test_has_depth(const struct plan_test *test, size_t d);

/*
 * The order of n things in a pass: order[0..n-1] becomes a permutation that depends on all the numbers. key tells
 * apart what is ordered: file sizes, the records of a file size in a mode, or the depths and jobs of a record.
 */
void plan_shuffle(const struct config *config, uint64_t pass, uint64_t key, size_t *order, size_t n);

#endif
