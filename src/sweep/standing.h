/* standing: the files that all tests but write work on: made, read and dropped whole, outside the clock. */
#ifndef IOSWEEP_SWEEP_STANDING_H
#define IOSWEEP_SWEEP_STANDING_H

#include "measure/group.h"
#include "sweep/plan.h"

#include <stdint.h>

struct standing {
	const struct group_setting *setting;
	const struct plan *plan;
	uint64_t file_size;
	struct content *contents; /* of the same number, filled; NULL: nobody asks */
	uint64_t *ids; /* room for config_files() of them */
	unsigned n; /* of ids that are there */
};

/* Makes the files, one for each job that has its own, writes all of them and flushes. 0 or -errno; -EINTR: stopped. */
int standing_create(struct standing *s);

/* Reads all of them through the page cache, or drops them from it. 0 or -errno. */
int standing_warm(const struct standing *s);
int standing_drop(const struct standing *s);

void standing_retire(struct standing *s);

#endif
