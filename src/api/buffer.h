/*
 * buffer: the memory that I/O goes from and to.
 *
 * Page aligned, filled with data that does not compress, the same in every buffer. Before a write every 4 KiB of it gets
 * a stamp of 8 bytes that was never used before in the run, so that no two blocks on the disk are alike and nothing can
 * be saved by deduplication. What is read goes elsewhere, so that what is written stays what it is.
 *
 * A record is written from memory that begins at its place in the file modulo a turn, so that records that follow each
 * other hold different data, and what is the same in a file lies a turn apart or more: farther than compressors look
 * (32 KiB for zlib, 64 KiB for LZ4) and than file systems compress in one piece (128 KiB), and still within a processor's
 * second cache. A compressor with a longer window (zstd over a whole file) finds it. Places are whole blocks, so that
 * stamps stand in the same places of the memory, always: records of less than a block, or of no whole number of them,
 * share their places with neighbours, and some of their data come again sooner. Each record in flight has a turn of its
 * own; queues deeper than 32 have shorter ones, so that what is registered with a ring stays within a common
 * RLIMIT_MEMLOCK (8 MiB), and a step in the depths is not one of this program's making.
 *
 * A shape (see model/data_shape.h) makes data that can be saved, by as much as the user wants:
 *
 * Compression: each 512 bytes end in zeros, as many as are to be saved, and are random before them. So every block of
 * whatever size compresses by the same share.
 *
 * Deduplication: the random part repeats every BUFFER_FILLS blocks of the memory, which is a turn as well, and the blocks
 * that are to be copies all get one and the same stamp instead of one of their own. The first copy of each of the
 * BUFFER_FILLS kinds is none yet, which does not show in files of more than some MiB. Which blocks are copies follows
 * from their stamps.
 *
 * What is written is thereby known without being kept: a block is the data of its record's place in the file and of its
 * own in the record, and its stamp follows from the first stamp of the repetition and the block's place in the file.
 * Stamps are whole numbers times an odd constant (hence all different, modulo 2^64), from a start that the seed gives. So
 * a stamp that is damaged is hardly ever another one that was in use, and its number can be had back.
 */
#ifndef IOSWEEP_API_BUFFER_H
#define IOSWEEP_API_BUFFER_H

#include "model/data_shape.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BUFFER_BLOCK 4096
#define BUFFER_PIECE 512 /* within which data compress */
#define BUFFER_FILLS 32 /* different blocks of data that there are, where some are to be copies */
#define BUFFER_TURN ((size_t)BUFFER_FILLS * BUFFER_BLOCK)
#define BUFFER_TURNS_MOST ((size_t)4 << 20) /* bytes of the turns of all regions, which may have to be locked in memory */

/*
 * From one stamp to the next number's: 2^64 over the golden ratio, odd. Its multiples are spread evenly (D. Knuth,
 * TAOCP 3, 6.4), and with them the copies.
 */
#define BUFFER_STEP UINT64_C(0x9e3779b97f4a7c15)

struct buffer_size {
	size_t data, input; /* bytes */
};

struct buffer {
	unsigned char *data; /* what is written */
	unsigned char *input; /* what is read goes here; data and input lie in one piece, input behind */
	struct buffer_size size; /* as asked for */
	struct buffer_size mapped; /* in whole pages */
	size_t region; /* data is arranged in regions of so many bytes that hold the same, the first one whole */
	unsigned regions;
	struct data_shape shape;
	uint64_t stamp; /* the next that is free */
	uint64_t copies; /* share of copies, in 2^-32 */
	uint64_t copy_stamp; /* theirs */
};

/*
 * seed decides the first stamp. shared: processes that are made later see the same memory. 0 or -errno; release a buffer
 * that was zeroed or initialised.
 */
int buffer_init(struct buffer *buffer, struct buffer_size size, uint64_t seed, bool shared);
void buffer_release(struct buffer *buffer);

/* Gives the data of a buffer that was just initialised a shape. */
void buffer_shape(struct buffer *buffer, const struct data_shape *shape);

/*
 * The bits of a record's offset in its file that say where in a region it is written from; for records of this size of
 * which so many, at least 1, are in flight at a time. Also the greatest such place, always whole blocks, so that a region
 * needs that much more than a record. 0 where the records are multiples of the turn.
 */
size_t buffer_phases(uint64_t record_size, unsigned depth);

static inline unsigned char *buffer_place(unsigned char *region, size_t phases, uint64_t offset)
{
	return region + (offset & phases);
}

/*
 * Makes each of n regions of data begin like the first, so that it does not matter which one a record is written from.
 * Outside of the clock. One region needs no more than `region` bytes of the buffer, several a multiple of BUFFER_BLOCK each.
 */
void buffer_arrange(struct buffer *buffer, size_t region, unsigned n);

/* Takes n stamps for oneself; returns the first. */
uint64_t buffer_reserve(struct buffer *buffer, uint64_t n);

/* The number of a stamp that was reserved with others, from 0; of any other value nearly always a large one. */
uint64_t buffer_stamp_number(uint64_t first, uint64_t stamp);

/* What stands in the block that has this stamp: it, or in a copy the one that all copies have. */
static inline uint64_t buffer_stamp_of(const struct buffer *buffer, uint64_t stamp)
{
	return __builtin_expect(buffer->copies != 0, 0) && stamp >> 32 < buffer->copies ? buffer->copy_stamp : stamp;
}

/*
 * Stamps the blocks of len bytes that begin at `at`. The first one gets `stamp`, each other one that of a number higher by
 * BUFFER_BLOCK. A last block of less than 8 bytes gets a part of its stamp.
 */
static inline void buffer_stamp(const struct buffer *buffer, void *at, size_t len, uint64_t stamp)
{
	unsigned char *block = at;
	uint64_t own;

	for (; len > BUFFER_BLOCK; len -= BUFFER_BLOCK) {
		own = buffer_stamp_of(buffer, stamp);
		memcpy(block, &own, sizeof(own));
		block += BUFFER_BLOCK;
		stamp += BUFFER_BLOCK * BUFFER_STEP;
	}
	own = buffer_stamp_of(buffer, stamp);
	if (__builtin_expect(len >= sizeof(own), 1))
		memcpy(block, &own, sizeof(own));
	else
		memcpy(block, &own, len);
}

#endif
