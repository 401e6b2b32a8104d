/*
 * cliff_again [full | SURFACES [SEED]]: how sure is what was measured again? Troubled surfaces with and without cliffs are
 * searched, and what is found is measured again as a run does it. Of those with one verdict, by what
 * confirm_confidence() says of them: how many there are, and the share that is true, which it must be.
 */
#include "figures.h"

#include <math.h>

#include "stats/confirm.h"
#include "surfaces.h"

#define SAMPLES 5U
#define TIMES 25U /* the surfaces of other programs: few of them show a cliff that is then rejected */
#define SAID_MOST 100 /* per cent */

static const struct noise conditions[] = {
	{ .02, 0, 1 },
	{ .05, .05, 1 },
	{ .10, .05, 1 },
	{ .05, .05, 3 },
	{ .10, .05, 3 },
};

/* Of cliffs of one verdict, by the per cent that are said of them. */
struct tally {
	unsigned n[SAID_MOST + 1], right[SAID_MOST + 1];
};

/* Fresh samples of a cell, from the surface without noise. */
struct fresh {
	const struct made_surface *exact;
	struct noise noise;
	struct twister twister;
	double sample[CONFIRM_LINES][CONFIRM_CELLS][SAMPLES];
};

static void tally_add(struct tally *t, bool right, double said)
{
	long k = lround(100 * said);

	t->n[k]++;
	t->right[k] += right;
}

/* A spell slows down three cells that follow each other. */
static void trouble(struct made_surface *s)
{
	unsigned cells = s->grid.nx * s->grid.ny;

	for (unsigned pass = 0; pass < s->noise.repeats; pass++) {
		for (unsigned spell = 0; spell < 3; spell++) {
			unsigned at = twister_below(&s->twister, cells - 3);
			double slow = 1 / (1 + twister_exponential(&s->twister, .5));

			for (unsigned k = at; k < at + 3; k++)
				s->sample[k][pass] *= slow;
		}
	}
}

static bool make_line(struct fresh *f, const struct cliff *c, unsigned other, unsigned samples, unsigned n,
		      struct confirm_line *line)
{
	static const unsigned passes[SAMPLES] = { 6, 7, 8, 9, 10 };
	const struct cliff_grid *g = &f->exact->grid;
	bool x = c->axis == CLIFF_X;
	int p = found_start(c), q = p + (int)c->steps, at[CONFIRM_CELLS] = { p - 1, p, q, q + 1 };
	int size = (int)(x ? g->nx : g->ny);

	*line = (struct confirm_line){ 0 };
	for (unsigned i = 0; i < CONFIRM_CELLS; i++) {
		unsigned k;

		line->at[i] = ldexp(1, at[i]);
		if (at[i] < 0 || at[i] >= size)
			continue;
		k = x ? (unsigned)at[i] * g->ny + other : other * g->ny + (unsigned)at[i];
		if (!g->cells[k].count)
			continue;
		for (unsigned m = 0; m < samples; m++)
			f->sample[n][i][m] = noise_sample(&f->noise, &f->twister, log2(f->exact->sample[k][0]));
		line->cell[i] = (struct cliff_cell){ .samples = f->sample[n][i], .count = samples, .passes = passes };
	}
	return line->cell[1].count && line->cell[2].count;
}

/* Three of the lines in which it was found, spread over them. */
static struct confirm look_again(struct fresh *f, const struct cliff *c)
{
	const struct cliff_grid *g = &f->exact->grid;
	unsigned lines = c->axis == CLIFF_X ? g->ny : g->nx, range[SURFACE_NX], n = 0, take_n, k;
	struct confirm_line line[CONFIRM_LINES];

	for (unsigned i = 0; i < lines; i++) {
		double other = c->axis == CLIFF_X ? g->y[i] : g->x[i];

		if (other >= c->other_from && other <= c->other_to && make_line(f, c, i, 1, 0, &line[0]))
			range[n++] = i;
	}
	take_n = n < CONFIRM_LINES ? n : CONFIRM_LINES;
	for (k = 0; k < take_n; k++)
		make_line(f, c, range[(2 * k + 1) * n / (2 * take_n)], n == 1 ? SAMPLES : CONFIRM_SAMPLES, k, &line[k]);
	return confirm_judge(line, take_n, c->excess, c->trend);
}

static void judge(struct fresh *f, const struct cliff_list *found, const struct truth *truth, unsigned n,
		  struct tally *tallies)
{
	for (size_t k = 0; k < found->n; k++) {
		struct cliff c = found->v[k];
		struct cliff_list one = { .v = &c, .n = 1 };
		struct confirm again;

		if (c.axis == CLIFF_RATIO)
			continue;
		again = look_again(f, &c);
		tally_add(&tallies[again.verdict], count_false(&one, truth, n) == 0,
			  confirm_confidence(&again, c.confidence));
	}
}

static void run(struct made_surface *s, struct made_surface *exact, uint64_t seed, unsigned cliffs,
		struct tally *tallies)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	struct fresh f = { .exact = exact, .noise = s->noise };
	struct truth truth[TRUTH_MOST];
	unsigned n;

	twister_seed(&s->twister, seed + 1);
	n = truth_draw(truth, cliffs, &s->twister);
	twister_seed(&exact->twister, seed);
	made_surface_draw(exact, truth, n, false);
	twister_seed(&s->twister, seed);
	made_surface_draw(s, truth, n, false);
	trouble(s);
	must_work(cliff_detect(&s->grid, &found, NULL));
	twister_seed(&f.twister, seed + 2);
	judge(&f, &found, truth, n, tallies);
	cliff_list_release(&found);
}

static void tell(struct figures *f, const char *verdict, const struct tally *t)
{
	for (int said = 0; said <= SAID_MOST; said++) {
		if (!t->n[said])
			continue;
		printf("%-9s %.2f said, %5u: true", verdict, said / 100., t->n[said]);
		figures_add(f, FIGURE_FOUND, (double)t->right[said] / t->n[said], said / 100.);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, 1);
	struct made_surface *s = calloc(2, sizeof(*s));
	struct tally tallies[CONFIRM_YES + 1] = { 0 };

	if (!s)
		return 1;
	s[1].noise = (struct noise){ 0, 0, 1 };
	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++) {
		s->noise = conditions[k];
		for (unsigned n = 0; n < f.surfaces * TIMES; n++)
			run(s, &s[1], ((uint64_t)f.seed * 1000 + k) * 1000003 + n * 8, n % 4, tallies);
	}
	tell(&f, "confirmed", &tallies[CONFIRM_YES]);
	tell(&f, "rejected", &tallies[CONFIRM_NO]);
	tell(&f, "unknown", &tallies[CONFIRM_UNKNOWN]);
	free(s);
	return figures_end(&f, "cliff_again");
}
