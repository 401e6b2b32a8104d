/*
 * verify: reads what was written back, outside of the clock, and compares every byte.
 *
 * What a repetition has written is not kept but made again, see buffer.h: the pattern is replayed, and each operation's
 * region is read through another API than the one that wrote it, psync, or sync where that was psync. Of a record
 * that was written again and again the last time counts. Where several requests rewrote it at a time, none of them is
 * the last: each block must then be one of those that were written to it.
 *
 * What a repetition has read is not looked at while it reads: comparing takes longer than many a read, and would give
 * the device time that the clock does not see. Instead all of it is read once more, in the same order and through the
 * same API, one request at a time, and compared with what the file is known to hold.
 */
#ifndef IOSWEEP_MEASURE_VERIFY_H
#define IOSWEEP_MEASURE_VERIFY_H

#include "api/target.h"
#include "base/clock.h"
#include "measure/content.h"
#include "measure/watch.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#define VERIFY_DIFFERS EILSEQ /* the error that stands for a byte that differs: no device answers so by itself */

struct verify {
	struct target *target; /* of real files */
	uint64_t file;
	const struct io_api *api; /* that was measured, with its session */
	void *session;
	const struct io_settings *settings;
	const struct pattern *pattern;
	const struct pattern_config *config; /* of the repetition */
	const struct engine_result *result; /* of the repetition, which has gone well */
	struct buffer *buffer; /* of the repetition; its memory is used */
	unsigned depth;
	bool direct;
	const _Atomic sig_atomic_t *stop;
	const struct clock *clock; /* of watch */
	struct watch_io *watch; /* NULL: nobody looks */
};

/*
 * Both return 0, -VERIFY_DIFFERS, -EINTR when the stop flag was raised, or -errno of what failed. *offset is the first
 * byte in the file that differs, or the place where reading failed; UINT64_MAX: opening failed.
 */
int verify_written(const struct verify *verify, uint64_t *offset);
int verify_read(const struct verify *verify, const struct content *content, uint64_t *offset);

#endif
