#include "stats/cause.h"

#include <math.h>

/*
 * Set together with the detector of cliffs, on the same simulated surfaces: with eleven ordinary facts and a grid of
 * doublings nearness alone gave 59 % of random steps a name.
 */
#define LEAST_SCORE 0.3 /* a fact that fits less is not considered */
#define AT_SCORE 0.7
#define AT_CHANCE 0.15 /* of a step that fits as well */
#define NEAR_CHANCE 0.35

#define WRONG_END 0.7 /* an exact fact inside the step: where the step lies is not settled */
#define UNCERTAIN 0.7
#define MULTIPLE 0.8
#define SAME_SCORE 1e-9
#define SAME_PLACE 0.02 /* octaves */

#define STORAGE_SHARE 0.5 /* the device has to take part in at least so much for the storage to be the cause */
#define CPU_SHARE 0.1 /* and at most in so much for a cache of the CPU */

enum which_tests { ALL_TESTS, WRITES, SEQUENTIAL_READS, STRIDE };
enum which_steps { ANY_STEP, FALLS, RISES };
enum who_answers { ANYONE, STORAGE, CPU };

struct rule {
	enum cliff_axis axis;
	enum which_tests tests;
	enum which_steps steps;
	double from, to; /* times the fact */
	double tolerance; /* octaves beside that */
};

static const struct kind {
	const char *name;
	enum who_answers who;
	bool cached_only; /* plays no part when I/O is direct */
	struct rule rules[2]; /* the second one may be absent: tolerance 0 */
} kinds[CAUSES_N] = {
	[CAUSE_CHUNK] = { "chunk", STORAGE, false, { { CLIFF_Y, ALL_TESTS, ANY_STEP, 1, 1, .1 } } },
	[CAUSE_STRIPE] = { "stripe", STORAGE, false, { { CLIFF_Y, WRITES, ANY_STEP, 1, 1, .1 } } },
	[CAUSE_OPTIMAL_IO] = { "optimal_io", STORAGE, false, { { CLIFF_Y, ALL_TESTS, ANY_STEP, 1, 1, .1 } } },
	[CAUSE_MAX_REQUEST] = { "max_request", STORAGE, false, { { CLIFF_Y, ALL_TESTS, FALLS, 1, 1, .1 } } },
	/* The kernel's window is all or half of it. */
	[CAUSE_READ_AHEAD] = { "read_ahead", STORAGE, true, { { CLIFF_Y, SEQUENTIAL_READS, ANY_STEP, .5, 1, .1 },
							      { CLIFF_X, SEQUENTIAL_READS, ANY_STEP, .5, 2, .1 } } },
	/* Below it a write has to read first. */
	[CAUSE_FS_BLOCK] = { "fs_block", ANYONE, false, { { CLIFF_Y, WRITES, RISES, 1, 1, .1 } } },
	[CAUSE_PAGE] = { "page", ANYONE, false, { { CLIFF_Y, WRITES, RISES, 1, 1, .1 } } },
	[CAUSE_STRIDE] = { "stride", ANYONE, false, { { CLIFF_RATIO, STRIDE, ANY_STEP, 1, 1, .1 } } },
	[CAUSE_MEMORY_LIMIT] = { "memory_limit", ANYONE, true, { { CLIFF_X, ALL_TESTS, FALLS, .5, 1, .5 } } },
	/* The page cache has what is free, which is less. */
	[CAUSE_RAM] = { "ram", ANYONE, true, { { CLIFF_X, ALL_TESTS, FALLS, .25, 1, .5 } } },
	[CAUSE_DIRTY_LIMIT] = { "dirty_limit", ANYONE, true, { { CLIFF_X, WRITES, FALLS, .8, 2, .5 } } },
	[CAUSE_DIRTY_BACKGROUND] = { "dirty_background", ANYONE, true, { { CLIFF_X, WRITES, FALLS, .8, 2, .5 } } },
	/* A record's buffer shares it with the pages that it is copied to. */
	[CAUSE_L3] = { "l3", CPU, true, { { CLIFF_Y, ALL_TESTS, FALLS, .25, 1, .5 },
					  { CLIFF_X, ALL_TESTS, FALLS, .5, 2, .5 } } },
	[CAUSE_L2] = { "l2", CPU, true, { { CLIFF_Y, ALL_TESTS, FALLS, .25, 1, .5 },
					  { CLIFF_X, ALL_TESTS, FALLS, .25, 2, .5 } } },
};

const char *cause_kind_name(enum cause_kind kind)
{
	return kinds[kind].name;
}

static bool concerns_test(enum which_tests tests, const struct cause_test *test)
{
	switch (tests) {
	case WRITES:
		return test->writes;
	case SEQUENTIAL_READS:
		return test->sequential_read;
	case STRIDE:
		return test->stride;
	default:
		return true;
	}
}

