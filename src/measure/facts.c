#include "measure/facts.h"

#include "base/clock.h"
#include "measure/counters.h"
#include "measure/env_roots.h"
#include "measure/extents.h"
#include "measure/quiet.h"
#include "measure/residency.h"
#include "model/contamination.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NS_PER_MS 1000000U

struct facts {
	struct counters_source *counters;
	struct quiet_source *quiet;
	struct counters begin;
	uint64_t begin_ns; /* when it was taken */
	uint64_t usage[PROCESS_FIELDS];
	struct contamination_terms terms;
};

/* Members that the array lacks now; UINT64_MAX: there is none. */
static uint64_t degraded_now(const struct counters_source *source)
{
	struct counters now;

	counters_snapshot(source, &now);
	return now.md_degraded;
}

int facts_new(int dir_fd, struct facts **facts)
{
	struct facts *f = calloc(1, sizeof(*f));
	struct stat st;
	int ret;

	if (!f)
		return -ENOMEM;
	ret = fstat(dir_fd, &st) ? -errno : 0;
	if (!ret)
		ret = counters_open(&f->counters, &env_roots_real, S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev);
	if (!ret)
		ret = quiet_open(&f->quiet, &env_roots_real, f->counters);
	if (ret) {
		facts_free(f);
		return ret;
	}
	f->terms = (struct contamination_terms){ 
		.on_partition = counters_on_partition(f->counters),
		.md_degraded = degraded_now(f->counters),
		.write_factor = 1,
	};
	*facts = f;
	return 0;
}

void facts_expect(struct facts *facts, double write_factor, bool sync_each)
{
	facts->terms.write_factor = write_factor;
	facts->terms.sync_each = sync_each;
}

void facts_expect_side_writes(struct facts *facts, uint64_t bytes)
{
	facts->terms.side_write_bytes = bytes;
}

void facts_free(struct facts *facts)
{
	if (!facts)
		return;
	quiet_close(facts->quiet);
	counters_close(facts->counters);
	free(facts);
}

int facts_wait_quiet(struct facts *facts, int fd, uint64_t limit_ns, const _Atomic sig_atomic_t *stop,
		     uint64_t *waited_ns)
{
	const struct quiet_request request = {
		.fds = &fd,
		.n = fd >= 0,
		.dirty_limit_bytes = QUIET_DIRTY_BYTES,
		.limit_ns = limit_ns,
		.stop = stop,
	};
	struct quiet_result result;

	quiet_wait(facts->quiet, &request, &result);
	*waited_ns = result.waited_ns;
	return !result.quiet;
}

/*
 * The usage is read last, and first in facts_io_done: it is cheap (getrusage, some hundreds of ns) where a snapshot
 * takes longer than a short repetition does, and would be charged to it.
 */
void facts_begin(struct facts *facts)
{
	counters_refresh(facts->counters);
	counters_snapshot(facts->counters, &facts->begin);
	facts->begin_ns = clock_monotonic_ns();
	counters_usage(facts->usage);
}

static void add_since(uint64_t *sum, uint64_t from, uint64_t to)
{
	if (from != UINT64_MAX && to != UINT64_MAX)
		sample_add(sum, to - from);
}

void facts_add_usage(const uint64_t usage[PROCESS_FIELDS], struct sample *s)
{
	uint64_t *const sums[PROCESS_FIELDS] = {
		[PROCESS_USER_NS] = &s->cpu_user_ns,
		[PROCESS_SYSTEM_NS] = &s->cpu_system_ns,
		[PROCESS_MINOR_FAULTS] = &s->minor_faults,
		[PROCESS_MAJOR_FAULTS] = &s->major_faults,
		[PROCESS_VOLUNTARY_SWITCHES] = &s->voluntary_switches,
		[PROCESS_INVOLUNTARY_SWITCHES] = &s->involuntary_switches,
		[PROCESS_READ_BYTES] = &s->own_read_bytes,
		[PROCESS_WRITE_BYTES] = &s->own_write_bytes,
	};

	for (int i = 0; i < PROCESS_FIELDS; i++) {
		if (sums[i])
			sample_add(sums[i], usage[i]);
	}
}

void facts_io_done(struct facts *facts, struct sample *s)
{
	uint64_t usage[PROCESS_FIELDS], read, written;

	memset(usage, 0xff, sizeof(usage));
	counters_usage(usage);
	for (int i = 0; i <= PROCESS_INVOLUNTARY_SWITCHES; i++)
		usage[i] -= facts->usage[i];
	facts_add_usage(usage, s);
	counters_device_bytes(facts->counters, &read, &written);
	add_since(&s->device_stop_read_bytes, facts->begin.block[COUNTERS_DEVICE][BLOCK_READ_BYTES], read);
	add_since(&s->device_stop_write_bytes, facts->begin.block[COUNTERS_DEVICE][BLOCK_WRITE_BYTES], written);
}

