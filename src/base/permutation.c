#include "base/permutation.h"

#include <assert.h>

/* The output step of splitmix64 (S. Vigna, public domain algorithm; Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t scramble(uint64_t *seed)
{
	uint64_t z = *seed += 0x9E3779B97F4A7C15ULL;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
	z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
	return z ^ z >> 31;
}

void permutation_init(struct permutation *p, uint64_t n, uint64_t seed)
{
	unsigned bits = n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 1;

	assert(n >= 1);
	*p = (struct permutation){
		.n = n,
		.mask = bits == 64 ? UINT64_MAX : (1ULL << bits) - 1,
		.shift = (bits + 1) / 2,
	};
	p->add = scramble(&seed);
	p->multiply[0] = scramble(&seed) | 1;
	p->multiply[1] = scramble(&seed) | 1;
}
