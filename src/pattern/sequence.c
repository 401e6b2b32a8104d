#include "pattern/sequence.h"

size_t sequence_forward(struct pattern_state *state, struct pattern_op *ops, size_t max, enum io_dir dir)
{
	size_t n = pattern_room(state, max);

	for (size_t i = 0; i < n; i++) {
		ops[i] = pattern_record(state, state->cursor, dir);
		if (++state->cursor == state->records)
			state->cursor = 0;
	}
	state->done += n;
	return n;
}

void sequence_shuffle(struct pattern_state *state)
{
	permutation_init(&state->order, state->records, state->config.seed);
}

size_t sequence_shuffled(struct pattern_state *state, struct pattern_op *ops, size_t max, enum io_dir dir)
{
	size_t n = pattern_room(state, max);

	for (size_t i = 0; i < n; i++)
		ops[i] = pattern_record(state, permutation_at(&state->order, state->done + i), dir);
	state->done += n;
	return n;
}
