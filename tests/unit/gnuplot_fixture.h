/* gnuplot_fixture: surfaces to draw, made from a seed. */
#ifndef IOSWEEP_TESTS_GNUPLOT_FIXTURE_H
#define IOSWEEP_TESTS_GNUPLOT_FIXTURE_H

#include "report/gnuplot_picture.h"

#define FIXTURE_SIZES_MAX 40

struct surface_fixture {
	struct picture_surface surface; /* points into this */
	uint64_t file_sizes[FIXTURE_SIZES_MAX], record_sizes[FIXTURE_SIZES_MAX];
	struct picture_cell cells[FIXTURE_SIZES_MAX * FIXTURE_SIZES_MAX];
	struct picture_ref refs[6];
	struct picture_cliff cliffs[4];
};

/* Doubling sizes from 64K and 4K; every cell with record <= file measured, all with the value 100. */
struct surface_fixture *fixture_flat(size_t nx, size_t ny);

/*
 * Random sizes and values over up to five decades, with holes of every kind, marks and long captions. Every seed
 * gives another; nx and ny from 1 to 20.
 */
struct surface_fixture *fixture_random(uint64_t seed);

void fixture_set(struct surface_fixture *f, size_t ix, size_t iy, double value);
void fixture_state(struct surface_fixture *f, size_t ix, size_t iy, enum picture_state state);

#endif
