/*
 * permutation: every number from 0 to n-1 once, in a seeded random order, without memory in proportion to n.
 *
 * The numbers of the smallest k bits that hold n-1 are mixed by steps that can each be undone modulo 2^k (add a key,
 * multiply by an odd number, xor with a right shift of itself), hence a bijection; results of n or more are fed in
 * again until one falls below n ("cycle walking", Black and Rogaway, "Ciphers with arbitrary finite domains",
 * 2002), fewer than two steps on average since n > 2^(k-1).
 *
 * The seed makes the keys alone; the multipliers are those of splitmix64 (see rng.h). Drawn at random, of so few bits,
 * one in some hundred would hardly mix at all and leave a stride in the order. Four rounds are what it takes until
 * the frequency of the most frequent step cannot be told from a shuffle's, from 16 numbers up.
 */
#ifndef IOSWEEP_BASE_PERMUTATION_H
#define IOSWEEP_BASE_PERMUTATION_H

#include <stdint.h>

#define PERMUTATION_ROUNDS 4

struct permutation {
	uint64_t n, mask;
	uint64_t key[PERMUTATION_ROUNDS];
	unsigned shift; /* >= 1 */
};

void permutation_init(struct permutation *p, uint64_t n, uint64_t seed); /* n >= 1 */

static inline uint64_t permutation_round(const struct permutation *p, uint64_t x, int round, uint64_t multiply)
{
	x = (x + p->key[round]) * multiply & p->mask;
	return x ^ x >> p->shift;
}

static inline uint64_t permutation_mix(const struct permutation *p, uint64_t x)
{
	x = permutation_round(p, x, 0, 0x9e3779b97f4a7c15);
	x = permutation_round(p, x, 1, 0xbf58476d1ce4e5b9);
	x = permutation_round(p, x, 2, 0x94d049bb133111eb);
	return permutation_round(p, x, 3, 0x9e3779b97f4a7c15);
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
