/*
 * surfaces: made-up throughput surfaces of which the cliffs are known, and how well what was found fits them.
 *
 * A surface without cliffs is a bandwidth, a cost per operation, a cost per file, a trend over the file size and a
 * ripple; cliffs go on top, over all lines or more than half of them, in one step or two. Noise is log-normal,
 * outliers are slow.
 */
#ifndef IOSWEEP_TESTS_CLIFF_SURFACES_H
#define IOSWEEP_TESTS_CLIFF_SURFACES_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "stats/cliff.h"
#include "twister.h"

#define SURFACE_NX 13
#define SURFACE_NY 9
#define SURFACE_X0 16 /* log2: 64K.. */
#define SURFACE_Y0 12 /* log2: 4K.. */
#define SURFACE_CELLS 1200
#define SURFACE_REPEATS 5
#define TRUTH_MOST 3

struct noise {
	double cv, outliers;
	unsigned repeats;
};

struct made_surface {
	struct noise noise;
	struct twister twister;
	double x[40], y[40];
	double sample[SURFACE_CELLS][SURFACE_REPEATS];
	struct cliff_cell cell[SURFACE_CELLS];
	struct cliff_grid grid;
};

struct truth {
	enum cliff_axis axis;
	int a, w; /* from index a to a + w; CLIFF_RATIO: octaves */
	double size;
	bool up;
	int lo, hi; /* lines */
};

static const double truth_sizes[] = { 1.25, 1.5, 2, 5 };

static const unsigned surface_passes[SURFACE_REPEATS] = { 1, 2, 3, 4, 5 };

/* A grid of doublings, without samples yet. */
static inline void made_surface_init(struct made_surface *s, unsigned nx, unsigned ny)
{
	for (unsigned i = 0; i < nx; i++)
		s->x[i] = ldexp(1, SURFACE_X0 + (int)i);
	for (unsigned j = 0; j < ny; j++)
		s->y[j] = ldexp(1, SURFACE_Y0 + (int)j);
	memset(s->cell, 0, sizeof(s->cell));
	s->grid = (struct cliff_grid){ nx, ny, s->x, s->y, s->cell, CLIFF_SEEK_ALL };
}

/* A sample where log2 of the throughput is v. */
static inline double noise_sample(const struct noise *noise, struct twister *t, double v)
{
	double u = pow(2, v + twister_normal(t, noise->cv / log(2)));

	if (twister_random(t) < noise->outliers)
		u /= 1 + twister_exponential(t, .5);
	return u;
}

/* Draws the samples of a cell of which log2 of the throughput is v. */
static inline void made_surface_cell(struct made_surface *s, unsigned i, unsigned j, double v)
{
	size_t at = (size_t)i * s->grid.ny + j;

	for (unsigned k = 0; k < s->noise.repeats; k++)
		s->sample[at][k] = noise_sample(&s->noise, &s->twister, v);
	s->cell[at] = (struct cliff_cell){ .samples = s->sample[at], .count = s->noise.repeats, .passes = surface_passes };
}

struct clean {
	double bandwidth, record_cost, file_cost, slope, ripple, phase;
};

static inline struct clean clean_draw(struct twister *t)
{
	struct clean c;
	double cost[3];

	c.bandwidth = pow(2, twister_uniform(t, 26, 33));
	cost[0] = twister_uniform(t, 10, 14);
	cost[1] = twister_uniform(t, 13, 21);
	cost[2] = twister_uniform(t, 20, 26);
	c.record_cost = pow(2, cost[twister_below(t, 3)]);
	if (twister_random(t) < .7)
		c.file_cost = pow(2, twister_uniform(t, 10, 14));
	else
		c.file_cost = pow(2, twister_uniform(t, 16, 26));
	c.slope = twister_uniform(t, -.1, .1);
	c.ripple = twister_uniform(t, 0, .04);
	c.phase = twister_uniform(t, 0, 6);
	return c;
}

static inline double clean_log2(const struct clean *c, double lx, double ly)
{
	double record = pow(2, ly), file = pow(2, lx);
	double v = log2(c->bandwidth * record / (record + c->record_cost)) - log2(1 + c->file_cost / file);

	return v + c->slope * (lx - 16) + c->ripple * sin(1.1 * lx + .7 * ly + c->phase);
}

static inline bool truth_clashes(const struct truth *t, unsigned n, enum cliff_axis axis, int a)
{
	for (unsigned k = 0; k < n; k++)
		if (t[k].axis == axis && (axis == CLIFF_RATIO || (a - t[k].a < 4 && t[k].a - a < 4)))
			return true;
	return false;
}

