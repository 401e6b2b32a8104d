#include "measure/purge.h"

#include "measure/facts.h"
#include "measure/watchdog.h"

#define QUIET_LIMIT_NS 10000000000U /* discards of a large file can take seconds */

void purge(const struct group_setting *setting, uint64_t file_size)
{
	struct watch *watch = watchdog_own(setting->watchdog);
	uint64_t start = clock_now_ns(setting->clock), waited;

	watchdog_go(setting->watchdog, &(struct watchdog_place){ .file_size = file_size });
	watch_step_begin(watch, "remove files", start);
	target_purge(setting->target);
	watch_step_end(watch);
	if (setting->facts)
		facts_wait_quiet(setting->facts, -1, QUIET_LIMIT_NS, setting->stop, &waited);
	setting->timing->ns[TIMING_SETUP] += clock_now_ns(setting->clock) - start;
}

void purge_for(const struct group_setting *setting, uint64_t file_size, uint64_t more_bytes)
{
	if (target_is_crowded(setting->target, more_bytes, setting->space_bytes))
		purge(setting, file_size);
}
