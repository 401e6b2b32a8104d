#include "pattern/pattern.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	size_t n = pattern_room(state, max);

	for (size_t i = 0; i < n; i++) {
		ops[i] = pattern_record(state, state->cursor, IO_READ);
		state->cursor = (state->cursor ? state->cursor : state->records) - 1;
	}
	state->done += n;
	return n;
}

static void start(struct pattern_state *state)
{
	if (state->config.start_offset == PATTERN_FROM_START)
		state->cursor = state->records - 1;
}

const struct pattern pattern_backward = {
	.name = "backward",
	.title = "Backward read",
	.summary = "reads every record once, from the last to the first",
	.flags = PATTERN_READS | PATTERN_AUTOMATIC | PATTERN_BACKWARD,
	.start = start,
	.next = next,
};
