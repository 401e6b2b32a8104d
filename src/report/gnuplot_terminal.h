/* gnuplot_terminal: the gnuplot terminals that draw a picture's format. */
#ifndef IOSWEEP_REPORT_GNUPLOT_TERMINAL_H
#define IOSWEEP_REPORT_GNUPLOT_TERMINAL_H

#include "base/strbuf.h"
#include "report/picture_options.h"

/* A format's terminal, and the plainer one that is there where gnuplot was built without cairo; NULL: none. */
struct terminal_names {
	const char *best, *plain;
};

struct terminal_names terminal_names_of(enum picture_format format);

/* Adds TERMINAL = '...': what follows `set terminal`, for a picture with so many pixels for one of its layout. */
void terminal_add_commands(struct strbuf *gp, const struct picture_options *options, double scale);

#endif
