/*
 * sim_model: the machine that the sim API plays, read from a small JSON file.
 *
 * Sizes are bytes or text such as "256k"; rates are MiB/s, and a rate that is absent is without limit; times are ns;
 * all else that is absent is 0. An unknown key, a wrong type or a value out of range is refused, by file and key.
 *
 *   comment                     text, for the reader
 *   caches[]                    smallest first, at most 8; the last is the page cache. None: cached I/O is direct
 *     size                      the working set that fits, required
 *     per_operation_ns          of each operation that it serves
 *     read_mib_s, write_mib_s   of copying between it and the program
 *   dirty_limit                 bytes that may be dirty before writers are held to the device's speed; absent:
 *                               any number
 *   capacity                    of the file system; a write that would take the files past it gives ENOSPC. Absent:
 *                               without limit
 *   device
 *     per_operation_ns          of each request (piece of max_request)
 *     read_mib_s, write_mib_s   of the device as a whole (the bus, the controller)
 *     seek_ns                   added where a request does not begin where the handle's last one ended
 *     flush_ns                  of each flush, beside what is still dirty
 *     max_request               larger requests are split
 *     parallel                  of those in flight through sim_queue, so many are served at one time: 1 to 4096 (1)
 *     raid                      an array below; see sim_device.h
 *       level                   0, 5 or 6, required
 *       disks                   members with parity, required: 1 to 64 (level 5 from 3, level 6 from 4)
 *       chunk                   required, 512 bytes to 64 MiB
 *       request_ns              of each request to each disk
 *       partial_stripe_ns       added for each stripe that a write covers in part
 *       read_mib_s, write_mib_s of each disk
 *   noise                       factors on the time that an operation or flush takes
 *     cell_cv                   coefficient of variation (0 to 10, lognormal, median 1) from one opening of a file to
 *                               the next
 *     operation_cv              the same, from one operation to the next
 *     outliers                  openings of a file that are slower as a whole
 *       share                   0 to 1 of them, required
 *       factor                  on their time, 0.001 to 1000, required
 *     drift_per_hour            relative change of the time for each virtual hour, -1 to 100 (0.05: 5 % slower)
 *   faults[]                    at most 1000
 *     operation                 the first that it strikes, counted from 1 over the session, required
 *     count                     how many in a row (1)
 *     errno                     "EIO", "ENOSPC", "EDQUOT", "EFBIG", "ENOMEM", "EINTR", "EAGAIN" or "EROFS"
 *     short                     instead: bytes that are moved at most, 0 included
 */
#ifndef IOSWEEP_API_SIM_MODEL_H
#define IOSWEEP_API_SIM_MODEL_H

#include "api/sim_device.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct err;

#define SIM_CACHES_MAX 8

struct sim_cache {
	uint64_t size_bytes;
	double per_operation_ns;
	double mib_s[IO_DIRS_N]; /* 0: without limit */
};

struct sim_noise {
	double cell_cv, operation_cv;
	double outlier_share, outlier_factor;
	double drift_per_hour;
};

struct sim_fault {
	uint64_t operation, count; /* strikes operations [operation, operation + count) */
	int errnum; /* positive; 0: a short transfer */
	uint64_t short_bytes;
};

struct sim_model {
	json_t *source; /* the JSON as it was read, owned */
	struct sim_cache caches[SIM_CACHES_MAX];
	size_t caches_n;
	uint64_t dirty_limit_bytes, capacity_bytes; /* UINT64_MAX: none */
	struct sim_device device;
	struct sim_noise noise;
	struct sim_fault *faults; /* owned */
	size_t faults_n;
};

/*
 * path NULL: the built-in model, a workstation with a RAID 5 of five disks and a chunk of 64 KiB. Returns 0; or -1
 * with ERR_USAGE for what is wrong in the file and ERR_ENVIRONMENT where it cannot be read; then there is nothing to
 * release.
 */
int sim_model_load(const char *path, struct sim_model *model, struct err *err);
void sim_model_release(struct sim_model *model);

/* The fault that strikes this operation (counted from 1), or NULL. */
const struct sim_fault *sim_model_fault(const struct sim_model *model, uint64_t operation);

#endif
