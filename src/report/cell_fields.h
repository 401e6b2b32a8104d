/*
 * cell_fields: the published fields of a cell, for all formats that programs read.
 *
 * Values are JSON: text, whole number, real, true or false; null where there is none. A published name never changes.
 */
#ifndef IOSWEEP_REPORT_CELL_FIELDS_H
#define IOSWEEP_REPORT_CELL_FIELDS_H

#include "store/resultset.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A cell where it stands. */
struct cell_view {
	const struct surface *surface;
	const struct cell *cell;
	uint64_t at[AXES_N];
};

struct cell_field {
	const char *name, *unit, *help; /* unit "" where there is none */
	/* A new reference; NULL when memory ran out. */
	json_t *(*get)(const struct cell_field *field, const struct cell_view *view);
	const char *of; /* what get needs to know: the sample field that it is made from */
	enum axis axis; /* or the axis */
};

extern const struct cell_field cell_fields[];
extern const size_t cell_fields_n;

/* Cell number i of a surface, i < cells_n. */
struct cell_view cell_view_at(const struct resultset *rs, const struct surface *surface, size_t i);

/* Whether there is something to tell: it was measured, failed or was skipped. */
bool cell_view_any(const struct cell_view *view);

#endif
