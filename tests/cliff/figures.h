/*
 * figures: how the programs here are called, and what their figures are held against.
 *
 *	PROGRAM                  a few surfaces a condition, held against what no small sample may miss
 *	PROGRAM full             200 surfaces a condition; no figure may be worse or better than expected by over
 *0.03 PROGRAM SURFACES [SEED]  prints only
 *
 * The seeds are fixed: a figure changes only when the detector does.
 */
#ifndef IOSWEEP_TESTS_CLIFF_FIGURES_H
#define IOSWEEP_TESTS_CLIFF_FIGURES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGURES_QUICK 30
#define FIGURES_FULL 200
#define FIGURES_TOLERANCE 0.03

enum figure {
	FIGURE_FALSE, /* false alarms a surface: less is better */
	FIGURE_FOUND, /* share of true ones */
};

struct figures {
	bool quick, full;
	unsigned surfaces, seed;
	unsigned bad;
};

static inline struct figures figures_begin(int argc, char **argv, unsigned seed)
{
	struct figures f = { .quick = argc < 2, .seed = seed };

	f.full = !f.quick && !strcmp(argv[1], "full");
	f.surfaces = f.quick ? FIGURES_QUICK : f.full ? FIGURES_FULL : (unsigned)strtoul(argv[1], NULL, 10);
	if (argc > 2)
		f.seed = (unsigned)strtoul(argv[2], NULL, 10);
	if (f.surfaces < 2) {
		fprintf(stderr, "usage: %s [full | SURFACES [SEED]]\n", argv[0]);
		exit(2);
	}
	return f;
}

/* A share of some 15 cliffs may be 0.3 off in a small sample, and a false alarm or two may occur. */
static inline void figures_add(struct figures *f, enum figure kind, double got, double expected)
{
	double worse = f->full ? FIGURES_TOLERANCE : kind == FIGURE_FALSE ? .1 : .3;
	double better = f->full && kind == FIGURE_FOUND ? FIGURES_TOLERANCE : 2;
	double low = expected - (kind == FIGURE_FALSE ? better : worse);
	double high = expected + (kind == FIGURE_FALSE ? worse : better);
	bool bad = (f->quick || f->full) && !(got > low - 1e-9 && got < high + 1e-9);

	printf(" %.*f%s", kind == FIGURE_FALSE ? 3 : 2, got, bad ? "(!)" : "");
	f->bad += bad;
}

static inline int figures_end(const struct figures *f, const char *program)
{
	printf("%s: %u surfaces a condition, %u figures out of range\n", program, f->surfaces, f->bad);
	return f->bad != 0;
}

static inline void must_work(int ret)
{
	if (!ret)
		return;
	fprintf(stderr, "%s\n", strerror(-ret));
	exit(1);
}

#endif
