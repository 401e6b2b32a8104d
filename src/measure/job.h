/*
 * job: one worker's part in one repetition of a test: its file, its handle, its memory, its results.
 *
 * A job is a team's slot. The caller fills the first part and has the team take the steps in their order; each does
 * nothing when an earlier one of this repetition has failed, but close, which always closes what is open.
 */
#ifndef IOSWEEP_MEASURE_JOB_H
#define IOSWEEP_MEASURE_JOB_H

#include "api/buffer.h"
#include "api/target.h"
#include "measure/content.h"
#include "measure/counters.h"
#include "measure/engine.h"
#include "measure/team.h"
#include "measure/watch.h"
#include "stats/histogram.h"
#include "stats/series.h"

#include <stdint.h>

/* What all jobs of a repetition share; lies where the team's workers can see it. */
struct job_work {
	const struct io_api *api;
	void *session;
	const struct pattern *pattern;
	const struct clock *clock;
	struct target *target;
	struct team *team;
	struct io_settings settings;
	const _Atomic sig_atomic_t *stop;
	uint64_t file_size;
	uint32_t record_size;
	unsigned depth;
	uint64_t max_ns;
	bool direct;
	bool stonewall;
	struct pace pace;
	bool processes; /* jobs are: then each has a usage of its own */
	struct engine_wall wall;
};

struct job {
	/* for the worker */
	struct job_work *work;
	struct buffer *buffer;
	uint64_t file;
	struct pattern_config pattern;
	struct content content; /* of the file, for job_verify */
	struct watch *watch; /* NULL: nobody looks */

	/* the worker's own */
	void *handle;
	bool open;

	/* results of the repetition */
	int ret; /* 0 or -errno of the first step that failed */
	const char *step; /* its name, for a message: "open", "read", ... */
	struct engine_result result;
	uint64_t flush_ns; /* 0 for patterns that only read */
	uint64_t close_ns;
	/* Of jobs that are processes: of the I/O, up to PROCESS_INVOLUNTARY_SWITCHES, and what they did to storage. */
	uint64_t usage[PROCESS_FIELDS];
	struct series series;
	struct histogram latency[IO_DIRS_N], part[LATENCY_PARTS_N];
};

/* Whether operations of this API at this pace (NULL: none) have this part of a latency. */
bool job_has_part(const struct io_api *api, const struct pace *pace, enum latency_part part);

void job_open(void *memory);
void job_run(void *memory);
void job_flush(void *memory);
void job_close(void *memory);
void job_verify(void *memory); /* behind close; result.error_offset says where it failed */

#endif
