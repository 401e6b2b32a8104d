#include "pattern/sequence.h"

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	return sequence_shuffled(state, ops, max, IO_READ);
}

const struct pattern pattern_randread = {
	.name = "randread",
	.title = "Random read",
	.summary = "reads every record once in random order",
	.flags = PATTERN_READS | PATTERN_RANDOM | PATTERN_AUTOMATIC,
	.start = sequence_shuffle,
	.next = next,
};
