/*
 * discovery: many tests at once. Of twenty cells that have not changed, one differs at a level of 5 %: what is
 * held instead is the false discovery rate, the expected share of false differences among all that are
 * reported. When nothing has changed, it is the probability of reporting anything at all.
 *
 * Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate: a practical and powerful approach to
 * multiple testing", Journal of the Royal Statistical Society B 57 (1995), 289-300. It holds for independent
 * tests and for those that depend on each other positively.
 */
#ifndef IOSWEEP_STATS_DISCOVERY_H
#define IOSWEEP_STATS_DISCOVERY_H

#include <stddef.h>

/*
 * q[i] is the least rate at which test i is still reported; NAN where p[i] is NAN, which does not count. p and
 * q must not overlap. 0 or -ENOMEM.
 */
int discovery_rates(const double *p, size_t n, double *q);

#endif
