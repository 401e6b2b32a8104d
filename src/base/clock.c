#include "base/clock.h"

#include <assert.h>
#include <stdbool.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define NAP_NS 50000000U /* after which the stop flag is looked at; a signal may be another thread's */
#define CALIBRATE_NS 10000000U
#define DISAGREE_PPM 200 /* two windows may differ by this much: 2 us of reading error on 10 ms */

static bool tsc_is_invariant(void)
{
#if defined(__x86_64__)
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & 1U << 8);
#else
	return false;
#endif
}

struct reading {
	uint64_t tsc, ns;
};

/* The tightest of several: the counter between two readings of the kernel's clock that lie close together. */
static struct reading read_both(void)
{
	struct reading best = { 0, 0 };
	uint64_t tightest = UINT64_MAX;

	for (int i = 0; i < 16; i++) {
		uint64_t before = clock_read_tsc(), ns = clock_monotonic_ns(), after = clock_read_tsc();

		if (after - before < tightest) {
			tightest = after - before;
			best = (struct reading){ .tsc = before + (after - before) / 2, .ns = ns };
		}
	}
	return best;
}

static struct reading read_after(uint64_t ns)
{
	struct reading r;

	do
		r = read_both();
	while (r.ns < ns);
	return r;
}

static double ns_per_tick(struct reading from, struct reading to)
{
	return to.tsc > from.tsc ? (double)(to.ns - from.ns) / (double)(to.tsc - from.tsc) : 0;
}

static bool calibrate(struct clock *clock)
{
	struct reading a = read_both(), b = read_after(a.ns + CALIBRATE_NS), c = read_after(b.ns + CALIBRATE_NS);
	double first = ns_per_tick(a, b), second = ns_per_tick(b, c), whole = ns_per_tick(a, c);
	double disagree = first > second ? first - second : second - first;

	/* Below 0.01 ns a tick the counter would be faster than 100 GHz, above 100 ns too coarse to be of use. */
	if (whole < 0.01 || whole > 100 || disagree > whole * DISAGREE_PPM / 1e6)
		return false;
	clock->tsc_base = a.tsc;
	clock->multiply = (uint64_t)(whole * 4294967296.0 + 0.5);
	return true;
}

static double stamp_cost(const struct clock *clock)
{
	enum { ROUNDS = 5, STAMPS = 2000 };
	uint64_t best = UINT64_MAX;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t start = clock_now_ns(clock), last = start;

		for (int i = 0; i < STAMPS; i++)
			last = clock_now_ns(clock);
		if (last - start < best)
			best = last - start;
	}
	return (double)best / STAMPS;
}

void clock_init(struct clock *clock)
{
	*clock = (struct clock){ .source = CLOCK_SOURCE_MONOTONIC };
	if (tsc_is_invariant() && calibrate(clock))
		clock->source = CLOCK_SOURCE_TSC;
	clock->stamp_cost_ns = stamp_cost(clock);
}

void clock_init_virtual(struct clock *clock, uint64_t (*now_ns)(void *context), void *context)
{
	*clock = (struct clock){ .source = CLOCK_SOURCE_VIRTUAL, .virtual_now_ns = now_ns, .context = context };
}

static void nap(uint64_t ns)
{
	const struct timespec ts = { .tv_nsec = (long)(ns < NAP_NS ? ns : NAP_NS) };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

uint64_t clock_wait_until(const struct clock *clock, uint64_t until_ns, const _Atomic sig_atomic_t *stop)
{
	uint64_t now = clock_now_ns(clock);

	while (now < until_ns && !(stop && *stop)) {
		if (clock->source == CLOCK_SOURCE_VIRTUAL) {
			assert(clock->virtual_wait_ns);
			clock->virtual_wait_ns(clock->context, until_ns - now);
		} else if (until_ns - now > CLOCK_AWAKE_NS) {
			nap(until_ns - now - CLOCK_AWAKE_NS);
		}
		now = clock_now_ns(clock);
	}
	return now;
}

uint64_t clock_epoch_ns(const struct clock *clock)
{
	struct timespec ts;

	if (clock->source == CLOCK_SOURCE_VIRTUAL)
		return clock_now_ns(clock);
	clock_gettime(CLOCK_REALTIME, &ts);
	return (uint64_t)ts.tv_sec * 1000000000U + (uint64_t)ts.tv_nsec;
}

const char *clock_source_name(const struct clock *clock)
{
	static const char *const names[] = {
		[CLOCK_SOURCE_MONOTONIC] = "monotonic",
		[CLOCK_SOURCE_TSC] = "tsc",
		[CLOCK_SOURCE_VIRTUAL] = "virtual",
	};

	return names[clock->source];
}
