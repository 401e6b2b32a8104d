#include "measure/facts.h"

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

struct facts {
	struct counters_source *counters;
	struct quiet_source *quiet;
	struct counters begin;
	uint64_t usage[PROCESS_FIELDS];
	struct contamination_terms terms;
};

int facts_new(int dir_fd, struct facts **facts)
{
	struct facts *f = calloc(1, sizeof(*f));
	struct stat st;
	int ret;

	if (!f)
		return -ENOMEM;
	ret = fstat(dir_fd, &st) ? -errno : counters_open(&f->counters, &env_roots_real, st.st_dev);
	if (!ret)
		ret = quiet_open(&f->quiet, &env_roots_real, f->counters);
	if (ret) {
		facts_free(f);
		return ret;
	}
	f->terms = (struct contamination_terms){ .on_partition = counters_on_partition(f->counters), .write_factor = 1 };
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

int facts_wait_quiet(struct facts *facts, int fd, uint64_t limit_ns, const volatile sig_atomic_t *stop,
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
	counters_snapshot(facts->counters, &facts->begin);
	counters_usage(facts->usage);
}

/* What is not counted stays absent; else the sum of all repetitions. */
static void add(uint64_t *sum, uint64_t value)
{
	if (value != UINT64_MAX)
		*sum = (*sum == SAMPLE_ABSENT ? 0 : *sum) + value;
}

static void add_since(uint64_t *sum, uint64_t from, uint64_t to)
{
	if (from != UINT64_MAX && to != UINT64_MAX)
		add(sum, to - from);
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
			add(sums[i], usage[i]);
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
	if (counters->md_degraded != UINT64_MAX)
		s->md_degraded = counters->md_degraded;
}

void facts_end(struct facts *facts, struct sample *s)
{
	struct counters delta;

	counters_snapshot(facts->counters, &delta);
	note_array(&facts->begin, s);
	note_array(&delta, s);
	counters_delta(&facts->begin, &delta, &delta);
	add(&s->steal_ns, delta.steal_ns);
	add(&s->device_read_bytes, delta.block[COUNTERS_DEVICE][BLOCK_READ_BYTES]);
	add(&s->device_write_bytes, delta.block[COUNTERS_DEVICE][BLOCK_WRITE_BYTES]);
	add(&s->members_read_bytes, delta.block[COUNTERS_MEMBERS][BLOCK_READ_BYTES]);
	add(&s->members_write_bytes, delta.block[COUNTERS_MEMBERS][BLOCK_WRITE_BYTES]);
	add(&s->disks_read_bytes, delta.block[COUNTERS_DISKS][BLOCK_READ_BYTES]);
	add(&s->disks_write_bytes, delta.block[COUNTERS_DISKS][BLOCK_WRITE_BYTES]);
	add(&s->own_read_bytes, delta.process[PROCESS_READ_BYTES]);
	add(&s->own_write_bytes, delta.process[PROCESS_WRITE_BYTES]);
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
