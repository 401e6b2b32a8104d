/*
 * iozone_tables: a run as tables with IOzone's columns. For the reports iozone and excel.
 *
 * A table is of one mode and one API: nine tests through the API, then four through stdio and, where the run has them,
 * four through psync and four through pvsync, as with -E. An API that more than these four tests went through has a
 * table of its own. Sizes are in KiB, so that cells of other sizes have no place.
 */
#ifndef IOSWEEP_REPORT_IOZONE_TABLES_H
#define IOSWEEP_REPORT_IOZONE_TABLES_H

#include "base/strbuf.h"
#include "store/iozone_names.h"
#include "store/resultset.h"

struct iozone_table {
	enum mode mode;
	const char *api; /* of the first nine columns */
	const struct surface *column[IOZONE_COLUMNS_MAX]; /* NULL: nothing was measured */
	size_t columns_n; /* 13, 17 or 21 */
};

struct iozone_tables {
	struct iozone_table *v; /* owned; each has a column */
	size_t n;
};

int iozone_tables_make(const struct resultset *rs, struct iozone_tables *tables); /* 0 or -ENOMEM */
void iozone_tables_release(struct iozone_tables *tables);

/* Appends the lines above a table: when it was measured, and how. */
void iozone_tables_head(const struct resultset *rs, const struct iozone_table *table, struct strbuf *out);

/* Appends the line below it, and names the tests that have no column. */
void iozone_tables_end(const struct resultset *rs, struct strbuf *out);

/* The median of a cell in whole KiB/s; 0: missing, or its sizes are no whole KiB. */
uint64_t iozone_tables_kib(const struct resultset *rs, const struct surface *surface, size_t ix, size_t iy);

#endif
