/* comparison_grid: the cells of a comparison's table as a grid over its two axes. */
#ifndef IOSWEEP_REPORT_COMPARISON_GRID_H
#define IOSWEEP_REPORT_COMPARISON_GRID_H

#include "base/units.h"
#include "report/comparison.h"

#define COMPARISON_GRID_NONE SIZE_MAX

struct comparison_grid {
	struct size_list x, y; /* values of the table's cells, ascending */
	size_t *cells; /* [ix * y.n + iy], numbers of cells; COMPARISON_GRID_NONE: there is none. Owned */
};

/* all: also cells without a ratio. 0, or -ENOMEM, when there is nothing to release. */
int comparison_grid_init(struct comparison_grid *grid, const struct comparison *comparison,
			 const struct comparison_table *table, bool all);
void comparison_grid_release(struct comparison_grid *grid);

#endif
