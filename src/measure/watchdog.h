/*
 * watchdog: a thread that names an I/O which does not come to its end, and makes sure that the run can be ended then.
 *
 * It looks at the watches a few times a second. Of all I/Os under way the oldest is the one that counts; when it is
 * older than the limit, it is told, again each time that its age has doubled, and once more when it has ended.
 *
 * A thread that is stuck in the kernel takes no signal. So the watchdog also takes the signals that end the run, where
 * the thread that they are meant for cannot: the first raises the stop flag, and whoever waits in an I/O is interrupted
 * (WATCH_NUDGE), which helps as far as the kernel lets it; the second leaves the process.
 */
#ifndef IOSWEEP_MEASURE_WATCHDOG_H
#define IOSWEEP_MEASURE_WATCHDOG_H

#include "base/clock.h"
#include "measure/watch.h"
#include "model/config.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* What is being measured. */
struct watchdog_place {
	char mode[NAME_LEN], test[TEST_NAME_LEN]; /* test "": none, between them */
	uint64_t file_size, record_size;
	unsigned jobs;
};

enum watchdog_news {
	WATCHDOG_STUCK, /* under way for longer than the limit */
	WATCHDOG_WENT_ON, /* one that was told has ended; ns is about how long it took */
	WATCHDOG_CANNOT_STOP, /* the run is to end, and this is waited for */
};

struct watchdog_event {
	enum watchdog_news news;
	const struct watchdog_place *place;
	const char *step;
	unsigned job; /* from 0 */
	uint64_t offset; /* UINT64_MAX: none */
	uint64_t ns; /* under way for so long */
	unsigned others; /* as many more are older than the limit */
};

struct watchdog_config {
	const struct clock *clock; /* a real one */
	uint64_t stuck_after_ns; /* 0: nothing is called stuck */
	const _Atomic sig_atomic_t *stop;
	void (*signalled)(int signum); /* does what a handler of the signals that end the run does; NULL: there are none */
	void (*tell)(void *context, const struct watchdog_event *event); /* called in the watchdog's thread */
	void *context;
};

struct watchdog;

int watchdog_start(const struct watchdog_config *config, struct watchdog **watchdog); /* 0 or -errno */
void watchdog_end(struct watchdog *watchdog); /* NULL is allowed, also below: then nothing happens */

/* These are looked at from now on, besides the caller's own; NULL, 0: no others. */
void watchdog_set(struct watchdog *watchdog, struct watch *watches, unsigned n);

/* The watch of the thread that started the watchdog, with room for one I/O; NULL without a watchdog. */
struct watch *watchdog_own(struct watchdog *watchdog);

/* Says what is measured from now on, and forgets what was longest. */
void watchdog_go(struct watchdog *watchdog, const struct watchdog_place *place);

/* The longest stuck I/O since then. False: none was. */
bool watchdog_longest(struct watchdog *watchdog, uint64_t *ns, uint64_t *offset);

#endif
