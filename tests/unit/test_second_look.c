#include "report/second_look.h"

#include "base/err.h"
#include "sweep/refine.h"
#include "unit/fixture_run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
#define FILES 11
#define RECORDS 9
#define PASSES 3
#define SAMPLES_MOST 1000
#define ROUNDS_MOST 8

static char path[FIXTURE_PATH_LEN];
static struct config config;
static struct sample *samples;
static size_t samples_n;
static struct resultset *rs;
static struct run_cliffs cliffs;

/* What is at work: throughput halves beyond so many records a file, and is a third of it beyond so large a file. */
static uint64_t counts, files;

static void measure(uint64_t file, uint64_t record, const char *purpose)
{
	double speed = 400 * (counts && file > counts * record ? 0.5 : 1) * (files && file > files ? 1.0 / 3 : 1);

	for (uint64_t pass = 1; pass <= PASSES; pass++) {
		struct sample *s = &samples[samples_n++];

		ck_assert_uint_le(samples_n, SAMPLES_MOST);
		fixture_sample(s, "device", "randread", file, record, pass,
			       speed * (1 + .004 * (double)((file / KIB + record + pass * 7) % 5)));
		s->sequence = samples_n;
		s->clocked_ns = 1000000;
		snprintf(s->purpose, sizeof(s->purpose), "%s", purpose);
	}
}

static void setup(void)
{
	samples = calloc(SAMPLES_MOST, sizeof(*samples));
	ck_assert_ptr_nonnull(samples);
	samples_n = 0;
	counts = files = 0;
	fixture_config(&config);
	fixture_doublings(&config.file_sizes, 64 * KIB, FILES);
	fixture_doublings(&config.records, 4 * KIB, RECORDS);
}

static void teardown(void)
{
	config_release(&config);
	free(samples);
}

static void sweep(void)
{
	for (size_t i = 0; i < FILES; i++)
		for (size_t j = 0; j < RECORDS; j++)
			if (config.records.v[j] <= config.file_sizes.v[i])
				measure(config.file_sizes.v[i], config.records.v[j], "");
}

static void load(void)
{
	struct err err = ERR_INIT;

	fixture_make(path);
	rs = fixture_load(path, &config, samples, samples_n);
	ck_assert_msg(!cliffs_find(rs, &cliffs, &err), "%s", err.text);
}

static void unload(void)
{
	cliffs_release(&cliffs);
	resultset_free(rs);
	fixture_remove(path);
}

/* The only cliff along that axis; NULL: there is none. */
static const struct cliff *only(enum cliff_axis axis)
{
	const struct cliff_list *list = &cliffs.modes[MODE_DEVICE].list;
	const struct cliff *found = NULL;

	for (size_t i = 0; i < list->n; i++) {
		if (list->v[i].axis != axis)
			continue;
		ck_assert_ptr_null(found);
		found = &list->v[i];
	}
	return found;
}

/* Halves as a run does; returns how many rounds had something to do. */
static unsigned refine(void)
{
	unsigned rounds = 0;
	size_t planned;

	do {
		struct second_look look;

		load();
		ck_assert_int_eq(second_look_refine(rs, &cliffs, INFINITY, &look), 0);
		planned = look.cells_n;
		for (size_t i = 0; i < planned; i++) {
			ck_assert_uint_eq(look.cells[i].passes, PASSES);
			ck_assert_double_gt(look.cells[i].cost_ns, 0);
			measure(look.cells[i].cell.file_size, look.cells[i].cell.record_size, SAMPLE_REFINE);
		}
		rounds += planned > 0;
		second_look_release(&look);
		unload();
	} while (planned && rounds < ROUNDS_MOST);
	return rounds;
}

/* Whole records, in three of the record sizes, until the counts are a quarter apart. */
START_TEST(halves_records_per_file)
{
	static const uint64_t each[] = { 16, 20, 31 };
	size_t before;
	const struct cliff *c;

	counts = each[_i];
	sweep();
	before = samples_n;
	ck_assert_uint_ge(refine(), 1);
	ck_assert_uint_le(samples_n - before, 3 * 3 * PASSES);
	for (size_t i = before; i < samples_n; i++)
		ck_assert_uint_eq(samples[i].file_size_bytes % samples[i].record_size_bytes, 0);
	load();
	c = only(CLIFF_RATIO);
	ck_assert_ptr_nonnull(c);
	ck_assert_double_le(c->from, (double)counts);
	ck_assert_double_gt(c->to, (double)counts);
	ck_assert(c->to <= REFINE_ENOUGH * c->from || c->to <= c->from + 1);
	ck_assert_double_eq_tol(log2(c->ratio), -1, .05);
	ck_assert_double_eq_tol(log2(c->excess), -1, .1);
	unload();
}
END_TEST

/* The sizes that it needs do not part those of the grid: a boundary along the file size is still found, and halved. */
START_TEST(leaves_other_boundaries_alone)
{
	const struct cliff *c;

	counts = 20;
	files = 10000 * KIB;
	sweep();
	refine();
	load();
	c = only(CLIFF_RATIO);
	ck_assert_ptr_nonnull(c);
	ck_assert(c->from <= 20 && c->to > 20 && c->to <= REFINE_ENOUGH * c->from);
	c = only(CLIFF_X);
	ck_assert_ptr_nonnull(c);
	ck_assert(c->from <= (double)files && c->to > (double)files && c->to <= REFINE_ENOUGH * c->from);
	unload();
}
END_TEST

/* A change that is spread over all of the boundary cannot be narrowed, and is not measured over and over. */
START_TEST(nothing_to_halve)
{
	sweep();
	ck_assert_uint_eq(refine(), 0);
}
END_TEST

Suite *suite_second_look(void)
{
	Suite *suite = suite_create("second_look");
	TCase *tcase = tcase_create("refine");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, halves_records_per_file, 0, 3);
	tcase_add_test(tcase, leaves_other_boundaries_alone);
	tcase_add_test(tcase, nothing_to_halve);
	suite_add_tcase(suite, tcase);
	return suite;
}
