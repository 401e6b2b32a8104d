/*
 * quiet: waiting until what was done before no longer disturbs what is measured next.
 *
 * Quiet is: the device under the file system has nothing in flight, and hardly any of our own data is dirty or on
 * its way to the disk. What is our own is known exactly for open files where the kernel has cachestat (Linux 6.5).
 * Else it is bounded: by the dirty data of our control group (version 2), or, without one, by how much the whole
 * machine's has grown since the source was opened, which others can push either way.
 *
 * Waiting alone would take the kernel's dirty_expire_centisecs, 30 seconds, so writing is started for the given
 * files. Removed files have no dirty data. Their discards wait for the journal; syncfs(2) makes them start.
 */
#ifndef IOSWEEP_MEASURE_QUIET_H
#define IOSWEEP_MEASURE_QUIET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/counters.h"

#define QUIET_DIRTY_BYTES (UINT64_C(8) << 20) /* dirty data of ours that do no harm */

struct quiet_source;

/* 0 or -ENOMEM. quiet_close(NULL) is allowed. counters is used as long as the source lives. */
int quiet_open(
	struct quiet_source **source, const struct env_roots *roots, const struct counters_source *counters);
void quiet_close(struct quiet_source *source);

struct quiet_request {
	const int *fds; /* our files */
	size_t n; /* 0: none of our data is dirty, and only the device is waited for */
	uint64_t dirty_limit_bytes, limit_ns;
	const _Atomic sig_atomic_t *stop; /* not 0 ends the wait; may be NULL */
};

struct quiet_result {
	bool quiet;
	uint64_t waited_ns;
	uint64_t dirty_bytes, in_flight; /* at the end; UINT64_MAX: not known, which counts as quiet */
};

/* Looks at once, then polls, from 50 us apart up to 10 ms. Starting the writing may block on a congested device.
 */
void quiet_wait(
	const struct quiet_source *source, const struct quiet_request *request, struct quiet_result *result);

#endif
