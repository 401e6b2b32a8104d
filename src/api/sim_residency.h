/*
 * sim_residency: which parts of a modelled file have been read or written since its cache was dropped.
 *
 * A bit stands for a unit of 4 KiB, of more in files so large that the bits would pass 128 KiB. A unit is resident as
 * a whole: what a first touch misses is therefore counted in whole units (as read-ahead fetches whole pages), and a
 * scan of the whole file in whatever records misses each byte once.
 */
#ifndef IOSWEEP_API_SIM_RESIDENCY_H
#define IOSWEEP_API_SIM_RESIDENCY_H

#include <stdint.h>

struct sim_residency {
	uint64_t *bits; /* owned */
	uint64_t units, resident; /* how many there are; how many are set */
	unsigned unit_shift;
};

void sim_residency_release(struct sim_residency *r); /* all zero is a valid, empty residency */

/* Makes room for files up to size bytes; what is resident stays so. 0 or -ENOMEM. */
int sim_residency_reserve(struct sim_residency *r, uint64_t size);

void sim_residency_clear(struct sim_residency *r); /* nothing is resident any more */

/*
 * Makes [offset, offset + len) resident, or (forget) not resident, and returns how many bytes, in whole units, were
 * not so before. The range lies within what was reserved; len >= 1.
 */
uint64_t sim_residency_touch(struct sim_residency *r, uint64_t offset, uint64_t len);
uint64_t sim_residency_forget(struct sim_residency *r, uint64_t offset, uint64_t len);

#endif
