/* comparison_left: the words for what of two runs could not be compared. */
#ifndef IOSWEEP_REPORT_COMPARISON_LEFT_H
#define IOSWEEP_REPORT_COMPARISON_LEFT_H

#include "base/strbuf.h"
#include "report/comparison.h"

/* Cells without a ratio, by the reason. */
struct comparison_left {
	size_t only[COMPARISON_SIDES_N]; /* the other run has nothing */
	size_t failed[COMPARISON_SIDES_N]; /* in this run alone, or skipped there; the other has a figure */
	size_t failed_both; /* failed or skipped in both */
	size_t no_figure; /* measured in both, but one has no positive figure of the metric */
};

struct comparison_left comparison_left_count(const struct comparison *comparison);

/*
 * What could not be compared, a line each: modes, tests, sizes and the like that one run alone has ("file sizes
 * 8G, 16G: only in BASE"), and how many cells that and failures come to. Nothing where all was compared.
 */
void comparison_left_text(const struct comparison *comparison, struct strbuf *out);

/* Of runs with no cell in common: the lines of the first of these in which they have nothing in common. */
void comparison_left_why(const struct comparison *comparison, struct strbuf *out);

#endif
