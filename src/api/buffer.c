#include "api/buffer.h"

#include "base/rng.h"

#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#define STEP_INVERSE UINT64_C(0xf1de83e19937733d) /* STEP_INVERSE * BUFFER_STEP == 1 modulo 2^64 */

#define COPY_STAMP UINT64_C(0xc0b1e5c0b1e5c0b1) /* that of all jobs, so that theirs are copies of each other as well */

_Static_assert(STEP_INVERSE * BUFFER_STEP == 1, "the inverse of the step");

/* The data of the block at this place of a record. */
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
	for (size_t at = 0; at < region * n; at += BUFFER_BLOCK)
		fill_block(&buffer->shape, buffer->data + at, at % region / BUFFER_BLOCK);
	buffer->region = region;
	buffer->regions = n;
}

int buffer_init(struct buffer *buffer, size_t size, uint64_t seed, bool shared)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = (size + page - 1) / page * page;
	struct rng rng;
	void *data;

	*buffer = (struct buffer){ 0 };
	data = mmap(NULL, 2 * mapped, PROT_READ | PROT_WRITE, (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED)
		return -errno;
	*buffer = (struct buffer){ .data = data, .size = size, .mapped = mapped };
	buffer->input = buffer->data + mapped;
	fill(buffer, mapped, 1);
	memset(buffer->input, 0xff, mapped); /* so that the first reads meet no page faults */
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
		fill(buffer, buffer->mapped, 1);
}

void buffer_release(struct buffer *buffer)
{
	if (buffer->data)
		munmap(buffer->data, 2 * buffer->mapped);
	*buffer = (struct buffer){ 0 };
}

void buffer_arrange(struct buffer *buffer, size_t region, unsigned n)
{
	assert(region * n <= buffer->mapped && (n == 1 || region % BUFFER_BLOCK == 0));
	if (n == 1 && region > buffer->region)
		fill(buffer, buffer->mapped, 1);
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
