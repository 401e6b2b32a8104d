#include "unit/sweep_stage.h"

#include "base/err.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_cell(
	const struct sample *x, const struct test *test, enum mode mode, uint64_t file, uint64_t record)
{
	return x->file_size_bytes == file && x->record_size_bytes == record && !strcmp(x->test, test->name) &&
		!strcmp(x->mode, mode_name(mode));
}

static unsigned count_cell(
	const struct sweep_stage *s, size_t test, enum mode mode, uint64_t file, uint64_t record, uint64_t pass)
{
	unsigned n = 0;

	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];

		n += x->pass == pass && is_cell(x, &s->config.tests[test], mode, file, record);
	}
	return n;
}

START_TEST(every_cell_once_a_pass)
{
	struct sweep_stage *s = sweep_stage_new();
	const struct config *c = &s->config;
	uint64_t planned = 0;

	sweep_stage_run(s);
	for (uint64_t pass = 1; pass <= c->passes; pass++) {
		for (size_t at = 0; at < c->file_sizes.n * c->records.n * c->tests_n * MODES_N; at++) {
			uint64_t file = c->file_sizes.v[at % c->file_sizes.n];
			uint64_t record = c->records.v[at / c->file_sizes.n % c->records.n];
			size_t test = at / c->file_sizes.n / c->records.n % c->tests_n;
			enum mode mode = (enum mode)(at / c->file_sizes.n / c->records.n / c->tests_n);
			unsigned expected = record <= file;

			ck_assert_uint_eq(count_cell(s, test, mode, file, record, pass), expected);
			planned += expected;
		}
	}
	ck_assert_uint_eq(s->contents.samples_n, planned);
	ck_assert_uint_eq(s->plan.cells * c->passes, planned);
	ck_assert_uint_eq(s->result.measured, planned);
	ck_assert_uint_eq(s->result.failed + s->result.skipped, 0);
	ck_assert_uint_eq(s->told, planned);
	ck_assert(!s->result.stopped);
	for (size_t i = 0; i < planned; i++)
		ck_assert_uint_eq(s->contents.samples[i].sequence, i + 1);
	sweep_stage_free(s);
}
END_TEST

/* The parts of a sample's place in a pass, the outermost first, that the order of plan.h fixes. */
static int rank_within_file(const struct sample *x)
{
	return 2 * !!strcmp(x->pattern, "write") + !strcmp(x->mode, "cached");
}

static size_t test_index(const struct sweep_stage *s, const struct sample *x)
{
	size_t i = 0;

	while (strcmp(s->config.tests[i].name, x->test))
		i++;
	return i;
}

START_TEST(the_order_is_that_of_the_plan)
{
	struct sweep_stage *s = sweep_stage_new();
	bool shuffled = false;

	sweep_stage_run(s);
	for (size_t i = 1; i < s->contents.samples_n; i++) {
		const struct sample *a = &s->contents.samples[i - 1], *b = &s->contents.samples[i];

		ck_assert_uint_ge(b->pass, a->pass);
		if (b->pass != a->pass || b->file_size_bytes != a->file_size_bytes)
			continue;
		ck_assert_int_ge(rank_within_file(b), rank_within_file(a));
		if (rank_within_file(b) != rank_within_file(a))
			continue;
		if (b->record_size_bytes == a->record_size_bytes)
			ck_assert_uint_eq(test_index(s, b), test_index(s, a) + 1);
		shuffled = shuffled || b->record_size_bytes < a->record_size_bytes;
	}
	ck_assert_msg(shuffled, "the records are in ascending order everywhere");
	sweep_stage_free(s);
}
END_TEST

/* The file sizes of a pass in their order, as one number: digits are indexes, the first the most significant. */
static unsigned file_order(const struct sweep_stage *s, uint64_t pass)
{
	uint64_t last = 0;
	unsigned order = 0, changes = 0;

	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];
		size_t f = 0;

		if (x->pass != pass || x->file_size_bytes == last)
			continue;
		last = x->file_size_bytes;
		while (s->config.file_sizes.v[f] != last)
			f++;
		order = 10 * order + (unsigned)f;
		changes++;
	}
	ck_assert_uint_eq(changes, s->config.file_sizes.n);
	return order;
}

START_TEST(passes_and_seeds_have_orders_of_their_own)
{
	enum { SEEDS = 6 };
	unsigned differ_by_pass = 0, differ_by_seed = 0, before = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct sweep_stage *s = sweep_stage_new();
		unsigned order;

		s->config.seed = seed;
		sweep_stage_run(s);
		order = file_order(s, 1);
		differ_by_pass += order != file_order(s, 2);
		differ_by_seed += order != before;
		before = order;
		sweep_stage_free(s);
	}
	/* Of 24 orders two are alike now and then. */
	ck_assert_uint_ge(differ_by_pass, SEEDS / 2);
	ck_assert_uint_ge(differ_by_seed, SEEDS / 2);
}
END_TEST

