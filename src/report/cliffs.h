/*
 * cliffs: the cliffs of a run, mode by mode, and their two forms, text and JSON.
 *
 * A mode's tests are searched together: each has its own surface, and where an axis has too few lines the tests of
 * one direction are each other's. Boundaries that several tests share are named once. Where tests have several surfaces,
 * since another axis is fixed at several values, each of them counts as a test here.
 *
 * The detector's first axis is that of the two on which the surfaces stand which comes first in enum axis, whichever is
 * x; so records per file are the first over the second.
 *
 * Where a sweep measured the cells around a cliff again (see sweep/look.h), these samples alone say what became of it;
 * a cliff that they do not show is no longer counted as one.
 *
 * Boundaries stand in the order in which a reader wants them: the sure ones first, then the possible, then the
 * rejected, and of each kind the strongest first. Strong is what changes throughput by the largest factor, weighed by
 * how sure that is: the confidence times |log2 of the ratio|; where that is the same, what more tests show, then the
 * smaller size.
 */
#ifndef IOSWEEP_REPORT_CLIFFS_H
#define IOSWEEP_REPORT_CLIFFS_H

#include "base/strbuf.h"
#include "report/anomalies.h"
#include "report/cause_facts.h"
#include "report/cliff_disturbed.h"
#include "report/placement.h"
#include "stats/cliff.h"
#include "stats/confirm.h"
#include "store/resultset.h"

struct err;

/* The surest first. */
enum cliff_status {
	CLIFF_CONFIRMED, /* seen again */
	CLIFF_FOUND, /* not looked for again */
	CLIFF_POSSIBLE, /* the same, with a confidence under CLIFFS_SURE */
	CLIFF_REJECTED, /* looked for again, and not seen */
};

struct mode_cliffs {
	const struct surface **tests; /* owned array; cliff.test is an index into it */
	size_t tests_n;
	struct cliff_list list;
	struct cliff_merge merge; /* groups in the order of the reader */
	enum cliff_status *status; /* owned, list.n: of each cliff */
	struct confirm *again; /* the same: what was seen of it again */
	struct cliff_disturbed *disturbed; /* the same: by the I/O of others */
	double *confidence; /* the same: how sure it is by that; groups have the highest of theirs */
	struct cause *causes; /* owned, list.n: of each cliff, at the place of its group */
	struct cliff_sight *sight; /* tests_n */
	struct mode_anomaly *anomalies; /* owned; the largest first */
	size_t anomalies_n;
};

struct run_cliffs {
	struct mode_cliffs modes[MODES_N];
	enum axis first, second; /* what CLIFF_X and CLIFF_Y are */
	struct cause_facts facts; /* that the causes are taken from */
	struct placement placement; /* of the files on the array that they know */
};

#define CLIFFS_SURE 0.5 /* below this confidence a cliff is only possible */

const char *cliff_status_name(enum cliff_status status); /* as in the JSON */

/* That of the surest of its cliffs: a test in which it was not seen again takes nothing from the others. */
enum cliff_status cliffs_group_status(const struct mode_cliffs *m, const struct cliff_group *g);

static inline bool cliffs_is_sure(enum cliff_status status)
{
	return status == CLIFF_CONFIRMED || status == CLIFF_FOUND;
}

/* Fills status, again, disturbed and confidence of cliffs that were found. 0 or -ENOMEM. */
int cliffs_judge(const struct resultset *rs, struct mode_cliffs *m);

/* With their causes, by what the run knows. 0, or -1 with err. Release in both cases. */
int cliffs_find(const struct resultset *rs, struct run_cliffs *cliffs, struct err *err);
void cliffs_release(struct run_cliffs *cliffs);

/*
 * Names the causes of cliffs that were found, again: raid (see model/raid_geometry.h) takes the place of what the
 * run was told of its array; NULL leaves that. 0, or -1 with err: out of memory, or no geometry.
 */
int cliffs_explain(const struct resultset *rs, const char *raid, struct run_cliffs *cliffs, struct err *err);

/*
 * Text: a few lines a boundary, "possible" ones apart, and those that were not seen again; where there is none, what
 * could have been seen. Of the causes of its tests that which most of them have, and where not all have it, which do.
 * JSON: {"cliffs": [one object a test and boundary: mode, test, fixed (the values of the other axes), axis
 * ("file_size", "record_size", "records_per_file", "depth", "jobs"), from, to (bytes, or records), ratio, other_from,
 * other_to, lines, of_lines, confidence, status ("confirmed", "found", "possible", "rejected"), again (null, or what
 * was seen again: ratio, z, lines, and confidence_before), contaminated_lines (that rest on samples which the I/O of
 * others has disturbed), cause (null, or an object: kind, name, size (bytes, or records), multiple (of the size), how
 * ("at", "near"), score, chance; see stats/cause.h)], "detectable": [mode, test, fixed, and a factor for each axis or
 * null], "anomalies": [see report/anomalies.h], "placement": see report/placement.h}. The tests of one boundary are
 * all judged at the place that the clearest of them has it at, or at their own where that has no name (see
 * cliffs_causes.c).
 */
int cliffs_text(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err);
int cliffs_json(const struct run_cliffs *cliffs, struct strbuf *out, struct err *err);

/* Which axis of the run it is; AXES_N: records per file. */
enum axis cliffs_axis(const struct run_cliffs *cliffs, enum cliff_axis axis);

/* Where cell number i of the surfaces lies on it. */
double cliffs_place(const struct resultset *rs, const struct run_cliffs *cliffs, enum cliff_axis axis, size_t i);

#endif
