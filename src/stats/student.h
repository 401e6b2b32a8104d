/*
 * student: Student's t distribution, of means of few samples of a normal distribution. df, the degrees of
 * freedom, is any number > 0; INFINITY gives the normal distribution.
 */
#ifndef IOSWEEP_STATS_STUDENT_H
#define IOSWEEP_STATS_STUDENT_H

/* The probability of a value at least as far from 0 as t, either way: 1 at t 0. */
double student_two_sided(double t, double df);

/* The t >= 0 with that two-sided probability, in (0, 1]: 2.776 at 0.05 and 4 degrees. */
double student_quantile(double two_sided, double df);

#endif
