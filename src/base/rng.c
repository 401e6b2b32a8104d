#include "base/rng.h"

#include <math.h>

uint64_t rng_splitmix64(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

void rng_init(struct rng *rng, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		rng->state[i] = rng_splitmix64(&seed);
}

static uint64_t rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

uint64_t rng_u64(struct rng *rng)
{
	uint64_t *s = rng->state, value = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate(s[3], 45);
	return value;
}

double rng_uniform(struct rng *rng)
{
	return (double)(rng_u64(rng) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *rng)
{
	double x, y, square;

	do {
		x = 2 * rng_uniform(rng) - 1;
		y = 2 * rng_uniform(rng) - 1;
		square = x * x + y * y;
	} while (square >= 1 || square <= 0);
	return x * sqrt(-2 * log(square) / square);
}

double rng_lognormal(struct rng *rng, double cv)
{
	return cv > 0 ? exp(sqrt(log1p(cv * cv)) * rng_normal(rng)) : 1;
}
