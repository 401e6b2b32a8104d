/* fixture_cliffs: what is said of a run's cliffs, for the tests of report. */
#ifndef IOSWEEP_TESTS_FIXTURE_CLIFFS_H
#define IOSWEEP_TESTS_FIXTURE_CLIFFS_H

#include "base/strbuf.h"
#include "report/cliffs.h"

#include <jansson.h>

/* Appends the text. */
void fixture_cliffs_text(const struct run_cliffs *cliffs, struct strbuf *out);

/* The JSON, a new reference. */
json_t *fixture_cliffs_json(const struct run_cliffs *cliffs);

#endif
