/*
 * env_cgroup: the limits that a control group sets on memory and CPU.
 *
 * /proc/self/cgroup has a line "ID:CONTROLLERS:PATH" for each hierarchy: version 1 names its controllers, version
 * 2 is "0::PATH" (cgroups(7)). Limits hold downwards, so the smallest on the way to the root is the one in force.
 * Inside a container the path may name directories that only the host sees; then the climb finds none until the
 * root, which is the container's own group.
 */
#include "measure/env_parts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_json.h"

/* Version 1 writes "no limit" as the largest number of whole pages. */
#define V1_NO_LIMIT ((uint64_t)INT64_MAX - (1u << 20))

/* Climbing is cutting the last component off path. False: path was the root. */
static bool climb(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

static uint64_t memory_limit_here(const char *dir)
{
	uint64_t limit = env_number("%s/memory.max", dir);

	if (limit == ENV_UNKNOWN)
		limit = env_number("%s/memory.limit_in_bytes", dir);
	return limit >= V1_NO_LIMIT ? ENV_UNKNOWN : limit;
}

/* Version 2: "QUOTA PERIOD", QUOTA may be "max". Version 1: two files, a quota of -1 is none. */
static double cpu_limit_here(const char *dir)
{
	uint64_t quota, period;
	char line[SYSFILE_LINE];

	if (!sysfile_string(line, sizeof(line), "%s/cpu.max", dir)) {
		const char *space = strchr(line, ' ');

		return space ? env_decimal(line) / env_decimal(space + 1) : NAN;
	}
	quota = env_number("%s/cpu.cfs_quota_us", dir);
	period = env_number("%s/cpu.cfs_period_us", dir);
	if (quota == ENV_UNKNOWN || period == ENV_UNKNOWN || !period)
		return NAN;
	return (double)quota / (double)period;
}

struct limits {
	uint64_t memory_bytes;
	double cpus;
};

/* Takes in the limits of the group at path, below mount, and of all above it. */
static void add_limits(const char *mount, const char *path, struct limits *limits)
{
	char dir[PATH_MAX], rest[PATH_MAX];

	snprintf(rest, sizeof(rest), "%s", path);
	do {
		if ((size_t)snprintf(dir, sizeof(dir), "%s%s", mount, rest) >= sizeof(dir))
			continue;
		limits->memory_bytes = MIN(limits->memory_bytes, memory_limit_here(dir));
		limits->cpus = fmin(limits->cpus, cpu_limit_here(dir));
	} while (climb(rest));
}

/* A line of /proc/self/cgroup, taken apart in place. */
struct group {
	const char *controllers, *path;
};

static bool split(char *line, struct group *group)
{
	char *rest = line;

	strsep(&rest, ":");
	group->controllers = strsep(&rest, ":");
	group->path = rest;
	return group->path != NULL;
}

static bool has_controller(const struct group *group, const char *name)
{
	size_t len = strlen(name);

	for (const char *c = group->controllers; c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
		if (!strncmp(c, name, len) && (!c[len] || c[len] == ','))
			return true;
	}
	return false;
}

/* Version 2 stands at the top, or beside version 1 in "unified". */
static void add_group(const struct env_roots *roots, const struct group *group, struct limits *limits)
{
	static const char *const mounts[] = { "", "/unified" };
	char mount[512];

	if (group->controllers[0]) {
		snprintf(mount, sizeof(mount), "%s/fs/cgroup/%s", roots->sys, group->controllers);
		add_limits(mount, group->path, limits);
		return;
	}
	for (size_t i = 0; i < sizeof(mounts) / sizeof(*mounts); i++) {
		snprintf(mount, sizeof(mount), "%s/fs/cgroup%s", roots->sys, mounts[i]);
		add_limits(mount, group->path, limits);
	}
}

json_t *env_cgroup(const struct env_roots *roots)
{
	struct limits limits = { .memory_bytes = ENV_UNKNOWN, .cpus = NAN };
	uint64_t version = ENV_UNKNOWN;
	json_t *object = json_object();
	char file[512], *rest, *line;
	const char *path = NULL;
	struct strbuf text;
	struct group group;

	strbuf_init(&text);
	snprintf(file, sizeof(file), "%s/self/cgroup", roots->proc);
	rest = strbuf_read_file(&text, file) || !text.len ? NULL : text.buf;
	while ((line = strsep(&rest, "\n"))) {
		bool memory;

		if (!split(line, &group))
			continue;
		memory = has_controller(&group, "memory");
		if (memory || (!group.controllers[0] && !path)) {
			version = memory ? 1 : 2;
			path = group.path;
		}
		if (memory || !group.controllers[0] || has_controller(&group, "cpu"))
			add_group(roots, &group, &limits);
	}
	env_put_u64(object, "version", version);
	env_put_string(object, "path", path);
	env_put_u64(object, "memory_limit_bytes", limits.memory_bytes);
	env_put_real(object, "cpu_limit_cpus", limits.cpus);
	strbuf_release(&text);
	return object;
}
