#include "pattern/sequence.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	return sequence_forward(state, ops, max, IO_READ);
}

const struct pattern pattern_read = {
	.name = "read",
	.title = "Read",
	.summary = "reads the file from its start to its end",
	.flags = PATTERN_READS | PATTERN_AUTOMATIC,
	.next = next,
};
