/*
 * special: the functions that statistics of few samples need and the C library lacks. Pure; relative errors
 * below 1e-10 in the ranges named, except where it is said.
 */
#ifndef IOSWEEP_STATS_SPECIAL_H
#define IOSWEEP_STATS_SPECIAL_H

/*
 * The regularised incomplete beta function I_x(a, b), for a, b > 0 and x in [0, 1]: the continued fraction of
 * Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.8, evaluated by Lentz's method.
 */
double special_beta(double a, double b, double x);

/* The first and second derivatives of log gamma, for x > 0: recurrence and A&S 6.3.18 and 6.4.12. */
double special_digamma(double x);
double special_trigamma(double x);

/* The x > 0 whose trigamma is y > 0: Newton's method as in Smyth 2004 (see stats/interval.h), appendix. */
double special_trigamma_inverse(double y);

#endif
