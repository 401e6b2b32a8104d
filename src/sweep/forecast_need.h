/*
 * forecast_need: which cells the passes to come will measure, as far as it can be foretold. Part of forecast.
 *
 * Without a precision all of them. With one, a cell is measured until its interval is narrow enough, and no pass follows
 * once enough cells are there.
 */
#ifndef IOSWEEP_SWEEP_FORECAST_NEED_H
#define IOSWEEP_SWEEP_FORECAST_NEED_H

#include "sweep/forecast.h"

/* Which samples of a cell are meant. */
struct asked {
	uint64_t pass; /* that is under way */
	uint64_t later; /* passes behind it; 0: this one, of which the samples that are there are over */
};

/* Finds out how well the cells are known by all samples so far. What memory does not suffice for stays as it was. */
void forecast_need_judge(struct forecast *f, uint64_t pass);

/* How likely the cell is measured then. */
double forecast_need_share(const struct forecast *f, size_t cell, const struct asked *asked);

/* Whether that pass will not be, since enough cells are within. */
bool forecast_need_is_over(const struct forecast *f, const struct asked *asked);

#endif
