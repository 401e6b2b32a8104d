#include "measure/watch.h"

#include "measure/team.h"

#include <unistd.h>

#define APART 128U /* cache lines of one worker are nobody else's */

static size_t io_size(unsigned depth)
{
	return (depth * sizeof(struct watch_io) + APART - 1) / APART * APART;
}

static size_t whole_size(unsigned n, unsigned depth)
{
	return n * (sizeof(struct watch) + io_size(depth));
}

struct watch *watch_new(unsigned n, unsigned depth)
{
	struct watch *watches = team_alloc(whole_size(n, depth));

	for (unsigned i = 0; watches && i < n; i++) {
		watches[i].io = (struct watch_io *)(void *)((char *)&watches[n] + i * io_size(depth));
		watches[i].n = depth;
	}
	return watches;
}

void watch_free(struct watch *watches, unsigned n, unsigned depth)
{
	team_free(watches, whole_size(n, depth));
}

void watch_step(struct watch *watch, const char *step)
{
	if (!watch)
		return;
	atomic_store_explicit(&watch->process, getpid(), memory_order_relaxed);
	atomic_store_explicit(&watch->thread, gettid(), memory_order_relaxed);
	atomic_store_explicit(&watch->step, step, memory_order_relaxed);
}

void watch_step_begin(struct watch *watch, const char *step, uint64_t now_ns)
{
	if (!watch)
		return;
	watch_step(watch, step);
	watch_begin(&watch->io[0], now_ns, UINT64_MAX);
}

void watch_step_end(struct watch *watch)
{
	if (watch)
		watch_end(&watch->io[0]);
}
