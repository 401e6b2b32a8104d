#include "pattern/pattern.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	size_t n = pattern_room(state, max);

	for (size_t i = 0; i < n; i++)
		ops[i] = pattern_record(state, 0, IO_WRITE);
	state->done += n;
	return n;
}

const struct pattern pattern_recrewrite = {
	.name = "recrewrite",
	.title = "Record rewrite",
	.summary = "rewrites the first record as often as the file has records",
	.flags = PATTERN_WRITES | PATTERN_FILE_SIZE_IS_NO_AXIS | PATTERN_AUTOMATIC,
	.next = next,
};
