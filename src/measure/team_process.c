/* Workers that are processes: how they start and end, and what becomes of one that dies or is stopped. */
#include "measure/team_internal.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define STOPPED_LIMIT_NS 30000000000U
#define PATIENCE_NS 5000000000U /* for processes that were told to stop */
#define END_LOOKS 2000 /* at a process that is to end, a millisecond apart, before it is killed and then left to the kernel */

/* However the caller ends, also by a second Ctrl-C or SIGKILL, nobody is left waiting for its next step. */
static void end_with(pid_t caller)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != caller)
		_exit(1);
}

int team_process_start(struct team_worker *w)
{
	pid_t caller = getpid();

	w->process = fork();
	if (w->process < 0) {
		w->process = 0;
		return -errno;
	}
	if (!w->process) {
		end_with(caller);
		team_work(w);
		_exit(0);
	}
	return 0;
}

static bool has_ended(const struct team_worker *w)
{
	return waitpid(w->process, NULL, WNOHANG) != 0;
}

void team_process_end(const struct team_worker *w)
{
	const struct timespec look = { .tv_nsec = 1000000 };

	for (int i = 0; i < 2 * END_LOOKS && !has_ended(w); i++) {
		if (i == END_LOOKS || w->stopped_ns)
			kill(w->process, SIGKILL);
		nanosleep(&look, NULL);
	}
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
static bool look_at_process(const struct team *t, struct team_worker *w)
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
		struct team_worker *w = &t->workers[i];

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

int team_look_after(struct team *t, unsigned *died)
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
