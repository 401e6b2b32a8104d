#include "measure/env_parts.h"

#include <stdio.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "base/sysfile.h"
#include "measure/env_json.h"

/* Both end as the empty text where the file cannot be read. */
static void read_proc(const struct env_roots *roots, const char *file, struct strbuf *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", roots->proc, file);
	strbuf_init(text);
	strbuf_read_file(text, path);
}

static uint64_t key_times(const char *text, const char *key, uint64_t scale)
{
	uint64_t value = ENV_UNKNOWN;

	sysfile_key_u64(text, key, &value);
	return env_scaled(value, scale);
}

/*
 * The kernel tells the limit in force (nr_dirty_threshold, in pages). Where it does not, the setting is applied as
 * it does (domain_dirty_limits in mm/page-writeback.c): bytes if set, else a share of the memory that may get
 * dirty.
 */
static uint64_t dirty_limit(uint64_t kernel_says, uint64_t bytes, uint64_t percent, uint64_t available)
{
	if (kernel_says != ENV_UNKNOWN)
		return kernel_says;
	if (bytes != ENV_UNKNOWN && bytes)
		return bytes;
	return percent == ENV_UNKNOWN || available == ENV_UNKNOWN ? ENV_UNKNOWN : available / 100 * percent;
}

static json_t *dirty(const struct env_roots *roots, uint64_t available, uint64_t page)
{
	uint64_t ratio = env_number("%s/sys/vm/dirty_ratio", roots->proc);
	uint64_t bytes = env_number("%s/sys/vm/dirty_bytes", roots->proc);
	uint64_t background_ratio = env_number("%s/sys/vm/dirty_background_ratio", roots->proc);
	uint64_t background_bytes = env_number("%s/sys/vm/dirty_background_bytes", roots->proc);
	json_t *object = json_object();
	struct strbuf vmstat;

	read_proc(roots, "vmstat", &vmstat);
	env_put_u64(object, "ratio_percent", ratio);
	env_put_u64(object, "bytes", bytes);
	env_put_u64(object, "background_ratio_percent", background_ratio);
	env_put_u64(object, "background_bytes", background_bytes);
	env_put_u64(object, "limit_bytes",
		dirty_limit(key_times(vmstat.buf, "nr_dirty_threshold", page), bytes, ratio, available));
	env_put_u64(object, "background_limit_bytes",
		dirty_limit(key_times(vmstat.buf, "nr_dirty_background_threshold", page), background_bytes,
			background_ratio, available));
	strbuf_release(&vmstat);
	return object;
}

json_t *env_memory(const struct env_roots *roots)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), available;
	char huge[SYSFILE_LINE];
	json_t *object = json_object();
	struct strbuf meminfo;

	read_proc(roots, "meminfo", &meminfo);
	available = key_times(meminfo.buf, "MemAvailable:", 1024);
	env_put_u64(object, "total_bytes", key_times(meminfo.buf, "MemTotal:", 1024));
	env_put_u64(object, "available_bytes", available);
	env_put_u64(object, "swap_total_bytes", key_times(meminfo.buf, "SwapTotal:", 1024));
	env_put_u64(object, "swap_free_bytes", key_times(meminfo.buf, "SwapFree:", 1024));
	env_put_u64(object, "page_bytes", page);
	sysfile_string(huge, sizeof(huge), "%s/kernel/mm/transparent_hugepage/enabled", roots->sys);
	env_keep_bracketed(huge);
	env_put_string(object, "transparent_hugepage", huge[0] ? huge : NULL);
	env_put(object, "dirty", dirty(roots, available, page));
	strbuf_release(&meminfo);
	return object;
}
