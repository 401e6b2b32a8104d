/*
 * comparison_fields: the published fields of a compared cell, for the formats that programs read. Values are
 * JSON as in cell_fields.h; a published name never changes.
 */
#ifndef IOSWEEP_REPORT_COMPARISON_FIELDS_H
#define IOSWEEP_REPORT_COMPARISON_FIELDS_H

#include "report/comparison.h"

#include <jansson.h>
#include <stddef.h>

/* A cell where it stands. */
struct comparison_view {
	const struct comparison *comparison;
	const struct comparison_table *table;
	const struct comparison_place *place;
	const struct compare_cell *cell;
};

struct comparison_field {
	const char *name, *help;
	/* A new reference; NULL when memory ran out. */
	json_t *(*get)(const struct comparison_view *view);
};

extern const struct comparison_field comparison_fields[];
extern const size_t comparison_fields_n;

struct comparison_view comparison_view_at(const struct comparison *comparison, size_t cell);

#endif
