/*
 * team: workers side by side, threads or processes, that do the same step at the same time.
 *
 * Each worker has a slot of memory that it shares with the caller. team_step() has all of them run one function, each
 * on its slot, and waits for the last. What a worker opens in one step it can use in the next: it is the same thread
 * or process throughout. A team of one that is bound to no CPU has no worker at all; its steps run in the caller.
 * Processes end with the caller, however it ends; those that do not soon after they were told to are killed.
 *
 * Slots, and whatever workers of the process kind write for the caller to see, must lie in memory from team_alloc().
 * A function for processes runs in a copy of the caller as it was at team_new(): of what the caller changed since,
 * it sees only the slots.
 */
#ifndef IOSWEEP_MEASURE_TEAM_H
#define IOSWEEP_MEASURE_TEAM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct team;

struct team_config {
	unsigned workers; /* >= 1 */
	bool processes; /* else threads */
	size_t slot_size; /* bytes; slots begin zeroed, each on cache lines of its own */
	const int *cpus; /* worker i runs on cpus[i % cpus_n]; cpus_n 0: anywhere */
	size_t cpus_n;
	const _Atomic sig_atomic_t *stop; /* workers of the process kind are told too when it is raised */
	uint64_t stopped_limit_ns; /* a process that somebody has stopped (SIGSTOP) for so long counts as dead; 0: 30 s */
};

/* Zeroed memory that processes made later share with the caller. NULL: no memory. */
void *team_alloc(size_t size);
void team_free(void *memory, size_t size);

/* 0, or -errno: no memory, no more threads or processes (-EAGAIN), -EINVAL for a CPU that may not be used. */
int team_new(const struct team_config *config, struct team **team);

/* Ends the workers and waits for them. NULL is allowed. */
void team_end(struct team *team);

void *team_slot(const struct team *team, unsigned worker);

/*
 * Runs step(slot) in every worker. Returns 0, or -ECHILD when a worker has died: then only team_end() is allowed,
 * and *died (where not NULL) is its number.
 */
int team_step(struct team *team, void (*step)(void *slot), unsigned *died);

/*
 * For use within a step: waits until all workers of the step have come here, so that they go on within microseconds
 * of each other where there are processors for all.
 */
void team_meet(struct team *team);

#endif
