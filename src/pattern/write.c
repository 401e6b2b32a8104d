#include "pattern/sequence.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	return sequence_forward(state, ops, max, IO_WRITE);
}

const struct pattern pattern_write = {
	.name = "write",
	.title = "Write",
	.summary = "writes a new file from its start to its end",
	.flags = PATTERN_WRITES | PATTERN_NEW_FILE | PATTERN_AUTOMATIC,
	.next = next,
};
