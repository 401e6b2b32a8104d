/*
 * small_run: a whole sweep in a moment, from a plan to the samples in the journal, without the program around it. For
 * tests that go through the APIs and try everything at every place.
 */
#ifndef IOSWEEP_TESTS_SMALL_RUN_H
#define IOSWEEP_TESTS_SMALL_RUN_H

#include "store/journal.h"
#include "sweep/sweep.h"

#include <stdbool.h>
#include <stdint.h>

#define SMALL_RUN_LIST 12

struct small_run {
	const char *api;
	const char *patterns[SMALL_RUN_LIST]; /* up to the first NULL */
	uint64_t file_size, records[SMALL_RUN_LIST]; /* ascending, up to the first 0 */
	enum mode mode;
	enum direct_support direct;
	const char *dir; /* where target and results lie for the time; NULL: in memory where there is a tmpfs */
	const char *fault; /* NULL: none */
	unsigned depth, jobs; /* 0: 1 */
	uint64_t depths[SMALL_RUN_LIST], numbers_of_jobs[SMALL_RUN_LIST]; /* several in their place: up to the first 0 */
	enum job_files job_files;
	bool processes, verify;
	struct data_shape data;
};

struct small_run_result {
	struct journal_contents journal; /* small_run_release() frees it */
	struct sweep_result sweep;
	uint64_t seen; /* events that the fault has counted */
};

/*
 * One pass, each test once. The test fails where the sweep itself cannot run, and where it has left something in the
 * target or open. The API must be usable.
 */
void small_run(const struct small_run *run, struct small_run_result *result);
void small_run_release(struct small_run_result *result);

/* Ends the test as skipped, with the reason, where the API cannot be used here. */
void small_run_need(const struct io_api *api);

/* Whether nothing but numbers comes of this API's I/O. */
static inline bool small_run_is_real(const struct io_api *api)
{
	return !(api->flags & IO_API_VIRTUAL);
}

#endif
