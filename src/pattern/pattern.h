/*
 * pattern: the order in which a file's records are accessed.
 *
 * A pattern is a pure generator of (direction, offset, length): no file, no clock, no API. State is the caller's,
 * needs no memory in proportion to the file, and may be started again at will. A record that does not divide the
 * file leaves a shorter last record; records = ceil(file_size / record_size).
 */
#ifndef IOSWEEP_PATTERN_PATTERN_H
#define IOSWEEP_PATTERN_PATTERN_H

#include "base/permutation.h"
#include "model/direction.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pattern_flags {
	PATTERN_READS = 1 << 0,
	PATTERN_WRITES = 1 << 1,
	PATTERN_NEW_FILE = 1 << 2, /* runs on a file that does not exist yet */
	PATTERN_RANDOM = 1 << 3,
	PATTERN_FILE_SIZE_IS_NO_AXIS = 1 << 4, /* touches one record, however large the file */
	PATTERN_AUTOMATIC = 1 << 5, /* part of automatic mode */
	PATTERN_BACKWARD = 1 << 6, /* each record before the last one */
	PATTERN_AGAIN = 1 << 7, /* of data that have just been read */
};

struct pattern_config {
	uint64_t file_size; /* bytes, >= 1 */
	uint32_t record_size; /* bytes, >= 1 */
	/*
	 * The part of the file that is meant, for jobs that share one: records first_record, first_record + record_step,
	 * and so on, records of them. records 0: the whole file, and the other two are not looked at.
	 */
	uint64_t records, first_record, record_step;
	uint64_t seed; /* of the order, where it is random */
	/*
	 * Patterns in a fixed order begin at the record that holds it, and wrap around, so that a sample can go on
	 * where another one stopped. PATTERN_FROM_START: at the pattern's own beginning.
	 */
	uint64_t start_offset;
	uint64_t stride; /* stride: records from one to the next; 0 is PATTERN_STRIDE */
	unsigned read_percent; /* mixed: 0 to 100 */
	uint64_t mixed_before; /* mixed: operations that the share is counted on from: of other jobs, and of repetitions */
	bool in_order; /* mixed: from the start to the end instead of in random order */
};

#define PATTERN_FROM_START UINT64_MAX
#define PATTERN_STRIDE 17

struct pattern_op {
	uint64_t offset;
	uint32_t len;
	enum io_dir dir;
};

struct pattern_state {
	struct pattern_config config;
	uint64_t records; /* in the file, or in the part that is meant */
	uint64_t done; /* operations generated so far, of `total` */
	uint64_t total;
	uint64_t cursor; /* the pattern's own */
	struct permutation order;
};

struct pattern {
	const char *name, *title, *summary; /* "randread", "Random read", "reads every record once, ..." */
	unsigned flags;
	/* May adjust what pattern_start() has filled in; NULL where nothing is to be done. */
	void (*start)(struct pattern_state *state);
	/* Fills up to max operations, max >= 1; returns how many, 0 at the end. */
	size_t (*next)(struct pattern_state *state, struct pattern_op *ops, size_t max);
};

extern const struct pattern *const patterns[]; /* in the order in which a record's sequence runs */
extern const size_t patterns_n;

const struct pattern *pattern_find(const char *name); /* NULL: no such pattern */

/* Begins at the first operation. */
void pattern_start(const struct pattern *pattern, const struct pattern_config *config, struct pattern_state *state);

/* The place of record i, i < records. */
static inline struct pattern_op pattern_record(const struct pattern_state *state, uint64_t i, enum io_dir dir)
{
	uint64_t offset = (state->config.first_record + i * state->config.record_step) * state->config.record_size;
	uint64_t left = state->config.file_size - offset;

	return (struct pattern_op){
		.offset = offset,
		.len = left < state->config.record_size ? (uint32_t)left : state->config.record_size,
		.dir = dir,
	};
}

/* How many operations next may still give, at most max: min(max, total - done). */
static inline size_t pattern_room(const struct pattern_state *state, size_t max)
{
	uint64_t left = state->total - state->done;

	return left < max ? (size_t)left : max;
}

#endif
