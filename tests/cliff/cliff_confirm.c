/*
 * cliff_confirm [full | DRAWS]: how often noise alone, where a step of x1.5 had been found, is taken for it, and how
 * often true steps of x1.25, x1.5 and x2 are seen again, in three lines of three samples and in one line of five.
 */
#include "figures.h"

#include <math.h>

#include "stats/confirm.h"
#include "surfaces.h"

#define DRAWS_A_SURFACE 50U /* a draw is cheap, and what must be rare needs many */
#define SAMPLES 5U
#define TREND .1

static const double steps[] = { 1, 1.25, 1.5, 2 };

struct condition {
	struct noise noise;
	unsigned lines;
	double seen[4]; /* expected */
};

static const struct condition conditions[] = {
	{ { .05, .05, 0 }, 3, { 0, 1, 1, 1 } },
	{ { .10, .05, 0 }, 3, { .0007, .76, 1, 1 } },
	{ { .05, .05, 0 }, 1, { 0, .90, .98, .99 } },
};

static bool seen(const struct condition *c, double step, struct twister *t)
{
	static const unsigned passes[SAMPLES] = { 4, 5, 6, 7, 8 };
	double sample[CONFIRM_LINES][CONFIRM_CELLS][SAMPLES];
	struct confirm_line line[CONFIRM_LINES];
	unsigned n = c->lines == 1 ? CONFIRM_SAMPLES_ALONE : CONFIRM_SAMPLES;

	for (unsigned k = 0; k < c->lines; k++) {
		for (unsigned i = 0; i < CONFIRM_CELLS; i++) {
			for (unsigned s = 0; s < n; s++) {
				double u = noise_sample(&c->noise, t, TREND * i);

				sample[k][i][s] = i >= 2 ? u / step : u;
			}
			line[k].at[i] = ldexp(1, 16 + (int)i);
			line[k].cell[i] = (struct cliff_cell){ .samples = sample[k][i], .count = n, .passes = passes };
		}
	}
	return confirm_judge(line, c->lines, 1 / (step > 1 ? step : 1.5), TREND).verdict == CONFIRM_YES;
}

int main(int argc, char **argv)
{
	struct figures f = figures_begin(argc, argv, 1);
	struct twister t;

	for (size_t k = 0; k < sizeof(conditions) / sizeof(*conditions); k++) {
		const struct condition *c = &conditions[k];

		printf("%u lines CV %2.0f%% out %.0f%%: ", c->lines, c->noise.cv * 100, c->noise.outliers * 100);
		for (unsigned s = 0; s < 4; s++) {
			unsigned n = 0, draws = f.surfaces * DRAWS_A_SURFACE;

			twister_seed(&t, f.seed + s);
			for (unsigned d = 0; d < draws; d++)
				n += seen(c, steps[s], &t);
			figures_add(&f, s ? FIGURE_FOUND : FIGURE_FALSE, (double)n / draws, c->seen[s]);
		}
		printf("\n");
	}
	return figures_end(&f, "cliff_confirm");
}
