#include "stats/cause.h"

#include "base/rng.h"

#include <check.h>
#include <math.h>
#include <string.h>

#define K 1024.0
#define M (1024.0 * 1024.0)
#define G (1024.0 * 1024.0 * 1024.0)
#define COUNT(table) (sizeof(table) / sizeof(*(table)))
#define SIZES 40

static const struct cause_test writing = { .writes = true }, reading = { .reads = true },
			       in_order = { .reads = true, .sequential_read = true },
			       striding = { .reads = true, .stride = true },
			       writing_direct = { .writes = true, .direct = true },
			       in_order_direct = { .reads = true, .sequential_read = true, .direct = true };

/* n sizes from first on, each the factor larger than the one before. */
static size_t grow(double *grid, double first, double factor, size_t n)
{
	for (size_t i = 0; i < n; i++, first *= factor)
		grid[i] = first;
	return n;
}

static struct cause_boundary step(enum cliff_axis axis, double from, double to, bool fall)
{
	return (struct cause_boundary){ axis, from, to, fall, { NAN, NAN } };
}

static struct cause ask(const struct cause_fact *facts, size_t n, const struct cause_test *test,
			const struct cause_boundary *boundary, size_t grid_n)
{
	double grid[SIZES];
	struct cause_question q = { .facts = facts, .facts_n = n, .test = test, .grid = grid };

	q.grid_n = grow(grid, 4 * K, 2, grid_n);
	return cause_find(&q, boundary);
}

