/*
 * cliff_trouble [full | SURFACES]: ordinary surfaces, CV 5 %, with one thing wrong: slow spells, noise that is
 * larger on small files, missing cells, small records left out on big files, drift over the run, bursts of other load
 * that slow down all records of a file size in one pass. Columns: false
 * alarms a clean surface; shares found of x1.25, 1.5, 2 and 5; what was found beside, a surface.
 */
#include "figures.h"
#include "surfaces.h"

#define CV 0.05

typedef void trouble_fn(struct made_surface *s);

/* Present cells in the order in which IOzone measures them. */
static unsigned cell_order(const struct made_surface *s, unsigned *order)
{
	unsigned n = 0;

	for (unsigned at = 0; at < s->grid.nx * s->grid.ny; at++)
		if (s->cell[at].count)
			order[n++] = at;
	return n;
}

/* Three times a pass, one to four cells that follow each other are slow. */
static void trouble_spell(struct made_surface *s)
{
	unsigned order[SURFACE_CELLS], n = cell_order(s, order);

	for (unsigned pass = 0; pass < s->noise.repeats; pass++) {
		for (unsigned spell = 0; spell < 3; spell++) {
			unsigned k = twister_below(&s->twister, n);
			double slow = 1 / (1 + twister_exponential(&s->twister, .5));
			unsigned end = k + 1 + twister_below(&s->twister, 4);

			for (; k < end && k < n; k++)
				s->sample[order[k]][pass] *= slow;
		}
	}
}

static void trouble_uneven(struct made_surface *s)
{
	unsigned order[SURFACE_CELLS], n = cell_order(s, order);

	for (unsigned k = 0; k < n; k++) {
		unsigned row = order[k] / s->grid.ny;
		double sd = .5 * pow(2, -.5 * row) / log(2);

		for (unsigned pass = 0; pass < s->noise.repeats; pass++)
			s->sample[order[k]][pass] *= pow(2, twister_normal(&s->twister, sd));
	}
}

static void trouble_missing(struct made_surface *s)
{
	unsigned order[SURFACE_CELLS], n = cell_order(s, order);

	for (unsigned k = 0; k < n; k++)
		if (twister_random(&s->twister) < .06)
			s->cell[order[k]] = (struct cliff_cell){ 0 };
}

/* Half an octave, 30 %, from the first cell to the last. */
static void trouble_drift(struct made_surface *s)
{
	unsigned order[SURFACE_CELLS], n = cell_order(s, order);
	double sign = twister_below(&s->twister, 2) ? 1 : -1;

	for (unsigned pass = 0; pass < s->noise.repeats; pass++)
		for (unsigned k = 0; k < n; k++)
			s->sample[order[k]][pass] *= pow(2, sign * .5 * k / n);
}

/* Twice in a sweep a file size is slow in one pass, to 10 to 70 %. */
static void trouble_burst(struct made_surface *s)
{
	unsigned order[SURFACE_CELLS], n = cell_order(s, order);

	for (unsigned burst = 0; burst < 2; burst++) {
		unsigned row = twister_below(&s->twister, s->grid.nx), pass = twister_below(&s->twister, s->noise.repeats);
		double fast = twister_uniform(&s->twister, .1, .7);

		for (unsigned k = 0; k < n; k++)
			if (order[k] / s->grid.ny == row)
				s->sample[order[k]][pass] *= fast;
	}
}

struct condition {
	trouble_fn *trouble; /* NULL: the hole of small records on big files */
	unsigned repeats;
	double clean_false, found[4], extra;
};

static const struct condition conditions[] = {
	{ trouble_spell, 1, .075, { .18, .6, .88, 1 }, .12 },
	{ trouble_spell, 3, .01, { .22, .75, .93, 1 }, .01 },
	{ trouble_uneven, 1, .01, { .09, .43, .83, 1 }, .03 },
	{ trouble_uneven, 3, 0, { .18, .57, .87, 1 }, .01 },
	{ trouble_missing, 1, 0, { .21, .65, .93, 1 }, 0 },
	{ trouble_missing, 3, 0, { .27, .74, .95, 1 }, .01 },
	{ NULL, 1, 0, { .2, .63, .87, 1 }, 0 },
	{ NULL, 3, 0, { .29, .73, .88, 1 }, .01 },
	{ trouble_drift, 1, 0, { .21, .68, .94, 1 }, 0 },
	{ trouble_drift, 3, 0, { .27, .76, .95, 1 }, .01 },
	{ trouble_burst, 2, 0, { .15, .61, .89, 1 }, .01 },
	{ trouble_burst, 3, 0, { .22, .71, .93, 1 }, .01 },
	{ trouble_burst, 5, 0, { .37, .72, .95, 1 }, .01 },
};

static const char *condition_name(const struct condition *c)
{
	return c->trouble == trouble_spell      ? "spells"
		: c->trouble == trouble_uneven  ? "uneven"
		: c->trouble == trouble_missing ? "missing"
		: c->trouble == trouble_drift   ? "drift"
		: c->trouble == trouble_burst   ? "burst"
						: "hole";
}

struct tally {
	unsigned wrong, cliffs[4], found[4];
};

static unsigned size_class(double size)
{
	unsigned k = 0;

	while (k < 3 && truth_sizes[k] < size)
		k++;
	return k;
}

static void count_found(const struct truth *c, const struct cliff_list *found, struct tally *tally)
{
	bool hit = false;

	for (size_t i = 0; i < found->n; i++)
		hit = hit || truth_hit(c, &found->v[i]);
	tally->cliffs[size_class(c->size)]++;
	tally->found[size_class(c->size)] += hit;
}

static void run(trouble_fn *trouble, bool clean, struct made_surface *s, struct tally *tally)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct truth truth[TRUTH_MOST];
	unsigned n = 0;

	if (!clean)
		n = truth_draw(truth, 1 + twister_below(&s->twister, 3), &s->twister);
	made_surface_draw(s, truth, n, !trouble);
	if (trouble)
		trouble(s);
	must_work(cliff_detect(&s->grid, &found, NULL));
	for (unsigned k = 0; k < n; k++)
		count_found(&truth[k], &found, tally);
	tally->wrong += count_false(&found, truth, n);
	cliff_list_release(&found);
}

static void measure(const struct condition *c, struct figures *f, struct made_surface *s)
{
	struct tally clean = { 0 }, tally = { 0 };

	s->noise = (struct noise){ CV, 0, c->repeats };
	for (unsigned k = 0; k < f->surfaces; k++) {
		twister_seed(&s->twister, (uint64_t)k * 11 + 1);
		run(c->trouble, true, s, &clean);
		twister_seed(&s->twister, (uint64_t)k * 11 + 2);
		run(c->trouble, false, s, &tally);
	}
	printf("%-7s r %u: ", condition_name(c), c->repeats);
	figures_add(f, FIGURE_FALSE, (double)clean.wrong / f->surfaces, c->clean_false);
	for (unsigned z = 0; z < 4; z++)
		figures_add(f, FIGURE_FOUND, (double)tally.found[z] / (tally.cliffs[z] ? tally.cliffs[z] : 1),
			c->found[z]);
	figures_add(f, FIGURE_FALSE, (double)tally.wrong / f->surfaces, c->extra);
	printf("\n");
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, 0);
	struct made_surface *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++)
		measure(&conditions[k], &f, s);
	free(s);
	return figures_end(&f, "cliff_trouble");
}
