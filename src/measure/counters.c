#include "measure/counters.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/sysfile.h"
#include "measure/block_stat.h"
#include "measure/env_parts.h"

#define NS_PER_S 1000000000U

struct counters_source {
	const struct env_roots *roots;
	dev_t device;
	struct block_stat block;
	enum md_sync last_sync; /* when block was opened */
	uint64_t last_degraded;
	int self_io, stat, sync_action, degraded; /* descriptors; negative where there is none */
};

/* Reading /proc/stat takes time in proportion to the CPUs, and on bare metal nothing is stolen. */
static int open_steal(const struct env_roots *roots)
{
	json_t *virtualisation = env_virtualisation(roots);
	const char *hypervisor = json_string_value(json_object_get(virtualisation, "hypervisor"));
	int fd = hypervisor && !strcmp(hypervisor, "none") ? -ENOENT : sysfile_open("%s/stat", roots->proc);

	json_decref(virtualisation);
	return fd;
}

static const char *const sync_names[] = {
	[MD_SYNC_IDLE] = "idle",
	[MD_SYNC_RESYNC] = "resync",
	[MD_SYNC_RECOVER] = "recover",
	[MD_SYNC_CHECK] = "check",
	[MD_SYNC_REPAIR] = "repair",
	[MD_SYNC_RESHAPE] = "reshape",
	[MD_SYNC_FROZEN] = "frozen",
	[MD_SYNC_OTHER] = "other",
};

const char *md_sync_name(enum md_sync sync)
{
	return sync_names[sync];
}

static enum md_sync read_sync(int fd)
{
	char text[64];

	if (fd < 0 || sysfile_reread(fd, text, sizeof(text)) <= 0)
		return MD_SYNC_ABSENT;
	text[strcspn(text, "\n")] = '\0';
	for (enum md_sync sync = MD_SYNC_IDLE; sync < MD_SYNC_OTHER; sync++) {
		if (!strcmp(text, sync_names[sync]))
			return sync;
	}
	return MD_SYNC_OTHER;
}

static uint64_t read_number(int fd)
{
	char text[64], *end;
	uint64_t value;

	if (fd < 0 || sysfile_reread(fd, text, sizeof(text)) <= 0)
		return UINT64_MAX;
	value = strtoull(text, &end, 10);
	return end == text ? UINT64_MAX : value;
}

int counters_open(struct counters_source **source, const struct env_roots *roots, dev_t device)
{
	struct counters_source *s = calloc(1, sizeof(*s));
	struct blockdev md;

	*source = s;
	if (!s)
		return -ENOMEM;
	s->roots = roots;
	s->device = device;
	block_stat_open(&s->block, roots, device, &md);
	s->self_io = sysfile_open("%s/self/io", roots->proc);
	s->stat = open_steal(roots);
	s->sync_action = md.path[0] ? sysfile_open("%s/md/sync_action", md.path) : -ENOENT;
	s->degraded = md.path[0] ? sysfile_open("%s/md/degraded", md.path) : -ENOENT;
	s->last_sync = read_sync(s->sync_action);
	s->last_degraded = read_number(s->degraded);
	return 0;
}

/* What makes a disk a member, or none, goes along with one of the two: a failure, a rebuild, a reshape. */
void counters_refresh(struct counters_source *source)
{
	enum md_sync sync = read_sync(source->sync_action);
	uint64_t degraded = read_number(source->degraded);
	struct blockdev md;

	if (sync == source->last_sync && degraded == source->last_degraded)
		return;
	source->last_sync = sync;
	source->last_degraded = degraded;
	block_stat_close(&source->block);
	block_stat_open(&source->block, source->roots, source->device, &md);
}

static void close_known(int fd)
{
	if (fd >= 0)
		close(fd);
}

void counters_close(struct counters_source *source)
{
	if (!source)
		return;
	block_stat_close(&source->block);
	close_known(source->self_io);
	close_known(source->stat);
	close_known(source->sync_action);
	close_known(source->degraded);
	free(source);
}

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * NS_PER_S + (uint64_t)tv->tv_usec * 1000;
}

void counters_usage(uint64_t process[PROCESS_FIELDS])
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage))
		return;
	process[PROCESS_USER_NS] = timeval_ns(&usage.ru_utime);
	process[PROCESS_SYSTEM_NS] = timeval_ns(&usage.ru_stime);
	process[PROCESS_MINOR_FAULTS] = (uint64_t)usage.ru_minflt;
	process[PROCESS_MAJOR_FAULTS] = (uint64_t)usage.ru_majflt;
	process[PROCESS_VOLUNTARY_SWITCHES] = (uint64_t)usage.ru_nvcsw;
	process[PROCESS_INVOLUNTARY_SWITCHES] = (uint64_t)usage.ru_nivcsw;
}

