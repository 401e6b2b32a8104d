/*
 * cliff_time [RUNS]: how long the detector takes on a surface with three cliffs. Processor time, so that a busy
 * machine matters less; prints, and asserts nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "figures.h"
#include "surfaces.h"

#define REPEATS 3
#define CV 0.05
#define BATCH 20 /* surfaces to a time stamp */

static void draw(struct made_surface *s, unsigned nx, unsigned ny, uint64_t seed)
{
	struct noise noise = { CV, .05, REPEATS };
	struct clean clean;
	struct twister t;

	twister_seed(&t, seed);
	clean = clean_draw(&t);
	made_surface_init(s, nx, ny, SURFACE_X0, SURFACE_Y0);
	for (unsigned i = 0; i < nx; i++) {
		for (unsigned j = 0; j < ny; j++) {
			double v = clean_log2(&clean, SURFACE_X0 + i * 13.0 / nx, SURFACE_Y0 + j * 9.0 / ny);

			v -= (i > nx / 3) + (i > nx / 3 * 2 && j > ny / 3) + .5 * (j > ny / 2);
			made_surface_cell(s, i, j, v, &noise, &t);
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

static void report(struct made_surface *s, unsigned nx, unsigned ny, double *ms, unsigned runs)
{
	size_t cliffs = 0;

	for (unsigned k = 0; k < runs; k++) {
		draw(s, nx, ny, k + 1);
		ms[k] = time_ms(s, &cliffs);
	}
	qsort(ms, runs, sizeof(*ms), by_value);
	printf("cliff_time: %2u x %2u cells, r %u, %zu cliffs: median %.3f ms, least %.3f, most %.3f\n", nx, ny,
		REPEATS, cliffs, ms[runs / 2], ms[0], ms[runs - 1]);
}

int main(int argc, char **argv)
{
	unsigned runs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 9;
	struct made_surface *s = calloc(1, sizeof(*s));
	double *ms = calloc(runs + 1, sizeof(*ms));

	if (!s || !ms || runs == 0)
		return 1;
	report(s, 13, 9, ms, runs);
	report(s, 40, 30, ms, runs);
	free(ms);
	free(s);
	return 0;
}
