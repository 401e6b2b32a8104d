/*
 * What iosweep itself adds to an operation: the engine over the API that moves nothing, less one time stamp, which
 * is measured in turns with it.
 */
#include "bench/bench.h"

#include "measure/engine.h"
#include "stats/histogram.h"
#include "stats/series.h"

#include <stdio.h>

#define RECORD 4096U
#define OPERATIONS 16384U /* a third of a millisecond a turn: most turns are not interrupted */
#define TURNS 301
#define BAR_NS 20

static double stamp_ns(const struct clock *clock)
{
	uint64_t start = clock_now_ns(clock), last = start;

	for (unsigned i = 0; i < OPERATIONS; i++)
		last = clock_now_ns(clock);
	return (double)(last - start) / OPERATIONS;
}

static double operation_ns(const struct engine_work *work, uint64_t seed)
{
	const struct pattern_config config = {
		.file_size = (uint64_t)OPERATIONS * RECORD,
		.record_size = RECORD,
		.seed = seed,
		.start_offset = PATTERN_FROM_START,
	};
	struct engine_result result;

	pattern_start(work->pattern, &config, work->state);
	if (engine_run(work, &result) || result.operations != OPERATIONS)
		abort();
	return (double)result.clocked_ns / (double)result.operations;
}

static void bench(const struct clock *clock, struct buffer *buffer, struct histogram *latency, const char *pattern)
{
	const _Atomic sig_atomic_t stop = 0;
	struct pattern_state state;
	struct series series;
	const struct engine_work work = {
		.api = io_api_find("null"),
		.pattern = pattern_find(pattern),
		.state = &state,
		.buffer = buffer,
		.clock = clock,
		.stop = &stop,
		.max_ns = UINT64_MAX,
		.latency = { latency, latency },
		.series = &series,
	};
	double stamps[TURNS], operations[TURNS], stamp;
	char what[80];

	series_init(&series);
	for (size_t i = 0; i < TURNS; i++) {
		stamps[i] = stamp_ns(clock);
		operations[i] = operation_ns(&work, i);
	}
	stamp = bench_median(stamps, TURNS);
	snprintf(what, sizeof(what), "null, %s: an operation less its stamp of %.1f ns", pattern, stamp);
	bench_at_most(what, BAR_NS, bench_median(operations, TURNS) - stamp, "ns");
}

int main(void)
{
	static const char *const names[] = { "read", "randread", "rewrite", "randwrite", "stride" };
	static struct histogram latency;
	struct buffer buffer;
	struct clock clock;

	clock_init(&clock);
	histogram_init(&latency);
	if (buffer_init(&buffer, engine_buffer_size(RECORD, 1), 1, false))
		return 1;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		bench(&clock, &buffer, &latency, names[i]);
	buffer_release(&buffer);
	return 0;
}
