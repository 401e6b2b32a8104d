#include "stats/cliff.h"

#include <check.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "cliff/surfaces.h"

#define NOISE_CV 0.02

static struct made_surface *s, *sister[4];
static struct cliff_list found;
static uint64_t seed;

static void setup(void)
{
	s = calloc(1, sizeof(*s));
	ck_assert_ptr_nonnull(s);
	for (int k = 0; k < 4; k++) {
		sister[k] = calloc(1, sizeof(*sister[k]));
		ck_assert_ptr_nonnull(sister[k]);
	}
	found = (struct cliff_list)CLIFF_LIST_INIT;
	seed = 1;
}

static void teardown(void)
{
	cliff_list_release(&found);
	for (int k = 0; k < 4; k++)
		free(sister[k]);
	free(s);
}

static const struct noise repeated = { NOISE_CV, 0, 3 }, once = { NOISE_CV, 0, 1 }, none = { 0, 0, 3 };

typedef double shape_fn(double lx, double ly);

static void fill(struct made_surface *to, unsigned nx, unsigned ny, const struct noise *noise, shape_fn *shape)
{
	to->noise = *noise;
	twister_seed(&to->twister, seed++);
	made_surface_init(to, nx, ny);
	for (unsigned i = 0; i < nx; i++)
		for (unsigned j = 0; j < ny; j++)
			made_surface_cell(to, i, j, shape(log2(to->x[i]), log2(to->y[j])));
}

static double level(double lx, double ly)
{
	return 28 + .02 * lx + .03 * ly;
}

static double falls_x(double lx, double ly)
{
	return level(lx, ly) - (lx > 20);
}

static double falls_y(double lx, double ly)
{
	return level(lx, ly) - (ly > 15);
}

static double jumps_y(double lx, double ly)
{
	return level(lx, ly) + (ly > 15);
}

static double falls_ratio(double lx, double ly)
{
	return level(lx, ly) - (lx - ly > 5);
}

static double knee(double lx, double ly)
{
	(void)lx;
	return 30 + log2(exp2(ly) / (exp2(ly) + exp2(16)));
}

static double proportional(double lx, double ly)
{
	(void)lx;
	return 10 + ly;
}

static double falls_y_but_in_the_middle(double lx, double ly)
{
	return lx >= 21 && lx <= 23 ? level(lx, ly) : falls_y(lx, ly);
}

static double falls_slowly(double lx, double ly)
{
	return level(lx, ly) - fmax(0, fmin(2, ly - 15));
}

static double falls_in_part(double lx, double ly)
{
	return level(lx, ly) - (ly > 15 ? (lx < 20 ? .19 : 1) : 0);
}

/* Twice as steep as a fixed cost per operation can make it, up to the end of the grid. */
static double too_steep(double lx, double ly)
{
	return level(lx, ly) + 2 * fmax(0, ly - 14);
}

static void detect(void)
{
	found.n = 0;
	ck_assert_int_eq(cliff_detect(&s->grid, &found, NULL), 0);
}

static void assert_one(enum cliff_axis axis, double from, double to, bool up)
{
	ck_assert_uint_eq(found.n, 1);
	ck_assert_int_eq(found.v[0].axis, axis);
	ck_assert_double_eq(found.v[0].from, from);
	ck_assert_double_eq(found.v[0].to, to);
	ck_assert_double_eq_tol(log2(found.v[0].excess), up ? 1 : -1, .12);
	ck_assert_double_eq_tol(log2(found.v[0].ratio), up ? 1 : -1, .15);
}

struct shape_row {
	shape_fn *shape;
	const struct noise *noise;
	double from, to;
	enum cliff_axis axis;
	unsigned nx, ny;
	bool up;
};

