/*
 * cell_marks: the signs behind a cell's figure in tables, and what each means.
 *
 * One row a sign; the tables, their legend and the alignment of their columns follow.
 */
#ifndef IOSWEEP_REPORT_CELL_MARKS_H
#define IOSWEEP_REPORT_CELL_MARKS_H

#include "base/strbuf.h"
#include "store/resultset.h"

#define CELL_MARKS_LEN 12 /* of all marks of a cell, with the '\0' */

struct cell_mark {
	char sign;
	bool (*holds)(const struct surface *surface, const struct cell *cell); /* of a measured cell */
	/* Adds what it means; NULL: the notes tell it themselves. */
	void (*explain)(const struct resultset *rs, struct strbuf *out);
};

extern const struct cell_mark cell_marks[];
extern const size_t cell_marks_n;

#define CELL_MARK_FAILED '!' /* failed in some passes */

/* The signs of a cell, "" for one that was not measured; returns marks. */
const char *cell_marks_of(const struct surface *surface, const struct cell *cell, char marks[CELL_MARKS_LEN]);

/* Length of the signs that a text from a grid ends with. */
size_t cell_marks_length(const char *text);

#endif
