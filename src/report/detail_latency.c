#include "report/detail_latency.h"

#include "base/units.h"
#include "stats/histogram.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static int merge(struct histogram **into, const struct histogram *from)
{
	if (!from)
		return 0;
	if (!*into) {
		*into = malloc(sizeof(**into));
		if (!*into)
			return -ENOMEM;
		histogram_init(*into);
	}
	histogram_merge(*into, from);
	return 0;
}

int latencies_take(struct latencies *latencies, const struct sample *sample)
{
	int ret = 0;

	for (int dir = 0; !ret && dir < IO_DIRS_N; dir++)
		ret = merge(&latencies->whole[dir], sample->latency[dir]);
	for (int part = 0; !ret && part < LATENCY_PARTS_N; part++)
		ret = merge(&latencies->part[part], sample->part[part]);
	return ret;
}

void latencies_release(struct latencies *latencies)
{
	for (int dir = 0; dir < IO_DIRS_N; dir++)
		free(latencies->whole[dir]);
	for (int part = 0; part < LATENCY_PARTS_N; part++)
		free(latencies->part[part]);
	*latencies = (struct latencies){ 0 };
}

static void add_distribution(const struct histogram *h, struct strbuf *out)
{
	static const unsigned steps[] = { 1, 2, 5 };
	uint64_t below = 0, decade = 100;
	unsigned bucket = 0;

	strbuf_addstr(out, "               share up to");
	for (size_t i = 0; below < h->count; i++) {
		uint64_t limit = decade * steps[i % 3], before = below;
		char text[UNITS_TEXT_LEN];

		while (bucket < HISTOGRAM_BUCKETS && histogram_bucket_high(bucket) <= limit + 1)
			below += h->bucket[bucket++];
		if (bucket == HISTOGRAM_BUCKETS - 1)
			below = h->count;
		if (below > before)
			strbuf_addf(out, "  %s %.2f%%", units_format_duration(limit, text),
				    100 * (double)(below - before) / (double)h->count);
		decade *= i % 3 == 2 ? 10 : 1;
	}
	strbuf_addch(out, '\n');
}

static void add_latency(const struct histogram *h, const char *what, struct strbuf *out)
{
	static const double quantiles[] = { 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999 };
	char a[UNITS_TEXT_LEN], b[UNITS_TEXT_LEN], c[UNITS_TEXT_LEN], e[UNITS_TEXT_LEN];

	if (!h || !h->count)
		return;
	strbuf_addf(out, "  %-6s us    min %s, mean %s, deviation %s, max %s (%" PRIu64 " operations)\n              ", what,
		    units_format_value((double)h->min_ns / 1e3, a), units_format_value(histogram_mean(h) / 1e3, b),
		    units_format_value(histogram_stddev(h) / 1e3, c), units_format_value((double)h->max_ns / 1e3, e),
		    h->count);
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(*quantiles); i++)
		strbuf_addf(out, " p%g %s", 100 * quantiles[i],
			    units_format_value((double)histogram_quantile(h, quantiles[i]) / 1e3, a));
	strbuf_addch(out, '\n');
}

/* All of an operation, by direction, and its parts. */
void detail_add_latencies(const struct latencies *latencies, struct strbuf *out)
{
	static const char *const directions[IO_DIRS_N] = { [IO_READ] = "read", [IO_WRITE] = "write" };
	static const char *const parts[LATENCY_PARTS_N] = {
		[LATENCY_SUBMISSION] = "submit",
		[LATENCY_COMPLETION] = "compl.",
		[LATENCY_INTENDED] = "intend",
	};

	for (int dir = 0; dir < IO_DIRS_N; dir++) {
		add_latency(latencies->whole[dir], directions[dir], out);
		if (latencies->whole[dir] && latencies->whole[dir]->count)
			add_distribution(latencies->whole[dir], out);
	}
	for (int part = 0; part < LATENCY_PARTS_N; part++)
		add_latency(latencies->part[part], parts[part], out);
}
