/*
 * rng: random numbers that are the same for the same seed, on every machine.
 *
 * The generator is xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM
 * Transactions on Mathematical Software 47, 2021; prng.di.unimi.it), its state filled by splitmix64 (Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) so that any seed will do, also 0, and
 * neighbouring seeds have nothing in common. Not for secrets.
 *
 * All state is the caller's struct.
 */
#ifndef IOSWEEP_BASE_RNG_H
#define IOSWEEP_BASE_RNG_H

#include <stdint.h>

struct rng {
	uint64_t state[4]; /* never all zero */
};

/* The next number of the splitmix64 sequence that *state is in; also a way to spread a seed into several. */
uint64_t rng_splitmix64(uint64_t *state);

void rng_init(struct rng *rng, uint64_t seed);
uint64_t rng_u64(struct rng *rng); /* 64 random bits */
double rng_uniform(struct rng *rng); /* [0, 1), a multiple of 2^-53 */

/*
 * Mean 0, standard deviation 1. The polar method (Marsaglia and Bray, "A convenient method for generating normal
 * variables", SIAM Review 6, 1964); the second of each pair is thrown away, so that the state is the generator's
 * alone.
 */
double rng_normal(struct rng *rng);

/* A factor with median 1 and this coefficient of variation; cv 0 gives 1 and draws nothing. */
double rng_lognormal(struct rng *rng, double cv);

#endif
