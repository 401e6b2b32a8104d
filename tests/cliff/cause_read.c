/*
 * cause_read -: names causes of boundaries given as text, for comparison with other implementations (see
 * compare-causes).
 *
 * stdin, any number of times: "test READS WRITES SEQUENTIAL STRIDE DIRECT GRID FACTS BOUNDARIES", GRID sizes, for each
 * fact "KIND SIZE MULTIPLES UNCERTAIN" with the kind's name, for each boundary "AXIS FROM TO FALL" with the number of
 * the axis. stdout, for each boundary: "cause FACT MULTIPLE HOW SCORE CHANCE", the fact by its place from 0, or "none".
 */
#include "stats/cause.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

struct input {
	struct cause_test test;
	double grid[MOST];
	struct cause_fact facts[MOST];
	struct cause_boundary boundaries[MOST];
	size_t grid_n, facts_n, boundaries_n;
};

static _Noreturn void bad(const char *what)
{
	fprintf(stderr, "cause_read: bad input: %s\n", what);
	exit(2);
}

static double read_number(void)
{
	double v;

	if (scanf("%lf", &v) != 1)
		bad("a number was expected");
	return v;
}

static bool read_bool(void)
{
	return read_number() != 0;
}

static size_t read_count(void)
{
	double v = read_number();

	if (!(v >= 0 && v <= MOST))
		bad("a count is too large");
	return (size_t)v;
}

static enum cause_kind read_kind(void)
{
	char word[32];

	if (scanf("%31s", word) != 1)
		bad("a kind was expected");
	for (int k = 0; k < CAUSES_N; k++) {
		if (!strcmp(cause_kind_name((enum cause_kind)k), word))
			return (enum cause_kind)k;
	}
	bad(word);
}

static void read_test(struct input *in)
{
	in->test.reads = read_bool();
	in->test.writes = read_bool();
	in->test.sequential_read = read_bool();
	in->test.stride = read_bool();
	in->test.direct = read_bool();
	in->grid_n = read_count();
	in->facts_n = read_count();
	in->boundaries_n = read_count();
	for (size_t i = 0; i < in->grid_n; i++)
		in->grid[i] = read_number();
	for (size_t i = 0; i < in->facts_n; i++) {
		in->facts[i].kind = read_kind();
		in->facts[i].size = read_number();
		in->facts[i].multiples = (unsigned)read_count();
		in->facts[i].uncertain = read_bool();
	}
	for (size_t i = 0; i < in->boundaries_n; i++) {
		struct cause_boundary *b = &in->boundaries[i];

		b->axis = (enum cliff_axis)read_count();
		b->from = read_number();
		b->to = read_number();
		b->fall = read_bool();
		b->device_share[0] = b->device_share[1] = NAN;
	}
}

static void print_causes(const struct input *in)
{
	struct cause_question q = {
		.facts = in->facts,
		.facts_n = in->facts_n,
		.test = &in->test,
		.grid = in->grid,
		.grid_n = in->grid_n,
		.others = in->boundaries,
		.others_n = in->boundaries_n,
	};

	for (size_t i = 0; i < in->boundaries_n; i++) {
		struct cause c = cause_find(&q, &in->boundaries[i]);

		if (c.how == CAUSE_NONE)
			printf("none\n");
		else
			printf("cause %td %u %s %.17g %.17g\n", c.fact - in->facts, c.multiple,
				c.how == CAUSE_AT ? "at" : "near", c.score, c.chance);
	}
}

int main(int argc, char **argv)
{
	struct input in = { 0 };
	char word[8];

	if (argc != 2 || strcmp(argv[1], "-") != 0) {
		printf("cause_read: with the argument - it reads boundaries from stdin\n");
		return 0;
	}
	while (scanf("%7s", word) == 1) {
		if (strcmp(word, "test") != 0)
			bad(word);
		read_test(&in);
		print_causes(&in);
	}
	return 0;
}
