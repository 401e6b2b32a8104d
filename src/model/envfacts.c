#include "model/envfacts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

static const json_t *child(const json_t *parent, const char *name, size_t len)
{
	char key[64];

	if (len >= sizeof(key))
		return NULL;
	memcpy(key, name, len);
	key[len] = '\0';
	if (json_is_array(parent) && isdigit((unsigned char)key[0]))
		return json_array_get(parent, strtoul(key, NULL, 10));
	return json_object_get(parent, key);
}

const json_t *envfacts_get(const json_t *env, const char *path)
{
	while (env && *path) {
		size_t len = strcspn(path, ".");

		env = child(env, path, len);
		path += len + (path[len] == '.');
	}
	return json_is_null(env) ? NULL : env;
}

const char *envfacts_string(const json_t *env, const char *path)
{
	return json_string_value(envfacts_get(env, path));
}

bool envfacts_u64(const json_t *env, const char *path, uint64_t *value)
{
	const json_t *found = envfacts_get(env, path);

	if (!json_is_integer(found) || json_integer_value(found) < 0)
		return false;
	*value = (uint64_t)json_integer_value(found);
	return true;
}

bool envfacts_bool(const json_t *env, const char *path, bool *value)
{
	const json_t *found = envfacts_get(env, path);

	if (!json_is_boolean(found))
		return false;
	*value = json_is_true(found);
	return true;
}

/* The only device below this one, or NULL. */
static const json_t *sole_member(const json_t *device)
{
	const json_t *members = envfacts_get(device, "members");

	return json_array_size(members) == 1 ? json_array_get(members, 0) : NULL;
}

bool envfacts_stripe(const json_t *env, struct envfacts_stripe *stripe)
{
	const json_t *device;

	for (device = envfacts_get(env, "device"); device; device = sole_member(device)) {
		uint64_t chunk = 0, data = 0;

		if (!envfacts_u64(device, "md.chunk_bytes", &chunk) || !chunk)
			continue;
		envfacts_u64(device, "md.data_disks", &data);
		*stripe = (struct envfacts_stripe){ envfacts_string(device, "name"), envfacts_string(device, "md.level"),
						    chunk, data };
		return true;
	}
	return false;
}

bool envfacts_degraded(const json_t *env, uint64_t *members)
{
	for (const json_t *device = envfacts_get(env, "device"); device; device = sole_member(device)) {
		if (envfacts_u64(device, "md.degraded", members))
			return true;
	}
	return false;
}

static bool has_text(const json_t *device, const char *path, const char *text)
{
	const char *found = envfacts_string(device, path);

	return found && !strcmp(found, text);
}

bool envfacts_start(const json_t *env, const char *below, uint64_t *start_bytes)
{
	const json_t *device = envfacts_get(env, "device");
	uint64_t start = 0, offset;

	while (device && has_text(device, "kind", "partition") && !(below && has_text(device, "name", below))) {
		if (!envfacts_u64(device, "start_offset_bytes", &offset))
			return false;
		start += offset;
		device = sole_member(device);
	}
	if (!device || (below ? !has_text(device, "name", below) : !has_text(device, "kind", "disk") &&
								    !has_text(device, "kind", "md")))
		return false;
	*start_bytes = start;
	return true;
}

bool envfacts_cpu_cache(const json_t *env, unsigned int level, uint64_t *size_bytes)
{
	const json_t *caches = envfacts_get(env, "cpu.caches");
	uint64_t largest = 0;

	for (size_t i = 0; i < json_array_size(caches); i++) {
		const json_t *cache = json_array_get(caches, i);
		const char *type = envfacts_string(cache, "type");
		uint64_t its_level, bytes;

		if (!envfacts_u64(cache, "level", &its_level) || its_level != level || (type && *type == 'I'))
			continue;
		if (envfacts_u64(cache, "size_bytes", &bytes) && bytes > largest)
			largest = bytes;
	}
	if (largest)
		*size_bytes = largest;
	return largest;
}

static void add_size(struct strbuf *line, uint64_t bytes)
{
	char text[UNITS_TEXT_LEN];

	strbuf_addstr(line, units_format_size(bytes, text));
}

static const char *known(const char *text)
{
	return text ? text : "not recorded";
}

void envfacts_host_line(const json_t *env, struct strbuf *line)
{
	const char *name = envfacts_string(env, "host_name"), *sysname = envfacts_string(env, "kernel.sysname");
	const char *release = envfacts_string(env, "kernel.release");
	const char *machine = envfacts_string(env, "kernel.machine");

	strbuf_addstr(line, known(name));
	if (release)
		strbuf_addf(line, ", %s%s%s", sysname ? sysname : "", sysname ? " " : "", release);
	if (release && machine)
		strbuf_addf(line, " %s", machine);
}

