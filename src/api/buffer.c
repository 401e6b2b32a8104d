#include "api/buffer.h"

#include "base/rng.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int buffer_init(struct buffer *buffer, size_t size, uint64_t seed, bool shared)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = (size + page - 1) / page * page;
	struct rng rng;
	void *data;

	*buffer = (struct buffer){ 0 };
	data = mmap(NULL, mapped, PROT_READ | PROT_WRITE, (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED)
		return -errno;
	*buffer = (struct buffer){ .data = data, .size = size, .mapped = mapped };
	rng_init(&rng, seed);
	for (size_t at = 0; at < mapped; at += sizeof(uint64_t)) {
		uint64_t word = rng_u64(&rng);

		memcpy(buffer->data + at, &word, sizeof(word));
	}
	buffer->stamp = rng_u64(&rng);
	return 0;
}

void buffer_shape(struct buffer *buffer, const struct data_shape *shape)
{
	const size_t period = (size_t)BUFFER_FILLS * BUFFER_BLOCK, zeros = BUFFER_PIECE * shape->compress_percent / 100;

	for (size_t at = 0; at < buffer->mapped; at += BUFFER_PIECE) {
		unsigned char *piece = buffer->data + at;

		if (shape->dedupe_percent && at >= period)
			memcpy(piece, piece - period, BUFFER_PIECE);
		memset(piece + BUFFER_PIECE - zeros, 0, zeros);
	}
	buffer->copies = (UINT64_C(1) << 32) * shape->dedupe_percent / 100;
	buffer->copy_stamp = buffer->stamp++;
}

void buffer_release(struct buffer *buffer)
{
	if (buffer->data)
		munmap(buffer->data, buffer->mapped);
	*buffer = (struct buffer){ 0 };
}
