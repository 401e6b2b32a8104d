/*
 * cell_index: the place of each cell of a run, as indexes into its configuration, and as one number.
 *
 * Whoever keeps something for each cell has an array of cell_index_n() of it. Synchronous APIs have one I/O in flight,
 * so their tests have cells at the first depth of the run only, whatever it is; the places at other depths are there
 * and stay unused, as do those of records that are larger than the file.
 */
#ifndef IOSWEEP_SWEEP_CELL_INDEX_H
#define IOSWEEP_SWEEP_CELL_INDEX_H

#include "model/config.h"
#include "model/sample.h"

#include <stdbool.h>
#include <stddef.h>

/* Indexes into the tests, file sizes, records, depths and numbers of jobs of the configuration. */
struct cell_place {
	enum mode mode;
	size_t test, f, r, d, j;
};

/* From 0 to cell_index_n() - 1; the last index of the place runs fastest. */
size_t cell_index(const struct config *config, const struct cell_place *place);
size_t cell_index_n(const struct config *config);

/* The place that has this index. */
struct cell_place cell_index_place(const struct config *config, size_t index);

/*
 * Whether the grid has the cell: the mode is one of the run's, each job has a record, the API can have the depth. A
 * plan may leave out more (an API that is always cached has no device mode).
 */
bool cell_place_exists(const struct config *config, const struct cell_place *place);

/* Finds where a sample of the run belongs. False: it is of no cell of this configuration. */
bool cell_place_of(const struct config *config, const struct sample *sample, struct cell_place *place);

#endif
