/*
 * crew: the jobs of a group with the memory they need, from the group's first repetition to its last.
 */
#ifndef IOSWEEP_MEASURE_CREW_H
#define IOSWEEP_MEASURE_CREW_H

#include "measure/group.h"
#include "measure/job.h"

/* What a job of one test has done in all repetitions. */
struct crew_sum {
	uint64_t bytes, clocked_ns;
};

struct crew {
	struct team *team;
	struct job_work *work;
	unsigned jobs;
	struct crew_sum *sums; /* [test * jobs + job] */
	/* one for each job, where there is a watchdog */
	struct watchdog *watchdog;
	struct watch *watches;
	unsigned watch_depth;
};

int crew_new(const struct group_setting *setting, const struct group *group, struct crew *crew); /* 0 or -errno */
void crew_release(struct crew *crew);

static inline struct job *crew_job(const struct crew *crew, unsigned i)
{
	return team_slot(crew->team, i);
}

/*
 * Has all jobs take a step. 0; the first error of a job, whose number is *failed; or -ECHILD when a job has died. After
 * that the crew is good for nothing but release.
 */
int crew_step(struct crew *crew, void (*step)(void *job), unsigned *failed);

/* Gives each job its part: the records of its own file, or those of the shared one that are its, and its reads. */
void crew_share(const struct crew *crew, const struct group *group, const struct pattern_config *whole);

/* What the jobs did together in the clocked time. */
struct crew_result {
	uint64_t start_ns; /* of the first job, by the clock */
	uint64_t bytes, operations; /* up to the wall where there is one */
	uint64_t clocked_ns; /* from the first start to the wall, or to the last end */
	uint64_t total_bytes, total_operations, total_ns; /* of all that was done: to the last end */
	uint64_t short_transfers, submit_calls, reap_calls, submit_ns, throttle_ns;
	double in_flight_ns; /* over all jobs */
	uint64_t next_offset; /* of the first job, where it was cut */
	bool cut; /* any job */
	unsigned idle_job, stopped_job; /* one that moved nothing, or was told to stop; UINT_MAX: none */
};

void crew_result(const struct crew *crew, struct crew_result *sum);

#endif
