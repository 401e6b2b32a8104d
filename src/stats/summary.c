#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *va, const void *vb)
{
	double a = *(const double *)va, b = *(const double *)vb;

	return (a > b) - (a < b);
}

static size_t keep_finite(double *values, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (isfinite(values[i]))
			values[kept++] = values[i];
	}
	return kept;
}

void summary_compute(double *values, size_t n, struct summary *summary)
{
	*summary = (struct summary){ .median = NAN, .min = NAN, .max = NAN, .spread = NAN };
	n = keep_finite(values, n);
	summary->n = n;
	if (!n)
		return;
	qsort(values, n, sizeof(*values), compare);
	summary->min = values[0];
	summary->max = values[n - 1];
	/* Halves first: the sum of two large values may not be finite. */
	summary->median = n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
	if (n > 1 && summary->median != 0)
		summary->spread = (summary->max - summary->min) / summary->median;
}
