#include "sweep/tally.h"

#include "unit/sweep_stage.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A stage that is open, and an empty tally of its plan. */
struct fixture {
	struct sweep_stage *stage;
	struct tally tally;
};

static void set_up(struct fixture *f)
{
	f->stage = sweep_stage_new();
	sweep_stage_open(f->stage);
	ck_assert_int_eq(tally_init(&f->tally, &f->stage->plan), 0);
	f->stage->sweep.tally = &f->tally;
}

static void tear_down(struct fixture *f)
{
	tally_release(&f->tally);
	sweep_stage_free(f->stage);
}

static struct sample make_sample(const struct fixture *f, uint64_t pass, double mib_s)
{
	struct sample s;

	sample_init(&s);
	snprintf(s.mode, sizeof(s.mode), "device");
	snprintf(s.test, sizeof(s.test), "%s", f->stage->config.tests[2].name);
	snprintf(s.status, sizeof(s.status), isnan(mib_s) ? "failed" : "ok");
	s.file_size_bytes = 1 * MIB;
	s.record_size_bytes = 64 * KIB;
	s.depth = s.jobs = 1;
	s.pass = pass;
	s.throughput_mib_s = mib_s;
	return s;
}

static const struct tally_cell *add(struct fixture *f, const struct sample *s)
{
	struct cell_place place;

	ck_assert(tally_find(&f->tally, s, &place));
	ck_assert_int_eq(tally_add(&f->tally, &place, s), 0);
	return tally_cell(&f->tally, &place);
}

