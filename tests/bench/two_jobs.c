/*
 * two_jobs: what it costs to be one of two. Two jobs over the API that moves nothing, as the program runs them, against
 * two threads that each do the same operations in a loop written by hand, stamps and latency included, and know nothing
 * of each other but when to start: both pairs are threads of a team, so that neither is slower to wake up or meets
 * memory of another kind.
 */
#include "bench/bench.h"

#include "measure/crew.h"
#include "stats/histogram.h"

#define RECORD 4096U
#define OPERATIONS 65536U /* about two milliseconds a turn: some are not interrupted */
#define TURNS 201
#define JOBS 2
#define BAR 0.95

static _Atomic sig_atomic_t no_stop;

/* One thread's loop. */
struct loop {
	const struct clock *clock;
	struct team *team;
	struct buffer *buffer;
	void *handle;
	struct histogram latency;
	uint64_t start_ns, end_ns;
};

static void run_loop(void *memory)
{
	struct loop *l = memory;
	const struct io_api *api = io_api_find("null");
	const struct pattern *pattern = pattern_find("randwrite");
	const struct pattern_config config = {
		.file_size = (uint64_t)OPERATIONS * RECORD,
		.record_size = RECORD,
		.seed = 1,
		.start_offset = PATTERN_FROM_START,
	};
	struct pattern_state state;
	struct pattern_op ops[64];
	uint64_t stamp = buffer_reserve(l->buffer, config.file_size), last, now;
	size_t n;

	pattern_start(pattern, &config, &state);
	histogram_init(&l->latency);
	team_meet(l->team);
	l->start_ns = last = clock_now_ns(l->clock);
	while ((n = pattern->next(&state, ops, 64)) > 0) {
		for (size_t i = 0; i < n; i++) {
			struct io_request request = {
				.buf = l->buffer->data, .offset = ops[i].offset, .len = ops[i].len, .dir = ops[i].dir };
			struct io_request *const one[] = { &request };

			buffer_stamp(l->buffer, l->buffer->data, ops[i].len, engine_stamp(stamp, ops[i].offset));
			if (api->submit(l->handle, one, 1) != 1 || request.result != RECORD)
				abort();
			now = clock_now_ns(l->clock);
			histogram_record(&l->latency, now - last);
			last = now;
		}
	}
	l->end_ns = last;
}

/* Operations per ns of both together, from the first start to the last end. */
static double by_hand(struct team *loops)
{
	uint64_t first = UINT64_MAX, last = 0;

	if (team_step(loops, run_loop, NULL))
		abort();
	for (unsigned i = 0; i < JOBS; i++) {
		const struct loop *l = team_slot(loops, i);

		first = l->start_ns < first ? l->start_ns : first;
		last = l->end_ns > last ? l->end_ns : last;
	}
	return (double)JOBS * OPERATIONS / (double)(last - first);
}

/* The same of a crew whose handles are open. */
static double by_jobs(struct crew *crew)
{
	struct crew_result sum;
	unsigned failed;

	crew->work->wall.at_ns = 0;
	if (crew_step(crew, job_run, &failed))
		abort();
	crew_result(crew, &sum);
	if (crew_job(crew, 0)->result.operations != OPERATIONS)
		abort();
	return (double)JOBS * OPERATIONS / (double)sum.total_ns;
}

static void brief(struct crew *crew, const struct group *group, const struct clock *clock, bool stonewall)
{
	const struct pattern_config whole = {
		.file_size = (uint64_t)OPERATIONS * RECORD,
		.record_size = RECORD,
		.seed = 1,
		.start_offset = PATTERN_FROM_START,
	};

	*crew->work = (struct job_work){
		.api = io_api_find("null"),
		.pattern = pattern_find("randwrite"),
		.clock = clock,
		.team = crew->team,
		.stop = &no_stop,
		.file_size = whole.file_size,
		.record_size = RECORD,
		.depth = 1,
		.max_ns = UINT64_MAX,
		.stonewall = stonewall,
	};
	crew_share(crew, group, &whole);
}

static void bench(struct crew *crew, struct team *loops, const char *what)
{
	double ratios[TURNS];

	for (size_t i = 0; i < TURNS; i++) {
		double jobs, hand;

		/* Who comes first changes, so that neither always meets what the other has left. */
		if (i % 2) {
			hand = by_hand(loops);
			jobs = by_jobs(crew);
		} else {
			jobs = by_jobs(crew);
			hand = by_hand(loops);
		}
		ratios[i] = jobs / hand;
	}
	bench_at_least(what, BAR, bench_median(ratios, TURNS), "of two loops");
}

int main(void)
{
	const struct team_config pair = { .workers = JOBS, .slot_size = sizeof(struct loop) };
	struct team *loops;
	struct buffer buffers[2 * JOBS];
	const struct io_open o = { .fd = -1, .file_size = (uint64_t)OPERATIONS * RECORD, .record_size = RECORD,
		.depth = 1, .writable = true };
	const struct group group = { .jobs = JOBS, .files = JOB_FILES_OWN, .tests_n = 1 };
	const struct group_setting setting = { .buffers = &buffers[JOBS], .stop = &no_stop };
	const struct io_api *api = io_api_find("null");
	struct clock clock;
	struct crew crew;

	clock_init(&clock);
	for (int i = 0; i < 2 * JOBS; i++) {
		if (buffer_init(&buffers[i], engine_buffer_size(RECORD, 1), (uint64_t)i, false))
			return 1;
	}
	if (crew_new(&setting, &group, &crew) || team_new(&pair, &loops))
		return 1;
	for (unsigned i = 0; i < JOBS; i++) {
		struct loop *l = team_slot(loops, i);

		l->clock = &clock;
		l->team = loops;
		l->buffer = &buffers[i];
		if (api->open(NULL, &o, &l->handle) || api->open(NULL, &o, &crew_job(&crew, i)->handle))
			return 1;
	}
	brief(&crew, &group, &clock, false);
	bench(&crew, loops, "null, two jobs, all of their work");
	brief(&crew, &group, &clock, true);
	bench(&crew, loops, "null, two jobs, with a wall");
	for (unsigned i = 0; i < JOBS; i++) {
		api->close(((struct loop *)team_slot(loops, i))->handle);
		api->close(crew_job(&crew, i)->handle);
	}
	crew_release(&crew);
	team_end(loops);
	for (int i = 0; i < 2 * JOBS; i++)
		buffer_release(&buffers[i]);
	return 0;
}
