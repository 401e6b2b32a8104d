/*
 * cliff_disturbed: in how many of its lines a cliff rests on samples that the I/O of others has disturbed.
 *
 * Those it rests on are the fresh ones where it was measured again and else those it was found with. A line counts where
 * half of the samples of a cell next to the cliff, or more, are contaminated (see model/contamination.h).
 */
#ifndef IOSWEEP_REPORT_CLIFF_DISTURBED_H
#define IOSWEEP_REPORT_CLIFF_DISTURBED_H

#include "stats/cliff.h"
#include "store/resultset.h"

#include <stdbool.h>

struct cliff_disturbed {
	unsigned lines, of_lines; /* of_lines: that could be judged */
};

struct cliff_disturbed cliff_disturbed(const struct resultset *rs, const struct surface *s, const struct cliff *c,
				       bool again);

#endif
