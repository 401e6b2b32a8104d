/*
 * buffer: the memory that I/O goes from and to.
 *
 * Page aligned, filled with data that does not compress. Before a write every 4 KiB of it gets a stamp of 8 bytes
 * that was never used before in the run, so that no two blocks on the disk are alike and nothing can be saved by
 * deduplication.
 */
#ifndef IOSWEEP_API_BUFFER_H
#define IOSWEEP_API_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BUFFER_BLOCK 4096

struct buffer {
	unsigned char *data;
	size_t size; /* bytes, as asked for */
	size_t mapped;
	uint64_t stamp; /* the next one */
};

/*
 * seed decides the data and the first stamp. shared: processes that are made later see the same memory. 0 or -errno;
 * release a buffer that was zeroed or initialised.
 */
int buffer_init(struct buffer *buffer, size_t size, uint64_t seed, bool shared);
void buffer_release(struct buffer *buffer);

/* Makes len bytes of the buffer's memory at `at`, as cut into blocks, unlike all that was written before. */
static inline void buffer_stamp_at(struct buffer *buffer, void *at, size_t len)
{
	unsigned char *block = at;

	for (; len >= sizeof(buffer->stamp); block += BUFFER_BLOCK) {
		memcpy(block, &buffer->stamp, sizeof(buffer->stamp));
		buffer->stamp++;
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
