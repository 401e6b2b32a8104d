/* sweep_turn: one group of a sweep, from what it is made of to its stored samples. */
#ifndef IOSWEEP_SWEEP_SWEEP_TURN_H
#define IOSWEEP_SWEEP_SWEEP_TURN_H

#include "sweep/sweep_state.h"

struct sweep_turn {
	struct plan_group which;
	const uint64_t *standing_files;
};

/* Whether the turn has a test whose cell is wanted in this pass. */
bool sweep_turn_wanted(const struct sweep_state *s, const struct sweep_turn *turn);

/* Whether one of those is measured and not skipped. */
bool sweep_turn_measures(const struct sweep_state *s, const struct sweep_turn *turn);

/* The group that the turn stands for, without tests when none is wanted. It uses the state's scratch: one at a time. */
struct group sweep_turn_prepare(struct sweep_state *s, const struct sweep_turn *turn);

/* Stores those of the scratch's samples that are wanted and releases all. 0, or -1 with s->err. */
int sweep_turn_store(struct sweep_state *s, const struct sweep_turn *turn, const struct group *group);

/*
 * For a group that has its samples already, in its place in the order: a virtual clock goes on to where it was then, so
 * that a run which is gone on with finds the time of one that never stopped.
 */
void sweep_turn_pass_over(struct sweep_state *s, const struct sweep_turn *turn);

/* Prepares, measures and stores. 0 also when the stop flag ended it, and nothing was stored; -1 with s->err. */
int sweep_turn_run(struct sweep_state *s, const struct sweep_turn *turn);

#endif
