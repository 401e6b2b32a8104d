#include "measure/timing.h"

uint64_t timing_except(const struct timing *timing, enum timing_part part)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < TIMING_PARTS_N; i++)
		sum += i == (unsigned)part ? 0 : timing->ns[i];
	return sum;
}

const char *timing_part_name(enum timing_part part)
{
	static const char *const names[TIMING_PARTS_N] = {
		[TIMING_MEASURING] = "measuring",
		[TIMING_SETUP] = "file set-up",
		[TIMING_FLUSHING] = "flushing",
		[TIMING_VERIFYING] = "verifying",
		[TIMING_CACHE] = "cache control",
		[TIMING_QUIET] = "quiet waits",
		[TIMING_JOURNAL] = "journal",
		[TIMING_OTHER] = "other",
	};

	return names[part];
}
