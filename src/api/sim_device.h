/*
 * sim_device: how long a modelled block device takes for one request, as pure arithmetic.
 *
 * A request costs
 *	per_operation_ns for each max_request bytes begun,
 *	seek_ns where it does not begin where the last one ended,
 *	its bytes over the device's own rate (the bus, the controller),
 *	and, on an array, what its disks take.
 *
 * The array is md's (Linux drivers/md/raid5.c, raid0.c): data in chunks, left-symmetric parity. Each disk gets one
 * request for each contiguous piece, also across stripes, and costs request_ns and its bytes over the disks' rate;
 * the disks work side by side, so that the slowest counts. A write that covers a row of a stripe in part must first
 * read, by whichever way reads fewer blocks: the old data and parity of what it covers, or all of the row that it
 * does not cover. Those reads are a phase of their own before the writes. From this alone follow the shapes of a
 * real md array: a jump at the whole stripe, peaks at its multiples and a fall just above each, a fall just above
 * the chunk (two pieces of parity), and no cliff at all for RAID 0. RAID 6 has two parities.
 */
#ifndef IOSWEEP_API_SIM_DEVICE_H
#define IOSWEEP_API_SIM_DEVICE_H

#include "model/direction.h"

#include <stdbool.h>
#include <stdint.h>

#define SIM_DISKS_MAX 64

struct sim_raid {
	uint64_t level; /* 0, 5 or 6 */
	uint64_t disks; /* members, parity included; 0: no array */
	uint64_t chunk_bytes;
	double request_ns; /* of one request to one disk */
	double partial_stripe_ns; /* added for each stripe that a write covers in part */
	double mib_s[IO_DIRS_N]; /* of one disk; 0: without limit */
};

struct sim_device {
	double per_operation_ns, seek_ns, flush_ns;
	double mib_s[IO_DIRS_N]; /* 0: without limit */
	uint64_t max_request_bytes; /* 0: requests are never split */
	uint64_t parallel; /* requests that are served at one time, through sim_queue; 0: 1 */
	struct sim_raid raid;
	double stream_ns_per_byte[IO_DIRS_N]; /* filled in by sim_device_prepare() */
};

struct sim_transfer {
	enum io_dir dir;
	uint64_t offset, len; /* bytes; len >= 1 */
	bool sequential; /* begins where the last one ended */
};

/* How many of the disks hold data: disks less 0, 1 or 2. */
uint64_t sim_raid_data_disks(const struct sim_raid *raid);

/* Works out what one byte of a long stream costs. Call it once the other fields stand. */
void sim_device_prepare(struct sim_device *device);

double sim_device_request_ns(const struct sim_device *device, const struct sim_transfer *t);

/*
 * Bytes moved by read-ahead or writeback, which merge small requests into large ones: the record size does not show.
 */
double sim_device_stream_ns(const struct sim_device *device, enum io_dir dir, uint64_t len);

/* len bytes at this rate; 0 is without limit. */
double sim_transfer_ns(double mib_s, uint64_t len);

#endif
