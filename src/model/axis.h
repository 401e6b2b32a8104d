/*
 * axis: what of a run varies from cell to cell and is a number: file size, record size, depth, jobs. A surface stands on
 * two of them, and the others are fixed.
 */
#ifndef IOSWEEP_MODEL_AXIS_H
#define IOSWEEP_MODEL_AXIS_H

#include "base/strbuf.h"
#include "base/units.h"
#include "model/sample.h"

#include <stdbool.h>
#include <stdint.h>

enum axis { AXIS_FILE_SIZE, AXIS_RECORD, AXIS_DEPTH, AXIS_JOBS };

#define AXES_N 4

/* What a surface stands on; AXES_N: that is left open. */
struct axis_pair {
	enum axis x, y;
};

struct axis_row {
	const char *name; /* published, as an option's value: "file-size" */
	const char *key; /* published, in JSON: "file_size" */
	const char *field; /* of a sample: "file_size_bytes" */
	const char *title; /* "File size" */
	const char *head; /* of a table's rows or columns: "file"; before a value, and in file names */
	const char *grows; /* what grows along it: "the file" */
	const char *values; /* several of them: "file sizes" */
	const char *over; /* the axis in a sentence: "file size" */
	bool bytes; /* else plain numbers */
};

extern const struct axis_row axes[AXES_N];

bool axis_from_name(const char *name, enum axis *axis);

/* Where on the axis a sample lies; SAMPLE_ABSENT where it does not say. */
uint64_t axis_of_sample(enum axis axis, const struct sample *sample);

/* "64K", or a plain number. Returns buf. */
const char *axis_format(enum axis axis, uint64_t value, char buf[UNITS_TEXT_LEN]);

/* The same with what it is of: "file 64K", "depth 4", "3 jobs". */
void axis_add_value(enum axis axis, uint64_t value, struct strbuf *out);

#endif
