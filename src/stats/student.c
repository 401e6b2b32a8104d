#include "stats/student.h"

#include "stats/special.h"

#include <assert.h>
#include <math.h>

#define NORMAL_FROM 1e7 /* degrees of freedom from which the normal distribution is as good, and gamma is not */
#define NEWTON_STEPS 2000

double student_two_sided(double t, double df)
{
	double square = t * t;

	assert(df > 0);
	if (df >= NORMAL_FROM)
		return erfc(fabs(t) / M_SQRT2);
	if (!isfinite(square))
		return 0;
	/* The upper tail where t is small, since 1 - x would lose its digits. */
	if (square < df)
		return 1 - special_beta(0.5, df / 2, square / (df + square));
	return special_beta(df / 2, 0.5, df / (df + square));
}

static double density(double t, double df)
{
	int sign;

	if (df >= NORMAL_FROM)
		return exp(-t * t / 2) / sqrt(2 * M_PI);
	return exp(lgamma_r((df + 1) / 2, &sign) - lgamma_r(df / 2, &sign) - (df + 1) / 2 * log1p(t * t / df)) /
	       sqrt(df * M_PI);
}

/* The probability falls and is convex from 0 on: Newton's method from there never goes too far. */
double student_quantile(double two_sided, double df)
{
	double t = 0;

	assert(two_sided > 0 && two_sided <= 1);
	for (int i = 0; i < NEWTON_STEPS; i++) {
		double step = (student_two_sided(t, df) - two_sided) / (2 * density(t, df));

		t += step;
		if (!(step > 1e-12 * t))
			break;
	}
	return t;
}
