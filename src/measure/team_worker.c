/* What workers of both kinds do, and those that are threads. */
#include "measure/team_internal.h"

#include "measure/watch.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

void team_wait_while(_Atomic uint32_t *word, uint32_t value, const struct timespec *limit)
{
	syscall(SYS_futex, word, FUTEX_WAIT, value, limit, NULL, 0);
}

void team_wake_all(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void bind_to_cpu(const struct team_worker *w)
{
	const struct team_config *c = &w->team->config;
	cpu_set_t set;

	if (!c->cpus_n)
		return;
	CPU_ZERO(&set);
	CPU_SET((size_t)c->cpus[w->number % c->cpus_n], &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void team_work(const struct team_worker *w)
{
	struct team_shared *shared = w->team->shared;
	uint32_t seen = 0, step;

	bind_to_cpu(w);
	for (;;) {
		while ((step = atomic_load(&shared->step)) == seen)
			team_wait_while(&shared->step, seen, NULL);
		seen = step;
		if (atomic_load(&shared->quit))
			return;
		atomic_load(&shared->function)(team_slot(w->team, w->number));
		atomic_fetch_add(&shared->finished, 1);
		team_wake_all(&shared->finished);
	}
}

static void *thread_main(void *worker)
{
	team_work(worker);
	return NULL;
}

int team_thread_start(struct team_worker *w)
{
	sigset_t all, old;
	int ret;

	/* Signals are for the thread that the program began with, but for those that a thread brings upon itself. */
	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	sigdelset(&all, WATCH_NUDGE);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(&w->thread, NULL, thread_main, w);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -ret;
}
