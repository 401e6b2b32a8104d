/*
 * comparison_format: the contract of a format of comparisons, and the list of them. A new one is one file and
 * its row in comparison_format.c.
 */
#ifndef IOSWEEP_REPORT_COMPARISON_FORMAT_H
#define IOSWEEP_REPORT_COMPARISON_FORMAT_H

#include "base/strbuf.h"
#include "report/comparison.h"

#include <stddef.h>

struct err;

struct comparison_format {
	const char *name, *summary; /* "csv", "one line for each cell, ..." */
	const char *file_name; /* in the directory that a comparison is written to; NULL: not there */
	/* Runs compared with one base, n >= 1. 0, or -1 with err; what was appended until then is then of no use. */
	int (*write)(const struct comparison *runs, size_t n, struct strbuf *out, struct err *err);
};

extern const struct comparison_format *const comparison_formats[];
extern const size_t comparison_formats_n;


/* Runs a format. 0, or -1 with err, also when memory ran out. */
int comparison_write(const struct comparison_format *format, const struct comparison *runs, size_t n,
		     struct strbuf *out, struct err *err);

#endif
