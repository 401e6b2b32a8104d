#include "pattern/sequence.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	return sequence_shuffled(state, ops, max, IO_WRITE);
}

const struct pattern pattern_randwrite = {
	.name = "randwrite",
	.title = "Random write",
	.summary = "writes every record once in random order",
	.flags = PATTERN_WRITES | PATTERN_RANDOM | PATTERN_AUTOMATIC,
	.start = sequence_shuffle,
	.next = next,
};
