/*
 * cliff_sight [full | SURFACES [SEED]]: is what is said to be visible seen? On a clean surface the detector is
 * asked what it could have seen; then a cliff of that size is put into all lines of the same surface at a random
 * place. Columns, for x and for y: share of these found, to be 0.9 or more; mean factor.
 */
#include "figures.h"
#include "surfaces.h"

#define LEAST 0.87 /* nine of ten, as far as 200 surfaces can tell */

static const struct noise conditions[] = {
	{ .02, 0, 1 },
	{ .05, .05, 1 },
	{ .10, .05, 1 },
	{ .02, .05, 3 },
	{ .05, .05, 3 },
	{ .10, .05, 3 },
	{ .05, .05, 5 },
	{ .10, .05, 5 },
};

static struct truth draw_truth(enum cliff_axis axis, double factor, struct twister *t)
{
	int places = (axis == CLIFF_X ? SURFACE_NX : SURFACE_NY) - 5,
	    lines = axis == CLIFF_X ? SURFACE_NY : SURFACE_NX;
	struct truth c = { .axis = axis, .w = 1, .size = factor, .hi = lines - 1 };

	c.a = 2 + (int)twister_below(t, (unsigned)places);
	c.up = twister_below(t, 2);
	return c;
}

/* Sets *factor to what could have been seen. */
static bool seen(struct made_surface *s, enum cliff_axis axis, uint64_t seed, double *factor)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct cliff_sight sight;
	struct truth c;
	bool hit = false;

	twister_seed(&s->twister, seed);
	made_surface_draw(s, NULL, 0, false);
	must_work(cliff_detect(&s->grid, &found, &sight));
	*factor = sight.factor[axis];
	if (isnan(*factor)) {
		fprintf(stderr, "cliff_sight: nothing can be seen on a whole surface\n");
		exit(1);
	}
	c = draw_truth(axis, *factor, &s->twister);
	twister_seed(&s->twister, seed);
	made_surface_draw(s, &c, 1, false);
	found.n = 0;
	must_work(cliff_detect(&s->grid, &found, NULL));
	for (size_t k = 0; k < found.n; k++)
		hit = hit || truth_hit(&c, &found.v[k]);
	cliff_list_release(&found);
	return hit;
}

/* On one axis: the share of cliffs seen. */
static void measure(struct made_surface *s, enum cliff_axis axis, struct figures *f)
{
	double sum = 0, factor, share;
	unsigned hits = 0;

	for (unsigned n = 0; n < f->surfaces; n++) {
		hits += seen(s, axis, (uint64_t)f->seed * 1000003 + n, &factor);
		sum += factor;
	}
	share = (double)hits / f->surfaces;
	f->bad += share < LEAST;
	printf(" %.2f%s (x%.2f)", share, share < LEAST ? "(!)" : "", sum / f->surfaces);
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, 1);
	struct made_surface *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++) {
		s->noise = conditions[k];
		printf("r %u CV %2.0f%% out %.0f%%: ", s->noise.repeats, s->noise.cv * 100,
			s->noise.outliers * 100);
		measure(s, CLIFF_X, &f);
		measure(s, CLIFF_Y, &f);
		printf("\n");
	}
	free(s);
	return figures_end(&f, "cliff_sight");
}
