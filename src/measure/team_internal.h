/* team_internal: what the files of a team share. Private to team*.c. */
#ifndef IOSWEEP_MEASURE_TEAM_INTERNAL_H
#define IOSWEEP_MEASURE_TEAM_INTERNAL_H

#include "measure/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

struct team_worker {
	struct team *team;
	unsigned number;
	pthread_t thread;
	pid_t process; /* 0: ended, or a thread */
	uint64_t stopped_ns; /* since when a process has been stopped by a signal; 0: it has not */
	bool started;
};

/* What caller and workers share; processes too. */
struct team_shared {
	_Atomic uint32_t step; /* a new number tells the workers to begin */
	_Atomic uint32_t finished; /* workers that are done with it */
	_Atomic uint32_t met;
	_Atomic bool quit;
	void (*_Atomic function)(void *slot);
};

struct team {
	struct team_config config;
	struct team_shared *shared;
	unsigned char *slots;
	size_t slot_size, slots_size; /* of one, of all */
	struct team_worker *workers; /* NULL: the caller is the only one */
	uint64_t told_ns; /* when processes were told to stop; 0: they were not */
};

/* Sleeps until the word has another value, which a wake tells, or until the limit (NULL: none); may end for no reason. */
void team_wait_while(_Atomic uint32_t *word, uint32_t value, const struct timespec *limit);
void team_wake_all(_Atomic uint32_t *word);

/* What a worker does from its start to the team's end: the steps. */
void team_work(const struct team_worker *w);

int team_thread_start(struct team_worker *w); /* 0 or -errno */
int team_process_start(struct team_worker *w);

/* Waits for one that was told to end. One that is stuck in the kernel is left to it. */
void team_process_end(const struct team_worker *w);

/*
 * Tells the processes of a step that the run is stopped, and looks whether all still live. 0, or -ECHILD when one has
 * died, whose number is *died (where not NULL): then all others are ended, which may wait for it in a meeting.
 */
int team_look_after(struct team *t, unsigned *died);

#endif
