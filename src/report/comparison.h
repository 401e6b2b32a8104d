/*
 * comparison: a run beside the one that it is compared with, cell by cell.
 *
 * A cell is one of mode, test, file size, record size, depth and jobs, and its samples are those that count in
 * the run's own tables: ok, not taken again to confirm, and without a first pass that differs from the later
 * ones. Tests are the same where pattern, API and share of reads are; a test that has no such counterpart is
 * compared with the one of its name, so that the same tests through another API can be compared. In the same
 * way a test that was measured at one depth in each run, but not at the same, is compared all the same, and so
 * with jobs. What such cells, or whole runs, differ in is in differences; comparison_left.h tells what could not
 * be compared.
 */
#ifndef IOSWEEP_REPORT_COMPARISON_H
#define IOSWEEP_REPORT_COMPARISON_H

#include "base/strbuf.h"
#include "model/axis.h"
#include "report/run_difference.h"
#include "stats/compare.h"
#include "store/resultset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* What a run has of a cell. */
enum comparison_state {
	COMPARISON_ABSENT, /* nothing: not in its grid, or not reached */
	COMPARISON_OK, /* a figure */
	COMPARISON_NO_FIGURE, /* good samples, but none has a positive figure of the metric */
	COMPARISON_FAILED,
	COMPARISON_SKIPPED,
};

enum { COMPARISON_BASE, COMPARISON_RUN, COMPARISON_SIDES_N };

struct comparison_place {
	uint64_t at[AXES_N];
	uint64_t run_at[AXES_N]; /* unlike it in depth or jobs, where each run has but one */
	enum comparison_state state[COMPARISON_SIDES_N];
};

/* The cells of a mode and test over the axes x and y, with the others fixed; a table of the text. */
struct comparison_table {
	enum mode mode;
	const struct test *test[COMPARISON_SIDES_N]; /* in the runs' configs; NULL: this run has no such test */
	uint64_t fixed[AXES_N]; /* 0 for x and y */
	size_t first, n; /* cells */
	struct compare_summary summary;
};

struct comparison {
	const struct resultset *side[COMPARISON_SIDES_N]; /* borrowed; must outlive this */
	const struct metric *metric;
	enum axis x, y; /* those of the base's surfaces */
	struct compare_cell *cells; /* owned, as are all below; group is the number of the table */
	struct comparison_place *places; /* [cells_n] */
	size_t cells_n;
	struct comparison_table *tables; /* in the order of modes, of the base's tests, and of the fixed values */
	size_t tables_n;
	struct compare_summary summary; /* of all cells */
	struct run_differences differences;
	size_t first_pass[COMPARISON_SIDES_N]; /* samples of a first pass that do not count */
	size_t disturbed[COMPARISON_SIDES_N]; /* samples during which others used the device; they count */
	size_t newly_failed; /* cells with a figure in the base that failed in the run */
};

/*
 * Compares. 0, or -1 with err: the runs have no cell in common, or the metric is no figure of a sample
 * (ERR_USAGE); no memory. Release only after success.
 */
int comparison_make(const struct resultset *base, const struct resultset *run, const struct metric *metric,
		    struct comparison *comparison, struct err *err);
void comparison_release(struct comparison *comparison);

/* Appends the title of a table, as the tables of a run name it: "Random read, depth 16". */
void comparison_add_title(const struct comparison *c, const struct comparison_table *table, struct strbuf *out);

/* Appends the fixed values of a table that are worth telling: ", depth 16"; nothing where there are none. */
void comparison_add_fixed(const struct comparison *c, const struct comparison_table *table, struct strbuf *out);

/* "64M/4K": where a cell lies on x and y. Returns buf. */
#define COMPARISON_AT_LEN (2 * UNITS_TEXT_LEN)
const char *comparison_at(const struct comparison *comparison, const struct comparison_place *place,
			  char buf[COMPARISON_AT_LEN]);

/* "slower", "faster" and so on: what a ratio below or above 1 means in this metric. */
const char *comparison_word(const struct metric *metric, bool higher);

/* Whether a ratio is to the worse by more than that share (0.1 for 10 %). Never where neither side is better. */
bool comparison_worse(const struct metric *metric, double ratio, double share);

/* Cells that differ and are worse by more than the share; *worst is the worst of them where there are any. */
size_t comparison_count_worse(const struct comparison *comparison, double share, size_t *worst);

/* For comparison_make(): fills cells, places and tables from the samples. 0 or -ENOMEM. */
int comparison_match(struct comparison *comparison);

#endif
