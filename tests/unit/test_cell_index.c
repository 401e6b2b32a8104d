#include "sweep/cell_index.h"

#include "unit/suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST(list, ...) \
	set((list), (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static void set(struct size_list *list, const uint64_t *v, size_t n)
{
	list->v = malloc(n * sizeof(*v));
	ck_assert_ptr_nonnull(list->v);
	memcpy(list->v, v, n * sizeof(*v));
	list->n = n;
}

static const struct test tests[] = {
	{ "read", "psync", "read", 0 },
	{ "libaio:read", "libaio", "read", 0 },
};

/* Each list has a length of its own, so that two that are mixed up show. */
static void make_config(struct config *c)
{
	config_init(c);
	LIST(&c->file_sizes, 4096, 65536, 262144);
	LIST(&c->records, 4096, 16384, 32768, 65536, 131072);
	LIST(&c->depth, 2, 4, 8, 16);
	LIST(&c->jobs, 1, 3, 4, 5, 6, 8, 16);
	c->tests = malloc(sizeof(tests));
	ck_assert_ptr_nonnull(c->tests);
	memcpy(c->tests, tests, sizeof(tests));
	c->tests_n = 2;
	c->modes[MODE_CACHED] = c->modes[MODE_DEVICE] = true;
}

static void make_sample(const struct config *c, const struct cell_place *p, struct sample *s)
{
	sample_init(s);
	snprintf(s->mode, sizeof(s->mode), "%s", mode_name(p->mode));
	snprintf(s->test, sizeof(s->test), "%s", c->tests[p->test].name);
	s->file_size_bytes = c->file_sizes.v[p->f];
	s->record_size_bytes = c->records.v[p->r];
	s->depth = p->test == 0 ? 1 : c->depth.v[p->d];
	s->jobs = c->jobs.v[p->j];
}

START_TEST(indexes_and_places_are_one_to_one)
{
	struct config c;
	size_t n;

	make_config(&c);
	n = cell_index_n(&c);
	ck_assert_uint_eq(n, 2 * 2 * 3 * 5 * 4 * 7);
	for (size_t i = 0; i < n; i++) {
		struct cell_place place = cell_index_place(&c, i);

		ck_assert_uint_eq(cell_index(&c, &place), i);
	}
	config_release(&c);
}
END_TEST

START_TEST(neighbours_in_jobs_and_depth_lie_together)
{
	struct cell_place place = { .mode = MODE_CACHED, .test = 1, .f = 2, .r = 3, .d = 1, .j = 2 };
	struct config c;
	size_t at;

	make_config(&c);
	at = cell_index(&c, &place);
	place.j++;
	ck_assert_uint_eq(cell_index(&c, &place), at + 1);
	place.j--;
	place.d++;
	ck_assert_uint_eq(cell_index(&c, &place), at + c.jobs.n);
	config_release(&c);
}
END_TEST

START_TEST(samples_find_the_cells_that_exist)
{
	struct config c;
	size_t found = 0;

	make_config(&c);
	for (size_t i = 0; i < cell_index_n(&c); i++) {
		struct cell_place place = cell_index_place(&c, i), back;
		struct sample sample;
		bool exists = cell_place_exists(&c, &place);

		ck_assert_int_eq(exists, c.records.v[place.r] <= c.file_sizes.v[place.f] &&
						 (place.test == 1 || place.d == 0));
		make_sample(&c, &place, &sample);
		if (!exists && place.test == 0)
			continue;
		ck_assert_int_eq(cell_place_of(&c, &sample, &back), exists);
		if (!exists)
			continue;
		ck_assert_uint_eq(cell_index(&c, &back), i);
		found++;
	}
	/* 1, 4 and 5 records, 7 numbers of jobs, and depths: one of psync, four of libaio; in two modes. */
	ck_assert_uint_eq(found, (1 + 4 + 5) * 7 * (1 + 4) * 2);
	config_release(&c);
}
END_TEST

START_TEST(samples_of_other_runs_find_nothing)
{
	const struct cell_place place = { .mode = MODE_CACHED, .test = 1, .f = 2, .r = 3, .d = 1, .j = 2 };
	struct config c;
	struct sample sample;
	struct cell_place back;

	make_config(&c);
	make_sample(&c, &place, &sample);
	ck_assert(cell_place_of(&c, &sample, &back));
	sample.depth = 3;
	ck_assert(!cell_place_of(&c, &sample, &back));
	make_sample(&c, &place, &sample);
	sample.jobs = 2;
	ck_assert(!cell_place_of(&c, &sample, &back));
	make_sample(&c, &place, &sample);
	sample.file_size_bytes++;
	ck_assert(!cell_place_of(&c, &sample, &back));
	make_sample(&c, &place, &sample);
	snprintf(sample.test, sizeof(sample.test), "write");
	ck_assert(!cell_place_of(&c, &sample, &back));
	make_sample(&c, &place, &sample);
	c.modes[MODE_CACHED] = false;
	ck_assert(!cell_place_of(&c, &sample, &back));
	config_release(&c);
}
END_TEST

START_TEST(jobs_that_share_a_file_need_a_record_each)
{
	struct cell_place place = { .mode = MODE_CACHED, .test = 1, .f = 1, .r = 1, .d = 0, .j = 2 };
	struct config c;

	make_config(&c);
	c.job_files = JOB_FILES_SEGMENTS;
	ck_assert(cell_place_exists(&c, &place));
	place.j++;
	ck_assert(!cell_place_exists(&c, &place));
	c.job_files = JOB_FILES_OWN;
	ck_assert(cell_place_exists(&c, &place));
	config_release(&c);
}
END_TEST

Suite *suite_cell_index(void)
{
	Suite *suite = suite_create("cell_index");
	TCase *tc = tcase_create("cell_index");

	tcase_add_test(tc, indexes_and_places_are_one_to_one);
	tcase_add_test(tc, neighbours_in_jobs_and_depth_lie_together);
	tcase_add_test(tc, samples_find_the_cells_that_exist);
	tcase_add_test(tc, samples_of_other_runs_find_nothing);
	tcase_add_test(tc, jobs_that_share_a_file_need_a_record_each);
	suite_add_tcase(suite, tc);
	return suite;
}
