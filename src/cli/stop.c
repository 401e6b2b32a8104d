#include "cli/stop.h"

#include "measure/watch.h"

#include <unistd.h>

/*
 * The one variable of the program that is neither const nor somebody's local: a handler can reach no other. Atomic, since
 * the watchdog's thread may set it too.
 */
static _Atomic sig_atomic_t stop_signal;

void stop_raise(int signum)
{
	if (stop_signal)
		_exit(128 + signum);
	stop_signal = signum;
}

static void on_nudge(int signum)
{
	(void)signum;
}

const _Atomic sig_atomic_t *stop_install(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = stop_raise }, nudge = { .sa_handler = on_nudge }, old;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		if (ends[i] == SIGHUP && !sigaction(SIGHUP, NULL, &old) && old.sa_handler == SIG_IGN)
			continue;
		sigaction(ends[i], &action, NULL);
	}
	sigemptyset(&nudge.sa_mask);
	sigaction(WATCH_NUDGE, &nudge, NULL);
	signal(SIGXFSZ, SIG_IGN);
	return &stop_signal;
}
