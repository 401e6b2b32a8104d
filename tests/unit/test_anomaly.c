#include "stats/anomaly.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "cliff/surfaces.h"

#define NX 10
#define NY 9

static struct made_surface *s;
static struct anomaly_list found;

typedef double shape_fn(double lx, double ly);

static double level(double lx, double ly)
{
	return 28 + .02 * lx + .03 * ly;
}

static double falls_x(double lx, double ly)
{
	return level(lx, ly) - (lx > 20 ? 2 : 0);
}

static double falls_y(double lx, double ly)
{
	return level(lx, ly) - (ly > 15 ? 2 : 0);
}

static double falls_ratio(double lx, double ly)
{
	return level(lx, ly) - (lx - ly > 5 ? 2 : 0);
}

static double falls_in_a_corner(double lx, double ly)
{
	return level(lx, ly) - (lx > 20 && ly > 15 ? 2 : 0);
}

/* One record size is good for all files, and throughput grows with these by more than chance. */
static double ridge(double lx, double ly)
{
	return 10 + .7 * lx + (ly == 16 ? 1.5 : 0);
}

static double steep(double lx, double ly)
{
	return lx + ly;
}

static shape_fn *const shapes[] = { level, falls_x, falls_y, falls_ratio, falls_in_a_corner, ridge, steep };

static void fill(shape_fn *shape, unsigned nx, unsigned ny)
{
	s->noise = (struct noise){ .02, 0, 3 };
	twister_seed(&s->twister, 1);
	made_surface_init(s, nx, ny);
	for (unsigned i = 0; i < nx; i++)
		for (unsigned j = 0; j < ny; j++)
			made_surface_cell(s, i, j, shape(log2(s->x[i]), log2(s->y[j])));
}

static void change(unsigned i, unsigned j, double factor)
{
	for (unsigned k = 0; k < s->noise.repeats; k++)
		s->sample[(size_t)i * s->grid.ny + j][k] *= factor;
}

static void search(void)
{
	free(found.v);
	ck_assert_int_eq(anomaly_find(&s->grid, &found), 0);
}

static void setup(void)
{
	s = calloc(1, sizeof(*s));
	ck_assert_ptr_nonnull(s);
	found = (struct anomaly_list){ 0 };
}

static void teardown(void)
{
	free(found.v);
	free(s);
}

START_TEST(what_has_a_shape_is_none)
{
	fill(shapes[_i], NX, NY);
	search();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

/* A dip and a peak inside, and one on an edge. */
static const struct place {
	unsigned i, j;
	double factor;
} places[] = { { 5, 4, .5 }, { 5, 4, 2 }, { 0, 4, .5 }, { 5, 0, .5 }, { NX - 1, 4, 2 }, { 5, NY - 1, 2 } };

START_TEST(a_cell_by_itself_is_found)
{
	const struct place *p = &places[_i];

	fill(level, NX, NY);
	change(p->i, p->j, p->factor);
	search();
	ck_assert_uint_eq(found.n, 1);
	ck_assert_uint_eq(found.v[0].i, p->i);
	ck_assert_uint_eq(found.v[0].j, p->j);
	ck_assert_double_eq_tol(found.v[0].ratio, p->factor, .1 * p->factor);
}
END_TEST

START_TEST(two_side_by_side_and_the_larger_first)
{
	fill(level, NX, NY);
	change(5, 4, .25);
	change(5, 5, .2);
	search();
	ck_assert_uint_eq(found.n, 2);
	ck_assert_uint_eq(found.v[0].j, 5);
	ck_assert_uint_eq(found.v[1].j, 4);
}
END_TEST

START_TEST(one_line_is_enough)
{
	fill(level, 1, NY);
	change(0, 4, .5);
	search();
	ck_assert_uint_eq(found.n, 1);
	ck_assert_uint_eq(found.v[0].j, 4);
	ck_assert_uint_eq(found.v[0].before, 3);
	ck_assert_uint_eq(found.v[0].after, 5);
}
END_TEST

/* Indexes are those of the grid, whatever of it is empty. */
START_TEST(empty_rows_do_not_count)
{
	fill(level, NX, NY);
	change(5, 4, .5);
	for (unsigned j = 0; j < NY; j++)
		s->cell[4 * NY + j].count = 0;
	for (unsigned i = 0; i < NX; i++)
		s->cell[i * NY + 3].count = 0;
	search();
	ck_assert_uint_eq(found.n, 1);
	ck_assert_uint_eq(found.v[0].i, 5);
	ck_assert_uint_eq(found.v[0].j, 4);
	ck_assert_int_eq(found.v[0].along, CLIFF_Y);
	ck_assert_uint_eq(found.v[0].before, 2);
	ck_assert_uint_eq(found.v[0].after, 5);
}
END_TEST

START_TEST(too_little_or_nothing)
{
	fill(level, NX, NY);
	change(5, 4, .8);
	search();
	ck_assert_uint_eq(found.n, 0);
	fill(level, 1, 1);
	search();
	ck_assert_uint_eq(found.n, 0);
	fill(level, 0, 0);
	search();
	ck_assert_uint_eq(found.n, 0);
}
END_TEST

START_TEST(ratio_is_against_the_line_between)
{
	const double at[] = { 1, 2, 8 }, low[] = { 100, 100, 100 }, own[] = { 100, 99, 101 }, high[] = { 800, 800, 800 };
	const struct cliff_cell cell[] = { { .samples = low, .count = 3 }, { .samples = own, .count = 3 },
					   { .samples = high, .count = 3 } };
	const struct cliff_cell none = { .count = 0 };

	ck_assert_double_eq_tol(anomaly_ratio(&cell[0], &cell[1], &cell[2], at), .5, 1e-9);
	ck_assert_double_nan(anomaly_ratio(&cell[0], &none, &cell[2], at));
}
END_TEST

#define LENGTH(v) ((int)(sizeof(v) / sizeof((v)[0])))

Suite *suite_anomaly(void)
{
	Suite *suite = suite_create("anomaly");
	TCase *tc = tcase_create("anomaly");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, what_has_a_shape_is_none, 0, LENGTH(shapes));
	tcase_add_loop_test(tc, a_cell_by_itself_is_found, 0, LENGTH(places));
	tcase_add_test(tc, two_side_by_side_and_the_larger_first);
	tcase_add_test(tc, one_line_is_enough);
	tcase_add_test(tc, empty_rows_do_not_count);
	tcase_add_test(tc, too_little_or_nothing);
	tcase_add_test(tc, ratio_is_against_the_line_between);
	suite_add_tcase(suite, tc);
	return suite;
}
