/*
 * group: the tests of one mode, file size and record size, measured together.
 *
 * A sample must last a minimum of clocked time to mean anything, and small files do not by themselves. So the whole
 * sequence of the group's tests is repeated until each has summed up that much; in this way `read` always follows a
 * write, and `reread` a read. Patterns on a new file get a new one for each repetition. In device mode, or when the
 * user asked for it, a sample ends at the maximum time.
 *
 * No repetition starts once the sequence has taken the maximum time by the wall clock (5 s where there is none): on
 * a device whose flush takes 15 ms, the thousands of repetitions that a 64 KiB file needs in memory would take
 * minutes. The sample says how long it lasted.
 */
#ifndef IOSWEEP_MEASURE_GROUP_H
#define IOSWEEP_MEASURE_GROUP_H

#include "api/api.h"
#include "api/buffer.h"
#include "api/target.h"
#include "base/clock.h"
#include "measure/timing.h"
#include "model/config.h"
#include "model/pace.h"
#include "model/sample.h"
#include "pattern/pattern.h"

#include <signal.h>

struct content;
struct facts;
struct watchdog;

/* What all groups of a run share. */
struct group_setting {
	const struct clock *clock;
	struct target *target;
	struct target_direct direct;
	/* One for each job, of engine_buffer_size() of the largest record and depth; for processes in shared memory. */
	struct buffer *buffers;
	struct facts *facts; /* NULL: a virtual target has none */
	bool results_on_target; /* the journal is written to the device that is measured */
	const struct io_settings *io;
	/* That the run's files may take at one time: those that are done with go before more would take it beyond that. */
	uint64_t space_bytes;
	bool processes; /* jobs are processes, else threads */
	bool stonewall; /* the rate is that until the first job was done */
	const int *cpus; /* that jobs are bound to in turn; cpus_n 0: to none */
	size_t cpus_n;
	const _Atomic sig_atomic_t *stop;
	struct watchdog *watchdog; /* NULL: nobody looks */
	uint64_t stuck_after_ns; /* an I/O that takes longer is called stuck; 0: none is */
	const struct pace *pace; /* of each job; NULL: as fast as it goes */
	uint64_t settle_ns; /* a pause before each sample, once the device is quiet */
	uint64_t min_time_ns;
	uint64_t max_time_ns; /* 0: none */
	bool max_time_cuts_cached;
	bool include_flush, include_close, fallocate, truncate_before_write; /* see struct config */
	bool warm_memory; /* new files of cached mode find memory that the machine has at hand, see measure/warm_memory.h */
	/*
	 * Standing files get their blocks at once, before they are written: on an array, where ext4 lets files that are so many
	 * whole stripes begin with one only if it is asked for all of them (fs/ext4/mballoc.c, ext4_mb_scan_aligned()).
	 */
	bool whole_allocation;
	bool drop_cache; /* cached mode starts each repetition without the file in the page cache, see measure/cache.h */
	bool verify; /* read back what was written, and once more what was read; not for virtual targets */
	struct timing *timing; /* added to */
};

struct group_test {
	const struct test *test;
	const struct io_api *api;
	void *session;
	const struct pattern *pattern;
	uint64_t start_offset; /* where the first repetition begins; PATTERN_FROM_START */
	bool companion; /* runs for what it leaves behind: the group is not repeated for its minimum time */
};

struct group {
	enum mode mode;
	uint64_t file_size;
	uint32_t record_size;
	unsigned depth; /* for the APIs that have one */
	unsigned jobs;
	enum job_files files;
	uint64_t stride;
	bool mixed_in_order;
	uint64_t pass, seed;
	const uint64_t *standing_files; /* ids in the target, one for each job, or one that they share */
	struct content *contents; /* of the standing files, kept up to date; NULL: what is read is not verified */
	const struct group_test *tests;
	size_t tests_n;
};

/*
 * Measures all tests and fills samples[tests_n], which the caller has put through sample_init(): ok, failed with
 * its reason, or skipped where direct I/O cannot take the size. The caller releases them. Returns 0, -EINTR when
 * the stop flag ended it (samples are then worth nothing), or -ENOMEM.
 */
int group_measure(const struct group_setting *setting, const struct group *group, struct sample *samples);

/* How long a group may go on repeating, by the wall clock; max_time_ns as in the setting. */
uint64_t group_wall_limit_ns(uint64_t max_time_ns);

/* Fills what identifies a sample of this test: all but sequence and results. */
void group_identify(const struct group *group, const struct group_test *test, struct sample *sample);

#endif
