/* gnuplot_probe: whether there is a gnuplot that can draw, and how. */
#ifndef IOSWEEP_REPORT_GNUPLOT_PROBE_H
#define IOSWEEP_REPORT_GNUPLOT_PROBE_H

#include "report/picture_options.h"

#include <stdbool.h>

struct err;

#define GNUPLOT_OLDEST 5.2

struct gnuplot_probe {
	const char *program; /* NULL: "gnuplot", found by PATH */
	char *const *environment; /* see gnuplot_run.h */
	enum picture_format format;
};

struct gnuplot_found {
	double version;
	bool plain; /* the format's better terminal is missing */
};

/* 0, or -1 with err (ERR_CELLS): none, one that does not work, one that is too old, no terminal for the format. */
int gnuplot_probe(const struct gnuplot_probe *probe, struct gnuplot_found *found, struct err *err);

#endif
