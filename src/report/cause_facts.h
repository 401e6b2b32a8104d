/*
 * cause_facts: the sizes known of the machine that measured a run, as facts that may be the cause of a cliff.
 *
 * At most one of a kind. The geometry of an array is what the user says, else that of the md array that
 * envfacts_stripe() finds, else what the file system was made for (uncertain: it need not fit the device). Queue
 * limits are those of the device that the file system is on. What is not known, and what is 0, is left out.
 */
#ifndef IOSWEEP_REPORT_CAUSE_FACTS_H
#define IOSWEEP_REPORT_CAUSE_FACTS_H

#include "stats/cause.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct raid_geometry;

struct cause_facts {
	struct cause_fact v[CAUSES_N]; /* the most telling first */
	size_t n;
	char *names[CAUSES_N]; /* owned; those of v */
};

/*
 * env: see model/envfacts.h, may be NULL. raid: what the user says, or NULL. stride: records from one to the next in
 * the test stride. 0 or -ENOMEM; release in both cases.
 */
int cause_facts_collect(const json_t *env, const struct raid_geometry *raid, uint64_t stride,
			struct cause_facts *facts);
void cause_facts_release(struct cause_facts *facts);

#endif
