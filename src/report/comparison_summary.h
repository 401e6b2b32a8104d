/*
 * comparison_summary: a comparison's tests as a table, a line each: mean change, extremes, and how many cells
 * differ.
 */
#ifndef IOSWEEP_REPORT_COMPARISON_SUMMARY_H
#define IOSWEEP_REPORT_COMPARISON_SUMMARY_H

#include "base/strbuf.h"
#include "report/comparison.h"

/* The signs of cells in all tables of a comparison. */
#define COMPARISON_NOISE_SIGN "~" /* no more than noise */
#define COMPARISON_GUESS_SIGN "?"

/* Appends the table; nothing where no cell was compared. 0 or -ENOMEM. */
int comparison_add_summary(const struct comparison *c, struct strbuf *out);

#endif
