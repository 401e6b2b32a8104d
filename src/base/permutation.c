#include "base/permutation.h"

#include "base/rng.h"

#include <assert.h>

void permutation_init(struct permutation *p, uint64_t n, uint64_t seed)
{
	unsigned bits = n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 1;

	assert(n >= 1);
	*p = (struct permutation){
		.n = n,
		.mask = bits == 64 ? UINT64_MAX : (1ULL << bits) - 1,
		.shift = (bits + 1) / 2,
	};
	for (int i = 0; i < PERMUTATION_ROUNDS; i++)
		p->key[i] = rng_splitmix64(&seed);
}
