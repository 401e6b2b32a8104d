#include "api/buffer.h"

#include "base/rng.h"

#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <unistd.h>

#define STEP_INVERSE UINT64_C(0xf1de83e19937733d) /* STEP_INVERSE * BUFFER_STEP == 1 modulo 2^64 */

#define COPY_STAMP UINT64_C(0xc0b1e5c0b1e5c0b1) /* that of all jobs, so that theirs are copies of each other as well */

_Static_assert(STEP_INVERSE * BUFFER_STEP == 1, "the inverse of the step");

/* The data of the block at this place of a region, in blocks. */
static void fill_block(const struct data_shape *shape, unsigned char *block, uint64_t place)
{
	const size_t zeros = BUFFER_PIECE * shape->compress_percent / 100;
	struct rng rng;

	rng_init(&rng, shape->dedupe_percent ? place % BUFFER_FILLS : place);
	for (size_t at = 0; at < BUFFER_BLOCK; at += sizeof(uint64_t)) {
		uint64_t word = rng_u64(&rng);

		memcpy(block + at, &word, sizeof(word));
	}
	for (size_t at = BUFFER_PIECE; at <= BUFFER_BLOCK; at += BUFFER_PIECE)
		memset(block + at - zeros, 0, zeros);
}

static void fill(struct buffer *buffer, size_t region, unsigned n)
{
	for (size_t at = 0; at < region; at += BUFFER_BLOCK)
		fill_block(&buffer->shape, buffer->data + at, at / BUFFER_BLOCK);
	for (unsigned i = 1; i < n; i++)
		memcpy(buffer->data + i * region, buffer->data, region);
	buffer->region = region;
	buffer->regions = n;
}

int buffer_init(struct buffer *buffer, struct buffer_size size, uint64_t seed, bool shared)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct buffer_size mapped = { roundup(size.data, page), roundup(size.input, page) };
	int flags = (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS;
	struct rng rng;
	void *data;

	*buffer = (struct buffer){ 0 };
	data = mmap(NULL, mapped.data + mapped.input, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (data == MAP_FAILED)
		return -errno;
	*buffer = (struct buffer){ .data = data, .size = size, .mapped = mapped };
	buffer->input = buffer->data + mapped.data;
	fill(buffer, mapped.data, 1);
	memset(buffer->input, 0xff, mapped.input); /* so that the first reads meet no page faults */
	rng_init(&rng, seed);
	buffer->stamp = rng_u64(&rng);
	return 0;
}

void buffer_shape(struct buffer *buffer, const struct data_shape *shape)
{
	buffer->shape = *shape;
	buffer->copies = (UINT64_C(1) << 32) * shape->dedupe_percent / 100;
	buffer->copy_stamp = COPY_STAMP;
	if (shape->dedupe_percent || shape->compress_percent)
		fill(buffer, buffer->mapped.data, 1);
}

void buffer_release(struct buffer *buffer)
{
	if (buffer->data)
		munmap(buffer->data, buffer->mapped.data + buffer->mapped.input);
	*buffer = (struct buffer){ 0 };
}

size_t buffer_phases(uint64_t record_size, unsigned depth)
{
	size_t turn = BUFFER_TURN, aligned = record_size & -record_size, step = MAX(aligned, BUFFER_BLOCK);

	while (turn * depth > BUFFER_TURNS_MOST)
		turn /= 2;
	return turn > step ? turn - step : 0;
}

void buffer_arrange(struct buffer *buffer, size_t region, unsigned n)
{
	assert(region * n <= buffer->mapped.data && (n == 1 || region % BUFFER_BLOCK == 0));
	if (n == 1 && region > buffer->region)
		fill(buffer, roundup(region, BUFFER_BLOCK), 1);
	else if (n > 1 && (region != buffer->region || n > buffer->regions))
		fill(buffer, region, n);
}

uint64_t buffer_reserve(struct buffer *buffer, uint64_t n)
{
	uint64_t first = buffer->stamp;

	buffer->stamp += n * BUFFER_STEP;
	return first;
}

uint64_t buffer_stamp_number(uint64_t first, uint64_t stamp)
{
	return (stamp - first) * STEP_INVERSE;
}
