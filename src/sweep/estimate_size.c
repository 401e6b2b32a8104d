/* Which file size to try next for an estimate. */
#include "sweep/estimate_internal.h"

#include <math.h>

#define DISAGREEMENT 0.02 /* of a pass, that is worth a trial */

static uint64_t tried(const struct estimate *e, bool largest)
{
	uint64_t size = e->sizes[0].file_size;

	for (size_t i = 1; i < e->sizes_n; i++) {
		if (largest == (e->sizes[i].file_size > size))
			size = e->sizes[i].file_size;
	}
	return size;
}

static bool is_affordable(const struct estimate *e, const struct estimate_allowance *a, uint64_t size)
{
	const struct estimate_size *last = &e->sizes[e->sizes_n - 1];
	double file_ns = a->last_file_ns * (double)size / (double)last->file_size;

	return size <= a->room && a->last_ns - a->last_file_ns + file_ns <= a->left_ns;
}

/* Beyond what was tried, or as far as the time allows. */
static uint64_t larger(const struct estimate *e, const struct estimate_allowance *a)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	uint64_t size = sizes->v[sizes->n - 1], most = tried(e, true);

	while (size > most && !is_affordable(e, a, size))
		size /= 2;
	return size == sizes->v[sizes->n - 1] || size / 2 >= most ? size : 0;
}

static size_t grid_sizes_between(const struct estimate *e, uint64_t low, uint64_t high, size_t *first)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	size_t n = 0;

	for (size_t f = 0; f < sizes->n; f++) {
		if (sizes->v[f] <= low || sizes->v[f] >= high)
			continue;
		if (!n++)
			*first = f;
	}
	return n;
}

/* How much the trials on both sides of file sizes differ in what these take. */
static double disagreement(const struct estimate *e, const struct estimate_between *gap, size_t first, size_t n)
{
	const struct estimate_between low = { gap->low, gap->low, 0 }, high = { gap->high, gap->high, 0 };
	double sum = 0;

	for (size_t f = first; f < first + n; f++)
		sum += fabs(estimate_groups(e, f, &low).ns - estimate_groups(e, f, &high).ns);
	return sum;
}

/* The size that was tried and is the next one above number low. */
static size_t next_above(const struct estimate *e, size_t low)
{
	size_t next = e->sizes_n;

	for (size_t i = 0; i < e->sizes_n; i++) {
		if (e->sizes[i].file_size > e->sizes[low].file_size &&
		    (next == e->sizes_n || e->sizes[i].file_size < e->sizes[next].file_size))
			next = i;
	}
	return next;
}

static uint64_t middle(const struct estimate *e)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	double most = DISAGREEMENT * estimate_pass(e).ns;
	uint64_t size = 0;

	for (size_t low = 0; low < e->sizes_n; low++) {
		const struct estimate_between gap = { low, next_above(e, low), 0 };
		size_t first = 0, n = 0;
		double own;

		if (gap.high < e->sizes_n)
			n = grid_sizes_between(e, e->sizes[low].file_size, e->sizes[gap.high].file_size, &first);
		own = n ? disagreement(e, &gap, first, n) : 0;
		if (own > most) {
			most = own;
			size = sizes->v[first + n / 2];
		}
	}
	return size;
}

uint64_t estimate_next_size(const struct estimate *e, const struct estimate_allowance *a)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	uint64_t size = 0;

	if (e->sizes_n == ESTIMATE_SIZES)
		return 0;
	if (tried(e, true) < sizes->v[sizes->n - 1])
		size = larger(e, a);
	if (!size && tried(e, false) > sizes->v[0])
		size = sizes->v[0];
	if (!size)
		size = middle(e);
	return size && is_affordable(e, a, size) ? size : 0;
}
