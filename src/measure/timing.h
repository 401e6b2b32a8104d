/* timing: where the wall time of a sweep goes. */
#ifndef IOSWEEP_MEASURE_TIMING_H
#define IOSWEEP_MEASURE_TIMING_H

#include <stdint.h>

enum timing_part {
	TIMING_MEASURING, /* clocked I/O */
	TIMING_SETUP, /* making, opening and removing files, and waiting for the removal to reach the disk */
	TIMING_FLUSHING, /* making written data stable after a test */
	TIMING_VERIFYING, /* reading back and comparing */
	TIMING_CACHE, /* dropping and filling the page cache */
	TIMING_QUIET, /* waiting for the device to have nothing to do */
	TIMING_JOURNAL, /* storing samples */
	TIMING_OTHER, /* the rest of the sweep */
};

#define TIMING_PARTS_N 8

struct timing {
	uint64_t ns[TIMING_PARTS_N];
};

/* The sum of all parts but one. */
uint64_t timing_except(const struct timing *timing, enum timing_part part);

const char *timing_part_name(enum timing_part part);

#endif
