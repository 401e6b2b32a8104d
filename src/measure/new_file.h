/* new_file: the file that a test writes for the first time, as the settings want to have it. Outside the clock. */
#ifndef IOSWEEP_MEASURE_NEW_FILE_H
#define IOSWEEP_MEASURE_NEW_FILE_H

#include "api/api.h"
#include "api/buffer.h"
#include "api/target.h"
#include "base/clock.h"
#include "measure/watch.h"
#include "pattern/pattern.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct new_file {
	struct target *target;
	uint64_t file_size;
	bool fallocate, truncate_before_write; /* see struct config */
	/* How it is written before, where it is: as the test will do it. */
	const struct io_api *api;
	void *session;
	const struct io_settings *settings;
	const struct pattern *pattern;
	struct buffer *buffer; /* at least engine_buffer_size() */
	const struct clock *clock;
	const _Atomic sig_atomic_t *stop;
	struct watch *watch; /* the caller's; NULL: nobody looks */
	uint32_t record_size;
	unsigned depth;
	bool direct;
};

/*
 * Makes an empty file, already retired. With truncate_before_write it has been written whole and flushed, and cut
 * to nothing again; with fallocate it has all its blocks. 0, -EINTR when the stop flag ended it, or -errno; *step
 * says at what.
 */
int new_file_make(const struct new_file *f, uint64_t *id, const char **step);

#endif
