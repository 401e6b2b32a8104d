/* sweep_state: what a sweep carries from one group to the next, and the small acts that all parts of it share. */
#ifndef IOSWEEP_SWEEP_SWEEP_STATE_H
#define IOSWEEP_SWEEP_SWEEP_STATE_H

#include "measure/content.h"
#include "sweep/forecast.h"
#include "sweep/sweep.h"
#include "sweep/tally.h"

struct sweep_state {
	const struct sweep *sweep;
	const struct config *config;
	const struct group_setting *setting;
	struct sweep_result *result;
	struct err *err;
	struct tally *tally; /* the sweep's, or own_tally */
	struct tally own_tally;
	struct sweep_status status;
	uint64_t start_ns;
	struct forecast forecast;
	double groups_ns; /* wall time of the groups of the file size under way */
	/* scratch, tests_n each */
	size_t *indexes;
	uint8_t *roles; /* of the tests in the group, see sweep_turn.c */
	struct group_test *tests;
	struct sample *samples;
	size_t *order; /* of record sizes */
	size_t *inner_order; /* of depths and jobs: d * jobs.n + j */
	uint64_t *standing_files; /* ids, config_files() */
	struct content *contents; /* of these; NULL: nothing is verified */
};

/* Allocates the owned members; the borrowed ones are set. 0, or -1 with s->err; release it in both cases. */
int sweep_state_init(struct sweep_state *s);
void sweep_state_release(struct sweep_state *s);

uint64_t sweep_now_ns(const struct sweep_state *s);
uint64_t sweep_elapsed_ns(const struct sweep_state *s); /* of the run, see struct sweep */
void sweep_charge(struct sweep_state *s, enum timing_part part, uint64_t since_ns);
/* Whether nothing more shall begin: by the stop flag, or because the time is over. The second alone. */
bool sweep_stopped(const struct sweep_state *s);
bool sweep_is_over(const struct sweep_state *s);

/* Shows how far the sweep is. last may be NULL. */
void sweep_tell(struct sweep_state *s, const struct sample *last);

/* Stores a sample of the current group. 0, or -1 with s->err. */
int sweep_store(struct sweep_state *s, struct sample *sample);

/* Until all samples are on stable storage. 0, or -1 with s->err. */
int sweep_sync_journal(struct sweep_state *s);

/* Removes the files that are done with, and waits for what that starts on the device. */
void sweep_purge(struct sweep_state *s);

#endif