static const struct shape_row shapes[] = {
	{ falls_x, &repeated, 1 << 20, 1 << 21, CLIFF_X, 13, 9, false },
	{ falls_x, &once, 1 << 20, 1 << 21, CLIFF_X, 13, 9, false },
	{ falls_x, &repeated, 1 << 20, 1 << 21, CLIFF_X, 13, 1, false },
	{ falls_x, &repeated, 1 << 20, 1 << 21, CLIFF_X, 13, 2, false },
	{ falls_y, &repeated, 1 << 15, 1 << 16, CLIFF_Y, 13, 9, false },
	{ falls_y, &once, 1 << 15, 1 << 16, CLIFF_Y, 13, 9, false },
	{ falls_y, &repeated, 1 << 15, 1 << 16, CLIFF_Y, 1, 9, false },
	{ falls_y, &repeated, 1 << 15, 1 << 16, CLIFF_Y, 2, 9, false },
	{ jumps_y, &repeated, 1 << 15, 1 << 16, CLIFF_Y, 13, 9, true },
	{ falls_ratio, &repeated, 32, 64, CLIFF_RATIO, 13, 9, false },
	{ falls_ratio, &once, 32, 64, CLIFF_RATIO, 13, 9, false },
};

START_TEST(finds_the_place)
{
	const struct shape_row *row = &shapes[_i];
	const struct cliff *c;

	fill(s, row->nx, row->ny, row->noise, row->shape);
	detect();
	assert_one(row->axis, row->from, row->to, row->up);
	c = &found.v[0];
	ck_assert_uint_le(c->lines, c->range_lines);
	ck_assert_uint_le(c->range_lines, c->of_lines);
	ck_assert_uint_ge(10 * c->lines, 6 * c->of_lines);
	ck_assert_uint_eq(c->steps, 1);
	ck_assert_double_le(c->other_from, c->other_to);
	ck_assert_double_ge(c->confidence, .5);
	ck_assert(!c->edge);
}
END_TEST

START_TEST(a_knee_or_a_slope_is_no_cliff)
{
	static shape_fn *const smooth[] = { level, knee, proportional };
	static const unsigned rows[] = { 1, 2, 13 };

	for (unsigned k = 0; k < 3; k++) {
		fill(s, rows[k], 9, &repeated, smooth[_i]);
		detect();
		ck_assert_uint_eq(found.n, 0);
		fill(s, rows[k], 9, &once, smooth[_i]);
		detect();
		ck_assert_uint_eq(found.n, 0);
	}
}
END_TEST

/* Falls, stands still from 4M to 32M and falls on. */
static double pause(double lx, double ly)
{
	return 40 + .02 * ly - .45 * (lx - fmin(fmax(lx - 22, 0), 3));
}

