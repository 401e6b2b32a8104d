#include "measure/engine_internal.h"

#define NS_PER_S 1000000000U

uint64_t pacer_scheduled_ns(const struct pacer *pacer)
{
	const struct pace *p = pacer->pace;
	uint64_t per_s = p->bytes_per_s ? p->bytes_per_s : p->operations_per_s;

	if (!per_s)
		return pacer->start_ns;
	return pacer->start_ns + (uint64_t)((unsigned __int128)pacer->given * NS_PER_S / per_s);
}

void pacer_give(struct pacer *pacer, uint32_t len)
{
	pacer->given += pacer->pace->bytes_per_s ? len : 1;
}

uint64_t pacer_wait(const struct engine_work *work, uint64_t until_ns, uint64_t last_ns, struct engine_result *result)
{
	uint64_t now = until_ns > last_ns ? clock_wait_until(work->clock, until_ns, work->stop) : last_ns;

	result->throttle_ns += now - last_ns;
	return now;
}
