/*
 * attempt: one repetition of one test: files made and opened, caches as the mode wants them, the device quiet, the
 * jobs' I/O on the clock, the flush, the files closed; and what came of it added to the sample.
 */
#ifndef IOSWEEP_MEASURE_ATTEMPT_H
#define IOSWEEP_MEASURE_ATTEMPT_H

#include "measure/crew.h"

struct attempt {
	const struct group_setting *setting;
	const struct group *group;
	struct crew *crew;
	size_t test; /* index into the group's */
	struct sample *sample;
	uint64_t number; /* of the repetition, from 0 */
};

/* Whether this test's I/O goes out with O_DIRECT. */
bool attempt_is_direct(const struct group_setting *setting, const struct group *group, const struct group_test *test);

/* 0, also when the test failed, which the sample says; -EINTR when it was stopped. */
int attempt_run(const struct attempt *attempt);

#endif
