/* Whole sweeps over several depths and numbers of jobs, on files in memory. */
#include "unit/small_run.h"

#include "model/axis.h"
#include "sweep/cell_index.h"
#include "unit/suites.h"

#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define FILE_SIZE (256 * KIB)

static const uint64_t depths[] = { 1, 3, 8 }, jobs[] = { 1, 2, 5 };
static const char *const names[] = { "write", "rewrite", "read", "randread" };

static const struct {
	const char *api;
	enum job_files job_files;
	size_t depths_n; /* that cells exist at */
	uint64_t records[3];
	size_t cells_n; /* pairs of a record and a number of jobs */
} runs[] = {
	{ "posixaio", JOB_FILES_OWN, 3, { 4 * KIB, 64 * KIB, 256 * KIB }, 9 },
	{ "psync", JOB_FILES_OWN, 1, { 4 * KIB, 64 * KIB, 256 * KIB }, 9 },
	/* Four records of 64 KiB are too few for five jobs, and one of 256 KiB for two. */
	{ "posixaio", JOB_FILES_SEGMENTS, 3, { 4 * KIB, 64 * KIB, 256 * KIB }, 3 + 2 + 1 },
	{ "psync", JOB_FILES_STRIDED, 1, { 4 * KIB, 64 * KIB, 256 * KIB }, 3 + 2 + 1 },
};

static unsigned count(const struct journal_contents *journal, const struct sample *like)
{
	unsigned n = 0;

	for (size_t i = 0; i < journal->samples_n; i++) {
		const struct sample *s = &journal->samples[i];

		n += !strcmp(s->test, like->test) && s->record_size_bytes == like->record_size_bytes &&
		     s->depth == like->depth && s->jobs == like->jobs;
	}
	return n;
}

/* Each once; it moved the files of its own jobs, and no others, as often as it was repeated. */
static void check_sample(const struct journal_contents *journal, const struct sample *s, enum job_files job_files)
{
	uint64_t files = job_files == JOB_FILES_OWN ? s->jobs : 1;

	ck_assert_str_eq(s->status, "ok");
	ck_assert_uint_eq(count(journal, s), 1);
	ck_assert_uint_eq(s->total_bytes, files * FILE_SIZE * s->repetitions);
}

START_TEST(every_cell_is_measured_once)
{
	struct small_run run = {
		.api = runs[_i].api,
		.file_size = FILE_SIZE,
		.mode = MODE_CACHED,
		.direct = DIRECT_REFUSED,
		.job_files = runs[_i].job_files,
		.verify = true,
	};
	struct small_run_result result;

	small_run_need(io_api_find(runs[_i].api));
	memcpy(run.patterns, names, sizeof(names));
	memcpy(run.records, runs[_i].records, sizeof(runs[_i].records));
	memcpy(run.depths, depths, sizeof(depths));
	memcpy(run.numbers_of_jobs, jobs, sizeof(jobs));
	small_run(&run, &result);
	ck_assert_uint_eq(result.journal.samples_n, 4 * runs[_i].cells_n * runs[_i].depths_n);
	ck_assert_uint_eq(result.sweep.measured, result.journal.samples_n);
	ck_assert_uint_eq(result.journal.duplicate_lines, 0);
	for (size_t i = 0; i < result.journal.samples_n; i++)
		check_sample(&result.journal, &result.journal.samples[i], runs[_i].job_files);
	small_run_release(&result);
}
END_TEST

/* Depths and jobs change inside a record: its cells of a group lie together, in no fixed order. */
START_TEST(a_record_is_finished_before_the_next)
{
	struct small_run run = {
		.api = "posixaio",
		.file_size = FILE_SIZE,
		.mode = MODE_CACHED,
		.direct = DIRECT_REFUSED,
		.patterns = { "randread" },
		.records = { 4 * KIB, 16 * KIB, 64 * KIB },
		.depths = { 1, 2, 3, 4 },
		.numbers_of_jobs = { 1, 2, 3 },
	};
	struct small_run_result result;
	size_t changes = 0, ascending = 0;

	small_run_need(io_api_find("posixaio"));
	small_run(&run, &result);
	ck_assert_uint_eq(result.journal.samples_n, 3 * 12);
	for (size_t i = 1; i < result.journal.samples_n; i++) {
		const struct sample *s = &result.journal.samples[i], *before = s - 1;

		changes += s->record_size_bytes != before->record_size_bytes;
		ascending += s->depth >= before->depth;
	}
	ck_assert_uint_eq(changes, 2);
	ck_assert_uint_lt(ascending, result.journal.samples_n - 1 - changes);
	small_run_release(&result);
}
END_TEST

Suite *suite_axes_sweep(void)
{
	Suite *suite = suite_create("axes_sweep");
	TCase *tc = tcase_create("axes_sweep");

	tcase_add_loop_test(tc, every_cell_is_measured_once, 0, sizeof(runs) / sizeof(*runs));
	tcase_add_test(tc, a_record_is_finished_before_the_next);
	suite_add_tcase(suite, tc);
	return suite;
}