/* By the place: one fact, one boundary. */
static const struct fit_case {
	struct cause_fact fact;
	const struct cause_test *test;
	enum cliff_axis axis;
	bool fall;
	double from, to;
	double score; /* 0: it is none of this fact's */
} fits[] = {
	/* an exact fact stands where a fall begins, or where a rise ends */
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &reading, CLIFF_Y, true, 256 * K, 512 * K, 1 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &writing, CLIFF_Y, false, 128 * K, 256 * K, 1 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &writing, CLIFF_Y, true, 128 * K, 256 * K, .7 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &writing, CLIFF_Y, false, 256 * K, 512 * K, .7 },
	{ { CAUSE_CHUNK, "c", 200 * K, 2, false }, &writing, CLIFF_Y, false, 128 * K, 256 * K, .7 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, true }, &reading, CLIFF_Y, true, 256 * K, 512 * K, .7 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &reading, CLIFF_Y, true, 512 * K, 1 * M, 0 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &reading, CLIFF_X, true, 256 * K, 512 * K, 0 },
	/* two octaves wide is half as good, and then it does not begin there */
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &reading, CLIFF_Y, true, 256 * K, 1 * M, .5 },
	{ { CAUSE_CHUNK, "c", 256 * K, 2, false }, &reading, CLIFF_Y, true, 128 * K, 512 * K, .35 },
	/* half the tolerance beside it */
	{ { CAUSE_MAX_REQUEST, "m", 256 * K, 1, false }, &reading, CLIFF_Y, true, 265.0278138 * K, 300 * K, .5 },
	{ { CAUSE_MAX_REQUEST, "m", 256 * K, 1, false }, &reading, CLIFF_Y, false, 256 * K, 512 * K, 0 },
	{ { CAUSE_STRIPE, "s", 1 * M, 4, false }, &writing, CLIFF_Y, true, 1 * M, 2 * M, 1 },
	{ { CAUSE_STRIPE, "s", 1 * M, 4, false }, &reading, CLIFF_Y, true, 1 * M, 2 * M, 0 },
	{ { CAUSE_OPTIMAL_IO, "o", 1 * M, 1, false }, &reading, CLIFF_Y, false, 512 * K, 1 * M, 1 },
	{ { CAUSE_FS_BLOCK, "b", 4 * K, 1, false }, &writing, CLIFF_Y, false, 2 * K, 4 * K, 1 },
	{ { CAUSE_FS_BLOCK, "b", 4 * K, 1, false }, &writing, CLIFF_Y, true, 4 * K, 8 * K, 0 },
	{ { CAUSE_PAGE, "p", 4 * K, 1, false }, &reading, CLIFF_Y, false, 2 * K, 4 * K, 0 },
	{ { CAUSE_PAGE, "p", 4 * K, 1, false }, &writing_direct, CLIFF_Y, false, 2 * K, 4 * K, 1 },
	/* a read-ahead is an interval, and has no end of its own */
	{ { CAUSE_READ_AHEAD, "r", 128 * K, 1, false }, &in_order, CLIFF_Y, true, 64 * K, 128 * K, 1 },
	{ { CAUSE_READ_AHEAD, "r", 128 * K, 1, false }, &in_order, CLIFF_X, false, 128 * K, 256 * K, 1 },
	{ { CAUSE_READ_AHEAD, "r", 128 * K, 1, false }, &in_order, CLIFF_X, false, 512 * K, 1 * M, 0 },
	{ { CAUSE_READ_AHEAD, "r", 128 * K, 1, false }, &reading, CLIFF_Y, true, 64 * K, 128 * K, 0 },
	{ { CAUSE_READ_AHEAD, "r", 128 * K, 1, false }, &in_order_direct, CLIFF_Y, true, 64 * K, 128 * K, 0 },
	{ { CAUSE_RAM, "m", 16 * G, 1, false }, &reading, CLIFF_X, true, 8 * G, 16 * G, 1 },
	{ { CAUSE_RAM, "m", 16 * G, 1, false }, &reading, CLIFF_X, true, 2 * G, 4 * G, 1 },
	{ { CAUSE_RAM, "m", 16 * G, 1, false }, &reading, CLIFF_X, true, 32 * G, 64 * G, 0 },
	{ { CAUSE_RAM, "m", 16 * G, 1, false }, &reading, CLIFF_X, false, 8 * G, 16 * G, 0 },
	{ { CAUSE_RAM, "m", 16 * G, 1, false }, &writing_direct, CLIFF_X, true, 8 * G, 16 * G, 0 },
	{ { CAUSE_MEMORY_LIMIT, "l", 16 * G, 1, false }, &reading, CLIFF_X, true, 2 * G, 4 * G, 0 },
	{ { CAUSE_MEMORY_LIMIT, "l", 16 * G, 1, false }, &reading, CLIFF_X, true, 4 * G, 8 * G, 1 },
	{ { CAUSE_MEMORY_LIMIT, "l", 16 * G, 1, false }, &writing_direct, CLIFF_X, true, 4 * G, 8 * G, 0 },
	{ { CAUSE_DIRTY_LIMIT, "d", 1 * G, 1, false }, &writing, CLIFF_X, true, 1 * G, 2 * G, 1 },
	{ { CAUSE_DIRTY_LIMIT, "d", 1 * G, 1, false }, &reading, CLIFF_X, true, 1 * G, 2 * G, 0 },
	{ { CAUSE_DIRTY_LIMIT, "d", 1 * G, 1, false }, &writing_direct, CLIFF_X, true, 1 * G, 2 * G, 0 },
	{ { CAUSE_DIRTY_BACKGROUND, "d", 1 * G, 1, false }, &writing, CLIFF_X, true, .25 * G, .5 * G, 0 },
	{ { CAUSE_L3, "l", 32 * M, 1, false }, &reading, CLIFF_X, true, 32 * M, 64 * M, 1 },
	{ { CAUSE_L3, "l", 32 * M, 1, false }, &reading, CLIFF_X, true, 4 * M, 8 * M, 0 },
	{ { CAUSE_L3, "l", 32 * M, 1, false }, &reading, CLIFF_Y, true, 4 * M, 8 * M, 1 },
	{ { CAUSE_L3, "l", 32 * M, 1, false }, &reading, CLIFF_Y, true, 64 * M, 128 * M, 0 },
	{ { CAUSE_L3, "l", 32 * M, 1, false }, &writing_direct, CLIFF_X, true, 32 * M, 64 * M, 0 },
	{ { CAUSE_L2, "l", 1 * M, 1, false }, &writing, CLIFF_X, true, 128 * K, 256 * K, 1 },
	{ { CAUSE_L2, "l", 1 * M, 1, false }, &writing, CLIFF_X, false, 512 * K, 1 * M, 0 },
	{ { CAUSE_L2, "l", 1 * M, 1, false }, &writing_direct, CLIFF_X, true, 512 * K, 1 * M, 0 },
	{ { CAUSE_STRIDE, "s", 17, 1, false }, &striding, CLIFF_RATIO, true, 16, 32, .7 },
	{ { CAUSE_STRIDE, "s", 16, 1, false }, &striding, CLIFF_RATIO, true, 16, 32, 1 },
	{ { CAUSE_STRIDE, "s", 17, 1, false }, &reading, CLIFF_RATIO, true, 16, 32, 0 },
	{ { CAUSE_STRIDE, "s", 17, 1, false }, &striding, CLIFF_Y, true, 16, 32, 0 },
	{ { CAUSE_CHUNK, "none", 0, 2, false }, &writing, CLIFF_Y, true, 4 * K, 8 * K, 0 },
};

