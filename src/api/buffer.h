/*
 * buffer: the memory that I/O goes from and to.
 *
 * Page aligned, filled with data that does not compress. Before a write every 4 KiB of it gets a stamp of 8 bytes
 * that was never used before in the run, so that no two blocks on the disk are alike and nothing can be saved by
 * deduplication. A shape (see model/data_shape.h) makes data that can be saved, by as much as the user wants:
 *
 * Compression: each 512 bytes end in zeros, as many as are to be saved, and are random before them. So every block of
 * whatever size compresses by the same share.
 *
 * Deduplication: the random part repeats every BUFFER_FILLS blocks of the memory, farther apart than compressors look
 * (32 KiB for zlib, 64 KiB for LZ4) and than file systems compress in one piece (128 KiB), and the blocks that are to
 * be copies all get one and the same stamp instead of one of their own. The first copy of each of the BUFFER_FILLS
 * kinds is none yet, which does not show in files of more than some MiB. Which blocks are copies follows from their
 * numbers.
 *
 * What a block is written with is thus the data at its place in the memory and buffer_stamp_of() its number: whoever
 * foretells contents needs no more. A read that goes to the memory replaces the data, as reads do.
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

struct buffer {
	unsigned char *data;
	size_t size; /* bytes, as asked for */
	size_t mapped;
	uint64_t stamp; /* the next one */
	uint64_t copies; /* share of copies, in 2^-32 */
	uint64_t copy_stamp; /* theirs */
};

/*
 * seed decides the data and the first stamp. shared: processes that are made later see the same memory. 0 or -errno;
 * release a buffer that was zeroed or initialised.
 */
int buffer_init(struct buffer *buffer, size_t size, uint64_t seed, bool shared);
void buffer_release(struct buffer *buffer);

/* Gives the data of a buffer that was just initialised a shape. */
void buffer_shape(struct buffer *buffer, const struct data_shape *shape);

/*
 * The stamp of the block that has this number. Numbers in a row are spread evenly over copies and others (multiples of
 * the golden ratio, D. Knuth, TAOCP 3, 6.4); any other numbers, randomly.
 */
static inline uint64_t buffer_stamp_of(const struct buffer *buffer, uint64_t number)
{
	if (__builtin_expect(buffer->copies != 0, 0) && (number * UINT64_C(0x9e3779b97f4a7c15)) >> 32 < buffer->copies)
		return buffer->copy_stamp;
	return number;
}

/* Makes len bytes of the buffer's memory at `at`, as cut into blocks, unlike all that was written before, or copies. */
static inline void buffer_stamp_at(struct buffer *buffer, void *at, size_t len)
{
	unsigned char *block = at;

	for (; len >= sizeof(buffer->stamp); block += BUFFER_BLOCK) {
		uint64_t stamp = buffer_stamp_of(buffer, buffer->stamp++);

		memcpy(block, &stamp, sizeof(stamp));
		if (len <= BUFFER_BLOCK)
			break;
		len -= BUFFER_BLOCK;
	}
}

static inline void buffer_stamp(struct buffer *buffer, size_t len)
{
	buffer_stamp_at(buffer, buffer->data, len);
}

#endif