START_TEST(samples_stand_in_order_of_pass)
{
	static const uint64_t passes[] = { 3, 1, 4, 2, 3 };
	struct fixture f;
	const struct tally_cell *cell = NULL;

	set_up(&f);
	for (size_t i = 0; i < 5; i++) {
		struct sample s = make_sample(&f, passes[i], passes[i] == 4 ? NAN : (double)(10 * passes[i]));

		s.sequence = 10 + i;
		cell = add(&f, &s);
	}
	ck_assert_uint_eq(cell->samples_n, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(cell->samples[i].pass, i + 1);
	ck_assert_int_eq(cell->samples[3].outcome, TALLY_FAILED);
	for (size_t i = 0; i < 3; i++)
		ck_assert_double_eq_tol(cell->samples[i].log_rate, log(10 * (double)(i + 1)), 1e-12);
	ck_assert_double_nan(cell->samples[3].log_rate);
	ck_assert_uint_eq(f.tally.sequence, 14);
	tear_down(&f);
}
END_TEST

START_TEST(the_cost_is_all_wall_time)
{
	struct fixture f;
	struct sample a, b;

	set_up(&f);
	a = make_sample(&f, 1, 5);
	b = make_sample(&f, 2, 5);
	ck_assert_double_nan(tally_cost_ns(add(&f, &a)));
	b.clocked_ns = 100;
	b.total_ns = 150;
	b.flush_ns = 20;
	b.setup_ns = 3;
	ck_assert_double_eq(tally_cost_ns(add(&f, &b)), 173);
	b.pass = 3;
	b.quiet_ns = 10;
	b.close_ns = 4;
	ck_assert_double_eq(tally_cost_ns(add(&f, &b)), 180);
	ck_assert_double_eq(tally_usual_cost_ns(add(&f, &b)), 180);
	/* Three times as long is no usual cost, and the mean follows it. */
	b.pass = 4;
	b.total_ns = 523;
	ck_assert_double_eq(tally_cost_ns(add(&f, &b)), 306 + 2.0 / 3);
	ck_assert_double_eq(tally_usual_cost_ns(add(&f, &b)), 180);
	tear_down(&f);
}
END_TEST

START_TEST(a_cut_cell_goes_on_where_it_stopped)
{
	struct fixture f;
	const struct tally_cell *cell;
	struct sample s;

	set_up(&f);
	s = make_sample(&f, 2, 5);
	s.cut = 1;
	s.end_offset_bytes = 4096;
	cell = add(&f, &s);
	s.pass = 4;
	s.end_offset_bytes = 8192;
	add(&f, &s);
	s.pass = 6;
	s.cut = 0;
	add(&f, &s);
	ck_assert_uint_eq(tally_start_offset(cell, 1), PATTERN_FROM_START);
	ck_assert_uint_eq(tally_start_offset(cell, 2), PATTERN_FROM_START);
	ck_assert_uint_eq(tally_start_offset(cell, 3), 4096);
	ck_assert_uint_eq(tally_start_offset(cell, 5), 8192);
	ck_assert_uint_eq(tally_start_offset(cell, 7), 8192);
	tear_down(&f);
}
END_TEST

START_TEST(each_planned_cell_has_its_place)
{
	struct fixture f;
	uint64_t planned = 0;
	struct cell_place place;
	struct sample s;

	set_up(&f);
	for (size_t i = 0; i < f.tally.cells_n; i++)
		planned += f.tally.cells[i].planned;
	ck_assert_uint_eq(planned, f.stage->plan.cells);
	ck_assert_uint_eq(tally_count(&f.tally, 1, 3).total, 3 * planned);
	s = make_sample(&f, 1, 5);
	ck_assert(tally_find(&f.tally, &s, &place));
	ck_assert(place.mode == MODE_DEVICE && place.test == 2 && place.f == 2 && place.r == 1);
	s.file_size_bytes++;
	ck_assert(!tally_find(&f.tally, &s, &place));
	s.file_size_bytes = 64 * KIB;
	s.record_size_bytes = 128 * KIB;
	ck_assert_msg(!tally_find(&f.tally, &s, &place), "a record larger than the file is in no plan");
	tear_down(&f);
}
END_TEST

/* Chooses one test of one file size in both modes. Returns how many cells that is. */
static size_t choose(struct fixture *f, size_t test, size_t file)
{
	size_t n = 0;

	tally_choose(&f->tally, false);
	for (size_t at = 0; at < MODES_N * f->stage->config.records.n; at++) {
		const struct cell_place place = { (enum mode)(at % MODES_N), test, file, at / MODES_N, 0, 0 };

		tally_cell(&f->tally, &place)->chosen = true;
		n += tally_cell(&f->tally, &place)->planned;
	}
	return n;
}

START_TEST(a_sweep_measures_what_is_chosen_and_no_more)
{
	/* read, which takes rewrite along; write, on its own files; reread, which takes read along */
	static const size_t tests[] = { 2, 0, 3 };
	struct fixture f;
	size_t expected = 0;

	set_up(&f);
	f.stage->config.passes = 1;
	for (size_t i = 0; i < 3; i++) {
		f.stage->sweep.first_pass = i + 5;
		expected += choose(&f, tests[i], i + 1);
		sweep_stage_sweep(f.stage);
	}
	sweep_stage_load(f.stage);
	ck_assert_uint_eq(f.stage->contents.samples_n, expected);
	for (size_t i = 0; i < expected; i++) {
		const struct sample *x = &f.stage->contents.samples[i];
		size_t turn = x->pass - 5;

		ck_assert_str_eq(x->status, "ok");
		ck_assert_uint_lt(turn, 3);
		ck_assert_str_eq(x->test, f.stage->config.tests[tests[turn]].name);
		ck_assert_uint_eq(x->file_size_bytes, f.stage->config.file_sizes.v[turn + 1]);
		ck_assert_uint_eq(x->sequence, i + 1);
	}
	tear_down(&f);
}
END_TEST

/* A cached model whose page cache holds what was read or written before: what a test finds shows in its rate. */
START_TEST(what_is_chosen_alone_finds_what_it_finds_in_the_whole)
{
	struct fixture whole, alone;

	set_up(&whole);
	set_up(&alone);
	whole.stage->config.passes = alone.stage->config.passes = 1;
	choose(&alone, 3, 2);
	sweep_stage_sweep(whole.stage);
	sweep_stage_sweep(alone.stage);
	for (size_t at = 0; at < MODES_N * alone.stage->config.records.n; at++) {
		const struct cell_place place = { (enum mode)(at % MODES_N), 3, 2, at / MODES_N, 0, 0 };
		const struct tally_cell *a = tally_cell(&whole.tally, &place), *b = tally_cell(&alone.tally, &place);

		ck_assert_uint_eq(b->samples_n, 1);
		ck_assert_double_eq_tol(a->samples[0].log_rate, b->samples[0].log_rate, 1e-6);
	}
	sweep_stage_load(whole.stage);
	sweep_stage_load(alone.stage);
	tear_down(&whole);
	tear_down(&alone);
}
END_TEST

/* Tells the tally of the first n samples of a journal. */
static void remember(struct fixture *f, const struct journal_contents *contents, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(f, &contents->samples[i]);
}

START_TEST(what_is_stored_is_not_measured_again)
{
	struct fixture whole;
	size_t n;

	set_up(&whole);
	sweep_stage_sweep(whole.stage);
	sweep_stage_load(whole.stage);
	n = whole.stage->contents.samples_n;
	for (size_t cut = 0; cut <= n; cut += 61) {
		struct fixture rest;
		struct tally_count count;

		set_up(&rest);
		remember(&rest, &whole.stage->contents, cut);
		sweep_stage_sweep(rest.stage);
		sweep_stage_load(rest.stage);
		ck_assert_uint_eq(rest.stage->contents.samples_n, n - cut);
		count = tally_count(&rest.tally, 1, 2);
		ck_assert_uint_eq(count.total, n);
		ck_assert_uint_eq(count.done, n);
		for (size_t i = 0; i < n - cut; i++) {
			const struct sample *x = &rest.stage->contents.samples[i];
			const struct sample *y = &whole.stage->contents.samples[cut + i];

			ck_assert_uint_eq(x->sequence, y->sequence);
			ck_assert_str_eq(x->test, y->test);
			ck_assert_uint_eq(x->record_size_bytes, y->record_size_bytes);
			ck_assert_uint_eq(x->pass, y->pass);
		}
		tear_down(&rest);
	}
	tear_down(&whole);
}
END_TEST

Suite *suite_tally(void)
{
	Suite *suite = suite_create("tally");
	TCase *tcase = tcase_create("tally");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, samples_stand_in_order_of_pass);
	tcase_add_test(tcase, the_cost_is_all_wall_time);
	tcase_add_test(tcase, a_cut_cell_goes_on_where_it_stopped);
	tcase_add_test(tcase, each_planned_cell_has_its_place);
	tcase_add_test(tcase, a_sweep_measures_what_is_chosen_and_no_more);
	tcase_add_test(tcase, what_is_chosen_alone_finds_what_it_finds_in_the_whole);
	tcase_add_test(tcase, what_is_stored_is_not_measured_again);
	suite_add_tcase(suite, tcase);
	return suite;
}
