/*
 * placement: where the files of a run begin within the stripes of the array below them.
 *
 * On an array with parity a record that is as large as a stripe is one only where it begins with one; elsewhere it is
 * written as parts of two, each of which has to be read first, and the jump to the stripe and the fall above it do not
 * show. Whether they could have shown is known from where the file system put the files.
 */
#ifndef IOSWEEP_REPORT_PLACEMENT_H
#define IOSWEEP_REPORT_PLACEMENT_H

#include "base/strbuf.h"
#include "store/resultset.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct raid_geometry;

struct placement {
	const char *device; /* the array's name; belongs to the environment of the run; NULL: it has none */
	uint64_t chunk_bytes, data_disks, stripe_bytes;
	bool parity; /* false: a part of a stripe costs no more than its share */
	bool told; /* the file system knows the stripe */
	size_t samples; /* in device mode, of files whose place is known; 0: nothing is known, and the rest says nothing */
	size_t inside; /* those of files that begin inside a stripe */
	uint64_t least_bytes, most_bytes; /* where these begin, from the stripe's start on */
};

/*
 * raid: what the user says of the array, of which the first stripe begins with the device; NULL: the md array that
 * envfacts_stripe() finds. Nothing is known of files below which a volume manager or a loop device moves what they hold.
 */
void placement_find(const struct resultset *rs, const struct raid_geometry *raid, struct placement *placement);

/* A paragraph; nothing where nothing is known. */
void placement_text(const struct placement *placement, struct strbuf *out);

/*
 * null, or an object: device (or null), stripe_bytes, samples, inside, from_bytes and to_bytes (null where none begins
 * inside). NULL: out of memory.
 */
json_t *placement_json(const struct placement *placement);

#endif