static char *journal_text(const struct sweep_stage *s)
{
	char path[600], *text = calloc(1, 16 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "%s/samples.jsonl", s->dir);
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_gt(fread(text, 1, (16 << 20) - 1, file), 0);
	fclose(file);
	return text;
}

START_TEST(the_same_seed_gives_the_same_journal)
{
	struct sweep_stage *a = sweep_stage_new(), *b = sweep_stage_new();
	char *first, *second;

	sweep_stage_run(a);
	sweep_stage_run(b);
	first = journal_text(a);
	second = journal_text(b);
	ck_assert_msg(!strcmp(first, second), "two runs with one seed differ");
	free(first);
	free(second);
	sweep_stage_free(a);
	sweep_stage_free(b);
}
END_TEST

/* The disk holds the files up to 1 MiB: each cell of the largest fails, and no other, in each pass. */
static void check_full(struct sweep_stage *s)
{
	unsigned failed = 0;

	sweep_stage_model(s, "{\"capacity\": \"7m\", \"device\": {\"per_operation_ns\": 50000}}");
	SWEEP_STAGE_SIZES(&s->config.file_sizes, 64 * KIB, 256 * KIB, 1 * MIB, 8 * MIB);
	sweep_stage_run(s);
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];
		bool too_large = x->file_size_bytes == 8 * MIB;

		ck_assert_str_eq(x->status, too_large ? "failed" : "ok");
		failed += too_large;
		if (too_large) {
			ck_assert_uint_eq(x->error_number, ENOSPC);
			ck_assert_uint_eq(x->bytes, SAMPLE_ABSENT);
			ck_assert_uint_eq(x->clocked_ns, SAMPLE_ABSENT);
			ck_assert_double_nan(x->throughput_mib_s);
			ck_assert_int_eq(
				!strncmp(x->error, "preparing the file: ", 20), strcmp(x->pattern, "write") != 0);
		}
	}
	ck_assert_uint_eq(failed, s->result.failed);
	ck_assert_uint_gt(failed, 0);
	ck_assert_uint_eq(s->contents.samples_n, s->plan.cells * s->config.passes);
}

START_TEST(a_full_disk_fails_what_does_not_fit)
{
	struct sweep_stage *s = sweep_stage_new();

	check_full(s);
	sweep_stage_free(s);
}
END_TEST

START_TEST(a_standing_file_that_does_not_fit_fails_its_cells)
{
	static const char *const reading[] = { "read", "randread" };
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_tests(s, reading, 2);
	check_full(s);
	sweep_stage_free(s);
}
END_TEST

/* What is kept until the purge and what is being made never exceed the largest file: the plan's promise. */
START_TEST(the_space_is_kept)
{
	struct sweep_stage *s = sweep_stage_new();

	sweep_stage_model(s, "{\"capacity\": \"4m\", \"device\": {\"per_operation_ns\": 50000, \"write_mib_s\": 400}}");
	s->config.passes = 3;
	sweep_stage_run(s);
	ck_assert_uint_eq(s->plan.space_bytes, 4 * MIB);
	for (size_t i = 0; i < s->contents.samples_n; i++)
		ck_assert_msg(sample_ok(&s->contents.samples[i]), "%s %s", s->contents.samples[i].test,
			s->contents.samples[i].error);
	sweep_stage_free(s);
}
END_TEST

/* Stopped after any sample: the journal is what that of a run that was not stopped begins with. */
START_TEST(a_stop_keeps_what_was_measured)
{
	struct sweep_stage *whole = sweep_stage_new();

	sweep_stage_run(whole);
	for (unsigned after = 1; after < 40; after += 3) {
		struct sweep_stage *s = sweep_stage_new();

		s->stop_after = after;
		sweep_stage_run(s);
		ck_assert(s->result.stopped);
		ck_assert_uint_ge(s->contents.samples_n, after);
		/* The rest of the group, at most. */
		ck_assert_uint_lt(s->contents.samples_n, after + s->config.tests_n);
		for (size_t i = 0; i < s->contents.samples_n; i++) {
			const struct sample *x = &s->contents.samples[i], *y = &whole->contents.samples[i];

			ck_assert_str_eq(x->test, y->test);
			ck_assert_uint_eq(x->clocked_ns, y->clocked_ns);
			ck_assert_uint_eq(x->file_size_bytes, y->file_size_bytes);
		}
		sweep_stage_free(s);
	}
	sweep_stage_free(whole);
}
END_TEST

static const struct sample *find(const struct sweep_stage *s, const struct sample *like, uint64_t pass)
{
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i];

		if (x->pass == pass && x->file_size_bytes == like->file_size_bytes &&
			x->record_size_bytes == like->record_size_bytes && !strcmp(x->test, like->test) &&
			!strcmp(x->mode, like->mode))
			return x;
	}
	return NULL;
}

