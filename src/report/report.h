/*
 * report: the contract of a report format, and the list of them.
 *
 * A reporter sees a const resultset and appends the whole report to a buffer. It prints nothing. A new format is one
 * file with a struct reporter, and its row in report.c.
 */
#ifndef IOSWEEP_REPORT_REPORT_H
#define IOSWEEP_REPORT_REPORT_H

#include "base/strbuf.h"
#include "store/resultset.h"

#include <stddef.h>

struct err;

struct reporter {
	const char *name, *summary; /* "csv", "all samples with all fields, ..." */
	const char *file_name; /* in the run directory; NULL: only made on request */
	bool sizes_only; /* takes a resultset on file size and record size only */
	bool no_axes; /* tells samples, whatever the axes and the metric of the resultset are */
	/* Shows one figure of each cell, that of any metric. The others name what they show: give them throughput. */
	bool one_figure;
	/* 0, or -1 with err; what was appended until then is then of no use. */
	int (*write)(const struct resultset *rs, struct strbuf *out, struct err *err);
};

extern const struct reporter *const reporters[];
extern const size_t reporters_n;

const struct reporter *reporter_find(const char *name); /* NULL: no such format */

/* Runs a reporter. 0, or -1 with err, also when memory ran out. */
int report_write(const struct reporter *reporter, const struct resultset *rs, struct strbuf *out, struct err *err);

/* Writes all reports that have a file name into the run directory. Goes on after a failure and tells the first. */
int report_write_all(const struct resultset *rs, const char *run_dir, struct err *err);

#endif
