#include "measure/team_internal.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

#define CACHE_LINE 128U /* two lines: neighbours are fetched in pairs */
#define LOOK_NS 100000000 /* how often a waiting caller looks after its processes */
#define SPINS 2000 /* turns of a meeting before the processor is given to others */

void *team_alloc(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void team_free(void *memory, size_t size)
{
	if (memory)
		munmap(memory, size);
}

void *team_slot(const struct team *team, unsigned worker)
{
	return team->slots + worker * team->slot_size;
}

/* A CPU that does not exist, or that this process may not use, is refused before anything runs. */
static int check_cpus(const struct team_config *config)
{
	cpu_set_t allowed;

	if (config->cpus_n && sched_getaffinity(0, sizeof(allowed), &allowed))
		return -errno;
	for (size_t i = 0; i < config->cpus_n; i++) {
		if (config->cpus[i] < 0 || config->cpus[i] >= CPU_SETSIZE ||
		    !CPU_ISSET((size_t)config->cpus[i], &allowed))
			return -EINVAL;
	}
	return 0;
}

static int start_workers(struct team *t)
{
	int ret;

	t->workers = calloc(t->config.workers, sizeof(*t->workers));
	if (!t->workers)
		return -ENOMEM;
	for (unsigned i = 0; i < t->config.workers; i++) {
		struct team_worker *w = &t->workers[i];

		w->team = t;
		w->number = i;
		ret = t->config.processes ? team_process_start(w) : team_thread_start(w);
		if (ret)
			return ret;
		w->started = true;
	}
	return 0;
}

int team_new(const struct team_config *config, struct team **team)
{
	struct team *t = calloc(1, sizeof(*t));
	int ret = check_cpus(config);

	if (!t || ret) {
		free(t);
		return ret ? ret : -ENOMEM;
	}
	t->config = *config;
	t->slot_size = (config->slot_size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	t->slots_size = t->slot_size * config->workers;
	t->shared = team_alloc(sizeof(*t->shared));
	t->slots = team_alloc(t->slots_size);
	ret = t->shared && t->slots ? 0 : -ENOMEM;
	if (!ret && (config->workers > 1 || config->cpus_n))
		ret = start_workers(t);
	if (ret) {
		team_end(t);
		return ret;
	}
	*team = t;
	return 0;
}

static void end_workers(struct team *t)
{
	if (!t->workers)
		return;
	atomic_store(&t->shared->quit, true);
	atomic_fetch_add(&t->shared->step, 1);
	team_wake_all(&t->shared->step);
	for (unsigned i = 0; i < t->config.workers; i++) {
		struct team_worker *w = &t->workers[i];

		if (w->started && !t->config.processes)
			pthread_join(w->thread, NULL);
		else if (w->process)
			team_process_end(w);
	}
	free(t->workers);
}

void team_end(struct team *t)
{
	if (!t)
		return;
	if (t->shared)
		end_workers(t);
	team_free(t->shared, sizeof(*t->shared));
	team_free(t->slots, t->slots_size);
	free(t);
}

int team_step(struct team *t, void (*step)(void *slot), unsigned *died)
{
	const struct timespec look = { .tv_nsec = LOOK_NS };
	uint32_t finished;
	int ret;

	if (!t->workers) {
		step(t->slots);
		return 0;
	}
	atomic_store(&t->shared->finished, 0);
	atomic_store(&t->shared->met, 0);
	atomic_store(&t->shared->function, step);
	atomic_fetch_add(&t->shared->step, 1);
	team_wake_all(&t->shared->step);
	while ((finished = atomic_load(&t->shared->finished)) < t->config.workers) {
		team_wait_while(&t->shared->finished, finished, &look);
		ret = atomic_load(&t->shared->finished) < t->config.workers ? team_look_after(t, died) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

void team_meet(struct team *t)
{
	if (!t->workers)
		return;
	atomic_fetch_add(&t->shared->met, 1);
	for (unsigned spins = 0; atomic_load(&t->shared->met) < t->config.workers; spins++) {
		if (spins > SPINS)
			sched_yield();
	}
}
