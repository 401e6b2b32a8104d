#include "measure/quiet.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sysfile.h"
#include "measure/residency.h"

#define SLEEP_FIRST_NS 50000U
#define SLEEP_LAST_NS 10000000U

struct quiet_source {
	const struct counters_source *counters;
	int meminfo, group_stat; /* descriptors; negative where there is none */
	uint64_t machine_at_open; /* bytes */
};

/* Sum of two keys' numbers; UINT64_MAX when one is missing. */
static uint64_t sum_of(int fd, const char *a, const char *b, uint64_t scale)
{
	char text[8192];
	uint64_t x, y;

	if (fd < 0 || sysfile_reread(fd, text, sizeof(text)) < 0 || sysfile_key_u64(text, a, &x) ||
		sysfile_key_u64(text, b, &y))
		return UINT64_MAX;
	return (x + y) * scale;
}

static uint64_t machine_dirty(const struct quiet_source *source)
{
	return sum_of(source->meminfo, "Dirty:", "Writeback:", 1024);
}

/* memory.stat of the version 2 group, which a group other than the root has
 * (Documentation/admin-guide/cgroup-v2.rst). */
static int open_group(const struct env_roots *roots)
{
	char text[4096], *path;

	if (sysfile_string(text, sizeof(text), "%s/self/cgroup", roots->proc))
		return -ENOENT;
	path = strstr(text, "0::/");
	if (!path || (path != text && path[-1] != '\n'))
		return -ENOENT;
	path += strlen("0::");
	path[strcspn(path, "\n")] = '\0';
	return path[1] ? sysfile_open("%s/fs/cgroup%s/memory.stat", roots->sys, path) : -ENOENT;
}

int quiet_open(struct quiet_source **source, const struct env_roots *roots, const struct counters_source *counters)
{
	struct quiet_source *s = calloc(1, sizeof(*s));

	*source = s;
	if (!s)
		return -ENOMEM;
	s->counters = counters;
	s->meminfo = sysfile_open("%s/meminfo", roots->proc);
	s->group_stat = open_group(roots);
	s->machine_at_open = machine_dirty(s);
	return 0;
}

void quiet_close(struct quiet_source *source)
{
	if (!source)
		return;
	if (source->meminfo >= 0)
		close(source->meminfo);
	if (source->group_stat >= 0)
		close(source->group_stat);
	free(source);
}

/* Exact; UINT64_MAX where the kernel cannot tell. */
static uint64_t files_dirty(const struct quiet_request *request)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < request->n; i++) {
		struct residency seen;

		if (residency_by_cachestat(request->fds[i], &seen))
			return UINT64_MAX;
		bytes += seen.dirty_bytes + seen.writeback_bytes;
	}
	return bytes;
}

static uint64_t own_dirty(const struct quiet_source *source, const struct quiet_request *request)
{
	uint64_t bytes = files_dirty(request), machine;

	if (bytes == UINT64_MAX)
		bytes = sum_of(source->group_stat, "file_dirty", "file_writeback", 1);
	if (bytes != UINT64_MAX)
		return bytes;
	machine = machine_dirty(source);
	if (machine == UINT64_MAX || source->machine_at_open == UINT64_MAX)
		return UINT64_MAX;
	return machine > source->machine_at_open ? machine - source->machine_at_open : 0;
}

/* Errors are left to the fsync that the measurement does anyway. */
static void start_writing(const struct quiet_request *request)
{
	for (size_t i = 0; i < request->n; i++)
		sync_file_range(request->fds[i], 0, 0, SYNC_FILE_RANGE_WRITE);
}

static bool is_quiet(const struct quiet_request *request, const struct quiet_result *seen)
{
	return (seen->dirty_bytes == UINT64_MAX || seen->dirty_bytes <= request->dirty_limit_bytes) &&
		(seen->in_flight == UINT64_MAX || !seen->in_flight);
}

static void look(const struct quiet_source *source, const struct quiet_request *request, struct quiet_result *seen)
{
	seen->dirty_bytes = own_dirty(source, request);
	seen->in_flight = counters_in_flight(source->counters);
	seen->quiet = is_quiet(request, seen);
	if (seen->dirty_bytes != UINT64_MAX && seen->dirty_bytes > request->dirty_limit_bytes)
		start_writing(request);
}

static void sleep_ns(uint64_t ns)
{
	const struct timespec ts = { (time_t)(ns / 1000000000U), (long)(ns % 1000000000U) };

	nanosleep(&ts, NULL); /* a signal ends it early, and the stop flag is looked at next */
}

void quiet_wait(
	const struct quiet_source *source, const struct quiet_request *request, struct quiet_result *result)
{
	uint64_t start = clock_monotonic_ns(), pause = SLEEP_FIRST_NS;

	for (;;) {
		look(source, request, result);
		result->waited_ns = clock_monotonic_ns() - start;
		if (result->quiet || (request->stop && *request->stop) || result->waited_ns >= request->limit_ns)
			return;
		sleep_ns(MIN(pause, request->limit_ns - result->waited_ns));
		pause = MIN(pause * 2, SLEEP_LAST_NS);
	}
}
