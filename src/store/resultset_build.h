/* resultset_build: sorts the samples of a run into axes, surfaces and cells. For resultset.c alone. */
#ifndef IOSWEEP_STORE_RESULTSET_BUILD_H
#define IOSWEEP_STORE_RESULTSET_BUILD_H

#include "store/resultset.h"

/*
 * Fills the axes and surfaces of rs from its config and samples. 0 or -ENOMEM; resultset_free frees what there is in
 * either case.
 */
int resultset_build(struct resultset *rs);

/* Computes the cells' figures anew, for rs->metric. 0 or -ENOMEM. */
int resultset_summarise(struct resultset *rs);

#endif
