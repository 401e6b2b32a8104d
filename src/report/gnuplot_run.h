/*
 * gnuplot_run: one gnuplot process, started by argument vector in a given folder, its input closed, without the
 * user's own settings, with an end after a given time.
 */
#ifndef IOSWEEP_REPORT_GNUPLOT_RUN_H
#define IOSWEEP_REPORT_GNUPLOT_RUN_H

struct err;
struct strbuf;

struct gnuplot_run {
	const char *program; /* NULL: "gnuplot", found by PATH */
	const char *folder; /* where it works */
	const char *before, *script; /* a command to execute first, and the script, relative to folder; NULL: none */
	char *const *environment;
	unsigned timeout_s;
	struct strbuf *said; /* gets what it prints, as far as a few lines; NULL: nobody wants it */
};

/*
 * This process's environment without what changes gnuplot's output, with LC_ALL=C.UTF-8. To be freed with
 * free(); the strings are borrowed. NULL: no memory.
 */
char **gnuplot_environment(void);

/* 0, or -1 with err (ERR_CELLS): not found, its status and what it said, or stopped after the time. */
int gnuplot_run(const struct gnuplot_run *run, struct err *err);

#endif