START_TEST(a_fact_fits_its_kind_of_step)
{
	const struct fit_case *c = &fits[_i];
	struct cause_boundary b = step(c->axis, c->from, c->to, c->fall);

	ck_assert_double_eq_tol(cause_score(&c->fact, 1, c->test, &b), c->score, 1e-6);
}
END_TEST

START_TEST(every_kind_has_a_name_of_its_own)
{
	for (int i = 0; i < CAUSES_N; i++) {
		ck_assert_ptr_nonnull(cause_kind_name((enum cause_kind)i));
		for (int k = 0; k < i; k++)
			ck_assert_str_ne(cause_kind_name((enum cause_kind)i), cause_kind_name((enum cause_kind)k));
	}
}
END_TEST

/* What the device was seen to do on both sides. */
static const struct share_case {
	double from, to;
	bool storage, cpu;
} shares[] = {
	{ NAN, NAN, true, true }, { 1, 1, true, false },	{ .5, .5, true, false },  { .49, 1, false, false },
	{ 1, .49, false, false }, { .1, .1, false, true },	{ 0, 0, false, true },	  { .11, 0, false, false },
	{ 0, .11, false, false }, { NAN, .6, true, false },	{ NAN, .05, false, true },
};

START_TEST(the_devices_share_rules_out)
{
	static const enum cause_kind of_storage[] = { CAUSE_CHUNK, CAUSE_STRIPE, CAUSE_OPTIMAL_IO, CAUSE_MAX_REQUEST,
						      CAUSE_READ_AHEAD };
	static const enum cause_kind of_cpu[] = { CAUSE_L2, CAUSE_L3 };
	const struct share_case *c = &shares[_i];
	struct cause_test all = { .reads = true, .writes = true, .sequential_read = true };
	struct cause_boundary b = step(CLIFF_Y, 256 * K, 512 * K, true);
	struct cause_fact fact = { .size = 256 * K, .multiples = 1 }, ram = { CAUSE_RAM, "ram", 1 * M, 1, false };

	b.device_share[0] = c->from;
	b.device_share[1] = c->to;
	for (size_t i = 0; i < COUNT(of_storage); i++) {
		fact.kind = of_storage[i];
		ck_assert_int_eq(cause_score(&fact, 1, &all, &b) > 0, c->storage);
	}
	for (size_t i = 0; i < COUNT(of_cpu); i++) {
		fact.kind = of_cpu[i];
		ck_assert_int_eq(cause_score(&fact, 1, &all, &b) > 0, c->cpu);
	}
	b.axis = CLIFF_X;
	ck_assert(cause_score(&ram, 1, &all, &b) > 0);
}
END_TEST

