#include "measure/team.h"

#include "base/clock.h"
#include "measure/watch.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CACHE_LINE 128U /* two lines: neighbours are fetched in pairs */
#define LOOK_NS 100000000 /* how often a waiting caller looks after its processes */
#define STOPPED_LIMIT_NS 30000000000U
#define PATIENCE_NS 5000000000U /* for processes that were told to stop */
#define END_LOOKS 2000 /* at a process that is to end, a millisecond apart, before it is killed and then left to the kernel */
#define SPINS 2000 /* turns of a meeting before the processor is given to others */

struct worker {
	struct team *team;
	unsigned number;
	pthread_t thread;
	pid_t process; /* 0: ended, or a thread */
	uint64_t stopped_ns; /* since when a process has been stopped by a signal; 0: it has not */
	bool started;
};

/* What caller and workers share; processes too. */
struct shared {
	_Atomic uint32_t step; /* a new number tells the workers to begin */
	_Atomic uint32_t finished; /* workers that are done with it */
	_Atomic uint32_t met;
	_Atomic bool quit;
	void (*_Atomic function)(void *slot);
};

struct team {
	struct team_config config;
	struct shared *shared;
	unsigned char *slots;
	size_t slot_size, slots_size; /* of one, of all */
	struct worker *workers; /* NULL: the caller is the only one */
	uint64_t told_ns; /* when processes were told to stop; 0: they were not */
};

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

static void wait_while(_Atomic uint32_t *word, uint32_t value, const struct timespec *limit)
{
	syscall(SYS_futex, word, FUTEX_WAIT, value, limit, NULL, 0);
}

static void wake_all(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void *team_slot(const struct team *team, unsigned worker)
{
	return team->slots + worker * team->slot_size;
}

static void bind_to_cpu(const struct worker *w)
{
	const struct team_config *c = &w->team->config;
	cpu_set_t set;

	if (!c->cpus_n)
		return;
	CPU_ZERO(&set);
	CPU_SET((size_t)c->cpus[w->number % c->cpus_n], &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void work(const struct worker *w)
{
	struct shared *shared = w->team->shared;
	uint32_t seen = 0, step;

	bind_to_cpu(w);
	for (;;) {
		while ((step = atomic_load(&shared->step)) == seen)
			wait_while(&shared->step, seen, NULL);
		seen = step;
		if (atomic_load(&shared->quit))
			return;
		atomic_load(&shared->function)(team_slot(w->team, w->number));
		atomic_fetch_add(&shared->finished, 1);
		wake_all(&shared->finished);
	}
}

static void *thread_main(void *worker)
{
	work(worker);
	return NULL;
}

static int start_thread(struct worker *w)
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

/* However the caller ends, also by a second Ctrl-C or SIGKILL, nobody is left waiting for its next step. */
static void end_with(pid_t caller)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != caller)
		_exit(1);
}

static int start_process(struct worker *w)
{
	pid_t caller = getpid();

	w->process = fork();
	if (w->process < 0) {
		w->process = 0;
		return -errno;
	}
	if (!w->process) {
		end_with(caller);
		work(w);
		_exit(0);
	}
	return 0;
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
		struct worker *w = &t->workers[i];

		w->team = t;
		w->number = i;
		ret = t->config.processes ? start_process(w) : start_thread(w);
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

static bool has_ended(const struct worker *w)
{
	return waitpid(w->process, NULL, WNOHANG) != 0;
}

/* One that is stuck in the kernel ends when the kernel lets it, and nobody can wait for that. */
static void end_process(const struct worker *w)
{
	const struct timespec look = { .tv_nsec = 1000000 };

	for (int i = 0; i < 2 * END_LOOKS && !has_ended(w); i++) {
		if (i == END_LOOKS || w->stopped_ns)
			kill(w->process, SIGKILL);
		nanosleep(&look, NULL);
	}
}

static void end_workers(struct team *t)
{
	if (!t->workers)
		return;
	atomic_store(&t->shared->quit, true);
	atomic_fetch_add(&t->shared->step, 1);
	wake_all(&t->shared->step);
	for (unsigned i = 0; i < t->config.workers; i++) {
		struct worker *w = &t->workers[i];

		if (w->started && !t->config.processes)
			pthread_join(w->thread, NULL);
		else if (w->process)
			end_process(w);
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

/* Processes that were started by hand get a Ctrl-C themselves, but not a signal that was sent to the caller alone. */
static void tell_processes(struct team *t)
{
	uint64_t now = clock_monotonic_ns();
	bool patient = !t->told_ns || now - t->told_ns < PATIENCE_NS;

	if (!t->config.stop || !*t->config.stop || (t->told_ns && patient))
		return;
	if (!t->told_ns)
		t->told_ns = now;
	for (unsigned i = 0; i < t->config.workers; i++) {
		if (t->workers[i].process)
			kill(t->workers[i].process, patient ? SIGTERM : SIGKILL);
	}
}

/* Whether the process is no more. One that does not go on is made to end. */
static bool look_at_process(const struct team *t, struct worker *w)
{
	uint64_t limit = t->config.stopped_limit_ns ? t->config.stopped_limit_ns : STOPPED_LIMIT_NS;
	int status;

	if (waitpid(w->process, &status, WNOHANG | WUNTRACED | WCONTINUED) == w->process) {
		if (!WIFSTOPPED(status) && !WIFCONTINUED(status))
			return true;
		w->stopped_ns = WIFSTOPPED(status) ? clock_monotonic_ns() : 0;
	}
	if (w->stopped_ns && clock_monotonic_ns() - w->stopped_ns >= limit)
		kill(w->process, SIGKILL);
	return false;
}

/* The number of a worker that has died, or -1. All others are then ended: they may wait for it in a meeting. */
static int find_dead(struct team *t)
{
	int dead = -1;

	for (unsigned i = 0; i < t->config.workers; i++) {
		struct worker *w = &t->workers[i];

		if (w->process && look_at_process(t, w)) {
			w->process = 0;
			dead = (int)i;
		}
	}
	for (unsigned i = 0; dead >= 0 && i < t->config.workers; i++) {
		if (t->workers[i].process)
			kill(t->workers[i].process, SIGKILL);
	}
	return dead;
}

static int look_after(struct team *t, unsigned *died)
{
	int dead;

	if (!t->config.processes)
		return 0;
	tell_processes(t);
	dead = find_dead(t);
	if (dead < 0)
		return 0;
	if (died)
		*died = (unsigned)dead;
	return -ECHILD;
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
	wake_all(&t->shared->step);
	while ((finished = atomic_load(&t->shared->finished)) < t->config.workers) {
		wait_while(&t->shared->finished, finished, &look);
		ret = atomic_load(&t->shared->finished) < t->config.workers ? look_after(t, died) : 0;
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
