#include "api/sim_residency.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define UNIT_SHIFT_MIN 12
#define UNITS_MAX (1u << 20)

static uint64_t words_for(uint64_t units)
{
	return (units + 63) / 64;
}

static uint64_t units_for(const struct sim_residency *r, uint64_t size)
{
	return (size >> r->unit_shift) + !!(size & ((UINT64_C(1) << r->unit_shift) - 1));
}

void sim_residency_release(struct sim_residency *r)
{
	free(r->bits);
	*r = (struct sim_residency){ 0 };
}

int sim_residency_reserve(struct sim_residency *r, uint64_t size)
{
	uint64_t units, old_words = words_for(r->units), *bits;

	if (!r->bits) {
		r->unit_shift = UNIT_SHIFT_MIN;
		while (units_for(r, size) > UNITS_MAX)
			r->unit_shift++;
	}
	units = units_for(r, size);
	if (units <= r->units)
		return 0;
	bits = reallocarray(r->bits, words_for(units), sizeof(*bits));
	if (!bits)
		return -ENOMEM;
	memset(bits + old_words, 0, (words_for(units) - old_words) * sizeof(*bits));
	r->bits = bits;
	r->units = units;
	return 0;
}

void sim_residency_clear(struct sim_residency *r)
{
	if (r->bits)
		memset(r->bits, 0, words_for(r->units) * sizeof(*r->bits));
	r->resident = 0;
}

/* Sets or clears the units of the range; returns how many of them changed. */
static uint64_t change(struct sim_residency *r, uint64_t offset, uint64_t len, uint64_t flip_where)
{
	uint64_t first = offset >> r->unit_shift, last = (offset + len - 1) >> r->unit_shift, changed = 0;

	assert(len && last < r->units);
	for (uint64_t word = first / 64; word <= last / 64; word++) {
		uint64_t mask = UINT64_MAX;

		if (word == first / 64)
			mask &= UINT64_MAX << first % 64;
		if (word == last / 64)
			mask &= UINT64_MAX >> (63 - last % 64);
		mask &= r->bits[word] ^ flip_where;
		r->bits[word] ^= mask;
		changed += (uint64_t)__builtin_popcountll(mask);
	}
	return changed;
}

uint64_t sim_residency_touch(struct sim_residency *r, uint64_t offset, uint64_t len)
{
	uint64_t changed = r->resident < r->units ? change(r, offset, len, UINT64_MAX) : 0;

	r->resident += changed;
	return changed << r->unit_shift;
}

uint64_t sim_residency_forget(struct sim_residency *r, uint64_t offset, uint64_t len)
{
	uint64_t changed = r->resident ? change(r, offset, len, 0) : 0;

	r->resident -= changed;
	return changed << r->unit_shift;
}
