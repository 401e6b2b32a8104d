/*
 * progress: how far a sweep is, on stderr.
 *
 * How much is done is a share of the time that all of it is expected to take. Where more turns out to be left than was
 * expected, the share stays until it is reached again.
 *
 * On a terminal one line that is redrawn at most ten times a second; elsewhere a line now and then (at the start of
 * each pass, and whenever another tenth is done), for log files.
 */
#ifndef IOSWEEP_CLI_PROGRESS_H
#define IOSWEEP_CLI_PROGRESS_H

#include "sweep/sweep.h"

#include <stdbool.h>
#include <stdint.h>

struct config;

struct progress {
	int fd;
	const struct config *config; /* of the run, borrowed; NULL: what may come behind the sweep is not told */
	uint64_t measuring_ns; /* for all of it, see budget.h; 0: without limit */
	bool terminal;
	uint64_t drawn_ns; /* when, real time */
	double done; /* the most that was told: it never goes back */
	unsigned tenths; /* last one told */
	uint64_t pass; /* last one told */
	struct strbuf rate; /* of the last sample */
};

void progress_init(struct progress *progress, int fd);
void progress_show(void *progress, const struct sweep_status *status); /* for struct sweep */
void progress_end(struct progress *progress); /* leaves the cursor on an empty line */

#endif
