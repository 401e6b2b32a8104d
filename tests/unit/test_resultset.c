#include "store/resultset.h"

#include "base/err.h"
#include "store/journal.h"
#include "store/rundir.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define K 1024ULL

static char dir[FIXTURE_PATH_LEN];
static struct config config;

static void make_dir(void)
{
	fixture_make(dir);
	fixture_config(&config);
}

static void remove_dir(void)
{
	config_release(&config);
	fixture_remove(dir);
}

static const struct surface *find(const struct resultset *rs, enum mode mode, const char *test)
{
	for (size_t i = 0; i < rs->surfaces_n; i++) {
		if (rs->surfaces[i].mode == mode && !strcmp(rs->surfaces[i].test->name, test))
			return &rs->surfaces[i];
	}
	ck_abort_msg("no surface %s", test);
}

START_TEST(a_run_without_samples_is_its_plan)
{
	static const enum cell_state want[] = { CELL_PLANNED, CELL_PLANNED, CELL_OUTSIDE,
						CELL_PLANNED, CELL_PLANNED, CELL_PLANNED };
	struct resultset *rs = fixture_load(dir, &config, NULL, 0);

	ck_assert_str_eq(rs->version, "9.8.7");
	ck_assert_str_eq(rs->started, "2026-01-31T22:15:00Z");
	ck_assert_uint_eq(rs->axes[AXIS_FILE_SIZE].n, 2);
	ck_assert_uint_eq(rs->axes[AXIS_RECORD].n, 3);
	ck_assert_uint_eq(rs->surfaces_n, 5);
	ck_assert_str_eq(rs->surfaces[0].title, "Write");
	ck_assert_str_eq(rs->surfaces[1].title, "Random read");
	ck_assert_int_eq(rs->surfaces[1].mode, MODE_DEVICE);
	ck_assert_int_eq(rs->surfaces[2].mode, MODE_CACHED);
	/* Device mode has none of it. */
	ck_assert_str_eq(rs->surfaces[4].title, "Write, stdio");
	ck_assert_int_eq(rs->surfaces[4].mode, MODE_CACHED);
	for (size_t i = 0; i < 6; i++) {
		const struct cell *cell = surface_cell(rs, &rs->surfaces[1], i / 3, i % 3);

		ck_assert_int_eq(cell->state, want[i]);
		ck_assert_double_nan(cell->median);
		ck_assert_double_nan(cell->spread);
		ck_assert_ptr_null(cell->trouble);
	}
	ck_assert_uint_eq(rs->surfaces[1].planned_n, 5);
	ck_assert_uint_eq(rs->surfaces[1].passes, 0);
	ck_assert_double_nan(rs->surfaces[1].typical_spread);
	resultset_free(rs);
}
END_TEST

