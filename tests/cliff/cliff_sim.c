/*
 * cliff_sim [full | SURFACES [SEED]]: ordinary surfaces. Columns: false alarms a clean surface; on surfaces with
 * one to three cliffs the shares found of x1.25, 1.5, 2 and 5, the shares of these at the exact place, and what
 * was found beside, a surface.
 *
 * The seed and the expected figures are those of the specification's table. That is one draw: a share of the some
 * 100 cliffs that 200 surfaces have of each size is itself uncertain by 0.05, and more surfaces tell more.
 */
#include "figures.h"
#include "surfaces.h"

#define SEED 11

struct condition {
	struct noise noise;
	double clean_false, found[4], exact[4]; /* the specification's table */
};

static const struct condition conditions[] = {
	{ { .02, 0, 1 }, 0, { .37, .86, 1, 1 }, { .98, .96, .97, .99 } },
	{ { .02, .05, 1 }, .025, { .3, .81, .95, 1 }, { .94, .97, .95, .98 } },
	{ { .05, 0, 1 }, 0, { .15, .8, .97, 1 }, { .88, .95, .99, .99 } },
	{ { .05, .05, 1 }, .01, { .1, .73, .91, 1 }, { .73, .95, .98, .99 } },
	{ { .10, 0, 1 }, 0, { .08, .45, .93, 1 }, { .12, .83, .92, .99 } },
	{ { .10, .05, 1 }, .01, { .04, .33, .87, 1 }, { 0, .87, .9, .99 } },
	{ { .02, 0, 3 }, 0, { .34, .9, .98, .99 }, { .94, .97, .95, .98 } },
	{ { .02, .05, 3 }, 0, { .37, .91, .95, .99 }, { .94, .96, .99, .98 } },
	{ { .05, 0, 3 }, 0, { .36, .84, .98, 1 }, { .92, .99, .94, .99 } },
	{ { .05, .05, 3 }, 0, { .35, .83, .98, 1 }, { .89, .99, .95, .99 } },
	{ { .10, 0, 3 }, 0, { .04, .69, .96, .99 }, { .67, .95, .97, .99 } },
	{ { .10, .05, 3 }, 0, { .08, .53, .94, .99 }, { 1, .94, .95, .99 } },
	{ { .02, 0, 5 }, 0, { .43, .86, .99, 1 }, { .94, .99, .99, .98 } },
	{ { .02, .05, 5 }, 0, { .41, .86, .99, 1 }, { .93, .99, .99, .98 } },
	{ { .05, 0, 5 }, 0, { .39, .84, .96, 1 }, { .96, 1, .98, .99 } },
	{ { .05, .05, 5 }, 0, { .32, .8, .96, 1 }, { .92, 1, .98, .99 } },
	{ { .10, 0, 5 }, 0, { .15, .79, .96, 1 }, { .87, .98, .99, 1 } },
	{ { .10, .05, 5 }, 0, { .08, .71, .96, 1 }, { .88, .93, .99, 1 } },
};

struct tally {
	unsigned clean_false, extra;
	unsigned cliffs[4], found[4], exact[4];
};

struct score {
	double clean_false, extra, found[4], exact[4];
};

static unsigned size_class(double size)
{
	unsigned k = 0;

	while (k < 3 && truth_sizes[k] < size)
		k++;
	return k;
}

static void count_truth(const struct truth *c, const struct cliff_list *found, struct tally *tally)
{
	unsigned k = size_class(c->size);
	bool hit = false, exact = false;

	for (size_t i = 0; i < found->n; i++) {
		hit = hit || truth_hit(c, &found->v[i]);
		exact = exact || truth_exact(c, &found->v[i]);
	}
	tally->cliffs[k]++;
	tally->found[k] += hit;
	tally->exact[k] += exact;
}

static void clean_surface(struct made_surface *s, uint64_t seed, struct tally *tally)
{
	struct cliff_list found = CLIFF_LIST_INIT;

	twister_seed(&s->twister, seed);
	made_surface_draw(s, NULL, 0, false);
	must_work(cliff_detect(&s->grid, &found, NULL));
	tally->clean_false += (unsigned)found.n;
	cliff_list_release(&found);
}

static void cliff_surface(struct made_surface *s, uint64_t seed, struct tally *tally)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct truth c[TRUTH_MOST];
	unsigned n;

	twister_seed(&s->twister, seed);
	n = truth_draw(c, 1 + twister_below(&s->twister, 3), &s->twister);
	made_surface_draw(s, c, n, false);
	must_work(cliff_detect(&s->grid, &found, NULL));
	for (unsigned k = 0; k < n; k++)
		count_truth(&c[k], &found, tally);
	tally->extra += count_false(&found, c, n);
	cliff_list_release(&found);
}

static struct score measure(struct made_surface *s, unsigned surfaces, unsigned seed)
{
	uint64_t own = (uint64_t)(s->noise.cv * 1000) * 7 + s->noise.repeats;
	struct tally tally = { 0 };
	struct score score;

	for (unsigned k = 0; k < surfaces; k++) {
		clean_surface(s, (uint64_t)seed * 1000003 + (uint64_t)k * 17 + own, &tally);
		cliff_surface(s, (uint64_t)(seed + 77) * 1000003 + (uint64_t)k * 17 + own, &tally);
	}
	score.clean_false = (double)tally.clean_false / surfaces;
	score.extra = (double)tally.extra / surfaces;
	for (unsigned k = 0; k < 4; k++) {
		score.found[k] = (double)tally.found[k] / (tally.cliffs[k] ? tally.cliffs[k] : 1);
		score.exact[k] = (double)tally.exact[k] / (tally.found[k] ? tally.found[k] : 1);
	}
	return score;
}

static void report(const struct condition *c, const struct score *s, struct figures *f)
{
	printf("r %u CV %2.0f%% out %.0f%%: ", c->noise.repeats, c->noise.cv * 100, c->noise.outliers * 100);
	figures_add(f, FIGURE_FALSE, s->clean_false, c->clean_false);
	printf(" ");
	for (unsigned k = 0; k < 4; k++)
		figures_add(f, FIGURE_FOUND, s->found[k], c->found[k]);
	printf(" ");
	for (unsigned k = 0; k < 4; k++)
		printf(" %.2f", s->exact[k]);
	printf("  %.2f\n", s->extra);
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, SEED);
	struct made_surface *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++) {
		struct score score;

		s->noise = conditions[k].noise;
		score = measure(s, f.surfaces, f.seed);
		report(&conditions[k], &score, &f);
	}
	free(s);
	return figures_end(&f, "cliff_sim");
}
