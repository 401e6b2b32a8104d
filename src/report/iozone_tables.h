/*
 * iozone_tables: a run as tables with IOzone's columns. For the reports iozone and excel.
 *
 * A table is of one mode, one API, one depth and one number of jobs: nine tests through the API, then four through
 * stdio and, where the run has them, four through psync and four through pvsync, as with -E. An API that more than
 * these four tests went through has a table of its own. Tests through synchronous APIs stand in the table of the
 * run's first depth. Sizes are in KiB, so that cells of other sizes have no place.
 */
#ifndef IOSWEEP_REPORT_IOZONE_TABLES_H
#define IOSWEEP_REPORT_IOZONE_TABLES_H

#include "base/strbuf.h"
#include "store/iozone_names.h"
#include "store/resultset.h"

struct err;

struct iozone_table {
	enum mode mode;
	const char *api; /* of the first nine columns */
	uint64_t depth, jobs;
	const struct surface *column[IOZONE_COLUMNS_MAX]; /* NULL: nothing was measured */
	size_t columns_n; /* 13, 17 or 21 */
};

/* Appends what a report shows of one table. */
typedef void iozone_body_fn(const struct resultset *rs, const struct iozone_table *table, struct strbuf *out);

/*
 * Appends all tables that have a figure: for each the lines that say when it was measured and how, its body, and the
 * line that ends it, with the tests that have no column; and at the end how many figures have no place. 0, or -1 with
 * err.
 */
int iozone_tables_write(const struct resultset *rs, iozone_body_fn *body, struct strbuf *out, struct err *err);

/* The median of a cell in whole KiB/s; 0: missing, or its sizes are no whole KiB. */
uint64_t iozone_tables_kib(const struct resultset *rs, const struct surface *surface, size_t ix, size_t iy);

#endif
