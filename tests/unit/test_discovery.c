#include "stats/discovery.h"

#include <check.h>
#include <math.h>

/* The table of Benjamini and Hochberg 1995, section 3.2; at a rate of 5 % the first four are reported. */
START_TEST(published_example)
{
	const double p[] = { 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
			     0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000 };
	double q[15];
	size_t reported = 0;

	ck_assert_int_eq(discovery_rates(p, 15, q), 0);
	for (int i = 0; i < 15; i++)
		reported += q[i] <= 0.05;
	ck_assert_uint_eq(reported, 4);
	ck_assert_double_eq_tol(q[3], 0.0095 * 15 / 4, 1e-12);
	ck_assert_double_eq(q[14], 1);
}
END_TEST

/* The least rate at which a test is reported cannot be more than that of one with a larger p. */
START_TEST(rates_rise_with_p_in_any_order)
{
	const double p[] = { 0.04, 0.9, 0.01, NAN, 0.041 };
	double q[5];

	ck_assert_int_eq(discovery_rates(p, 5, q), 0);
	ck_assert_double_eq_tol(q[2], 0.04, 1e-12);
	ck_assert_double_eq_tol(q[0], 0.041 * 4 / 3, 1e-12);
	ck_assert_double_eq_tol(q[4], 0.041 * 4 / 3, 1e-12);
	ck_assert_double_eq_tol(q[1], 0.9, 1e-12);
	ck_assert_double_nan(q[3]);
}
END_TEST

START_TEST(nothing_to_test)
{
	ck_assert_int_eq(discovery_rates(NULL, 0, NULL), 0);
}
END_TEST

Suite *suite_discovery(void)
{
	Suite *suite = suite_create("discovery");
	TCase *tcase = tcase_create("discovery");

	tcase_add_test(tcase, published_example);
	tcase_add_test(tcase, rates_rise_with_p_in_any_order);
	tcase_add_test(tcase, nothing_to_test);
	suite_add_tcase(suite, tcase);
	return suite;
}