START_TEST(a_pause_between_two_slopes_is_no_jump)
{
	fill(s, 13, 9, &repeated, pause);
	detect();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(lines_that_hardly_show_it_are_left_out)
{
	fill(s, 13, 9, &repeated, falls_in_part);
	s->grid.seek = CLIFF_SEEK_Y; /* along x the region has an edge too */
	detect();
	assert_one(CLIFF_Y, 1 << 15, 1 << 16, false);
	ck_assert_double_eq(found.v[0].other_from, 1 << 20);
	ck_assert_double_eq(found.v[0].other_to, 1 << 28);
	ck_assert_uint_eq(found.v[0].range_lines, 9);
	ck_assert_uint_eq(found.v[0].of_lines, 13);
}
END_TEST

START_TEST(no_trend_is_so_steep)
{
	fill(s, 13, 9, &repeated, too_steep);
	detect();
	ck_assert_uint_ge(found.n, 1);
	for (size_t k = 0; k < found.n; k++) {
		ck_assert_int_eq(found.v[k].axis, CLIFF_Y);
		ck_assert_double_gt(found.v[k].excess, 1);
		ck_assert_double_ge(found.v[k].from, 1 << 14);
	}
}
END_TEST

START_TEST(a_diagonal_along_y_alone)
{
	fill(s, 13, 9, &repeated, falls_ratio);
	for (size_t k = 0; k < (size_t)13 * 9; k++)
		s->cell[k].partial = true;
	detect();
	assert_one(CLIFF_RATIO, 32, 64, false);
	ck_assert_int_eq(found.v[0].along, CLIFF_Y);
}
END_TEST

START_TEST(one_place_in_two_ranges_of_lines)
{
	fill(s, 13, 9, &repeated, falls_y_but_in_the_middle);
	s->grid.seek = CLIFF_SEEK_Y;
	detect();
	assert_one(CLIFF_Y, 1 << 15, 1 << 16, false);
	ck_assert_double_eq(found.v[0].other_from, 1 << 16);
	ck_assert_double_eq(found.v[0].other_to, 1 << 28);
	ck_assert_uint_eq(found.v[0].lines, 10);
}
END_TEST

START_TEST(a_fall_over_two_steps)
{
	fill(s, 13, 9, &repeated, falls_slowly);
	detect();
	ck_assert_uint_eq(found.n, 1);
	ck_assert_uint_eq(found.v[0].steps, 2);
	ck_assert_double_eq(found.v[0].from, 1 << 15);
	ck_assert_double_eq(found.v[0].to, 1 << 17);
	ck_assert_double_eq_tol(log2(found.v[0].excess), -2, .15);
}
END_TEST

START_TEST(sizes_too_far_apart_are_no_neighbours)
{
	fill(s, 6, 9, &repeated, level);
	for (unsigned i = 0; i < 6; i++)
		s->x[i] = exp2(16 + 4 * i);
	for (unsigned k = 3 * 9; k < 6 * 9; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] *= .5;
	detect();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

/* z is finite, and that of a hundredth of an octave in each cell of the step. */
START_TEST(no_cell_is_known_exactly)
{
	fill(s, 1, 9, &none, falls_y);
	detect();
	assert_one(CLIFF_Y, 1 << 15, 1 << 16, false);
	ck_assert_double_eq_tol(found.v[0].z, -log2(found.v[0].excess) / .01 / sqrt(2 * 1.25), .1);
}
END_TEST

START_TEST(scale_changes_nothing)
{
	static const double factors[] = { 1024, 1.0 / 3, 1e-150, 1e200 };
	struct cliff_list before;

	fill(s, 13, 9, &repeated, falls_x);
	detect();
	before = found;
	found = (struct cliff_list)CLIFF_LIST_INIT;
	for (size_t k = 0; k < SURFACE_CELLS; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] *= factors[_i];
	detect();
	ck_assert_uint_eq(found.n, before.n);
	for (size_t k = 0; k < found.n; k++) {
		const struct cliff *a = &found.v[k], *b = &before.v[k];

		ck_assert(a->axis == b->axis && a->from == b->from && a->to == b->to && a->lines == b->lines);
		ck_assert_double_eq_tol(a->excess, b->excess, 1e-9);
		ck_assert_double_eq_tol(a->z, b->z, 1e-6 * b->z);
	}
	cliff_list_release(&before);
}
END_TEST

START_TEST(the_order_of_samples_changes_nothing)
{
	struct cliff before;

	fill(s, 13, 9, &repeated, falls_ratio);
	detect();
	ck_assert_uint_eq(found.n, 1);
	before = found.v[0];
	for (size_t k = 0; k < SURFACE_CELLS; k++) {
		double *v = s->sample[k], first = v[0];

		v[0] = v[2];
		v[2] = v[1];
		v[1] = first;
	}
	detect();
	ck_assert_uint_eq(found.n, 1);
	ck_assert_double_eq(found.v[0].excess, before.excess);
	ck_assert_double_eq(found.v[0].z, before.z);
}
END_TEST

static unsigned surfaces_with_cliffs(void (*draw)(void), unsigned n)
{
	unsigned with = 0;

	for (unsigned k = 0; k < n; k++) {
		draw();
		detect();
		with += found.n > 0;
	}
	return with;
}

static void draw_shuffled(void)
{
	struct noise noise = { .2, 0, 1 };

	fill(s, 13, 9, &noise, level);
	for (unsigned k = 13 * 9 - 1; k > 0; k--) {
		unsigned other = twister_below(&s->twister, k + 1);
		struct cliff_cell t = s->cell[k];

		s->cell[k] = s->cell[other];
		s->cell[other] = t;
	}
}

/* Each sample at one of two speeds, a factor of two apart. */
static void draw_bimodal(void)
{
	fill(s, 13, 9, &repeated, level);
	for (size_t k = 0; k < (size_t)13 * 9; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] *= 1 + twister_below(&s->twister, 2);
}

static void draw_bimodal_row(void)
{
	fill(s, 1, 12, &repeated, level);
	for (size_t k = 0; k < 12; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] *= 1 + twister_below(&s->twister, 2);
}

static void draw_two_outliers(void)
{
	unsigned at = 2 + twister_below(&s->twister, 8);

	fill(s, 1, 12, &repeated, level);
	s->sample[at][0] /= 3;
	s->sample[at][2] /= 4 + twister_random(&s->twister);
}

START_TEST(chance_makes_no_cliffs)
{
	static void (*const draws[])(void) = { draw_shuffled, draw_bimodal, draw_bimodal_row, draw_two_outliers };

	ck_assert_uint_le(surfaces_with_cliffs(draws[_i], 100), 3);
}
END_TEST

/* Other load takes all records of three file sizes to a part of what they had, in one pass. */
static void add_burst(unsigned first, unsigned pass, double part)
{
	for (unsigned j = 0; j < s->grid.ny; j++)
		for (unsigned i = first; i < first + 3; i++)
			s->sample[(size_t)i * s->grid.ny + j][pass] *= part;
}

static void forget_passes(void)
{
	for (unsigned k = 0; k < s->grid.nx * s->grid.ny; k++)
		s->cell[k].passes = NULL;
}

START_TEST(what_one_pass_of_two_shows_is_no_cliff)
{
	static const struct noise twice = { NOISE_CV, 0, 2 };

	fill(s, 13, 9, &twice, level);
	add_burst(7, (unsigned)_i, .33);
	detect();
	ck_assert_uint_eq(found.n, 0);
	forget_passes();
	detect();
	ck_assert_uint_eq(found.n, 2); /* nothing else speaks against it: each side of the burst looks like one */
}
END_TEST

START_TEST(what_both_passes_show_is_one)
{
	static const struct noise twice = { NOISE_CV, 0, 2 };

	fill(s, 13, 9, &twice, falls_x);
	add_burst(9, (unsigned)_i, .33);
	detect();
	assert_one(CLIFF_X, exp2(20), exp2(21), false);
	for (unsigned k = 0; k < s->grid.nx * s->grid.ny; k++)
		s->sample[k][1] *= .7; /* a pass that is slow as a whole is no disagreement */
	detect();
	assert_one(CLIFF_X, exp2(20), exp2(21), false);
}
END_TEST

/* Two of three passes in trouble move the medians, each in its own way. */
START_TEST(two_bursts_in_three_passes_make_no_cliff)
{
	fill(s, 13, 9, &repeated, level);
	add_burst(7, 0, .33);
	add_burst(7, 1, .66);
	detect();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(missing_cells)
{
	fill(s, 13, 9, &repeated, falls_x);
	for (size_t k = 0; k < (size_t)13 * 9; k++)
		if (k % 6 == 5)
			s->cell[k].count = 0;
	detect();
	assert_one(CLIFF_X, 1 << 20, 1 << 21, false);
}
END_TEST

/* The same sizes with empty ones between: as if these did not stand there. */
START_TEST(empty_rows_and_columns)
{
	fill(s, 26, 18, &repeated, level);
	for (unsigned i = 0; i < 26; i++)
		s->x[i] = exp2(16 + .5 * i);
	for (unsigned j = 0; j < 18; j++)
		s->y[j] = exp2(12 + .5 * j);
	for (unsigned i = 0; i < 26; i++) {
		for (unsigned j = 0; j < 18; j++) {
			size_t at = (size_t)i * 18 + j;

			if (i % 2 || j % 2)
				s->cell[at].count = 0;
			for (unsigned r = 0; r < 3; r++)
				s->sample[at][r] *= j > 8 ? .5 : 1;
		}
	}
	detect();
	assert_one(CLIFF_Y, 1 << 16, 1 << 17, false);
	ck_assert_uint_eq(found.v[0].steps, 1);
	ck_assert_uint_eq(found.v[0].of_lines, 13);
}
END_TEST

START_TEST(sizes_four_times_apart)
{
	fill(s, 7, 6, &repeated, level);
	for (unsigned i = 0; i < 7; i++)
		s->x[i] = exp2(16 + 2 * i);
	for (unsigned j = 0; j < 6; j++)
		s->y[j] = exp2(10 + 2 * j);
	for (unsigned k = 4 * 6; k < 7 * 6; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] *= .5;
	detect();
	assert_one(CLIFF_X, 1 << 22, 1 << 24, false);
}
END_TEST

/* Cut cells hold what other sizes would: along x they must not be compared, along y they count. */
START_TEST(partial_cells)
{
	fill(s, 13, 9, &repeated, falls_x);
	for (size_t k = (size_t)5 * 9; k < (size_t)13 * 9; k++)
		s->cell[k].partial = true;
	detect();
	ck_assert_uint_eq(found.n, 0);

	fill(s, 13, 9, &repeated, falls_y);
	for (size_t k = 0; k < (size_t)13 * 9; k++)
		s->cell[k].partial = true;
	detect();
	assert_one(CLIFF_Y, 1 << 15, 1 << 16, false);
}
END_TEST

START_TEST(seeks_only_what_it_is_asked)
{
	struct cliff_sight sight;

	fill(s, 13, 9, &repeated, falls_x);
	s->grid.seek = CLIFF_SEEK_Y | CLIFF_SEEK_RATIO;
	ck_assert_int_eq(cliff_detect(&s->grid, &found, &sight), 0);
	for (size_t k = 0; k < found.n; k++)
		ck_assert_int_ne(found.v[k].axis, CLIFF_X);
	ck_assert_double_nan(sight.factor[CLIFF_X]);
	ck_assert_double_gt(sight.factor[CLIFF_Y], 1);
	ck_assert_double_gt(sight.factor[CLIFF_RATIO], 1);
}
END_TEST

START_TEST(sight_sharpens_with_repeats)
{
	static const struct noise noises[] = { { .3, 0, 1 }, { .1, 0, 3 }, { .02, 0, 5 } };
	double before = INFINITY;

	for (unsigned k = 0; k < 3; k++) {
		struct cliff_sight sight;

		fill(s, 13, 9, &noises[k], level);
		ck_assert_int_eq(cliff_detect(&s->grid, &found, &sight), 0);
		ck_assert_double_lt(sight.factor[CLIFF_Y], before);
		ck_assert_double_gt(sight.factor[CLIFF_Y], 1.15);
		before = sight.factor[CLIFF_Y];
	}
	ck_assert_double_lt(before, 1.45);
}
END_TEST

START_TEST(odd_samples_are_left_out)
{
	static const double odd[] = { 0, -1, -0.0, NAN, INFINITY, -INFINITY };

	fill(s, 13, 9, &repeated, falls_x);
	for (size_t k = 0; k < (size_t)13 * 9; k += 4)
		s->sample[k][k % 3] = odd[_i];
	detect();
	assert_one(CLIFF_X, 1 << 20, 1 << 21, false);

	for (size_t k = 0; k < (size_t)13 * 9; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] = odd[_i];
	detect();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(extreme_but_legal_samples)
{
	static const double extreme[] = { DBL_MAX, DBL_MIN, 4.9e-324, 1 };

	fill(s, 13, 9, &repeated, level);
	for (size_t k = 0; k < (size_t)13 * 9; k++)
		for (unsigned r = 0; r < 3; r++)
			s->sample[k][r] = extreme[_i];
	detect();
	ck_assert_uint_eq(found.n, 0);
	for (size_t k = 0; k < (size_t)13 * 9; k += 2)
		s->cell[k].count = 2; /* the mean of two of the largest must not overflow */
	detect();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(small_grids)
{
	struct cliff_sight sight;

	for (unsigned nx = 0; nx <= 3; nx++) {
		for (unsigned ny = 0; ny <= 3; ny++) {
			fill(s, nx, ny, &repeated, falls_y);
			ck_assert_int_eq(cliff_detect(&s->grid, &found, &sight), 0);
			ck_assert_uint_eq(found.n, 0);
			if (nx < 2)
				ck_assert_double_nan(sight.factor[CLIFF_X]);
			ck_assert_double_nan(sight.factor[CLIFF_RATIO]);
		}
	}
	ck_assert_int_eq(cliff_detect(&(struct cliff_grid){ 0 }, &found, &sight), 0);
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(bad_sizes_are_refused)
{
	static const double bad[] = { 0, -1, NAN, INFINITY, 1 << 17, 1 << 10 };
	struct cliff_test test = { &s->grid, 0 };

	fill(s, 13, 9, &repeated, falls_x);
	detect();
	s->x[2] = bad[_i];
	ck_assert_int_eq(cliff_detect(&s->grid, &found, NULL), -EINVAL);
	ck_assert_int_eq(cliff_detect_tests(&test, 1, &found, NULL), -EINVAL);
	ck_assert_uint_eq(found.n, 1);
	s->grid.nx = CLIFF_MAX_SIZES + 1;
	ck_assert_int_eq(cliff_detect(&s->grid, &found, NULL), -EINVAL);
}
END_TEST

START_TEST(lists_grow)
{
	fill(s, 13, 9, &repeated, falls_x);
	for (unsigned k = 1; k <= 20; k++) {
		ck_assert_int_eq(cliff_detect(&s->grid, &found, NULL), 0);
		ck_assert_uint_eq(found.n, k);
	}
}
END_TEST

/* One row measured once says little; three tests of a direction say more, and the level one among them is left
 * out. */
START_TEST(tests_are_each_others_lines)
{
	struct cliff_test test[4];

	for (unsigned k = 0; k < 4; k++) {
		fill(sister[k], 1, 12, &once, k == 1 ? level : falls_y);
		test[k] = (struct cliff_test){ &sister[k]->grid, _i ? (int)k : 7 };
	}
	ck_assert_int_eq(cliff_detect_tests(test, 4, &found, NULL), 0);
	if (_i) {
		for (size_t k = 0; k < found.n; k++)
			ck_assert_uint_eq(found.v[k].tests, 0);
		return;
	}
	ck_assert_uint_eq(found.n, 3);
	for (size_t k = 0; k < 3; k++) {
		ck_assert_uint_ne(found.v[k].test, 1);
		ck_assert_uint_eq(found.v[k].tests, 3);
		ck_assert_double_eq(found.v[k].from, 1 << 15);
		ck_assert_double_eq(found.v[k].other_from, 1 << 16);
		ck_assert_double_le(found.v[k].confidence, .6);
	}
}
END_TEST

START_TEST(ranges_that_do_not_meet_are_not_merged)
{
	struct cliff low = {
		.axis = CLIFF_Y, .from = 1, .to = 2, .ratio = .5, .excess = .5, .other_from = 1, .other_to = 8
	};
	struct cliff high = low;
	struct cliff both[2];
	struct cliff_list list = { both, 2, 2 };
	struct cliff_merge merge;

	high.test = 1;
	high.other_from = _i ? 4 : 64;
	high.other_to = 512;
	both[0] = low;
	both[1] = high;
	ck_assert_int_eq(cliff_merge(&list, &merge), 0);
	ck_assert_uint_eq(merge.n, _i ? 1 : 2);
	cliff_merge_release(&merge);
}
END_TEST

START_TEST(merges_tests)
{
	static shape_fn *const shape[] = { falls_x, falls_y, falls_x, jumps_y };
	struct cliff_test test[4];
	struct cliff_merge merge;
	const struct cliff_group *g;

	for (unsigned k = 0; k < 4; k++) {
		fill(sister[k], 13, 9, &repeated, shape[k]);
		test[k] = (struct cliff_test){ &sister[k]->grid, 0 };
	}
	ck_assert_int_eq(cliff_detect_tests(test, 4, &found, NULL), 0);
	ck_assert_uint_eq(found.n, 4);
	ck_assert_int_eq(cliff_merge(&found, &merge), 0);
	ck_assert_uint_eq(merge.n, 3); /* a fall and a jump at one place are two */
	g = &merge.group[0];
	ck_assert_int_eq(g->axis, CLIFF_X);
	ck_assert_uint_eq(g->count, 2);
	ck_assert_uint_eq(found.v[merge.member[g->first]].test + found.v[merge.member[g->first + 1]].test, 2);
	ck_assert_double_eq_tol(log2(g->ratio), -1, .1);
	cliff_merge_release(&merge);
	found.n = 0;
	ck_assert_int_eq(cliff_merge(&found, &merge), 0);
	ck_assert_uint_eq(merge.n, 0);
	cliff_merge_release(&merge);
}
END_TEST

#define LENGTH(v) ((int)(sizeof(v) / sizeof((v)[0])))

Suite *suite_cliff(void)
{
	Suite *suite = suite_create("cliff");
	TCase *tc = tcase_create("cliff");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, finds_the_place, 0, LENGTH(shapes));
	tcase_add_loop_test(tc, a_knee_or_a_slope_is_no_cliff, 0, 3);
	tcase_add_test(tc, a_pause_between_two_slopes_is_no_jump);
	tcase_add_test(tc, lines_that_hardly_show_it_are_left_out);
	tcase_add_test(tc, no_trend_is_so_steep);
	tcase_add_test(tc, a_diagonal_along_y_alone);
	tcase_add_test(tc, one_place_in_two_ranges_of_lines);
	tcase_add_test(tc, a_fall_over_two_steps);
	tcase_add_test(tc, sizes_too_far_apart_are_no_neighbours);
	tcase_add_loop_test(tc, ranges_that_do_not_meet_are_not_merged, 0, 2);
	tcase_add_test(tc, no_cell_is_known_exactly);
	tcase_add_loop_test(tc, scale_changes_nothing, 0, 4);
	tcase_add_test(tc, the_order_of_samples_changes_nothing);
	tcase_add_loop_test(tc, chance_makes_no_cliffs, 0, 4);
	tcase_add_loop_test(tc, what_one_pass_of_two_shows_is_no_cliff, 0, 2);
	tcase_add_loop_test(tc, what_both_passes_show_is_one, 0, 2);
	tcase_add_test(tc, two_bursts_in_three_passes_make_no_cliff);
	tcase_add_test(tc, missing_cells);
	tcase_add_test(tc, empty_rows_and_columns);
	tcase_add_test(tc, sizes_four_times_apart);
	tcase_add_test(tc, partial_cells);
	tcase_add_test(tc, seeks_only_what_it_is_asked);
	tcase_add_test(tc, sight_sharpens_with_repeats);
	tcase_add_loop_test(tc, odd_samples_are_left_out, 0, 6);
	tcase_add_loop_test(tc, extreme_but_legal_samples, 0, 4);
	tcase_add_test(tc, small_grids);
	tcase_add_loop_test(tc, bad_sizes_are_refused, 0, 6);
	tcase_add_test(tc, lists_grow);
	tcase_add_loop_test(tc, tests_are_each_others_lines, 0, 2);
	tcase_add_test(tc, merges_tests);
	suite_add_tcase(suite, tc);
	return suite;
}
