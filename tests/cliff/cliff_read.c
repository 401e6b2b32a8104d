/*
 * cliff_read -: runs the detector on surfaces given as text, for comparison with other implementations (see
 * compare).
 *
 * stdin, any number of runs: "test NX NY SEEK DIRECTION", NX sizes, NY sizes, then for each cell
 * "I J PARTIAL COUNT SAMPLE...", and "." after the last cell; "run" after the last test. stdout, for each run:
 * "cliff TEST AXIS ALONG FROM TO RATIO EXCESS OTHER_FROM OTHER_TO LINES OF_LINES STEPS Z CONFIDENCE KEEP TESTS",
 * "group AXIS FROM TO RATIO LINES CONFIDENCE TEST...", and "run".
 */
#include "stats/cliff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TESTS 16

struct test {
	struct cliff_grid grid;
	double *x, *y;
	struct cliff_cell *cell;
	double **samples;
};

static _Noreturn void bad(const char *what)
{
	fprintf(stderr, "cliff_read: bad input: %s\n", what);
	exit(2);
}

static void *must(void *p)
{
	if (!p)
		bad("too large");
	return p;
}

static double read_double(void)
{
	double v;

	if (scanf("%lf", &v) != 1)
		bad("a number was expected");
	return v;
}

static double *read_sizes(unsigned n)
{
	double *v = must(calloc(n + 1, sizeof(*v)));

	for (unsigned k = 0; k < n; k++)
		v[k] = read_double();
	return v;
}

static void read_cells(struct test *t)
{
	unsigned i, j, partial, count;

	while (scanf("%u %u %u %u", &i, &j, &partial, &count) == 4) {
		size_t at = (size_t)i * t->grid.ny + j;

		if (i >= t->grid.nx || j >= t->grid.ny)
			bad("a cell outside the grid");
		t->samples[at] = read_sizes(count);
		t->cell[at] = (struct cliff_cell){ .samples = t->samples[at], .count = count, .partial = partial != 0 };
	}
	if (getchar() != '.')
		bad("'.' was expected after the cells");
}

static int read_test(struct test *t)
{
	unsigned nx, ny, seek;
	size_t cells;
	int direction;

	if (scanf("%u %u %u %d", &nx, &ny, &seek, &direction) != 4)
		bad("test NX NY SEEK DIRECTION");
	cells = (size_t)nx * ny;
	t->x = read_sizes(nx);
	t->y = read_sizes(ny);
	t->cell = must(calloc(cells + 1, sizeof(*t->cell)));
	t->samples = must(calloc(cells + 1, sizeof(*t->samples)));
	t->grid = (struct cliff_grid){ nx, ny, t->x, t->y, t->cell, seek };
	read_cells(t);
	return direction;
}

static void free_test(struct test *t)
{
	for (size_t k = 0; k < (size_t)t->grid.nx * t->grid.ny; k++)
		free(t->samples[k]);
	free(t->samples);
	free(t->cell);
	free(t->x);
	free(t->y);
}

static void print_list(const struct cliff_list *list)
{
	for (size_t k = 0; k < list->n; k++) {
		const struct cliff *c = &list->v[k];

		printf("cliff %u %d %d %.17g %.17g %.17g %.17g %.17g %.17g %u %u %u %.17g %.17g %.17g %u\n",
			c->test, c->axis, c->along, c->from, c->to, c->ratio, c->excess, c->other_from,
			c->other_to, c->lines, c->of_lines, c->steps, c->z, c->confidence, c->keep, c->tests);
	}
}

static void print_groups(const struct cliff_list *list, const struct cliff_merge *merge)
{
	for (size_t k = 0; k < merge->n; k++) {
		const struct cliff_group *g = &merge->group[k];

		printf("group %d %.17g %.17g %.17g %u %.17g", g->axis, g->from, g->to, g->ratio, g->lines,
			g->confidence);
		for (size_t m = 0; m < g->count; m++)
			printf(" %u", list->v[merge->member[g->first + m]].test);
		printf("\n");
	}
}

static void finish_run(const struct cliff_test *tests, unsigned n)
{
	struct cliff_list list = CLIFF_LIST_INIT;
	struct cliff_merge merge;

	if (cliff_detect_tests(tests, n, &list, NULL) || cliff_merge(&list, &merge))
		bad("no grid");
	print_list(&list);
	print_groups(&list, &merge);
	printf("run\n");
	cliff_merge_release(&merge);
	cliff_list_release(&list);
}

int main(int argc, char **argv)
{
	struct test test[TESTS];
	struct cliff_test run[TESTS];
	unsigned n = 0;
	char word[8];

	if (argc != 2 || strcmp(argv[1], "-") != 0) {
		printf("cliff_read: with the argument - it reads surfaces from stdin\n");
		return 0;
	}
	while (scanf("%7s", word) == 1) {
		if (!strcmp(word, "test") && n < TESTS) {
			run[n].direction = read_test(&test[n]);
			run[n].grid = &test[n].grid;
			n++;
		} else if (!strcmp(word, "run")) {
			finish_run(run, n);
			while (n > 0)
				free_test(&test[--n]);
		} else {
			bad(word);
		}
	}
	return 0;
}
