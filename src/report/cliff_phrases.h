/* cliff_phrases: the clauses in which a boundary is told. Each adds to the sentence. */
#ifndef IOSWEEP_REPORT_CLIFF_PHRASES_H
#define IOSWEEP_REPORT_CLIFF_PHRASES_H

#include "base/strbuf.h"
#include "report/cliff_boundary.h"

/* "256M", or a number of records (AXES_N). */
void cliff_phrase_place(struct strbuf *out, enum axis axis, double at);

const char *cliff_phrase_what_grows(enum axis axis); /* "the file" */

/* "falls 43 %", "rises by a factor of 3.2"; plural: "fall" */
void cliff_phrase_change(struct strbuf *out, double ratio, bool plural);

/* The names of the boundary's tests that are chosen: "read, reread and randread (depth 4)". */
void cliff_phrase_tests(struct strbuf *out, const struct cliff_boundary *b, boundary_choice *choose, const void *by);

/* "at 8 of 9 record sizes, 4K to 1M" */
void cliff_phrase_where(struct strbuf *out, const struct run_cliffs *cliffs, const struct cliff *c);

/* What came of looking again, where that was done: "; confirmed in read". */
void cliff_phrase_status(struct strbuf *out, const struct cliff_boundary *b);

/* "; others used the device in 3 of 5 lines", of the clearest test; nothing where it was in fewer than half. */
void cliff_phrase_disturbed(struct strbuf *out, const struct cliff_boundary *b);

/* "; consistent with 2 x md0's stripe of 1.25M (chance 7 %) in write and rewrite"; nothing where there is no cause. */
void cliff_phrase_cause(struct strbuf *out, const struct cliff_boundary *b);

#endif
