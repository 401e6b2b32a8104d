#include "report/cell_sums.h"

#include <math.h>

bool cell_sum(const struct cell *cell, const char *field_name, double *sum)
{
	const struct sample_field *field = sample_field_find(field_name);
	bool any = false;

	*sum = 0;
	for (size_t i = 0; i < cell->samples_n; i++) {
		double value = sample_field_number(field, cell->samples[i]);

		if (isfinite(value)) {
			*sum += value;
			any = true;
		}
	}
	return any;
}

struct summary cell_summary(const struct cell *cell, const char *field_name, double *scratch)
{
	const struct sample_field *field = sample_field_find(field_name);
	struct summary summary;

	for (size_t i = 0; i < cell->samples_n; i++)
		scratch[i] = sample_field_number(field, cell->samples[i]);
	summary_compute(scratch, cell->samples_n, &summary);
	return summary;
}
