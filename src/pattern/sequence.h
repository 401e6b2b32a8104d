/* sequence: the orders that more than one pattern walks, each in the direction that the pattern asks for. */
#ifndef IOSWEEP_PATTERN_SEQUENCE_H
#define IOSWEEP_PATTERN_SEQUENCE_H

#include "pattern/pattern.h"

/* Record 0 to the last, beginning at the one that holds config.start_offset and wrapping around. */
size_t sequence_forward(struct pattern_state *state, struct pattern_op *ops, size_t max, enum io_dir dir);

/* state->order, which sequence_shuffle has set up. */
void sequence_shuffle(struct pattern_state *state);
size_t sequence_shuffled(struct pattern_state *state, struct pattern_op *ops, size_t max, enum io_dir dir);

#endif