/* On doublings an exact fact is named for two of the steps: that which begins and that which ends there. */
START_TEST(words_follow_score_and_chance)
{
	const struct cause_fact chunk = { CAUSE_CHUNK, "chunk", 256 * K, 1, false };
	const struct cause_fact limit = { CAUSE_MAX_REQUEST, "limit", 256 * K, 1, true };
	struct cause_boundary fall = step(CLIFF_Y, 256 * K, 512 * K, true), late = step(CLIFF_Y, 128 * K, 256 * K, true);
	struct cause_boundary wide = step(CLIFF_Y, 256 * K, 1 * M, true);
	struct cause cause = ask(&chunk, 1, &writing, &fall, 15);

	ck_assert_int_eq(cause.how, CAUSE_AT);
	ck_assert_ptr_eq(cause.fact, &chunk);
	ck_assert_uint_eq(cause.multiple, 1);
	ck_assert_double_eq_tol(cause.score, 1, 1e-9);
	ck_assert_double_eq_tol(cause.chance, 2 / 14., 1e-9);
	ck_assert_int_eq(ask(&chunk, 1, &writing, &fall, 13).how, CAUSE_AT); /* 4K to 16M */
	ck_assert_double_eq_tol(ask(&chunk, 1, &writing, &fall, 13).chance, 2 / 12., 1e-9);
	ck_assert_int_eq(ask(&chunk, 1, &writing, &late, 13).how, CAUSE_NEAR); /* fits the other step of the two less */
	ck_assert_int_eq(ask(&limit, 1, &writing, &fall, 30).how, CAUSE_AT); /* 0.7 to the last digit */
	ck_assert_double_eq_tol(ask(&limit, 1, &writing, &fall, 30).chance, 2 / 29., 1e-9);
	cause = ask(&chunk, 1, &writing, &wide, 30);
	ck_assert_int_eq(cause.how, CAUSE_NEAR);
	ck_assert_double_eq_tol(cause.score, .5, 1e-9);
	ck_assert_double_eq_tol(cause.chance, 3 / 28., 1e-9); /* three of two octaves touch it, with 0.35 or 0.5 */
}
END_TEST

START_TEST(nothing_is_named_where_everything_is_near)
{
	struct cause_fact facts[CAUSES_N];
	struct cause_boundary b;

	for (int i = 0; i < CAUSES_N; i++)
		facts[i] = (struct cause_fact){ (enum cause_kind)i, "fact", 16 * K, 1, false };
	for (int fall = 0; fall < 2; fall++) {
		b = step(CLIFF_Y, 16 * K, 32 * K, fall);
		ck_assert_int_eq(ask(facts, CAUSES_N, &writing, &b, 5).how, CAUSE_NONE);
		b = step(CLIFF_X, 16 * K, 32 * K, fall);
		ck_assert_int_eq(ask(facts, CAUSES_N, &writing, &b, 5).how, CAUSE_NONE);
		ck_assert_int_eq(ask(facts, CAUSES_N, &writing, &b, 4).how, CAUSE_NONE);
		ck_assert_int_eq(ask(facts, CAUSES_N, &writing, &b, 0).how, CAUSE_NONE);
	}
	/* On a longer grid the same facts are something. */
	b = step(CLIFF_Y, 16 * K, 32 * K, true);
	ck_assert_int_eq(ask(facts, CAUSES_N, &writing, &b, 20).how, CAUSE_AT);
}
END_TEST

START_TEST(no_fact_no_cause)
{
	struct cause_boundary b = step(CLIFF_Y, 16 * K, 32 * K, true);

	ck_assert_int_eq(ask(NULL, 0, &writing, &b, 20).how, CAUSE_NONE);
}
END_TEST

START_TEST(the_best_is_named_and_of_equals_the_first)
{
	const struct cause_fact facts[] = {
		{ CAUSE_L2, "L2", 256 * K, 1, false },
		{ CAUSE_OPTIMAL_IO, "optimal", 128 * K, 1, false },
		{ CAUSE_CHUNK, "chunk", 128 * K, 1, false },
		{ CAUSE_STRIPE, "stripe", 160 * K, 4, false },
	};
	struct cause_boundary b = step(CLIFF_Y, 128 * K, 256 * K, true);

	ck_assert_ptr_eq(ask(facts, 4, &writing, &b, 20).fact, &facts[1]);
	ck_assert_ptr_eq(ask(facts + 2, 2, &writing, &b, 20).fact, &facts[2]);
	ck_assert_ptr_eq(ask(facts + 3, 1, &writing, &b, 20).fact, &facts[3]);
}
END_TEST

/* Which boundaries beside a fall at 2 x 64K make that twice the chunk. */
static const struct company_case {
	struct cause_boundary other;
	unsigned multiple; /* 0: no cause */
} companies[] = {
	{ { CLIFF_Y, 128 * K, 256 * K, true, { NAN, NAN } }, 0 }, /* only the step itself */
	{ { CLIFF_Y, 64 * K, 128 * K, true, { NAN, NAN } }, 2 },
	{ { CLIFF_Y, 32 * K, 64 * K, false, { NAN, NAN } }, 2 },
	{ { CLIFF_Y, 192 * K, 220 * K, true, { NAN, NAN } }, 2 }, /* at 3 x */
	{ { CLIFF_Y, 120 * K, 128 * K, false, { NAN, NAN } }, 0 }, /* at 2 x too */
	{ { CLIFF_Y, 512 * K, 1 * M, true, { NAN, NAN } }, 0 }, /* at 8 x */
	{ { CLIFF_X, 64 * K, 128 * K, true, { NAN, NAN } }, 0 },
	{ { CLIFF_Y, 64 * K, 128 * K, true, { 0, 0 } }, 0 }, /* the device has done nothing there */
};