/* What an array does counts when it does it at the beginning or at the end, in any of the repetitions. */
static void note_array(const struct counters *counters, struct sample *s)
{
	const char *action = md_sync_name(counters->md_sync);

	if (action && (!*s->md_sync_action || !strcmp(s->md_sync_action, "idle")))
		snprintf(s->md_sync_action, sizeof(s->md_sync_action), "%s", action);
	if (counters->md_degraded != UINT64_MAX && (s->md_degraded == SAMPLE_ABSENT || counters->md_degraded > s->md_degraded))
		s->md_degraded = counters->md_degraded;
}

/* How often and for how long: of the device itself, and of an array's members. */
static void add_requests(const struct counters *delta, struct sample *s)
{
	const struct {
		uint64_t *sum;
		enum counters_level level;
		enum block_field field;
		uint64_t unit;
	} rows[] = {
		{ &s->device_reads, COUNTERS_DEVICE, BLOCK_READS, 1 },
		{ &s->device_writes, COUNTERS_DEVICE, BLOCK_WRITES, 1 },
		{ &s->device_read_merges, COUNTERS_DEVICE, BLOCK_READ_MERGES, 1 },
		{ &s->device_write_merges, COUNTERS_DEVICE, BLOCK_WRITE_MERGES, 1 },
		{ &s->device_flushes, COUNTERS_DEVICE, BLOCK_FLUSHES, 1 },
		{ &s->device_busy_ns, COUNTERS_DEVICE, BLOCK_BUSY_MS, NS_PER_MS },
		{ &s->device_queue_ns, COUNTERS_DEVICE, BLOCK_QUEUE_MS, NS_PER_MS },
		{ &s->members_reads, COUNTERS_MEMBERS, BLOCK_READS, 1 },
		{ &s->members_writes, COUNTERS_MEMBERS, BLOCK_WRITES, 1 },
		{ &s->members_read_merges, COUNTERS_MEMBERS, BLOCK_READ_MERGES, 1 },
		{ &s->members_write_merges, COUNTERS_MEMBERS, BLOCK_WRITE_MERGES, 1 },
		{ &s->members_busy_ns, COUNTERS_MEMBERS, BLOCK_BUSY_MS, NS_PER_MS },
		{ &s->members_queue_ns, COUNTERS_MEMBERS, BLOCK_QUEUE_MS, NS_PER_MS },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		uint64_t value = delta->block[rows[i].level][rows[i].field];

		if (value != UINT64_MAX)
			sample_add(rows[i].sum, value * rows[i].unit);
	}
}

void facts_end(struct facts *facts, struct sample *s)
{
	uint64_t end_ns = clock_monotonic_ns();
	struct counters delta;

	counters_snapshot(facts->counters, &delta);
	note_array(&facts->begin, s);
	note_array(&delta, s);
	counters_delta(&facts->begin, &delta, &delta);
	sample_add(&s->steal_ns, delta.steal_ns);
	add_requests(&delta, s);
	if (delta.block[COUNTERS_DEVICE][BLOCK_READS] != UINT64_MAX)
		sample_add(&s->device_span_ns, end_ns - facts->begin_ns);
	sample_add(&s->device_read_bytes, delta.block[COUNTERS_DEVICE][BLOCK_READ_BYTES]);
	sample_add(&s->device_write_bytes, delta.block[COUNTERS_DEVICE][BLOCK_WRITE_BYTES]);
	sample_add(&s->members_read_bytes, delta.block[COUNTERS_MEMBERS][BLOCK_READ_BYTES]);
	sample_add(&s->members_write_bytes, delta.block[COUNTERS_MEMBERS][BLOCK_WRITE_BYTES]);
	sample_add(&s->disks_read_bytes, delta.block[COUNTERS_DISKS][BLOCK_READ_BYTES]);
	sample_add(&s->disks_write_bytes, delta.block[COUNTERS_DISKS][BLOCK_WRITE_BYTES]);
	sample_add(&s->own_read_bytes, delta.process[PROCESS_READ_BYTES]);
	sample_add(&s->own_write_bytes, delta.process[PROCESS_WRITE_BYTES]);
}

void facts_judge(const struct facts *facts, struct sample *s)
{
	contamination_judge(&facts->terms, s);
}

void facts_of_file(int fd, struct sample *s)
{
	struct residency residency;
	struct extents extents;

	if (!residency_of(fd, &residency))
		s->resident_before_bytes = residency.cached_bytes;
	if (extents_of(fd, &extents))
		return;
	s->extents = extents.count;
	s->unwritten_bytes = extents.unwritten_bytes;
	if (extents.first_physical_bytes != UINT64_MAX)
		s->physical_start_bytes = extents.first_physical_bytes;
}
