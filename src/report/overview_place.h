/*
 * overview_place: which surfaces of a mode stand together on one overview.
 *
 * There is one overview for each place: the values of the fixed axes in which surfaces of a test differ. A test that does
 * not differ there, such as one that has a single depth, stands on all of them.
 */
#ifndef IOSWEEP_REPORT_OVERVIEW_PLACE_H
#define IOSWEEP_REPORT_OVERVIEW_PLACE_H

#include "base/strbuf.h"
#include "store/resultset.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether surface i, of all n of a mode, names a place that no earlier one has named, nor another more exactly. */
bool overview_place_leads(const struct surface *const *surfaces, size_t n, size_t i);

/* Whether a surface stands on the overview of the leading one. */
bool overview_place_has(const struct surface *lead, const struct surface *surface);

/* Adds "overview", or "overview-depth-4", and the axes as resultset_by() has them. */
void overview_place_name(const struct resultset *rs, const struct surface *lead, struct strbuf *name);

#endif
