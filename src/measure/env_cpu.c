#include "measure/env_parts.h"

#include <ctype.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_json.h"

#define CPU_DIR "%s/devices/system/cpu"
#define CPUS_MAX 4096
#define LIST_ROOM 4096

/* A place in a list such as "0-3,8". */
struct cpu_cursor {
	const char *text; /* behind the range */
	unsigned long cpu, last; /* of the range */
	size_t n; /* so far */
};

/* The next number, in cursor->cpu; false: there is none, or CPUS_MAX have been. */
static bool next_cpu(struct cpu_cursor *cursor)
{
	char *end;

	if (cursor->n == CPUS_MAX)
		return false;
	if (cursor->n && cursor->cpu < cursor->last) {
		cursor->cpu++;
	} else if (isdigit((unsigned char)*cursor->text)) {
		cursor->cpu = cursor->last = strtoul(cursor->text, &end, 10);
		if (*end == '-')
			cursor->last = strtoul(end + 1, &end, 10);
		cursor->text = end + (*end == ',');
	} else {
		return false;
	}
	cursor->n++;
	return true;
}

static size_t count_cpus(const char *list)
{
	struct cpu_cursor cursor = { .text = list };

	while (next_cpu(&cursor))
		;
	return cursor.n;
}

/*
 * Whether cpu is the first of those that share something, named by one of two files (the kernel renamed them in
 * 5.x). Counting such CPUs counts the things shared.
 */
static bool is_first(const struct env_roots *roots, unsigned long cpu, const char *file, const char *old_file)
{
	char text[LIST_ROOM];

	if (sysfile_string(text, sizeof(text), CPU_DIR "/cpu%lu/topology/%s", roots->sys, cpu, file) &&
		sysfile_string(text, sizeof(text), CPU_DIR "/cpu%lu/topology/%s", roots->sys, cpu, old_file))
		return false;
	return strtoul(text, NULL, 10) == cpu;
}

static void put_topology(const struct env_roots *roots, const char *online, json_t *object)
{
	struct cpu_cursor cursor = { .text = online };
	uint64_t sockets = 0, cores = 0;
	cpu_set_t usable;

	while (next_cpu(&cursor)) {
		sockets += is_first(roots, cursor.cpu, "package_cpus_list", "core_siblings_list");
		cores += is_first(roots, cursor.cpu, "core_cpus_list", "thread_siblings_list");
	}
	env_put_u64(object, "sockets", sockets ? sockets : ENV_UNKNOWN);
	env_put_u64(object, "cores", cores ? cores : ENV_UNKNOWN);
	env_put_u64(object, "threads_online", cursor.n ? cursor.n : ENV_UNKNOWN);
	env_put_u64(object, "threads_usable",
		sched_getaffinity(0, sizeof(usable), &usable) ? ENV_UNKNOWN : (uint64_t)CPU_COUNT(&usable));
}

/* ": value" behind a key of /proc/cpuinfo, to the end of its line, into buf; false when it is not there. */
static bool cpuinfo_value(const char *cpuinfo, const char *key, char *buf, size_t size)
{
	const char *at = strstr(cpuinfo, key);

	at = at ? strchr(at, ':') : NULL;
	if (!at)
		return false;
	at += 1 + strspn(at + 1, " \t");
	snprintf(buf, size, "%.*s", (int)strcspn(at, "\n"), at);
	return buf[0] != '\0';
}

/* ARM's cpuinfo has numbers in place of a name. */
static void put_model(const struct env_roots *roots, json_t *object)
{
	char path[512], model[256], implementer[64], part[64];
	struct strbuf text;
	bool found;

	snprintf(path, sizeof(path), "%s/cpuinfo", roots->proc);
	strbuf_init(&text);
	strbuf_read_file(&text, path);
	found = cpuinfo_value(text.buf, "model name", model, sizeof(model));
	if (!found && cpuinfo_value(text.buf, "CPU implementer", implementer, sizeof(implementer)) &&
		cpuinfo_value(text.buf, "CPU part", part, sizeof(part))) {
		snprintf(model, sizeof(model), "implementer %s part %s", implementer, part);
		found = true;
	}
	env_put_string(object, "model", found ? model : NULL);
	strbuf_release(&text);
}

