/*
 * permutation: every number from 0 to n-1 once, in a seeded random order, without memory in proportion to n.
 *
 * The numbers of the smallest k bits that hold n-1 are mixed by steps that can each be undone modulo 2^k (multiply
 * by an odd number, xor with a right shift of itself, add), hence a bijection; results of n or more are fed in
 * again until one falls below n ("cycle walking", Black and Rogaway, "Ciphers with arbitrary finite domains",
 * 2002), fewer than two steps on average since n > 2^(k-1).
 */
#ifndef IOSWEEP_BASE_PERMUTATION_H
#define IOSWEEP_BASE_PERMUTATION_H

#include <stdint.h>

struct permutation {
	uint64_t n, mask;
	uint64_t add, multiply[2]; /* multiply: odd */
	unsigned shift; /* >= 1 */
};

void permutation_init(struct permutation *p, uint64_t n, uint64_t seed); /* n >= 1 */

static inline uint64_t permutation_mix(const struct permutation *p, uint64_t x)
{
	x = (x + p->add) * p->multiply[0] & p->mask;
	x ^= x >> p->shift;
	x = x * p->multiply[1] & p->mask;
	x ^= x >> p->shift;
	x = x * p->multiply[0] & p->mask;
	return x ^ x >> p->shift;
}

/* The i-th number of the order, i < n. */
static inline uint64_t permutation_at(const struct permutation *p, uint64_t i)
{
	do
		i = permutation_mix(p, i);
	while (i >= p->n);
	return i;
}

#endif
