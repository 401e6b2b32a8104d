/* attempt_internal: what the parts of an attempt share, and the parts. Private to attempt*.c. */
#ifndef IOSWEEP_MEASURE_ATTEMPT_INTERNAL_H
#define IOSWEEP_MEASURE_ATTEMPT_INTERNAL_H

#include "measure/attempt.h"

/* Where an attempt has failed. */
struct attempt_failure {
	const char *step;
	unsigned job; /* UINT_MAX: none of them */
	uint64_t offset; /* UINT64_MAX: nowhere in a file */
};

static inline uint64_t attempt_now_ns(const struct attempt *a)
{
	return clock_now_ns(a->setting->clock);
}

static inline const struct group_test *attempt_test(const struct attempt *a)
{
	return &a->group->tests[a->test];
}

static inline unsigned attempt_flags(const struct attempt *a)
{
	return attempt_test(a)->pattern->flags;
}

/* That the jobs work on, the first job's first. */
static inline unsigned attempt_files_n(const struct attempt *a)
{
	return a->group->files == JOB_FILES_OWN ? a->crew->jobs : 1;
}

/* Tells the jobs what to do: test, seed, what is left of the maximum time, each one's part of the records. */
void attempt_brief(const struct attempt *a);

/*
 * Makes or chooses the files, has their cache as the mode wants it, and waits for the device to be quiet. 0, or -errno
 * with *step: at what.
 */
int attempt_prepare(const struct attempt *a, const char **step);

/* What came of it, into the sample: one of the first two, then the other ones. */
void attempt_note_result(const struct attempt *a, const struct crew_result *sum);
void attempt_note_failure(const struct attempt *a, const struct attempt_failure *failure, int error); /* -errno */
void attempt_note_close(const struct attempt *a);

/* What the watchdog has seen, or may have missed between two looks. */
void attempt_note_stuck(const struct attempt *a);

/* What the standing files hold now that the attempt has ended, with 0 or -errno. */
void attempt_note_contents(const struct attempt *a, int ret);

#endif
