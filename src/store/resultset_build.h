/* resultset_build: sorts the samples of a run into axes, surfaces and cells. For resultset*.c alone. */
#ifndef IOSWEEP_STORE_RESULTSET_BUILD_H
#define IOSWEEP_STORE_RESULTSET_BUILD_H

#include "store/resultset.h"

/*
 * Fills the axes and surfaces of rs from its config and samples. 0 or -ENOMEM; resultset_free frees what there is in
 * either case.
 */
int resultset_build(struct resultset *rs);

/* The axes alone, and x and y of those that the caller leaves open (AXES_N). 0 or -ENOMEM. */
int resultset_build_axes(struct resultset *rs);
void resultset_choose_axes(struct resultset *rs, enum axis x, enum axis y);

/* The surfaces on rs->x and rs->y, in place of those that there are, with their cells and figures. 0 or -ENOMEM. */
int resultset_build_surfaces(struct resultset *rs);
void resultset_release_surfaces(struct resultset *rs);

/* Makes the surfaces, with empty cells and no names; there are none before. 0 or -ENOMEM. */
int resultset_make_surfaces(struct resultset *rs);

/* As resultset_cell_of(), to be filled. */
struct cell *resultset_find_cell(const struct resultset *rs, const struct sample *sample);

/* Fills place, title and name of all surfaces. 0 or -ENOMEM. */
int resultset_name_surfaces(struct resultset *rs);

/* Whether one I/O is in flight at a time through the test's API, whatever the depth of the run. */
bool test_is_synchronous(const struct test *test);

/* The place of a value on an axis, or n. */
size_t axis_find(const struct size_list *axis, uint64_t value);

/* Computes the cells' figures anew, for rs->metric. 0 or -ENOMEM. */
int resultset_summarise(struct resultset *rs);

#endif
