/*
 * estimate_trials: the trials of an estimate under way, and what they tell of the costs. For estimate_trial.c and
 * estimate_told.c alone.
 */
#ifndef IOSWEEP_SWEEP_ESTIMATE_TRIALS_H
#define IOSWEEP_SWEEP_ESTIMATE_TRIALS_H

#include "measure/timing.h"
#include "sweep/estimate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct content;

struct trials {
	const struct plan *plan;
	const struct group_setting *setting;
	struct estimate *estimate;
	struct estimate_size *size; /* that is tried, the next one of the estimate */
	size_t *indexes; /* tests_n */
	struct group_test *tests;
	struct sample *samples;
	uint64_t *ids; /* of standing files */
	struct content *contents; /* of these; NULL: nothing is verified */
	uint64_t spent_ns, last_ns; /* by all trials, and by the last one */
};

/* Where one group of trials stands. */
struct try_at {
	size_t corner;
	enum mode mode;
	bool new_file;
	int record; /* its number */
};

/* What the sample of a test, by its number in the plan, tells of the costs. */
void trials_note_sample(const struct trials *t, const struct try_at *try, size_t test, const struct sample *s);

/* What the samples do not say of themselves: all n tests of the group have their part of it. */
void trials_note_group(const struct trials *t, const struct try_at *try, const struct timing *spent, size_t n);

/* When all trials of a size were made: what was left out of them, and what only all of them tell. */
void trials_end_size(const struct trials *t);

#endif