START_TEST(cut_samples_go_on_in_the_next_pass)
{
	struct sweep_stage *s = sweep_stage_new();
	unsigned checked = 0;

	s->config.max_time_ns = 2000000;
	s->config.passes = 3;
	sweep_stage_run(s);
	for (size_t i = 0; i < s->contents.samples_n; i++) {
		const struct sample *x = &s->contents.samples[i], *next = find(s, x, x->pass + 1);

		if (!next || x->cut != 1 || x->end_offset_bytes == SAMPLE_ABSENT)
			continue;
		ck_assert_str_eq(x->mode, "device");
		ck_assert_uint_eq(next->start_offset_bytes, x->end_offset_bytes);
		checked++;
	}
	ck_assert_uint_gt(checked, 10);
	sweep_stage_free(s);
}
END_TEST

START_TEST(a_pause_before_each_sample)
{
	struct sweep_stage *s = sweep_stage_new();
	void *session;

	s->config.passes = 1;
	s->config.min_time_ns = 2000000; /* so that samples have repetitions, before which there is none */
	sweep_stage_open(s);
	s->clock.virtual_wait_ns = plan_virtual_api(&s->plan, &session)->virt->wait_ns;
	s->setting.settle_ns = 1000000;
	sweep_stage_sweep(s);
	sweep_stage_load(s);
	for (size_t i = 0; i < s->contents.samples_n; i++)
		ck_assert_uint_eq(s->contents.samples[i].quiet_ns, 1000000);
	ck_assert_uint_eq(s->timing.ns[TIMING_QUIET], s->contents.samples_n * 1000000);
	sweep_stage_free(s);
}
END_TEST

START_TEST(preconditioning_comes_first_and_once)
{
	struct sweep_stage *plain = sweep_stage_new(), *s = sweep_stage_new();
	uint64_t more;

	sweep_stage_run(plain);
	sweep_stage_open(s);
	s->sweep.precondition = true;
	sweep_stage_sweep(s);
	sweep_stage_load(s);
	ck_assert_uint_eq(s->contents.samples_n, plain->contents.samples_n);
	more = s->result.wall_ns - plain->result.wall_ns;
	/* 4 MiB at 400 MiB/s, and the rest of the first sample's way. */
	ck_assert_uint_ge(more, 2000000);
	ck_assert_uint_lt(more, 30000000);
	ck_assert_uint_ge(s->contents.samples[0].started_ns - plain->contents.samples[0].started_ns, 2000000);
	sweep_stage_free(s);
	sweep_stage_free(plain);
}
END_TEST

START_TEST(nothing_that_fits_is_a_usage_error)
{
	struct sweep_stage *s = sweep_stage_new();
	struct err err = ERR_INIT;

	SWEEP_STAGE_SIZES(&s->config.file_sizes, 4 * KIB);
	SWEEP_STAGE_SIZES(&s->config.records, 64 * KIB);
	ck_assert_int_eq(plan_resolve(&s->config, &s->plan, &err), 0);
	ck_assert_int_eq(plan_finish(&s->plan, &err), -1);
	ck_assert_int_eq(err.kind, ERR_USAGE);
	sweep_stage_free(s);
}
END_TEST

/* A shuffle moves: over many passes each thing stands in each place about as often. */
START_TEST(shuffles_are_fair)
{
	enum { N = 6, PASSES = 6000 };
	struct sweep_stage *s = sweep_stage_new();
	unsigned places[N][N] = { 0 };
	size_t order[N];

	for (uint64_t pass = 1; pass <= PASSES; pass++) {
		unsigned seen = 0;

		plan_shuffle(&s->config, pass, 3, order, N);
		for (size_t i = 0; i < N; i++) {
			places[i][order[i]]++;
			seen |= 1U << order[i];
		}
		ck_assert_uint_eq(seen, (1U << N) - 1);
	}
	for (size_t i = 0; i < N * N; i++) {
		/* 1000 expected, standard deviation 29. */
		ck_assert_uint_gt(places[i / N][i % N], 850);
		ck_assert_uint_lt(places[i / N][i % N], 1150);
	}
	sweep_stage_free(s);
}
END_TEST

Suite *suite_sweep(void)
{
	Suite *suite = suite_create("sweep");
	TCase *tcase = tcase_create("sweep");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, every_cell_once_a_pass);
	tcase_add_test(tcase, the_order_is_that_of_the_plan);
	tcase_add_test(tcase, passes_and_seeds_have_orders_of_their_own);
	tcase_add_test(tcase, the_same_seed_gives_the_same_journal);
	tcase_add_test(tcase, a_full_disk_fails_what_does_not_fit);
	tcase_add_test(tcase, a_standing_file_that_does_not_fit_fails_its_cells);
	tcase_add_test(tcase, the_space_is_kept);
	tcase_add_test(tcase, a_stop_keeps_what_was_measured);
	tcase_add_test(tcase, cut_samples_go_on_in_the_next_pass);
	tcase_add_test(tcase, a_pause_before_each_sample);
	tcase_add_test(tcase, preconditioning_comes_first_and_once);
	tcase_add_test(tcase, nothing_that_fits_is_a_usage_error);
	tcase_add_test(tcase, shuffles_are_fair);
	suite_add_tcase(suite, tcase);
	return suite;
}
