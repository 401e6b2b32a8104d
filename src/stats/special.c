#include "stats/special.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#define FRACTION_TERMS 1000
#define NEWTON_STEPS 100
#define ASYMPTOTIC_FROM 12.0 /* from here on a few terms of the series are exact to double precision */

static double log_gamma(double x)
{
	int sign; /* lgamma() would write a global one */

	return lgamma_r(x, &sign);
}

static double away_from_zero(double x)
{
	return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/* The m-th numerators of the fraction, odd and even. */
static double odd_term(double a, double b, double x, double m)
{
	return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
}

static double even_term(double a, double b, double x, double m)
{
	return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

/* Converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / away_from_zero(1 + odd_term(a, b, x, 0)), value = d;

	for (int m = 1; m < FRACTION_TERMS; m++) {
		const double terms[] = { even_term(a, b, x, m), odd_term(a, b, x, m) };
		double before = value;

		for (int i = 0; i < 2; i++) {
			d = 1 / away_from_zero(1 + terms[i] * d);
			c = away_from_zero(1 + terms[i] / c);
			value *= c * d;
		}
		if (fabs(value - before) <= DBL_EPSILON * fabs(value))
			break;
	}
	return value;
}

double special_beta(double a, double b, double x)
{
	double front;

	assert(a > 0 && b > 0 && x >= 0 && x <= 1);
	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double special_digamma(double x)
{
	double below = 0, r;

	assert(x > 0);
	for (; x < ASYMPTOTIC_FROM; x++)
		below -= 1 / x;
	r = 1 / (x * x);
	return below + log(x) - 0.5 / x -
	       r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r * (1.0 / 132)))));
}

double special_trigamma(double x)
{
	double below = 0, r;

	assert(x > 0);
	for (; x < ASYMPTOTIC_FROM; x++)
		below += 1 / (x * x);
	r = 1 / (x * x);
	return below + 1 / x + r / 2 +
	       r / x * (1.0 / 6 - r * (1.0 / 30 - r * (1.0 / 42 - r * (1.0 / 30 - r * (5.0 / 66)))));
}

/* The third derivative of log gamma. */
static double tetragamma(double x)
{
	double below = 0, r;

	for (; x < ASYMPTOTIC_FROM; x++)
		below -= 2 / (x * x * x);
	r = 1 / (x * x);
	return below - r - r / x - r * r * (1.0 / 2 - r * (1.0 / 6 - r * (1.0 / 6 - r * (3.0 / 10))));
}

double special_trigamma_inverse(double y)
{
	double x = 0.5 + 1 / y;

	assert(y > 0);
	for (int i = 0; i < NEWTON_STEPS; i++) {
		double value = special_trigamma(x), step = value * (1 - value / y) / tetragamma(x);

		x += step;
		if (fabs(step) <= 1e-12 * x)
			break;
	}
	return x;
}
