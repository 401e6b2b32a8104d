/* cell_sums: a field of the samples over the passes of a cell. */
#ifndef IOSWEEP_REPORT_CELL_SUMS_H
#define IOSWEEP_REPORT_CELL_SUMS_H

#include "stats/summary.h"
#include "store/resultset.h"

#include <stdbool.h>

/* The sum of a field over the cell's samples; false where none has it. */
bool cell_sum(const struct cell *cell, const char *field_name, double *sum);

/* Its median and range. scratch has room for the cell's samples. */
struct summary cell_summary(const struct cell *cell, const char *field_name, double *scratch);

#endif
