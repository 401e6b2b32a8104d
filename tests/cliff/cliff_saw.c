/*
 * cliff_saw [full | SURFACES]: uneven record sizes over a RAID 5 stripe: slow but at whole stripes. A part of the
 * surfaces has no stripe and must stay silent. Columns: false alarms on these; shares found of the jump to the
 * stripe and of the fall above it; what was found beside, a surface.
 */
#include "figures.h"
#include "surfaces.h"

static const unsigned saw_kib[] = { 4, 8, 16, 32, 64, 128, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 1536,
	2048, 2560, 4096 };

#define SAW_CELLS (sizeof(saw_kib) / sizeof(*saw_kib))

struct saw_truth {
	unsigned stripe_kib;
	double penalty;
	bool flat; /* none: must stay silent */
};

static struct saw_truth saw_draw(struct made_surface *s, unsigned files)
{
	static const double penalties[] = { 1.5, 2, 4 };
	struct twister *t = &s->twister;
	struct saw_truth c;
	double bandwidth, cost;

	c.stripe_kib = 64U << twister_below(t, 3);
	c.stripe_kib *= 3 + twister_below(t, 3);
	c.penalty = penalties[twister_below(t, 3)];
	c.flat = twister_random(t) < .3;
	bandwidth = pow(2, twister_uniform(t, 28, 31));
	cost = pow(2, twister_uniform(t, 14, 20));
	made_surface_init(s, files, SAW_CELLS);
	for (unsigned i = 0; i < files; i++)
		s->x[i] = ldexp(1, 23 + (int)i);
	for (unsigned j = 0; j < SAW_CELLS; j++)
		s->y[j] = saw_kib[j] * 1024.0;
	for (unsigned i = 0; i < files; i++) {
		for (unsigned j = 0; j < SAW_CELLS; j++) {
			double v = log2(bandwidth * s->y[j] / (s->y[j] + cost));

			if (!c.flat && saw_kib[j] % c.stripe_kib)
				v -= log2(c.penalty);
			made_surface_cell(s, i, j, v);
		}
	}
	return c;
}

struct saw_tally {
	unsigned flat, flat_false, stripes, jump, fall, wrong;
};

/* Right: a jump that ends at a whole stripe, a fall that begins at one. */
static bool saw_right(const struct cliff *d, const struct saw_truth *c)
{
	if (d->axis != CLIFF_Y)
		return false;
	for (unsigned j = 0; j < SAW_CELLS; j++) {
		double stripe = saw_kib[j] * 1024.0;

		if (saw_kib[j] % c->stripe_kib)
			continue;
		if (d->excess > 1 ? d->to == stripe : d->from <= stripe && stripe < d->to)
			return true;
	}
	return false;
}

static void saw_count(const struct cliff_list *found, const struct saw_truth *c, struct saw_tally *tally)
{
	double stripe = c->stripe_kib * 1024.0;
	bool jump = false, fall = false, on_grid = false;

	for (unsigned j = 0; j < SAW_CELLS; j++)
		on_grid = on_grid || saw_kib[j] == c->stripe_kib;
	tally->flat += c->flat;
	tally->flat_false += c->flat ? (unsigned)found->n : 0;
	if (c->flat || !on_grid)
		return;
	for (size_t k = 0; k < found->n; k++) {
		const struct cliff *d = &found->v[k];

		jump = jump || (d->axis == CLIFF_Y && d->excess > 1 && d->to == stripe);
		fall = fall || (d->axis == CLIFF_Y && d->excess < 1 && d->from == stripe);
		tally->wrong += !saw_right(d, c);
	}
	tally->stripes++;
	tally->jump += jump;
	tally->fall += fall;
}

struct saw_condition {
	unsigned files;
	struct noise noise;
	double flat_false, jump, fall, wrong;
};

static const struct saw_condition conditions[] = {
	{ 1, { .02, .02, 1 }, .02, 0, 0, 0 },
	{ 1, { .05, .02, 1 }, 0, 0, 0, 0 },
	{ 1, { .10, .02, 1 }, 0, 0, 0, 0 },
	{ 1, { .02, .02, 3 }, 0, .77, .93, .1 },
	{ 1, { .05, .02, 3 }, 0, .77, .83, .08 },
	{ 1, { .10, .02, 3 }, 0, .48, .58, .05 },
	{ 4, { .02, .02, 1 }, 0, .79, .95, .13 },
	{ 4, { .05, .02, 1 }, 0, .82, .95, .09 },
	{ 4, { .10, .02, 1 }, .02, .69, .83, .06 },
	{ 4, { .02, .02, 3 }, 0, .77, .93, .14 },
	{ 4, { .05, .02, 3 }, 0, .83, .91, .11 },
	{ 4, { .10, .02, 3 }, 0, .8, .86, .09 },
	{ 8, { .02, .02, 1 }, 0, .76, .96, .13 },
	{ 8, { .05, .02, 1 }, .02, .81, .95, .09 },
	{ 8, { .10, .02, 1 }, 0, .81, .91, .09 },
	{ 8, { .02, .02, 3 }, 0, .75, .95, .11 },
	{ 8, { .05, .02, 3 }, 0, .79, .91, .11 },
	{ 8, { .10, .02, 3 }, 0, .84, .93, .09 },
};

static struct saw_tally tally_surfaces(const struct saw_condition *c, unsigned n, struct made_surface *s)
{
	struct saw_tally tally = { 0 };

	for (unsigned k = 0; k < n; k++) {
		struct cliff_list found = CLIFF_LIST_INIT;
		struct saw_truth truth;

		s->noise = c->noise;
		twister_seed(&s->twister, (uint64_t)k * 13 + 3);
		truth = saw_draw(s, c->files);
		must_work(cliff_detect(&s->grid, &found, NULL));
		saw_count(&found, &truth, &tally);
		cliff_list_release(&found);
	}
	return tally;
}

static void measure(const struct saw_condition *c, struct figures *f, struct made_surface *s)
{
	struct saw_tally tally = tally_surfaces(c, f->surfaces, s);
	double flat = tally.flat ? tally.flat : 1, stripes = tally.stripes ? tally.stripes : 1;

	printf("files %u r %u CV %2.0f%%: ", c->files, c->noise.repeats, c->noise.cv * 100);
	figures_add(f, FIGURE_FALSE, tally.flat_false / flat, c->flat_false);
	figures_add(f, FIGURE_FOUND, tally.jump / stripes, c->jump);
	figures_add(f, FIGURE_FOUND, tally.fall / stripes, c->fall);
	figures_add(f, FIGURE_FALSE, tally.wrong / stripes, c->wrong);
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
	return figures_end(&f, "cliff_saw");
}
