/*
 * cliff_boundary: one boundary and what can be asked of it. Several tests share it: those in which it was looked for again
 * and not seen, or all others, which are two statements.
 */
#ifndef IOSWEEP_REPORT_CLIFF_BOUNDARY_H
#define IOSWEEP_REPORT_CLIFF_BOUNDARY_H

#include "report/cliffs.h"

#include <stdbool.h>
#include <stddef.h>

struct cliff_boundary {
	const struct run_cliffs *cliffs;
	const struct mode_cliffs *mode;
	const struct cliff_group *group;
	bool rejected; /* of the tests that it was rejected in, or of the others */
};

/* Of the i-th of group->count tests: its place in the mode's list, its cliff, and whether it is spoken of. */
size_t boundary_index(const struct cliff_boundary *b, size_t i);
const struct cliff *boundary_member(const struct cliff_boundary *b, size_t i);
bool boundary_shows(const struct cliff_boundary *b, size_t i);

size_t boundary_count(const struct cliff_boundary *b); /* of those that are spoken of */
size_t boundary_clearest(const struct cliff_boundary *b); /* the first of them, of which there must be one */

/* The tests' median; where some of them are not shown, that of the clearest. */
double boundary_ratio(const struct cliff_boundary *b);

double boundary_confidence(const struct cliff_boundary *b); /* the highest of those that are spoken of */

/* Whether a test of the boundary is one of those that are asked for; by is the choice's own. */
typedef bool boundary_choice(const struct cliff_boundary *b, size_t i, const void *by);

bool boundary_any(const struct cliff_boundary *b, size_t i, const void *unused);
bool boundary_is_confirmed(const struct cliff_boundary *b, size_t i, const void *unused);
bool boundary_has_cause(const struct cliff_boundary *b, size_t i, const void *cause); /* a struct cause */

/* How many that are spoken of. */
size_t boundary_count_tests(const struct cliff_boundary *b, boundary_choice *choose, const void *by);

/* Of the causes of the tests that which most of them have, as the test has it that it fits best; NULL: none. */
const struct cause *boundary_cause(const struct cliff_boundary *b);

#endif
