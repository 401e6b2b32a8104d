/*
 * mixed: reads and writes of every record once, so many in a hundred of them reads. They are spread evenly, as a line
 * is drawn on a grid: of the first i operations floor(i * percent / 100) are reads, for every i, so that the share is
 * exact to one operation at any moment and not only in the mean. Several jobs, and the repetitions of a few records, each
 * go on where the one before them ends on that line, so that it is as exact for all of them together.
 */
#include "pattern/sequence.h"

static uint64_t reads_of_first(const struct pattern_state *state, uint64_t operations)
{
	/* Split, since operations * percent may not fit. */
	return operations / 100 * state->config.read_percent + operations % 100 * state->config.read_percent / 100;
}

static size_t next(struct pattern_state *state, struct pattern_op *ops, size_t max)
{
	uint64_t first = state->config.mixed_before + state->done;
	size_t n = state->config.in_order ? sequence_forward(state, ops, max, IO_WRITE)
					  : sequence_shuffled(state, ops, max, IO_WRITE);

	for (size_t i = 0; i < n; i++) {
		if (reads_of_first(state, first + i + 1) > reads_of_first(state, first + i))
			ops[i].dir = IO_READ;
	}
	return n;
}

const struct pattern pattern_mixed = {
	.name = "mixed",
	.title = "Mixed",
	.summary = "reads and writes every record once, in random order or in order, in a given proportion",
	.flags = PATTERN_READS | PATTERN_WRITES | PATTERN_RANDOM,
	.start = sequence_shuffle,
	.next = next,
};