static double mhz(const struct env_roots *roots, unsigned long cpu, const char *file, double per_unit)
{
	uint64_t value = env_number(CPU_DIR "/cpu%lu/%s", roots->sys, cpu, file);

	return value == ENV_UNKNOWN ? NAN : (double)value * per_unit;
}

static void put_frequency(const struct env_roots *roots, unsigned long cpu, json_t *object)
{
	double base = mhz(roots, cpu, "cpufreq/base_frequency", 1e-3);

	if (isnan(base))
		base = mhz(roots, cpu, "acpi_cppc/nominal_freq", 1);
	env_put_file(object, "governor", CPU_DIR "/cpu%lu/cpufreq/scaling_governor", roots->sys, cpu);
	env_put_real(object, "base_mhz", base);
	env_put_real(object, "max_mhz", mhz(roots, cpu, "cpufreq/cpuinfo_max_freq", 1e-3));
}

struct cache {
	uint64_t level, size_bytes, line_bytes, shared_threads;
	char type[32];
};

/* Whether there is such a cache and cpu is the first of those that share it. */
static bool read_cache(const struct env_roots *roots, unsigned long cpu, unsigned int index, struct cache *cache)
{
	char dir[512], text[LIST_ROOM];
	struct cpu_cursor first = { .text = text };

	snprintf(dir, sizeof(dir), CPU_DIR "/cpu%lu/cache/index%u", roots->sys, cpu, index);
	if (sysfile_string(text, sizeof(text), "%s/shared_cpu_list", dir))
		return false;
	cache->shared_threads = count_cpus(text);
	cache->level = env_number("%s/level", dir);
	cache->size_bytes = env_scaled(env_number("%s/size", dir), 1024); /* "48K", and no other unit */
	cache->line_bytes = env_number("%s/coherency_line_size", dir);
	return !sysfile_string(cache->type, sizeof(cache->type), "%s/type", dir) && next_cpu(&first) && first.cpu == cpu;
}

static json_t *cache_object(const struct cache *cache)
{
	json_t *object = json_object();

	env_put_u64(object, "level", cache->level);
	env_put_string(object, "type", cache->type);
	env_put_u64(object, "size_bytes", cache->size_bytes);
	env_put_u64(object, "line_bytes", cache->line_bytes);
	env_put_u64(object, "shared_threads", cache->shared_threads);
	return object;
}

/* Counts the cache with its likes, or puts it behind them. CPUs of two kinds have caches of two sizes. */
static void count_cache(json_t *caches, const struct cache *cache)
{
	json_t *object = cache_object(cache), *old, *like;
	size_t i;

	json_array_foreach (caches, i, old) {
		like = json_copy(old);
		json_object_del(like, "instances");
		if (json_equal(like, object)) {
			env_put_u64(old, "instances",
				(uint64_t)json_integer_value(json_object_get(old, "instances")) + 1);
			json_decref(object);
			json_decref(like);
			return;
		}
		json_decref(like);
	}
	env_put_u64(object, "instances", 1);
	json_array_append_new(caches, object);
}

static json_t *caches(const struct env_roots *roots, const char *online)
{
	struct cpu_cursor cursor = { .text = online };
	json_t *array = json_array();
	struct cache cache;

	while (next_cpu(&cursor)) {
		for (unsigned int index = 0; index < 8; index++) {
			if (read_cache(roots, cursor.cpu, index, &cache))
				count_cache(array, &cache);
		}
	}
	return array;
}

json_t *env_cpu(const struct env_roots *roots)
{
	json_t *object = json_object();
	char online[LIST_ROOM];
	struct cpu_cursor first = { .text = online };

	sysfile_string(online, sizeof(online), CPU_DIR "/online", roots->sys);
	put_model(roots, object);
	put_topology(roots, online, object);
	put_frequency(roots, next_cpu(&first) ? first.cpu : 0, object);
	env_put(object, "caches", caches(roots, online));
	return object;
}
