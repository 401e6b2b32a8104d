/*
 * bench_async DIR: random reads of 4 KiB through each API, 16 in flight where it can have them, against the least that
 * can be written by hand with the same calls. Both work on short slices in turns, half a file apart, and the figure is
 * the median of the ratios of two neighbouring slices.
 *
 * bench_async rate FILE API MODE SIDE NS: only one of the two sides ("engine" or "hand"; "stamped" is by hand with the
 * latency of each operation kept, of synchronous APIs) for that long, to be compared with another program. Prints
 * operations per second, and ns of processor time for each.
 */
#include "bench/bench.h"

#if defined(HAVE_LIBAIO) && defined(HAVE_LIBURING)

#include "bench/by_hand.h"

#include "measure/engine.h"
#include "stats/histogram.h"

#include <fcntl.h>
#include <sys/resource.h>

#define FILE_SIZE (256U << 20)
#define RECORDS (FILE_SIZE / BY_HAND_RECORD)
#define SLICE 512U
#define SLICES (RECORDS / SLICE)
#define DIRECT_NS 6000000000U /* for each row; a slice takes some ten times longer there */
#define CACHED_NS 2000000000U
#define TURNS_MAX 20000

static const struct row {
	const char *api;
	bool direct;
	double bar; /* 0: is compared elsewhere */
	by_hand_fn *by_hand;
} rows[] = {
	{ "psync", false, 0.97, by_hand_psync },
	{ "sync", false, 0.97, by_hand_sync },
	{ "pvsync", false, 0.97, by_hand_pvsync },
	{ "mmap", false, 0, by_hand_mmap },
	{ "libaio", false, 0.95, by_hand_libaio },
	{ "io_uring", false, 0.95, by_hand_uring },
	{ "psync", true, 0.95, by_hand_psync },
	{ "libaio", true, 0.95, by_hand_libaio },
	{ "io_uring", true, 0.95, by_hand_uring },
	{ "posixaio", true, 0.95, by_hand_posixaio },
};

#define ROWS_N (sizeof(rows) / sizeof(*rows))

/* Both sides of a row. */
struct sides {
	const struct row *row;
	struct clock clock;
	struct buffer buffer;
	struct pattern_state state;
	struct histogram latency;
	struct engine_work work;
	_Atomic sig_atomic_t stop;
	struct by_hand hand;
	struct pattern_op ops[RECORDS];
	int hand_fd;
};

static const struct row *find_row(const char *api, const char *mode)
{
	for (size_t i = 0; i < ROWS_N; i++) {
		if (!strcmp(rows[i].api, api) && rows[i].direct == !strcmp(mode, "direct"))
			return &rows[i];
	}
	return NULL;
}

static void restart(struct sides *s)
{
	const struct pattern_config config = {
		.file_size = FILE_SIZE,
		.record_size = BY_HAND_RECORD,
		.seed = 1,
		.start_offset = PATTERN_FROM_START,
	};

	pattern_start(s->work.pattern, &config, &s->state);
}

static int open_engine(struct sides *s, const char *path, int flags)
{
	struct io_open o = {
		.fd = open(path, flags),
		.file_size = FILE_SIZE,
		.record_size = BY_HAND_RECORD,
		.depth = s->work.depth,
		.direct = s->row->direct,
		.random = true,
	};

	engine_name_memory(s->work.pattern, &s->buffer, &o);

	return o.fd < 0 ? -1 : s->work.api->open(NULL, &o, &s->work.handle);
}

static int open_sides(struct sides *s, const struct row *row, const char *path)
{
	int flags = O_RDONLY | (row->direct ? O_DIRECT : 0);

	*s = (struct sides){ .row = row };
	clock_init(&s->clock);
	histogram_init(&s->latency);
	s->work = (struct engine_work){
		.api = io_api_find(row->api),
		.pattern = pattern_find("randread"),
		.state = &s->state,
		.buffer = &s->buffer,
		.depth = BY_HAND_DEPTH,
		.clock = &s->clock,
		.stop = &s->stop,
		.max_ns = UINT64_MAX,
		.latency = { &s->latency, &s->latency },
	};
	if (s->work.api->flags & IO_API_SYNCHRONOUS)
		s->work.depth = 1;
	if (buffer_init(&s->buffer, engine_buffer_size(BY_HAND_RECORD, BY_HAND_DEPTH), 1, false))
		return -1;
	restart(s);
	if (s->work.pattern->next(&s->state, s->ops, RECORDS) != RECORDS)
		return -1;
	restart(s);
	s->hand_fd = open(path, flags);
	return s->hand_fd < 0 || by_hand_open(&s->hand, s->hand_fd, FILE_SIZE, s->buffer.data) ||
	       open_engine(s, path, flags) ? -1 : 0;
}

