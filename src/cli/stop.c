#include "cli/stop.h"

#include <unistd.h>

/* The one variable of the program that is neither const nor somebody's local: a handler can reach no other. */
static volatile sig_atomic_t stop_signal;

static void on_signal(int signum)
{
	if (stop_signal)
		_exit(128 + signum);
	stop_signal = signum;
}

const volatile sig_atomic_t *stop_install(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_signal }, old;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		if (ends[i] == SIGHUP && !sigaction(SIGHUP, NULL, &old) && old.sa_handler == SIG_IGN)
			continue;
		sigaction(ends[i], &action, NULL);
	}
	signal(SIGXFSZ, SIG_IGN);
	return &stop_signal;
}