static inline struct truth truth_draw_place(struct twister *t)
{
	static const enum cliff_axis axes[] = { CLIFF_X, CLIFF_X, CLIFF_Y, CLIFF_Y, CLIFF_RATIO };
	struct truth c = { .axis = axes[twister_below(t, 5)] };
	int n = c.axis == CLIFF_X ? SURFACE_NX : SURFACE_NY;

	c.w = twister_random(t) < .2 ? 2 : 1;
	if (c.axis == CLIFF_RATIO)
		c.a = 5 + (int)twister_below(t, 4);
	else
		c.a = 2 + (int)twister_below(t, (unsigned)(n - 2 - c.w - 2));
	return c;
}

static inline void truth_draw_extent(struct truth *c, struct twister *t)
{
	int lines = c->axis == CLIFF_X ? SURFACE_NY : c->axis == CLIFF_Y ? SURFACE_NX : 99;
	bool full;

	c->size = truth_sizes[twister_below(t, 4)];
	full = twister_random(t) < .6 || c->axis == CLIFF_RATIO;
	c->hi = lines - 1;
	if (!full) {
		int half = lines / 2 + 1, k = half + (int)twister_below(t, (unsigned)(lines - half));

		c->lo = twister_below(t, 2) ? lines - k : 0;
		c->hi = c->lo + k - 1;
	}
	c->up = twister_random(t) < .3;
}

/* n cliffs that do not touch; fewer where no place is left. */
static inline unsigned truth_draw(struct truth *out, unsigned n, struct twister *t)
{
	unsigned m = 0;

	for (unsigned tries = 0; m < n && tries < 200; tries++) {
		struct truth c = truth_draw_place(t);

		if (truth_clashes(out, m, c.axis, c.a))
			continue;
		truth_draw_extent(&c, t);
		out[m++] = c;
	}
	return m;
}

/* What the cliff adds at cell (i, j), octaves. */
static inline double truth_log2(const struct truth *c, int i, int j)
{
	int k = c->axis == CLIFF_X ? i : c->axis == CLIFF_Y ? j : i + SURFACE_X0 - j - SURFACE_Y0;
	int o = c->axis == CLIFF_X ? j : c->axis == CLIFF_Y ? i : 0;

	if (o < c->lo || o > c->hi)
		return 0;
	return (c->up ? 1 : -1) * log2(c->size) * fmax(0, fmin(1, (double)(k - c->a) / c->w));
}

/* hole: no small records on big files, as IOzone leaves them out. */
static inline void made_surface_draw(struct made_surface *s, const struct truth *c, unsigned n, bool hole)
{
	struct clean clean = clean_draw(&s->twister);

	made_surface_init(s, SURFACE_NX, SURFACE_NY);
	for (int i = 0; i < SURFACE_NX; i++) {
		for (int j = 0; j < SURFACE_NY; j++) {
			int lx = SURFACE_X0 + i, ly = SURFACE_Y0 + j;
			double v;

			if (ly > lx || (hole && lx >= 25 && ly < 16))
				continue;
			v = clean_log2(&clean, lx, ly);
			for (unsigned k = 0; k < n; k++)
				v += truth_log2(&c[k], i, j);
			made_surface_cell(s, (unsigned)i, (unsigned)j, v);
		}
	}
}

/* The index on the grid, or the octave, where a found cliff begins. */
static inline int found_start(const struct cliff *d)
{
	int shift = d->axis == CLIFF_X ? SURFACE_X0 : d->axis == CLIFF_Y ? SURFACE_Y0 : 0;

	return (int)lrint(log2(d->from)) - shift;
}

static inline bool truth_hit(const struct truth *c, const struct cliff *d)
{
	int a = found_start(d);

	return c->axis == d->axis && (d->excess > 1) == c->up && a < c->a + c->w && a + (int)d->steps > c->a;
}

static inline bool truth_exact(const struct truth *c, const struct cliff *d)
{
	return truth_hit(c, d) && found_start(d) == c->a && (int)d->steps == c->w;
}

/* The other edge of a region: a cliff that holds for a part of the lines ends somewhere, which is a boundary too.
 */
static inline bool truth_implies(const struct truth *c, const struct cliff *d)
{
	int n = c->axis == CLIFF_X ? SURFACE_NY : SURFACE_NX, a = found_start(d), end = a + (int)d->steps;

	if (c->axis == d->axis || c->axis == CLIFF_RATIO || d->axis == CLIFF_RATIO)
		return false;
	return (c->lo > 0 && a <= c->lo - 1 && c->lo - 1 < end) || (c->hi < n - 1 && a <= c->hi && c->hi < end);
}

/* Found cliffs that are none. */
static inline unsigned count_false(const struct cliff_list *found, const struct truth *c, unsigned n)
{
	unsigned wrong = 0;

	for (size_t k = 0; k < found->n; k++) {
		bool right = false;

		for (unsigned t = 0; t < n; t++)
			right = right || truth_hit(&c[t], &found->v[k]) || truth_implies(&c[t], &found->v[k]);
		wrong += !right;
	}
	return wrong;
}

#endif
