/*
 * standing: work on a whole file outside the clock, through a run's own setting.
 *
 * It uses the plainest API that the target has (psync on real files, else the virtual one), in records of 1 MiB.
 */
#ifndef IOSWEEP_SWEEP_STANDING_H
#define IOSWEEP_SWEEP_STANDING_H

#include "measure/group.h"
#include "sweep/plan.h"

#include <stdint.h>

#define STANDING_RECORD (1U << 20)

struct standing {
	const struct group_setting *setting;
	const struct plan *plan;
	uint64_t file_size, id;
};

/* Makes the file, writes all of it and flushes. 0 or -errno; -EINTR when stopped. The file is then s->id. */
int standing_create(struct standing *s);

/* Reads all of it through the page cache. 0 or -errno. */
int standing_warm(const struct standing *s);

#endif
