#include "stats/summary.h"

#include <check.h>
#include <math.h>

static const struct {
	double values[6];
	size_t n, counted;
	double median, min, max, spread;
} rows[] = {
	{ { 0 }, 0, 0, NAN, NAN, NAN, NAN },
	{ { 5 }, 1, 1, 5, 5, 5, NAN },
	{ { 8, 4 }, 2, 2, 6, 4, 8, 4.0 / 6 },
	{ { 3, 1, 2 }, 3, 3, 2, 1, 3, 1 },
	{ { 9, 1, 3, 5, 7, 1 }, 6, 6, 4, 1, 9, 2 },
	{ { NAN, 2, INFINITY, 4, -INFINITY, 3 }, 6, 3, 3, 2, 4, 2.0 / 3 },
	{ { NAN, NAN }, 2, 0, NAN, NAN, NAN, NAN },
	{ { 0, 0 }, 2, 2, 0, 0, 0, NAN },
	{ { 1.7e308, 1.7e308 }, 2, 2, 1.7e308, 1.7e308, 1.7e308, 0 },
};

static void assert_same(double got, double want)
{
	if (isnan(want))
		ck_assert_double_nan(got);
	else
		ck_assert_double_eq(got, want);
}

START_TEST(numbers_of_a_few)
{
	double values[6];
	struct summary s;

	for (size_t i = 0; i < rows[_i].n; i++)
		values[i] = rows[_i].values[i];
	summary_compute(values, rows[_i].n, &s);
	ck_assert_uint_eq(s.n, rows[_i].counted);
	assert_same(s.median, rows[_i].median);
	assert_same(s.min, rows[_i].min);
	assert_same(s.max, rows[_i].max);
	assert_same(s.spread, rows[_i].spread);
}
END_TEST

Suite *suite_summary(void)
{
	Suite *suite = suite_create("summary");
	TCase *tcase = tcase_create("summary");

	tcase_add_loop_test(tcase, numbers_of_a_few, 0, (int)(sizeof(rows) / sizeof(*rows)));
	suite_add_tcase(suite, tcase);
	return suite;
}