static void read_self_io(int fd, uint64_t process[PROCESS_FIELDS])
{
	static const struct {
		const char *key;
		enum process_field field;
	} rows[] = {
		{ "rchar:", PROCESS_READ_CALL_BYTES },
		{ "wchar:", PROCESS_WRITE_CALL_BYTES },
		{ "read_bytes:", PROCESS_READ_BYTES },
		{ "write_bytes:", PROCESS_WRITE_BYTES },
	};
	char text[512];

	if (fd < 0 || sysfile_reread(fd, text, sizeof(text)) < 0)
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		sysfile_key_u64(text, rows[i].key, &process[rows[i].field]);
}

void counters_own_io(uint64_t process[PROCESS_FIELDS])
{
	int fd = sysfile_open("/proc/self/io");

	for (enum process_field i = PROCESS_READ_CALL_BYTES; i < PROCESS_FIELDS; i++)
		process[i] = UINT64_MAX;
	read_self_io(fd, process);
	close_known(fd);
}

/* The eighth number of "cpu  user nice system idle iowait irq softirq steal ...", in clock ticks (proc(5)). */
static uint64_t read_steal(int fd)
{
	char text[256], *word, *rest = text;
	int column = -1;

	if (fd < 0 || sysfile_reread(fd, text, sizeof(text)) < 0)
		return UINT64_MAX;
	text[strcspn(text, "\n")] = '\0';
	while ((word = strsep(&rest, " "))) {
		if (*word && ++column == 8)
			return strtoull(word, NULL, 10) * (NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK));
	}
	return UINT64_MAX;
}

void counters_snapshot(const struct counters_source *source, struct counters *counters)
{
	memset(counters->process, 0xff, sizeof(counters->process));
	block_stat_read(&source->block, counters->block);
	counters_usage(counters->process);
	read_self_io(source->self_io, counters->process);
	counters->steal_ns = read_steal(source->stat);
	counters->md_sync = read_sync(source->sync_action);
	counters->md_degraded = read_number(source->degraded);
}

static uint64_t difference(uint64_t from, uint64_t to)
{
	return from == UINT64_MAX || to == UINT64_MAX ? UINT64_MAX : to - from;
}

static bool wraps_early(enum block_field field)
{
	return field == BLOCK_READ_MS || field == BLOCK_WRITE_MS || field == BLOCK_BUSY_MS ||
		field == BLOCK_QUEUE_MS || field == BLOCK_DISCARD_MS || field == BLOCK_FLUSH_MS;
}

static uint64_t block_difference(enum block_field field, uint64_t from, uint64_t to)
{
	uint64_t delta = difference(from, to);

	if (field == BLOCK_IN_FLIGHT)
		return to;
	return wraps_early(field) && from != UINT64_MAX && to < from ? delta + (UINT64_C(1) << 32) : delta;
}

void counters_delta(const struct counters *from, const struct counters *to, struct counters *delta)
{
	for (size_t level = 0; level < COUNTERS_LEVELS; level++) {
		for (enum block_field i = 0; i < BLOCK_FIELDS; i++)
			delta->block[level][i] = block_difference(i, from->block[level][i], to->block[level][i]);
	}
	for (size_t i = 0; i < PROCESS_FIELDS; i++)
		delta->process[i] = difference(from->process[i], to->process[i]);
	delta->steal_ns = difference(from->steal_ns, to->steal_ns);
	delta->md_sync = to->md_sync;
	delta->md_degraded = to->md_degraded;
}

static void read_device(const struct counters_source *source, uint64_t fields[BLOCK_FIELDS])
{
	char text[512];

	memset(fields, 0xff, BLOCK_FIELDS * sizeof(*fields));
	if (!source->block.n || !(source->block.files[0].levels & 1u << COUNTERS_DEVICE))
		return;
	if (sysfile_reread(source->block.files[0].fd, text, sizeof(text)) >= 0)
		block_stat_parse(text, fields);
}

void counters_device_bytes(const struct counters_source *source, uint64_t *read, uint64_t *written)
{
	uint64_t fields[BLOCK_FIELDS];

	read_device(source, fields);
	*read = fields[BLOCK_READ_BYTES];
	*written = fields[BLOCK_WRITE_BYTES];
}

bool counters_on_partition(const struct counters_source *source)
{
	return source->block.partition;
}

uint64_t counters_in_flight(const struct counters_source *source)
{
	uint64_t fields[BLOCK_FIELDS];

	read_device(source, fields);
	return fields[BLOCK_IN_FLIGHT];
}
