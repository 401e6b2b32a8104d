/* results: everything that is derived from a run's journal, made at its end. */
#ifndef IOSWEEP_CLI_RESULTS_H
#define IOSWEEP_CLI_RESULTS_H

struct err;

enum results_flags {
	RESULTS_SAY_WHERE = 1 << 0, /* name the files on stderr */
};

/*
 * Writes tables, CSV, gnuplot data and pictures into the run directory, and prints the tables on stdout. What can be
 * made is made; -1 with err for the first thing that could not.
 */
int results_publish(const char *run_dir, unsigned flags, struct err *err);

#endif
