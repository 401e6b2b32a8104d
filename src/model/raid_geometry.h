/* raid_geometry: of an array, as the user says where the system cannot see into it ("chunk=256k,data=5"), or it knows. */
#ifndef IOSWEEP_MODEL_RAID_GEOMETRY_H
#define IOSWEEP_MODEL_RAID_GEOMETRY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

#define RAID_CHUNK_MAX (UINT64_C(1) << 30)
#define RAID_DATA_MAX 1024

struct raid_geometry {
	uint64_t chunk_bytes; /* up to RAID_CHUNK_MAX */
	uint64_t data_disks; /* up to RAID_DATA_MAX, parity not counted; 0: not said */
};

/*
 * Reads "chunk=SIZE" with or without "data=N", in any order. 0, or -1 with an ERR_USAGE that says what is wrong and
 * what would be accepted; geometry is unchanged then.
 */
int raid_geometry_parse(const char *text, struct raid_geometry *geometry, struct err *err);

/*
 * What is known of the array below the files: what was told (NULL: nothing), which goes before the facts of the
 * environment (see envfacts_stripe()). False: of neither.
 */
bool raid_geometry_find(const char *told, const json_t *environment, struct raid_geometry *geometry);

#endif
