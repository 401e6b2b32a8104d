/*
 * iozone_place: which figure of a row of the auto table belongs to which column.
 *
 * For tests that were not asked for (-i) IOzone prints blanks, but not as many as their columns are wide, and how
 * many depends on its version. So a figure may stand six columns beside its name, nearer to another. What can be
 * told is told from three things: the widths of figures, which the head shows; how many blanks the versions are known
 * to print for each test; and the tests that the command line names. A row that these do not settle, or that they
 * contradict each other on, is refused. Counting the words of a row settles it only where it has all figures.
 */
#ifndef IOSWEEP_STORE_IOZONE_PLACE_H
#define IOSWEEP_STORE_IOZONE_PLACE_H

#include "store/iozone_layout.h"

#include <stdbool.h>
#include <stddef.h>

struct iozone_places {
	size_t column[IOZONE_COLUMNS_MAX]; /* of each figure, ascending */
	size_t end[IOZONE_COLUMNS_MAX]; /* where each figure ended, from the end of the file size on */
	size_t n;
};

struct iozone_place_row {
	const struct iozone_token *tokens; /* file size, record size, figures: all numbers */
	size_t n; /* >= 2, and at most the columns and 2 */
	bool last_cut; /* the text ended here, and the last number may lack digits */
	const char *command; /* the run's command line; NULL: not known */
	bool own; /* a report of iosweep's, whose blanks are as wide as their columns */
};

/*
 * Fills places, which holds those of the table's row before or has n 0. Returns how many tokens could be placed: all,
 * or all but the last where that is cut and does not end as in the row before; -1 where the row is refused.
 */
int iozone_place(const struct iozone_layout *layout, const struct iozone_place_row *row, struct iozone_places *places);

#endif
