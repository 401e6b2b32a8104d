#include "stats/discovery.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct ranked {
	double p;
	size_t at;
};

static int compare_p(const void *va, const void *vb)
{
	const struct ranked *a = va, *b = vb;

	return (a->p > b->p) - (a->p < b->p);
}

int discovery_rates(const double *p, size_t n, double *q)
{
	struct ranked *order = calloc(n + 1, sizeof(*order));
	double least = 1;
	size_t m = 0;

	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		q[i] = NAN;
		if (!isnan(p[i]))
			order[m++] = (struct ranked){ p[i], i };
	}
	qsort(order, m, sizeof(*order), compare_p);
	for (size_t rank = m; rank > 0; rank--) {
		least = fmin(least, order[rank - 1].p * (double)m / (double)rank);
		q[order[rank - 1].at] = least;
	}
	free(order);
	return 0;
}
