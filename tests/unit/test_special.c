/* The expected figures come from mpmath at 30 digits. */
#include "stats/special.h"
#include "stats/student.h"

#include <check.h>
#include <math.h>

static void assert_near(double got, double want, double tolerance)
{
	ck_assert_msg(fabs(got - want) <= tolerance * fabs(want), "got %.17g, want %.17g", got, want);
}

static const struct {
	double a, b, x, value;
} betas[] = {
	{ 0.5, 0.5, 0.3, 0.3690101195655454 },
	{ 2, 0.5, 0.9, 0.541469739275585 },
	{ 50, 0.5, 0.97, 0.08169933372182263 },
	{ 0.5, 500, 0.001, 0.6826895526902826 },
	{ 1, 1, 0.25, 0.25 },
	{ 5e4, 0.5, 0.9999, 0.001565019762173495 },
	{ 3, 4, 0, 0 },
	{ 3, 4, 1, 1 },
};

START_TEST(incomplete_beta)
{
	assert_near(special_beta(betas[_i].a, betas[_i].b, betas[_i].x), betas[_i].value, 1e-9);
}
END_TEST

static const struct {
	double x, digamma, trigamma;
} gammas[] = {
	{ 0.01, -100.5608854578687, 10001.62121352831 },
	{ 0.5, -1.963510026021423, 4.934802200544679 },
	{ 1, -0.5772156649015329, 1.644934066848226 },
	{ 2.5, 0.7031566406452432, 0.4903577561002349 },
	{ 20, 2.970523992242149, 0.05127082293520312 },
	{ 1000, 6.907255195648812, 0.001000500166666633 },
};

START_TEST(derivatives_of_log_gamma)
{
	assert_near(special_digamma(gammas[_i].x), gammas[_i].digamma, 1e-12);
	assert_near(special_trigamma(gammas[_i].x), gammas[_i].trigamma, 1e-12);
	assert_near(special_trigamma_inverse(gammas[_i].trigamma), gammas[_i].x, 1e-9);
}
END_TEST

static const struct {
	double t, df, probability;
} tails[] = {
	{ 0, 5, 1 },
	{ 1, 1, 0.5 },
	{ -1, 1, 0.5 },
	{ 0.1, 3, 0.9266523488008058 },
	{ 5, 8, 0.001052825793366539 },
	{ 40, 2, 0.0006244146721847406 },
	{ 3, 2.5, 0.07257609554903184 },
	{ 2, 1000, 0.04577034649325164 },
	{ 6, 100000, 1.979929455601763e-9 },
	{ 1.959963984540054, INFINITY, 0.05 },
	{ INFINITY, 3, 0 },
};

START_TEST(tails_of_t)
{
	assert_near(student_two_sided(tails[_i].t, tails[_i].df), tails[_i].probability, 1e-8);
}
END_TEST

static const struct {
	double probability, df, t;
} quantiles[] = {
	{ 1, 3, 0 },
	{ 0.05, 1, 12.7062047361747 },
	{ 0.05, 4, 2.776445105197794 },
	{ 0.05, 8, 2.306004135204167 },
	{ 0.01, 3, 5.840909309733357 },
	{ 1e-6, 1, 636619.7723670578 },
	{ 0.05, 2.5, 3.574654842003683 },
	{ 1e-9, 30, 8.721511224373061 },
	{ 0.05, INFINITY, 1.959963984540054 },
	{ 0.05, 0.1, NAN }, /* only that it ends, and is far out */
};

START_TEST(quantiles_of_t)
{
	double t = student_quantile(quantiles[_i].probability, quantiles[_i].df);

	if (isnan(quantiles[_i].t))
		assert_near(student_two_sided(t, quantiles[_i].df), quantiles[_i].probability, 1e-6);
	else
		assert_near(t, quantiles[_i].t, 1e-8);
}
END_TEST

Suite *suite_special(void)
{
	Suite *suite = suite_create("special");
	TCase *tcase = tcase_create("special");

	tcase_add_loop_test(tcase, incomplete_beta, 0, (int)(sizeof(betas) / sizeof(*betas)));
	tcase_add_loop_test(tcase, derivatives_of_log_gamma, 0, (int)(sizeof(gammas) / sizeof(*gammas)));
	tcase_add_loop_test(tcase, tails_of_t, 0, (int)(sizeof(tails) / sizeof(*tails)));
	tcase_add_loop_test(tcase, quantiles_of_t, 0, (int)(sizeof(quantiles) / sizeof(*quantiles)));
	suite_add_tcase(suite, tcase);
	return suite;
}