/* By what the device was seen to do; what is not known speaks against nothing. */
static bool can_answer(enum who_answers who, const double share[2])
{
	switch (who) {
	case STORAGE:
		return !(share[0] < STORAGE_SHARE) && !(share[1] < STORAGE_SHARE);
	case CPU:
		return !(share[0] > CPU_SHARE) && !(share[1] > CPU_SHARE);
	default:
		return true;
	}
}

static bool concerns(const struct rule *rule, const struct cause_test *test, const struct cause_boundary *b)
{
	return rule->tolerance > 0 && rule->axis == b->axis && concerns_test(rule->tests, test) &&
		(rule->steps == ANY_STEP || (rule->steps == FALLS) == b->fall);
}

/* By the place alone: 1 where step and rule share one, falling to 0 at the tolerance. size is that of the multiple. */
static double fit(const struct rule *rule, double size, const struct cause_boundary *b)
{
	double from = log2(b->from), to = log2(b->to), least = log2(size * rule->from), most = log2(size * rule->to);
	double gap = fmax(0, fmax(least - to, from - most)), score = 1 - gap / rule->tolerance;
	bool exact = rule->from == rule->to;

	if (score <= 0)
		return 0;
	if (exact && gap == 0 && fabs((b->fall ? from : to) - least) >= SAME_PLACE)
		score *= WRONG_END;
	return score / fmax(1, to - from);
}

double cause_score(const struct cause_fact *fact, unsigned multiple, const struct cause_test *test,
		   const struct cause_boundary *b)
{
	const struct kind *kind = &kinds[fact->kind];
	double score = 0;

	if (!(fact->size > 0) || (kind->cached_only && test->direct) || !can_answer(kind->who, b->device_share))
		return 0;
	for (size_t i = 0; i < sizeof(kind->rules) / sizeof(*kind->rules); i++) {
		if (concerns(&kind->rules[i], test, b))
			score = fmax(score, fit(&kind->rules[i], fact->size * multiple, b));
	}
	return score * (fact->uncertain ? UNCERTAIN : 1) * (multiple > 1 ? MULTIPLE : 1);
}

static bool same_step(const struct cause_boundary *a, const struct cause_boundary *b)
{
	return a->axis == b->axis && a->from == b->from && a->to == b->to;
}

/* Whether another boundary of the test lies at another multiple. */
static bool has_company(const struct cause_question *q, const struct cause_boundary *b, const struct cause_fact *fact,
			unsigned multiple)
{
	for (size_t i = 0; i < q->others_n; i++) {
		for (unsigned m = 1; m <= fact->multiples && !same_step(&q->others[i], b); m++) {
			if (m != multiple && cause_score(fact, m, q->test, &q->others[i]) >= LEAST_SCORE)
				return true;
		}
	}
	return false;
}

/* Of the steps of the grid that are as many sizes wide as the boundary: the share that has this score or more. */
static double chance_of(const struct cause_question *q, const struct cause_boundary *boundary, const struct cause *c,
			double score)
{
	size_t width = 0, named = 0;

	for (size_t i = 0; i < q->grid_n; i++)
		width += q->grid[i] > boundary->from && q->grid[i] <= boundary->to;
	width = width ? width : 1;
	if (q->grid_n <= width)
		return 1;
	for (size_t i = 0; i + width < q->grid_n; i++) {
		struct cause_boundary step = *boundary;

		step.from = q->grid[i];
		step.to = q->grid[i + width];
		named += cause_score(c->fact, c->multiple, q->test, &step) >= score - SAME_SCORE;
	}
	return (double)named / (double)(q->grid_n - width);
}

static struct cause judge(const struct cause_question *q, const struct cause_boundary *b, const struct cause_fact *fact)
{
	struct cause cause = { .fact = fact, .from = b->from, .to = b->to };

	for (unsigned m = 1; m <= fact->multiples; m++) {
		double score = cause_score(fact, m, q->test, b);

		if (score > cause.score) {
			cause.score = score;
			cause.multiple = m;
		}
	}
	if (cause.score < LEAST_SCORE || (cause.multiple > 1 && !has_company(q, b, fact, cause.multiple)))
		return cause;
	cause.chance = chance_of(q, b, &cause, LEAST_SCORE);
	if (cause.chance > NEAR_CHANCE)
		return cause;
	cause.how = CAUSE_NEAR;
	if (cause.score >= AT_SCORE && chance_of(q, b, &cause, cause.score) <= AT_CHANCE)
		cause.how = CAUSE_AT;
	return cause;
}

static double worth(const struct cause *cause)
{
	return cause->how == CAUSE_NONE ? 0 : cause->score * (1 - cause->chance);
}

struct cause cause_find(const struct cause_question *question, const struct cause_boundary *boundary)
{
	struct cause best = { .how = CAUSE_NONE };

	for (size_t i = 0; i < question->facts_n; i++) {
		struct cause cause = judge(question, boundary, &question->facts[i]);

		if (worth(&cause) > worth(&best))
			best = cause;
	}
	return best;
}
