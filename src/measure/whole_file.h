/*
 * whole_file: writing or reading a file from its start to its end, outside the clock.
 *
 * It goes through the plainest API that the target has (psync on real files, else the virtual one), through the page
 * cache, in records of 1 MiB.
 */
#ifndef IOSWEEP_MEASURE_WHOLE_FILE_H
#define IOSWEEP_MEASURE_WHOLE_FILE_H

#include "api/api.h"
#include "api/buffer.h"
#include "api/target.h"
#include "base/clock.h"

#include <signal.h>
#include <stdint.h>

#define WHOLE_FILE_RECORD (1U << 20)

struct content;
struct watch;

struct whole_file {
	struct target *target;
	uint64_t id, size;
	const struct io_api *virtual_api; /* of a virtual target, with its session; else NULL */
	void *session;
	struct buffer *buffer; /* of at least one record, or the file; smaller ones make smaller records */
	const struct clock *clock;
	const _Atomic sig_atomic_t *stop;
	struct watch *watch; /* NULL: nobody looks */
};

/* Both return 0, -errno, or -EINTR when they were stopped. The first flushes; content, if any, is what it wrote. */
int whole_file_write(const struct whole_file *file, struct content *content);
int whole_file_read(const struct whole_file *file);

#endif
