/*
 * tally: what a sweep knows of each cell so far, and which cells it still wants.
 *
 * A cell is wanted in a pass when it is chosen and has no sample of that pass. All cells are chosen at first. Whoever
 * wants a part of the grid only (a pass that narrows intervals, a second look at some cells) changes `chosen` between
 * passes; whoever goes on with a run that stopped adds the samples that are stored already before the sweep begins.
 */
#ifndef IOSWEEP_SWEEP_TALLY_H
#define IOSWEEP_SWEEP_TALLY_H

#include "model/sample.h"
#include "sweep/cell_index.h"
#include "sweep/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tally_outcome {
	TALLY_OK,
	TALLY_FAILED,
	TALLY_SKIPPED,
};

/* What is kept of a sample. */
struct tally_sample {
	uint64_t pass;
	enum tally_outcome outcome;
	double log_rate; /* natural logarithm of the throughput in MiB/s; NAN when not ok or nothing was moved */
	double cost_ns; /* wall time: clocked, flush, close, set-up and quiet; NAN: not known */
	uint64_t started_ns; /* since the epoch of the run's clock */
	uint64_t elapsed_ns; /* of the run, when it was stored */
	uint64_t end_offset; /* where a sample that was cut stopped; PATTERN_FROM_START: it was not */
};

struct tally_cell {
	bool planned; /* else the grid has no such cell: record larger than file, test not in this mode */
	bool chosen;
	struct tally_sample *samples; /* owned; in order of pass */
	size_t samples_n;
};

struct tally {
	const struct plan *plan; /* borrowed */
	struct tally_cell *cells; /* owned, by cell_index() */
	size_t cells_n;
	uint64_t sequence; /* the highest number of a sample so far */
	uint64_t swept; /* the highest number of one that was added */
	uint64_t elapsed_ns; /* of the run, at the last of them; 0: none says */
};

/* The plan is finished. 0 or -ENOMEM, when there is nothing to release. */
int tally_init(struct tally *tally, const struct plan *plan);
void tally_release(struct tally *tally);

struct tally_cell *tally_cell(const struct tally *tally, const struct cell_place *place);

/* The place of a sample; false when it is of no cell that is planned. */
bool tally_find(const struct tally *tally, const struct sample *sample, struct cell_place *place);

/* Adds a sample; one of a pass that the cell has already is left out. 0 or -ENOMEM. */
int tally_add(struct tally *tally, const struct cell_place *place, const struct sample *sample);

/* Of a sample that is not added, such as one of another purpose, remembers its number and when it was stored. */
void tally_note(struct tally *tally, const struct sample *sample);

bool tally_has(const struct tally_cell *cell, uint64_t pass);
const struct tally_sample *tally_sample(const struct tally_cell *cell, uint64_t pass); /* NULL: it has none */
bool tally_wanted(const struct tally *tally, const struct cell_place *place, uint64_t pass);

/* Chooses all cells, or none. */
void tally_choose(struct tally *tally, bool chosen);

/* Samples that the chosen cells will have from these passes, and those of them that are there. */
struct tally_count {
	uint64_t total, done;
};

struct tally_count tally_count(const struct tally *tally, uint64_t first_pass, uint64_t last_pass);

/* How many samples have this outcome. */
uint64_t tally_outcomes(const struct tally *tally, enum tally_outcome outcome);

/* Where the cell's sample in this pass begins: where its last one before was cut, else PATTERN_FROM_START. */
uint64_t tally_start_offset(const struct tally_cell *cell, uint64_t pass);

/* Mean wall time of a sample; NAN when there is none. */
double tally_cost_ns(const struct tally_cell *cell);

/* The same without one that took more than TALLY_OUT times as long as the least, which a single disturbance does. */
#define TALLY_OUT 1.5
double tally_usual_cost_ns(const struct tally_cell *cell);

#endif
