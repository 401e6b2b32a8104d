/*
 * cliff_rows [full | SURFACES]: one row of twelve records, alone or with two sister tests that share its truth.
 * Columns: false alarms a run without a cliff, shares found of x1.5, x2 and x5 per test. The specification has no
 * figures for rows in which some cells were measured once; those expected are what this detector reached.
 */
#include "figures.h"
#include "surfaces.h"

#define ROW_CELLS 12
#define ROW_TESTS 3

struct row_truth {
	int at;
	bool up;
	double size; /* 1: none */
};

/* Some cells are measured once only: each with the chance `once`. */
static void row_thin(struct made_surface *s, double once)
{
	for (unsigned j = 0; once > 0 && j < ROW_CELLS; j++)
		if (twister_random(&s->twister) < once)
			s->cell[j].count = 1;
}

static void row_draw(struct made_surface *s, const struct row_truth *c, double bandwidth, double cost)
{
	made_surface_init(s, 1, ROW_CELLS);
	for (int j = 0; j < ROW_CELLS; j++) {
		double v = log2(bandwidth * s->y[j] / (s->y[j] + cost));

		if (j > c->at)
			v += (c->up ? 1 : -1) * log2(c->size);
		made_surface_cell(s, 0, (unsigned)j, v);
	}
}

static bool row_covers(const struct row_truth *c, const struct cliff *d)
{
	int a = found_start(d);

	return a <= c->at && c->at < a + (int)d->steps;
}

/* Places of false alarms, each counted once for all tests; *hits are tests that show the truth. */
static unsigned row_count(
	const struct cliff_list *found, const struct row_truth *c, unsigned tests, unsigned *hits)
{
	bool seen[ROW_CELLS][4][2] = { 0 }, hit[ROW_TESTS] = { 0 };
	unsigned wrong = 0;

	for (size_t k = 0; k < found->n; k++) {
		const struct cliff *d = &found->v[k];
		bool *again = &seen[found_start(d)][d->steps][d->excess > 1];

		if (c->size > 1 && row_covers(c, d)) {
			hit[d->test] = hit[d->test] || (d->excess > 1) == c->up;
		} else {
			wrong += !*again;
			*again = true;
		}
	}
	for (unsigned t = 0; t < tests; t++)
		*hits += hit[t];
	return wrong;
}

struct row_condition {
	unsigned tests;
	double once; /* share of cells with one sample */
	struct noise noise;
	double wrong, found[3];
};

/* Draws all tests of a run from the same numbers. Returns the false alarms. */
static unsigned row_run(
	const struct row_condition *condition, struct row_truth *c, struct made_surface *s, unsigned *hits)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct cliff_test run[ROW_TESTS];
	struct twister t = s->twister;
	double bandwidth = pow(2, twister_uniform(&t, 26, 33)), cost = pow(2, twister_uniform(&t, 10, 22));
	unsigned wrong;

	c->at = 2 + (int)twister_below(&t, 7);
	c->up = twister_random(&t) < .3;
	for (unsigned k = 0; k < condition->tests; k++) {
		cost *= twister_uniform(&t, .8, 1.25);
		s[k].noise = condition->noise;
		s[k].twister = t;
		row_draw(&s[k], c, bandwidth, cost);
		row_thin(&s[k], condition->once);
		t = s[k].twister;
		run[k] = (struct cliff_test){ &s[k].grid, 0 };
	}
	must_work(cliff_detect_tests(run, condition->tests, &found, NULL));
	wrong = row_count(&found, c, condition->tests, hits);
	cliff_list_release(&found);
	return wrong;
}

static const double row_sizes[] = { 1.5, 2, 5 };

static const struct row_condition conditions[] = {
	{ 1, 0, { .02, 0, 1 }, 0, { .06, .25, .99 } },
	{ 1, 0, { .05, .05, 1 }, .04, { .01, .07, .81 } },
	{ 1, 0, { .10, .05, 1 }, .05, { 0, .02, .59 } },
	{ 1, 0, { .02, 0, 3 }, 0, { .51, 1, 1 } },
	{ 1, 0, { .05, .05, 3 }, .02, { .23, .9, 1 } },
	{ 1, 0, { .10, .05, 3 }, .025, { .03, .26, .99 } },
	{ 1, 0, { .02, 0, 5 }, 0, { .48, 1, 1 } },
	{ 1, 0, { .05, .05, 5 }, 0, { .3, .96, 1 } },
	{ 1, 0, { .10, .05, 5 }, 0, { .03, .35, 1 } },
	{ 3, 0, { .02, 0, 1 }, 0, { .75, 1, 1 } },
	{ 3, 0, { .05, .05, 1 }, .075, { .41, .93, .99 } },
	{ 3, 0, { .10, .05, 1 }, .09, { .09, .51, 1 } },
	{ 3, 0, { .02, 0, 3 }, 0, { .75, 1, 1 } },
	{ 3, 0, { .05, .05, 3 }, .06, { .64, 1, 1 } },
	{ 3, 0, { .10, .05, 3 }, .065, { .15, .79, 1 } },
	{ 3, 0, { .02, 0, 5 }, 0, { .76, 1, 1 } },
	{ 3, 0, { .05, .05, 5 }, 0, { .67, 1, 1 } },
	{ 3, 0, { .10, .05, 5 }, 0, { .17, .98, 1 } },
	{ 1, .33, { .05, .05, 3 }, 0, { .19, .53, .99 } },
	{ 1, .5, { .05, .05, 3 }, .005, { .09, .34, .99 } },
	{ 1, .95, { .05, .05, 3 }, .015, { .03, .06, .86 } },
};

static void measure(const struct row_condition *c, struct figures *f, struct made_surface *s)
{
	unsigned wrong = 0, none = 0, half = f->surfaces / 2;

	printf("tests %u r %u once %2.0f%% CV %2.0f%% out %.0f%%: ", c->tests, c->noise.repeats, c->once * 100,
		c->noise.cv * 100, c->noise.outliers * 100);
	for (unsigned k = 0; k < f->surfaces; k++) {
		twister_seed(&s->twister, (uint64_t)k * 31 + 5);
		wrong += row_run(c, &(struct row_truth){ .size = 1 }, s, &none);
	}
	figures_add(f, FIGURE_FALSE, (double)wrong / f->surfaces, c->wrong);
	for (unsigned z = 0; z < 3; z++) {
		unsigned hits = 0;

		for (unsigned k = 0; k < half; k++) {
			twister_seed(&s->twister, (uint64_t)k * 31 + 7);
			row_run(c, &(struct row_truth){ .size = row_sizes[z] }, s, &hits);
		}
		figures_add(f, FIGURE_FOUND, (double)hits / (half * c->tests), c->found[z]);
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, 0);
	struct made_surface *s = calloc(ROW_TESTS, sizeof(*s));

	if (!s)
		return 1;
	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++)
		measure(&conditions[k], &f, s);
	free(s);
	return figures_end(&f, "cliff_rows");
}
