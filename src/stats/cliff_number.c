#include "stats/cliff_internal.h"

#include <assert.h>

#define SMALL 16 /* below it insertion beats partition */

static void swap(double *a, double *b)
{
	double t = *a;

	*a = *b;
	*b = t;
}

static void sort_small(double *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double x = v[i];
		size_t k = i;

		for (; k > 0 && v[k - 1] > x; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
}

static double middle_of_three(double a, double b, double c)
{
	if (a > b)
		swap(&a, &b);
	if (b > c)
		b = c;
	return a > b ? a : b;
}

/* Hoare's find (CACM 4(7), 1961): afterwards v[rank] is in its sorted place, none before it is larger. */
static void partition_at(double *v, size_t n, size_t rank)
{
	size_t lo = 0, hi = n - 1;

	while (hi - lo >= SMALL) {
		double pivot = middle_of_three(v[lo], v[lo + (hi - lo) / 2], v[hi]);
		size_t i = lo, k = hi;

		for (;;) {
			while (v[i] < pivot)
				i++;
			while (v[k] > pivot)
				k--;
			if (i >= k)
				break;
			swap(&v[i++], &v[k--]);
		}
		/* lo < i <= hi: the pivot is neither the only smallest nor the only largest, so this ends */
		if (rank < i)
			hi = i - 1;
		else
			lo = i;
	}
	sort_small(v + lo, hi - lo + 1);
}

double cliff_quantile(double *v, size_t n, size_t rank)
{
	assert(rank < n);
	partition_at(v, n, rank);
	return v[rank];
}

double cliff_median(double *v, size_t n)
{
	double upper, lower;

	assert(n > 0);
	upper = cliff_quantile(v, n, n / 2);
	if (n & 1)
		return upper;
	lower = v[0];
	for (size_t i = 1; i < n / 2; i++)
		if (v[i] > lower)
			lower = v[i];
	return 0.5 * (lower + upper);
}