void envfacts_cpu_line(const json_t *env, struct strbuf *line)
{
	uint64_t threads;

	strbuf_addstr(line, known(envfacts_string(env, "cpu.model")));
	if (envfacts_u64(env, "cpu.threads_online", &threads))
		strbuf_addf(line, ", %llu thread%s", (unsigned long long)threads, threads == 1 ? "" : "s");
}

bool envfacts_memory_end(const json_t *env, uint64_t *bytes, bool *limited)
{
	uint64_t limit;
	bool known_ram = envfacts_u64(env, "memory.total_bytes", bytes);

	*limited = envfacts_u64(env, "cgroup.memory_limit_bytes", &limit) && (!known_ram || limit < *bytes);
	if (*limited)
		*bytes = limit;
	return known_ram || *limited;
}

void envfacts_memory_line(const json_t *env, struct strbuf *line)
{
	uint64_t bytes;
	bool limited;

	strbuf_addstr(line, "RAM ");
	if (envfacts_u64(env, "memory.total_bytes", &bytes))
		add_size(line, bytes);
	else
		strbuf_addstr(line, known(NULL));
	if (envfacts_memory_end(env, &bytes, &limited) && limited) {
		strbuf_addstr(line, ", limited to ");
		add_size(line, bytes);
	}
}

void envfacts_file_system_line(const json_t *env, struct strbuf *line)
{
	const char *type = envfacts_string(env, "file_system.type");
	const char *source = envfacts_string(env, "file_system.source");

	strbuf_addstr(line, known(type));
	if (type && source && strcmp(type, source) != 0)
		strbuf_addf(line, " on %s", source);
}

/* " RAID5 5 disks chunk 256K, 1 missing" */
static void add_md(const json_t *device, struct strbuf *line)
{
	const char *level = envfacts_string(device, "md.level");
	uint64_t n;

	strbuf_addch(line, ' ');
	for (level = level ? level : "md"; *level; level++)
		strbuf_addch(line, (char)toupper((unsigned char)*level));
	if (envfacts_u64(device, "md.raid_disks", &n))
		strbuf_addf(line, " %llu disk%s", (unsigned long long)n, n == 1 ? "" : "s");
	if (envfacts_u64(device, "md.chunk_bytes", &n) && n) {
		strbuf_addstr(line, " chunk ");
		add_size(line, n);
	}
	if (envfacts_u64(device, "md.degraded", &n) && n)
		strbuf_addf(line, ", %llu missing", (unsigned long long)n);
}

/*
 * A guest does not see what its disks are made of: the kernel calls a virtual one rotational, or not, by what its driver
 * happens to say, and virtio's says nothing, which counts as rotational.
 */
static bool is_virtual(const json_t *env, const json_t *device)
{
	const char *hypervisor = envfacts_string(env, "virtualisation.hypervisor");
	const char *bus = envfacts_string(device, "bus");

	return (hypervisor && strcmp(hypervisor, "none") != 0) || (bus && (!strcmp(bus, "virtio") || !strcmp(bus, "xen")));
}

/* " Model 7 256G rotational" */
static void add_disk(const json_t *env, const json_t *device, struct strbuf *line)
{
	const char *model = envfacts_string(device, "model"), *bus = envfacts_string(device, "bus");
	bool rotational;
	uint64_t bytes;

	if (model || bus)
		strbuf_addf(line, " %s", model ? model : bus);
	if (envfacts_u64(device, "size_bytes", &bytes)) {
		strbuf_addch(line, ' ');
		add_size(line, bytes);
	}
	if (!is_virtual(env, device) && envfacts_bool(device, "rotational", &rotational))
		strbuf_addstr(line, rotational ? " rotational" : " solid-state");
}

/* A dm or loop says what it is and what it stands on; returns the device to go on with, or NULL. */
static const json_t *add_mapped(const json_t *device, struct strbuf *line)
{
	const char *dm = envfacts_string(device, "dm.name");
	const json_t *below = sole_member(device);
	size_t count = json_array_size(envfacts_get(device, "members"));
	uint64_t bytes;

	if (dm)
		strbuf_addf(line, " %s", dm);
	if (envfacts_u64(device, "size_bytes", &bytes)) {
		strbuf_addch(line, ' ');
		add_size(line, bytes);
	}
	if (below)
		strbuf_addstr(line, envfacts_get(device, "loop") ? " file on " : " on ");
	else if (count)
		strbuf_addf(line, " on %zu devices", count);
	return below;
}

void envfacts_device_line(const json_t *env, struct strbuf *line)
{
	const json_t *device = envfacts_get(env, "device");

	if (!device)
		strbuf_addstr(
			line, envfacts_string(env, "file_system.type") ? "no visible block device" : known(NULL));
	while (device) {
		const json_t *next = NULL;

		strbuf_addstr(line, known(envfacts_string(device, "name")));
		if (envfacts_get(device, "md"))
			add_md(device, line);
		else if (envfacts_get(device, "dm") || envfacts_get(device, "loop"))
			next = add_mapped(device, line);
		else
			add_disk(env, device, line);
		device = next;
	}
}
