/*
 * twister: MT19937 (Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998) and the distributions over
 * it as Python's module random has them, number for number. So a script can make the same surfaces from the same
 * seed.
 */
#ifndef IOSWEEP_TESTS_CLIFF_TWISTER_H
#define IOSWEEP_TESTS_CLIFF_TWISTER_H

#include <math.h>
#include <stdint.h>

#define TWISTER_N 624U
#define TWISTER_M 397U

struct twister {
	uint32_t state[TWISTER_N];
	unsigned next;
	double spare; /* the second normal number of a pair; NAN: none */
};

/* The seeding by an array that holds the seed's 32-bit words, the lowest first. */
static inline void twister_seed(struct twister *t, uint64_t seed)
{
	const uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
	uint32_t *s = t->state, i = 1, words = key[1] ? 2 : 1;

	s[0] = 19650218U;
	for (uint32_t k = 1; k < TWISTER_N; k++)
		s[k] = 1812433253U * (s[k - 1] ^ (s[k - 1] >> 30)) + k;
	for (uint32_t k = 0; k < 2 * TWISTER_N - 1; k++) {
		uint32_t before = s[i - 1] ^ (s[i - 1] >> 30);

		if (k < TWISTER_N)
			s[i] = (s[i] ^ (before * 1664525U)) + key[k % words] + k % words;
		else
			s[i] = (s[i] ^ (before * 1566083941U)) - i;
		if (++i == TWISTER_N) {
			s[0] = s[TWISTER_N - 1];
			i = 1;
		}
	}
	s[0] = 0x80000000U;
	t->next = TWISTER_N;
	t->spare = NAN;
}

static inline void twister_refill(struct twister *t)
{
	uint32_t *s = t->state;

	for (unsigned k = 0; k < TWISTER_N; k++) {
		uint32_t y = (s[k] & 0x80000000U) | (s[(k + 1) % TWISTER_N] & 0x7fffffffU);

		s[k] = s[(k + TWISTER_M) % TWISTER_N] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfU : 0);
	}
	t->next = 0;
}

static inline uint32_t twister_u32(struct twister *t)
{
	uint32_t y;

	if (t->next == TWISTER_N)
		twister_refill(t);
	y = t->state[t->next++];
	y ^= y >> 11;
	y ^= (y << 7) & 0x9d2c5680U;
	y ^= (y << 15) & 0xefc60000U;
	return y ^ (y >> 18);
}

static inline double twister_random(struct twister *t) /* [0, 1) */
{
	uint32_t a = twister_u32(t) >> 5, b = twister_u32(t) >> 6;

	return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static inline double twister_uniform(struct twister *t, double low, double high)
{
	return low + (high - low) * twister_random(t);
}

static inline unsigned twister_below(struct twister *t, unsigned n) /* n > 0 */
{
	unsigned bits = 32 - (unsigned)__builtin_clz(n), r;

	do
		r = twister_u32(t) >> (32 - bits);
	while (r >= n);
	return r;
}

static inline double twister_normal(struct twister *t, double sd)
{
	double z = t->spare, angle, radius;

	t->spare = NAN;
	if (!isnan(z))
		return z * sd;
	angle = twister_random(t) * (2 * M_PI);
	radius = sqrt(-2 * log(1 - twister_random(t)));
	t->spare = sin(angle) * radius;
	return cos(angle) * radius * sd;
}

static inline double twister_exponential(struct twister *t, double rate)
{
	return -log(1 - twister_random(t)) / rate;
}

#endif
