/*
 * cliff_rows [full | SURFACES]: one row of twelve records, alone or with two sister tests that share its truth.
 * Columns: false alarms a run without a cliff, shares found of x1.5, x2 and x5 per test.
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

static void row_draw(struct made_surface *s, const struct row_truth *c, double bandwidth, double cost,
	const struct noise *noise, struct twister *t)
{
	made_surface_init(s, 1, ROW_CELLS, 26, SURFACE_Y0);
	for (int j = 0; j < ROW_CELLS; j++) {
		double v = log2(bandwidth * s->y[j] / (s->y[j] + cost));

		if (j > c->at)
			v += (c->up ? 1 : -1) * log2(c->size);
		made_surface_cell(s, 0, (unsigned)j, v, noise, t);
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

static unsigned row_run(uint64_t seed, const struct noise *noise, double size, unsigned tests,
	struct made_surface *s, unsigned *hits)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct cliff_test run[ROW_TESTS];
	struct row_truth c = { .size = size };
	struct twister t;
	double bandwidth, cost;
	unsigned wrong;

	twister_seed(&t, seed);
	bandwidth = pow(2, twister_uniform(&t, 26, 33));
	cost = pow(2, twister_uniform(&t, 10, 22));
	c.at = 2 + (int)twister_below(&t, 7);
	c.up = twister_random(&t) < .3;
	for (unsigned k = 0; k < tests; k++) {
		cost *= twister_uniform(&t, .8, 1.25);
		row_draw(&s[k], &c, bandwidth, cost, noise, &t);
		run[k] = (struct cliff_test){ &s[k].grid, 0 };
	}
	must_work(cliff_detect_tests(run, tests, &found, NULL));
	wrong = row_count(&found, &c, tests, hits);
	cliff_list_release(&found);
	return wrong;
}

struct row_condition {
	unsigned tests;
	struct noise noise;
	double wrong, found[3];
};

static const double row_sizes[] = { 1.5, 2, 5 };

static const struct row_condition conditions[] = {
	{ 1, { .02, 0, 1 }, 0, { .06, .25, .99 } },
	{ 1, { .05, .05, 1 }, .04, { .01, .07, .81 } },
	{ 1, { .10, .05, 1 }, .05, { 0, .02, .59 } },
	{ 1, { .02, 0, 3 }, 0, { .51, 1, 1 } },
	{ 1, { .05, .05, 3 }, .02, { .23, .9, 1 } },
	{ 1, { .10, .05, 3 }, .025, { .03, .26, .99 } },
	{ 1, { .02, 0, 5 }, 0, { .48, 1, 1 } },
	{ 1, { .05, .05, 5 }, 0, { .3, .96, 1 } },
	{ 1, { .10, .05, 5 }, 0, { .03, .35, 1 } },
	{ 3, { .02, 0, 1 }, 0, { .75, 1, 1 } },
	{ 3, { .05, .05, 1 }, .075, { .41, .93, .99 } },
	{ 3, { .10, .05, 1 }, .09, { .09, .51, 1 } },
	{ 3, { .02, 0, 3 }, 0, { .75, 1, 1 } },
	{ 3, { .05, .05, 3 }, .06, { .64, 1, 1 } },
	{ 3, { .10, .05, 3 }, .065, { .15, .79, 1 } },
	{ 3, { .02, 0, 5 }, 0, { .76, 1, 1 } },
	{ 3, { .05, .05, 5 }, 0, { .67, 1, 1 } },
	{ 3, { .10, .05, 5 }, 0, { .17, .98, 1 } },
};

static void measure(const struct row_condition *c, struct figures *f, struct made_surface *s)
{
	unsigned wrong = 0, none = 0, half = f->surfaces / 2;

	printf("tests %u r %u CV %2.0f%% out %.0f%%: ", c->tests, c->noise.repeats, c->noise.cv * 100,
		c->noise.outliers * 100);
	for (unsigned k = 0; k < f->surfaces; k++)
		wrong += row_run(k * 31 + 5, &c->noise, 1, c->tests, s, &none);
	figures_add(f, FIGURE_FALSE, (double)wrong / f->surfaces, c->wrong);
	for (unsigned z = 0; z < 3; z++) {
		unsigned hits = 0;

		for (unsigned k = 0; k < half; k++)
			row_run(k * 31 + 7, &c->noise, row_sizes[z], c->tests, s, &hits);
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