START_TEST(samples_become_cells)
{
	struct sample samples[7];
	const struct surface *s;
	const struct cell *cell;
	struct resultset *rs;

	fixture_sample(&samples[0], "device", "randread", 256 * K, 64 * K, 3, 30);
	fixture_sample(&samples[1], "device", "randread", 256 * K, 64 * K, 1, 10);
	fixture_sample(&samples[2], "device", "randread", 256 * K, 64 * K, 2, 20);
	fixture_sample(&samples[3], "device", "randread", 256 * K, 4 * K, 1, 5);
	fixture_sample(&samples[4], "device", "randread", 256 * K, 4 * K, 2, NAN);
	strcpy(samples[4].status, "failed");
	fixture_sample(&samples[5], "device", "randread", 64 * K, 4 * K, 1, 8);
	fixture_sample(&samples[6], "device", "randread", 64 * K, 4 * K, 2, 12);
	samples[6].cut = 1;
	rs = fixture_load(dir, &config, samples, 7);
	s = find(rs, MODE_DEVICE, "randread");
	cell = surface_cell(rs, s, 1, 1);
	ck_assert_int_eq(cell->state, CELL_MEASURED);
	ck_assert_uint_eq(cell->samples_n, 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(cell->samples[i]->pass, i + 1);
	ck_assert_double_eq(cell->median, 20);
	ck_assert_double_eq(cell->min, 10);
	ck_assert_double_eq(cell->max, 30);
	ck_assert_double_eq(cell->spread, 1);
	ck_assert_int_eq(cell->cut, false);
	cell = surface_cell(rs, s, 1, 0);
	ck_assert_int_eq(cell->state, CELL_MEASURED);
	ck_assert_double_eq(cell->median, 5);
	ck_assert_double_nan(cell->spread);
	ck_assert_ptr_eq(cell->trouble, &rs->samples[4]);
	cell = surface_cell(rs, s, 0, 0);
	ck_assert_int_eq(cell->cut, true);
	ck_assert_double_eq(cell->spread, 0.4);
	ck_assert_uint_eq(s->measured_n, 3);
	ck_assert_uint_eq(s->planned_n, 2);
	ck_assert_uint_eq(s->passes, 3);
	ck_assert_double_eq(s->typical_spread, 0.7);
	ck_assert_uint_eq(find(rs, MODE_CACHED, "randread")->measured_n, 0);
	resultset_free(rs);
}
END_TEST

START_TEST(trouble_has_ranks)
{
	static const struct {
		const char *status[3];
		enum cell_state state;
		int trouble; /* index of the sample, -1: none */
	} rows[] = {
		{ { "ok", "ok", "ok" }, CELL_MEASURED, -1 },
		{ { "ok", "failed", "skipped" }, CELL_MEASURED, 2 },
		{ { "failed", "ok", "ok" }, CELL_MEASURED, 0 },
		{ { "failed", "skipped", "skipped" }, CELL_FAILED, 2 },
		{ { "skipped", "skipped", "failed" }, CELL_FAILED, 2 },
		{ { "skipped", "skipped", "skipped" }, CELL_SKIPPED, 2 },
	};
	struct sample samples[3];
	const struct surface *s;
	const struct cell *cell;
	struct resultset *rs;

	for (uint64_t i = 0; i < 3; i++) {
		fixture_sample(&samples[i], "cached", "write", 64 * K, 64 * K, i + 1, 10);
		strcpy(samples[i].status, rows[_i].status[i]);
	}
	rs = fixture_load(dir, &config, samples, 3);
	s = find(rs, MODE_CACHED, "write");
	cell = surface_cell(rs, s, 0, 1);
	ck_assert_int_eq(cell->state, rows[_i].state);
	ck_assert_ptr_eq(cell->trouble, rows[_i].trouble < 0 ? NULL : &rs->samples[rows[_i].trouble]);
	ck_assert_uint_eq(s->measured_n + s->failed_n + s->skipped_n, 1);
	ck_assert_uint_eq(s->failed_n, rows[_i].state == CELL_FAILED);
	ck_assert_uint_eq(s->skipped_n, rows[_i].state == CELL_SKIPPED);
	resultset_free(rs);
}
END_TEST

START_TEST(axes_hold_what_was_measured_as_well)
{
	static const uint64_t files[] = { 64 * K, 100 * K, 256 * K }, records[] = { 4 * K, 5000, 64 * K, 128 * K };
	struct sample samples[5];
	struct resultset *rs;
	const struct surface *s;

	fixture_sample(&samples[0], "device", "write", 100 * K, 5000, 1, 10);
	fixture_sample(&samples[1], "device", "write", 64 * K, 4 * K, 1, 10);
	fixture_sample(&samples[2], "device", "write", 100 * K, 4 * K, 1, 10);
	/* These belong nowhere. */
	fixture_sample(&samples[3], "device", "stride", 100 * K, 4 * K, 1, 10);
	fixture_sample(&samples[4], "warm", "write", 100 * K, 4 * K, 2, 10);
	rs = fixture_load(dir, &config, samples, 5);
	ck_assert_uint_eq(rs->samples_n, 5);
	ck_assert_uint_eq(rs->axes[AXIS_FILE_SIZE].n, 3);
	ck_assert_mem_eq(rs->axes[AXIS_FILE_SIZE].v, files, sizeof(files));
	ck_assert_uint_eq(rs->axes[AXIS_RECORD].n, 4);
	ck_assert_mem_eq(rs->axes[AXIS_RECORD].v, records, sizeof(records));
	s = find(rs, MODE_DEVICE, "write");
	ck_assert_uint_eq(s->measured_n, 3);
	ck_assert_int_eq(surface_cell(rs, s, 1, 1)->state, CELL_MEASURED);
	ck_assert_int_eq(surface_cell(rs, s, 1, 2)->state, CELL_OUTSIDE);
	ck_assert_int_eq(surface_cell(rs, s, 0, 1)->state, CELL_OUTSIDE);
	ck_assert_int_eq(surface_cell(rs, s, 0, 2)->state, CELL_PLANNED);
	ck_assert_uint_eq(s->planned_n, 4);
	resultset_free(rs);
}
END_TEST

START_TEST(a_mode_that_was_not_asked_for_is_there_when_measured)
{
	struct sample sample;
	struct resultset *rs;

	config.modes[MODE_DEVICE] = false;
	fixture_sample(&sample, "device", "write", 64 * K, 4 * K, 1, 10);
	rs = fixture_load(dir, &config, &sample, 1);
	ck_assert_uint_eq(rs->surfaces_n, 4);
	ck_assert_int_eq(rs->surfaces[0].mode, MODE_DEVICE);
	ck_assert_uint_eq(rs->surfaces[0].planned_n, 0);
	ck_assert_int_eq(rs->surfaces[1].mode, MODE_CACHED);
	resultset_free(rs);
}
END_TEST

START_TEST(titles)
{
	static const struct test tests[3][3] = {
		{ { "read", "io_uring", "read", 0 }, { "psync:read", "psync", "read", 0 }, { "x", "io_uring", "zigzag", 0 } },
		{ { "mmap:read", "mmap", "read", 0 }, { "psync:read", "psync", "read", 0 }, { "write", "psync", "write", 0 } },
		{ { "mmap:read", "mmap", "read", 0 }, { "a:read", "mmap", "read", 0 }, { "b:read", "psync", "read", 0 } },
	};
	static const char *const want[3][3] = {
		{ "Read", "Read, psync", "zigzag" },
		{ "Read, mmap", "Read", "Write" },
		{ "Read", "Read", "Read, psync" },
	};
	struct resultset *rs;

	memcpy(config.tests, tests[_i], sizeof(tests[_i]));
	rs = fixture_load(dir, &config, NULL, 0);
	for (size_t i = 0; i < 3; i++)
		ck_assert_str_eq(rs->surfaces[i].title, want[_i][i]);
	resultset_free(rs);
}
END_TEST

START_TEST(damage_is_told)
{
	struct sample samples[2];
	struct resultset *rs;
	char path[FIXTURE_PATH_LEN + 32];
	struct err err = ERR_INIT;
	FILE *journal;

	fixture_sample(&samples[0], "device", "write", 64 * K, 4 * K, 1, 10);
	fixture_sample(&samples[1], "device", "write", 64 * K, 4 * K, 2, 10);
	resultset_free(fixture_load(dir, &config, samples, 2));
	snprintf(path, sizeof(path), "%s/samples.jsonl", dir);
	journal = fopen(path, "r+");
	ck_assert_ptr_nonnull(journal);
	fseek(journal, 20, SEEK_SET);
	fputc('#', journal);
	fclose(journal);
	ck_assert_int_eq(resultset_load(dir, &rs, &err), 0);
	ck_assert_uint_eq(rs->damaged_lines, 1);
	ck_assert_uint_eq(rs->samples_n, 1);
	resultset_free(rs);
}
END_TEST

START_TEST(no_run_no_resultset)
{
	struct err err = ERR_INIT;
	struct resultset *rs;
	const char *text = "{\"format\": {\"name\": \"iosweep-run\", \"version\": 1}}";

	ck_assert_int_eq(resultset_load(dir, &rs, &err), -1);
	ck_assert_int_eq(err.kind, ERR_ENVIRONMENT);
	ck_assert_int_eq(rundir_write_file(dir, "run.json", text, strlen(text), &err), 0);
	ck_assert_int_eq(resultset_load(dir, &rs, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "run.json: config: is missing"));
	resultset_free(NULL);
}
END_TEST

Suite *suite_resultset(void)
{
	Suite *suite = suite_create("resultset");
	TCase *tcase = tcase_create("resultset");

	tcase_add_checked_fixture(tcase, make_dir, remove_dir);
	tcase_add_test(tcase, a_run_without_samples_is_its_plan);
	tcase_add_test(tcase, samples_become_cells);
	tcase_add_loop_test(tcase, trouble_has_ranks, 0, 6);
	tcase_add_test(tcase, axes_hold_what_was_measured_as_well);
	tcase_add_test(tcase, a_mode_that_was_not_asked_for_is_there_when_measured);
	tcase_add_loop_test(tcase, titles, 0, 3);
	tcase_add_test(tcase, damage_is_told);
	tcase_add_test(tcase, no_run_no_resultset);
	suite_add_tcase(suite, tcase);
	return suite;
}
