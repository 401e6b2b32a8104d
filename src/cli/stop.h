/*
 * stop: the signals that end a run.
 *
 * The first SIGINT, SIGTERM or SIGHUP raises the flag, and the run ends at the next operation and cleans up. The
 * second one leaves at once. WATCH_NUDGE does nothing but interrupt. A SIGHUP that was ignored when the program
 * started (nohup) stays ignored. SIGXFSZ is ignored, so that a file size limit is EFBIG of the write that met it.
 */
#ifndef IOSWEEP_CLI_STOP_H
#define IOSWEEP_CLI_STOP_H

#include <signal.h>

/* Installs the handlers and returns the flag: 0, or the number of the signal. */
const _Atomic sig_atomic_t *stop_install(void);

/* What the handlers do, for a thread that takes a signal in the place of one that cannot. */
void stop_raise(int signum);

#endif
