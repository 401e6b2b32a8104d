/*
 * content: what a file is known to hold, as layers over each other: the last whole writing, and what rewrote its first
 * record since. Plain values, so that it can be copied to where another process sees it.
 */
#ifndef IOSWEEP_MEASURE_CONTENT_H
#define IOSWEEP_MEASURE_CONTENT_H

#include "measure/engine.h"
#include "pattern/pattern.h"

#include <stdbool.h>
#include <stdint.h>

#define CONTENT_LAYERS 8

struct content_layer {
	uint64_t end; /* it reaches from the start of the file to here */
	uint64_t stamp; /* see engine_stamp() */
	uint32_t record_size; /* that it was written with, from the start of the file */
	size_t phases; /* see buffer_place() */
	bool known;
};

/* Zeroed: nothing is known. */
struct content {
	struct content_layer layers[CONTENT_LAYERS]; /* each one shorter than the one below */
	unsigned n;
};

/*
 * A repetition of a writing pattern has gone well. Of what it has left in doubt (a sample that was cut, a mixture of
 * reads and writes, one record rewritten with several requests in flight, a part of a file that jobs share) nothing is
 * known afterwards.
 */
void content_write(struct content *content, const struct pattern *pattern, const struct pattern_config *config,
		   const struct engine_result *result, unsigned depth);

void content_forget(struct content *content);

/* The layer that a place belongs to; NULL: nothing is known of this place. *end: up to where that holds. */
const struct content_layer *content_at(const struct content *content, uint64_t offset, uint64_t *end);

#endif
