/*
 * stride: with a stride of 17, which is IOzone's, records s, s+17, s+34, ... for s = 0, 1, ..., 16, so that every
 * record is read once and hardly two that follow each other in time follow each other in the file. A file of fewer
 * records than the stride is read in order, one lap a record.
 */
#include "pattern/pattern.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	uint64_t stride = state->config.stride ? state->config.stride : PATTERN_STRIDE;
	size_t n = pattern_room(state, max);

	for (size_t i = 0; i < n; i++) {
		ops[i] = pattern_record(state, state->cursor, IO_READ);
		state->cursor += stride;
		if (state->cursor >= state->records)
			state->cursor = (state->cursor + 1) % stride;
		if (state->cursor >= state->records)
			state->cursor = 0;
	}
	state->done += n;
	return n;
}

const struct pattern pattern_stride = {
	.name = "stride",
	.title = "Stride read",
	.summary = "reads every record once, in laps of each 17th record (--stride)",
	.flags = PATTERN_READS | PATTERN_AUTOMATIC,
	.next = next,
};
