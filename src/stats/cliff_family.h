/*
 * cliff_family: the tests of one direction and, one after the other, their rows of one size laid side by side.
 * Part of the cliff detector; nobody else includes it.
 */
#ifndef IOSWEEP_STATS_CLIFF_FAMILY_H
#define IOSWEEP_STATS_CLIFF_FAMILY_H

#include "stats/cliff.h"

struct family {
	const struct cliff_test *test; /* all tests of the run */
	unsigned *member; /* indexes of this direction's; borrowed */
	unsigned n; /* how many */
	enum cliff_axis axis; /* along which the rows run */

	double *size; /* of the rows' cells: all that a member has */
	unsigned size_n;
	double *other; /* sizes of the other axis, of which each gives a row in each test */
	unsigned other_n;
	double *number; /* of the members: 1, 2, 3, ... */
	struct cliff_cell *cell; /* n * size_n: of one `other` */
	double *scratch; /* room for the samples of a cell */
};

/* With test, member, n and axis set, finds the sizes. Returns 0 or -ENOMEM, then with nothing to release. */
int family_init(struct family *f);
void family_release(struct family *f);
void family_lay_rows(struct family *f, double other);
double family_log2(const struct family *f, unsigned t, double size); /* median of a laid cell; NAN: absent */

#endif