static void close_sides(struct sides *s)
{
	s->work.api->close(s->work.handle);
	io_uring_queue_exit(&s->hand.ring);
	io_destroy(s->hand.context);
	munmap((void *)(uintptr_t)s->hand.map, FILE_SIZE);
	close(s->hand_fd);
	buffer_release(&s->buffer);
}

static uint64_t hand_ns(struct sides *s, size_t slice)
{
	uint64_t start = clock_now_ns(&s->clock);

	s->hand.last_ns = start;
	s->row->by_hand(&s->hand, s->ops + slice % SLICES * SLICE, SLICE);
	return clock_now_ns(&s->clock) - start;
}

static uint64_t engine_ns(struct sides *s)
{
	struct engine_result result;

	if (s->state.done == RECORDS)
		restart(s);
	s->state.total = s->state.done + SLICE;
	if (engine_run(&s->work, &result) || result.operations != SLICE)
		abort();
	return result.clocked_ns;
}

static double compare(struct sides *s)
{
	static double ratios[TURNS_MAX];
	uint64_t start = clock_now_ns(&s->clock), limit = s->row->direct ? DIRECT_NS : CACHED_NS;
	size_t n = 0;

	for (; n < TURNS_MAX && clock_now_ns(&s->clock) - start < limit; n++) {
		size_t apart = n + SLICES / 2;
		double hand = n % 2 ? (double)hand_ns(s, apart) : 0, engine = (double)engine_ns(s);

		ratios[n] = (n % 2 ? hand : (double)hand_ns(s, apart)) / engine;
	}
	return bench_median(ratios, n);
}

static void bench_row(struct sides *s, const struct row *row, const char *path)
{
	char what[120];

	snprintf(what, sizeof(what), "randread 4 KiB %s, %s: speed against a bare loop",
		 row->direct ? "direct" : "cached", row->api);
	if (open_sides(s, row, path)) {
		bench_skip(what, strerror(errno));
		return;
	}
	bench_at_least(what, row->bar, compare(s), "");
	close_sides(s);
}

/* Of this thread, as fio counts it: what helpers of the C library or the kernel do is not in it. */
static double cpu_ns(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

/* The engine in whole trips over the file, cut by its own limit; by hand in slices, which it does not notice. */
static int rate(struct sides *s, bool by_hand, uint64_t limit_ns)
{
	uint64_t start, took = 0, operations = 0;
	double cpu = cpu_ns();

	start = clock_now_ns(&s->clock);
	for (size_t slice = 0; by_hand && took < limit_ns; slice++) {
		hand_ns(s, slice);
		operations += SLICE;
		took = clock_now_ns(&s->clock) - start;
	}
	while (!by_hand && took < limit_ns) {
		struct engine_result result;

		restart(s);
		s->work.max_ns = limit_ns - took;
		if (engine_run(&s->work, &result))
			return 1;
		operations += result.operations;
		took += result.clocked_ns;
	}
	printf("%.0f %.1f\n", (double)operations * 1e9 / (double)took, (cpu_ns() - cpu) / (double)operations);
	return 0;
}

static int make_file(const char *dir, char *path, size_t size)
{
	struct buffer buffer;
	int fd, ret = 0;

	snprintf(path, size, "%s/bench_async.XXXXXX", dir);
	fd = mkstemp(path);
	if (fd < 0 || buffer_init(&buffer, engine_buffer_size(1 << 20, 1), 1, false))
		return -1;
	for (unsigned i = 0; i < FILE_SIZE >> 20 && !ret; i++)
		ret = write(fd, buffer.data, 1 << 20) == 1 << 20 ? 0 : -1;
	ret = ret || fsync(fd) ? -1 : 0;
	close(fd);
	buffer_release(&buffer);
	return ret;
}

int main(int argc, char **argv)
{
	struct sides *s = malloc(sizeof(*s));
	char path[4096];

	if (!s)
		return 1;
	if (argc == 7) {
		const struct row *row = find_row(argv[3], argv[4]);

		if (!row || open_sides(s, row, argv[2]))
			return 1;
		if (!strcmp(argv[5], "stamped")) {
			s->hand.clock = &s->clock;
			s->hand.latency = &s->latency;
		}
		return rate(s, strcmp(argv[5], "engine"), strtoull(argv[6], NULL, 10));
	}
	if (argc != 2 || make_file(argv[1], path, sizeof(path))) {
		perror(argc == 2 ? argv[1] : "usage: bench_async DIR");
		return 1;
	}
	for (size_t i = 0; i < ROWS_N; i++) {
		if (rows[i].bar > 0)
			bench_row(s, &rows[i], path);
	}
	unlink(path);
	free(s);
	return 0;
}

#else

int main(void)
{
	bench_skip("randread 4 KiB: speed against a bare loop", "built without libaio or liburing");
	return 0;
}

#endif
