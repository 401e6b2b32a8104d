/*
 * refine: sizes between those of a grid, where cliffs may lie that doublings step over.
 *
 * A RAID 5 falls just above its chunk and just above its stripe, and has recovered at twice that: on a grid of powers
 * of two alone that fall is never seen. So a run that refines has more record sizes from the start, wherever cliffs
 * are: of an array that is known, the chunk and 5/4 of it, k chunks up to one more than there are data disks, and 3/4,
 * 1, 5/4 and 2 stripes; of storage that is not known, 5/4 and 3/2 of each power of two from 64 KiB to 2 MiB.
 *
 * Later a boundary that was confirmed is halved (on a logarithmic scale) until it is known to a quarter of its size.
 */
#ifndef IOSWEEP_SWEEP_REFINE_H
#define IOSWEEP_SWEEP_REFINE_H

#include "base/units.h"

#include <stdbool.h>
#include <stdint.h>

struct raid_geometry;

#define REFINE_ENOUGH 1.25 /* a boundary from a to at most this times a is not halved */

/* Adds these sizes to the records, within their range. geometry NULL: not known. 0 or -ENOMEM. */
int refine_records(const struct raid_geometry *geometry, struct size_list *records);

/*
 * Makes file sizes of eight stripes and more whole stripes, of which they lose less than one, so that none ends with a
 * part of one. The smallest that is changed, 0 where none is.
 */
uint64_t refine_files(const struct raid_geometry *geometry, struct size_list *files);

/*
 * The size in the middle of a boundary, a multiple of 4 KiB where both ends are, from 32 KiB on, else of 512 bytes.
 * False where the boundary is known well enough, or no such size lies inside.
 */
bool refine_middle(uint64_t from, uint64_t to, uint64_t *middle);

/* The same of a boundary in records per file: a whole number of them. */
bool refine_middle_count(uint64_t from, uint64_t to, uint64_t *middle);

#endif
