/*
 * mapped_ratio DIR...: what the guard around each copy costs on 4 KiB records of a mapped file: the API mmap, called in
 * a loop, against memcpy in a loop over a mapping of the same file, at the same offsets. (What the engine adds is for
 * null_cost to tell: the stamps alone are a tenth of so short a copy.)
 *
 * Both page tables are filled beforehand. As in cached_ratio both take turns on slices, half a file apart, and the
 * figure is the median of the ratios of neighbouring turns.
 */
#include "bench/bench.h"

#include "api/api.h"
#include "api/buffer.h"
#include "base/clock.h"
#include "base/err.h"
#include "measure/engine.h"
#include "pattern/pattern.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>

#define RECORD 4096U
#define FILE_SIZE (256U << 20)
#define RECORDS (FILE_SIZE / RECORD)
#define SLICE 1024U
#define SLICES (RECORDS / SLICE)
#define TURNS (SLICES * 20)
#define BAR 0.9

struct side {
	const struct io_api *api;
	void *handle;
	const struct clock *clock;
	unsigned char *map, *data;
	bool writes;
	struct pattern_op *ops; /* RECORDS, in the order of the pattern */
};

static uint64_t by_hand_ns(const struct side *s, size_t slice)
{
	const struct pattern_op *ops = s->ops + slice * SLICE;
	uint64_t start = clock_now_ns(s->clock);

	for (size_t i = 0; i < SLICE; i++) {
		unsigned char *at = s->map + ops[i].offset;

		memcpy(s->writes ? at : s->data, s->writes ? s->data : at, RECORD);
		/* Copies into the same buffer must all be made. */
		__asm__ volatile("" ::: "memory");
	}
	return clock_now_ns(s->clock) - start;
}

static uint64_t by_api_ns(const struct side *s, size_t slice)
{
	const struct pattern_op *ops = s->ops + slice * SLICE;
	uint64_t start = clock_now_ns(s->clock);

	for (size_t i = 0; i < SLICE; i++) {
		struct io_request request = { .buf = s->data, .offset = ops[i].offset, .len = RECORD,
					      .dir = s->writes ? IO_WRITE : IO_READ };
		struct io_request *const one[] = { &request };

		if (s->api->submit(s->handle, one, 1) != 1 || request.result != RECORD)
			abort();
	}
	return clock_now_ns(s->clock) - start;
}

static double compare(const struct side *s)
{
	static double ratios[TURNS];

	for (size_t i = 0; i < TURNS; i++) {
		size_t here = i % SLICES, apart = (i + SLICES / 2) % SLICES;
		double hand = i % 2 ? (double)by_hand_ns(s, apart) : 0, api = (double)by_api_ns(s, here);

		ratios[i] = (i % 2 ? hand : (double)by_hand_ns(s, apart)) / api;
	}
	return bench_median(ratios, TURNS);
}

static void bench(struct side *side, const char *pattern_name, const char *where)
{
	const struct pattern *pattern = pattern_find(pattern_name);
	const struct pattern_config config = {
		.file_size = FILE_SIZE,
		.record_size = RECORD,
		.seed = 1,
		.start_offset = PATTERN_FROM_START,
	};
	struct pattern_state state;
	char what[120];

	side->writes = pattern->flags & PATTERN_WRITES;
	pattern_start(pattern, &config, &state);
	if (pattern->next(&state, side->ops, RECORDS) != RECORDS)
		abort();
	/* The page table of each side, writable where it will be written. */
	for (size_t i = 0; i < SLICES; i++) {
		by_api_ns(side, i);
		by_hand_ns(side, i);
	}
	snprintf(what, sizeof(what), "%s 4 KiB on %s, mmap alone: speed against memcpy", pattern_name, where);
	bench_at_least(what, BAR, compare(side), "");
}

static int make_file(const char *dir, const struct buffer *buffer)
{
	int fd = open(dir, O_TMPFILE | O_RDWR, 0600);

	for (unsigned i = 0; fd >= 0 && i < RECORDS; i++) {
		if (write(fd, buffer->data, RECORD) != RECORD)
			return -1;
	}
	return fd;
}

static int bench_dir(const char *dir)
{
	static struct pattern_op ops[RECORDS];
	struct buffer buffer;
	struct clock clock;
	struct statfs fs;
	struct side side = { .api = io_api_find("mmap"), .clock = &clock, .ops = ops };
	struct io_open o = { .file_size = FILE_SIZE, .record_size = RECORD, .depth = 1, .writable = true };
	const char *where;
	void *map;

	clock_init(&clock);
	if (buffer_init(&buffer, engine_buffer_size(RECORD, 1), 1, false))
		return 1;
	o.fd = make_file(dir, &buffer);
	map = mmap(NULL, FILE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, o.fd, 0);
	if (map == MAP_FAILED || fstatfs(o.fd, &fs) || side.api->open(NULL, &o, &side.handle)) {
		perror(dir);
		return 1;
	}
	side.map = map;
	side.data = buffer.data;
	where = fs.f_type == 0x01021994 ? "tmpfs" : "the work disk";
	bench(&side, "read", where);
	bench(&side, "randread", where);
	bench(&side, "rewrite", where);
	side.api->close(side.handle);
	munmap(map, FILE_SIZE);
	buffer_release(&buffer);
	return 0;
}

int main(int argc, char **argv)
{
	struct err err = ERR_INIT;
	void *session;
	int ret = io_api_find("mmap")->session_open(NULL, &session, &err);

	for (int i = 1; i < argc && !ret; i++)
		ret |= bench_dir(argv[i]);
	io_api_find("mmap")->session_close(session);
	return ret;
}
