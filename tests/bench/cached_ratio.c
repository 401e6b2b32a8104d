/*
 * cached_ratio DIR...: what measuring costs where it costs most, on 4 KiB I/O that the page cache answers. The
 * engine with psync against the least that can be written by hand: the same system calls, on the same file, at
 * offsets that are known beforehand, recording nothing.
 *
 * Both work on slices of a quarter of a millisecond, in turns, half a file apart, so that neither finds in the
 * processor's caches what the other has just brought there. The figure is the median of the ratios of two
 * neighbouring turns: the speed of a machine that others use as well changes more slowly than that.
 */
#include "bench/bench.h"

#include "measure/engine.h"
#include "stats/histogram.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#define RECORD 4096U
#define FILE_SIZE (256U << 20)
#define RECORDS (FILE_SIZE / RECORD)
#define SLICE 512U
#define SLICES (RECORDS / SLICE)
#define TURNS (SLICES * 10)
#define BAR 0.95

struct side {
	const struct engine_work *work;
	int fd;
	struct pattern_op *ops; /* RECORDS, in the order of the pattern */
};

static uint64_t by_hand_ns(const struct side *s, size_t slice)
{
	const struct clock *clock = s->work->clock;
	const struct pattern_op *ops = s->ops + slice * SLICE;
	unsigned char *data = s->work->buffer->data;
	bool writes = s->work->pattern->flags & PATTERN_WRITES;
	uint64_t start = clock_now_ns(clock);

	for (size_t i = 0; i < SLICE; i++) {
		ssize_t done = writes ? pwrite(s->fd, data, RECORD, (off_t)ops[i].offset)
				      : pread(s->fd, data, RECORD, (off_t)ops[i].offset);

		if (done != RECORD)
			abort();
	}
	return clock_now_ns(clock) - start;
}

/* The engine goes on in the pattern where it was, for one slice. */
static uint64_t by_engine_ns(const struct side *s)
{
	struct pattern_state *state = s->work->state;
	struct engine_result result;

	if (state->done == RECORDS)
		pattern_start(s->work->pattern, &state->config, state);
	state->total = state->done + SLICE;
	if (engine_run(s->work, &result) || result.operations != SLICE)
		abort();
	return result.clocked_ns;
}

static double compare(const struct side *s)
{
	static double ratios[TURNS];

	for (size_t i = 0; i < TURNS; i++) {
		size_t apart = (i + SLICES / 2) % SLICES;
		double hand = i % 2 ? (double)by_hand_ns(s, apart) : 0, engine = (double)by_engine_ns(s);

		ratios[i] = (i % 2 ? hand : (double)by_hand_ns(s, apart)) / engine;
	}
	return bench_median(ratios, TURNS);
}

static void bench(struct engine_work *work, int fd, const char *pattern, const char *where)
{
	static struct pattern_op ops[RECORDS];
	const struct pattern_config config = {
		.file_size = FILE_SIZE,
		.record_size = RECORD,
		.seed = 1,
		.start_offset = PATTERN_FROM_START,
	};
	struct side side = { .work = work, .fd = fd, .ops = ops };
	char what[120];

	work->pattern = pattern_find(pattern);
	pattern_start(work->pattern, &config, work->state);
	if (work->pattern->next(work->state, ops, RECORDS) != RECORDS)
		abort();
	/* Dirty pages from before would be written back by the side whose turn it is. */
	if (fsync(fd))
		abort();
	snprintf(what, sizeof(what), "%s 4 KiB cached on %s, psync: speed against a bare loop", pattern, where);
	bench_at_least(what, BAR, compare(&side), "");
}

static int make_file(const char *dir, struct buffer *buffer)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/cached_ratio.XXXXXX", dir);
	fd = mkstemp(path);
	if (fd < 0 || unlink(path))
		return -1;
	for (unsigned i = 0; i < RECORDS; i++) {
		if (write(fd, buffer->data, RECORD) != RECORD)
			return -1;
	}
	return fd;
}

static int bench_dir(const char *dir)
{
	static struct histogram latency;
	const _Atomic sig_atomic_t stop = 0;
	struct pattern_state state;
	struct buffer buffer;
	struct clock clock;
	struct statfs fs;
	struct engine_work work = {
		.api = io_api_find("psync"),
		.state = &state,
		.buffer = &buffer,
		.clock = &clock,
		.stop = &stop,
		.max_ns = UINT64_MAX,
		.latency = { &latency, &latency },
	};
	struct io_open o = { .file_size = FILE_SIZE, .record_size = RECORD, .depth = 1, .writable = true };
	const char *where;

	clock_init(&clock);
	histogram_init(&latency);
	if (buffer_init(&buffer, engine_buffer_size(RECORD, 1), 1, false))
		return 1;
	o.fd = make_file(dir, &buffer);
	if (o.fd < 0 || fstatfs(o.fd, &fs) || work.api->open(NULL, &o, &work.handle)) {
		perror(dir);
		return 1;
	}
	where = fs.f_type == 0x01021994 ? "tmpfs" : "the work disk";
	bench(&work, o.fd, "randread", where);
	bench(&work, o.fd, "read", where);
	bench(&work, o.fd, "rewrite", where);
	work.api->close(work.handle);
	buffer_release(&buffer);
	return 0;
}

int main(int argc, char **argv)
{
	int ret = 0;

	for (int i = 1; i < argc; i++)
		ret |= bench_dir(argv[i]);
	return ret;
}
