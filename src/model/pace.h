/* pace: how fast a job may go. All zero: as fast as it can. */
#ifndef IOSWEEP_MODEL_PACE_H
#define IOSWEEP_MODEL_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct pace {
	/* A schedule from the start on, which does not wait for operations that are late. At most one is not 0. */
	uint64_t bytes_per_s, operations_per_s;
	uint64_t think_ns; /* pause behind each operation, of each I/O in flight by itself */
};

static inline bool pace_has_schedule(const struct pace *pace)
{
	return pace->bytes_per_s || pace->operations_per_s;
}

static inline bool pace_is_free(const struct pace *pace)
{
	return !pace_has_schedule(pace) && !pace->think_ns;
}

#endif
