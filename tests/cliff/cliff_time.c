/*
 * cliff_time: how long the detector takes on a surface with three cliffs. Processor time, so that a busy
 * machine matters less; prints, and asserts nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "figures.h"
#include "surfaces.h"

#define REPEATS 3
#define CV 0.05
#define OUTLIERS 0.05
#define RUNS 9
#define BATCH 20 /* surfaces to a time stamp */

static void draw(struct made_surface *s, unsigned nx, unsigned ny)
{
	struct clean clean = clean_draw(&s->twister);

	made_surface_init(s, nx, ny);
	for (unsigned i = 0; i < nx; i++) {
		for (unsigned j = 0; j < ny; j++) {
			double v = clean_log2(&clean, SURFACE_X0 + i * 13.0 / nx, SURFACE_Y0 + j * 9.0 / ny);

			v -= (i > nx / 3) + (i > nx / 3 * 2 && j > ny / 3) + .5 * (j > ny / 2);
			made_surface_cell(s, i, j, v);
		}
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static double time_ms(const struct made_surface *s, size_t *cliffs)
{
	struct cliff_list found = CLIFF_LIST_INIT;
	double start = cpu_ms();

	for (unsigned k = 0; k < BATCH; k++) {
		found.n = 0;
		must_work(cliff_detect(&s->grid, &found, NULL));
	}
	*cliffs = found.n;
	cliff_list_release(&found);
	return (cpu_ms() - start) / BATCH;
}

static void report(struct made_surface *s, unsigned nx, unsigned ny)
{
	double ms[RUNS];
	size_t cliffs = 0;

	s->noise = (struct noise){ CV, OUTLIERS, REPEATS };
	twister_seed(&s->twister, 1);
	for (unsigned k = 0; k < RUNS; k++) {
		draw(s, nx, ny);
		ms[k] = time_ms(s, &cliffs);
	}
	qsort(ms, RUNS, sizeof(*ms), by_value);
	printf("cliff_time: %2u x %2u cells, %u samples each, %zu cliffs: median %.3f ms, least %.3f, most %.3f\n",
		nx, ny, s->noise.repeats, cliffs, ms[RUNS / 2], ms[0], ms[RUNS - 1]);
}

int main(void)
{
	struct made_surface *s = calloc(1, sizeof(*s));

	if (!s)
		return 1;
	report(s, 13, 9);
	report(s, 40, 30);
	free(s);
	return 0;
}
