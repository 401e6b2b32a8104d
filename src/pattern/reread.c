#include "pattern/sequence.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	return sequence_forward(state, ops, max, IO_READ);
}

const struct pattern pattern_reread = {
	.name = "reread",
	.title = "Re-read",
	.summary = "reads the file again just after it was read",
	.flags = PATTERN_READS | PATTERN_AUTOMATIC | PATTERN_AGAIN,
	.next = next,
};
