/*
 * cliffs: the cliffs of a run, mode by mode, and their two forms, text and JSON.
 *
 * A mode's tests are searched together: each has its own surface, and where an axis has too few lines the tests of
 * one direction are each other's. Boundaries that several tests share are named once.
 */
#ifndef IOSWEEP_REPORT_CLIFFS_H
#define IOSWEEP_REPORT_CLIFFS_H

#include "base/strbuf.h"
#include "stats/cliff.h"
#include "store/resultset.h"

struct err;

struct mode_cliffs {
	const struct surface **tests; /* owned array; cliff.test is an index into it */
	size_t tests_n;
	struct cliff_list list;
	struct cliff_merge merge;
	struct cliff_sight *sight; /* tests_n */
};

struct run_cliffs {
	struct mode_cliffs modes[MODES_N];
};

#define CLIFFS_SURE 0.5 /* below this confidence a cliff is only possible */

/* 0, or -1 with err (out of memory). Release in both cases. */
int cliffs_find(const struct resultset *rs, struct run_cliffs *cliffs, struct err *err);
void cliffs_release(struct run_cliffs *cliffs);

/*
 * Text: a few lines a boundary, surest first, "possible" ones apart; where there is none, what could have been seen.
 * JSON: {"cliffs": [one object a test and boundary: mode, test, axis ("file_size", "record_size",
 * "records_per_file"), from, to (bytes, or records), ratio, other_from, other_to, lines, of_lines, confidence,
 * status ("found", "possible"), cause (null)], "detectable": [mode, test, and a factor for each axis or null]}.
 */
int cliffs_text(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err);
int cliffs_json(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err);

const char *cliff_axis_name(enum cliff_axis axis); /* as in the JSON */

#endif