START_TEST(a_multiple_needs_company)
{
	const struct cause_fact stripe = { CAUSE_STRIPE, "stripe", 64 * K, 4, false };
	struct cause_boundary b = step(CLIFF_Y, 128 * K, 256 * K, true), both[2] = { b, companies[_i].other };
	double grid[SIZES];
	struct cause_question q = { &stripe, 1, &writing, grid, grow(grid, 4 * K, 2, 20), both, 2 };
	struct cause cause = cause_find(&q, &b);

	ck_assert_int_eq(cause.how, companies[_i].multiple ? CAUSE_AT : CAUSE_NONE);
	if (companies[_i].multiple) {
		ck_assert_uint_eq(cause.multiple, companies[_i].multiple);
		ck_assert_double_eq_tol(cause.score, .8, 1e-9);
	}
	q.others_n = 0;
	ck_assert_int_eq(cause_find(&q, &b).how, CAUSE_NONE);
}
END_TEST

#define DRAWS 20000

/* The chance is how often the fact would be named for a step that is drawn from all of that width. */
START_TEST(the_chance_is_that_of_random_steps)
{
	static const double factors[] = { 1.25, 1.5, 2, 4 };
	struct rng rng;
	size_t compared = 0;

	rng_init(&rng, (uint64_t)_i + 1);
	for (int run = 0; run < 40; run++) {
		double grid[SIZES], factor = factors[rng_u64(&rng) % COUNT(factors)];
		size_t n = grow(grid, 4 * K, factor, 8 + rng_u64(&rng) % 20), width = 1 + rng_u64(&rng) % 3;
		size_t at = rng_u64(&rng) % (n - width), named = 0;
		struct cause_fact fact = { (enum cause_kind)(rng_u64(&rng) % CAUSES_N), "fact", grid[at], 1, false };
		struct cause_test test = { true, true, true, true, false };
		bool along_x = rng_u64(&rng) % 2, fall = rng_u64(&rng) % 4;
		struct cause_boundary b = step(along_x ? CLIFF_X : CLIFF_Y, grid[at], grid[at + width], fall);
		struct cause_question q = { .facts = &fact, .facts_n = 1, .test = &test, .grid = grid, .grid_n = n };
		struct cause cause = cause_find(&q, &b);

		if (cause.how == CAUSE_NONE)
			continue;
		for (int draw = 0; draw < DRAWS; draw++) {
			size_t k = rng_u64(&rng) % (n - width);
			struct cause_boundary random = step(b.axis, grid[k], grid[k + width], fall);

			named += cause_score(&fact, cause.multiple, &test, &random) >= .3;
		}
		ck_assert_double_eq_tol((double)named / DRAWS, cause.chance, .02); /* over five standard errors */
		compared++;
	}
	ck_assert_uint_gt(compared, 3);
}
END_TEST

Suite *suite_cause(void)
{
	Suite *suite = suite_create("cause");
	TCase *tcase = tcase_create("cause");

	tcase_add_loop_test(tcase, a_fact_fits_its_kind_of_step, 0, COUNT(fits));
	tcase_add_test(tcase, every_kind_has_a_name_of_its_own);
	tcase_add_loop_test(tcase, the_devices_share_rules_out, 0, COUNT(shares));
	tcase_add_test(tcase, words_follow_score_and_chance);
	tcase_add_test(tcase, nothing_is_named_where_everything_is_near);
	tcase_add_test(tcase, no_fact_no_cause);
	tcase_add_test(tcase, the_best_is_named_and_of_equals_the_first);
	tcase_add_loop_test(tcase, a_multiple_needs_company, 0, COUNT(companies));
	tcase_add_loop_test(tcase, the_chance_is_that_of_random_steps, 0, 5);
	suite_add_tcase(suite, tcase);
	return suite;
}
