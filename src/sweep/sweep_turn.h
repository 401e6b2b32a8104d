/* sweep_turn: one group of a sweep, from what it is made of to its stored samples. */
#ifndef IOSWEEP_SWEEP_SWEEP_TURN_H
#define IOSWEEP_SWEEP_SWEEP_TURN_H

#include "sweep/sweep_state.h"

struct sweep_turn {
	struct plan_group which;
	const uint64_t *standing_files;
};

/* The group that the turn stands for. It uses the state's scratch, so that there is one at a time. */
struct group sweep_turn_prepare(struct sweep_state *s, const struct sweep_turn *turn);

/* Stores the scratch's samples of a group and releases them. 0, or -1 with s->err. */
int sweep_turn_store(struct sweep_state *s, const struct group *group);

/* Prepares, measures and stores. 0 also when the stop flag ended it, and nothing was stored; -1 with s->err. */
int sweep_turn_run(struct sweep_state *s, const struct sweep_turn *turn);

#endif
