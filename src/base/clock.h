/*
 * clock: time stamps cheap enough to take one for every operation.
 *
 * The processor's time-stamp counter is used where the CPU says that it runs at one rate in all states (CPUID
 * 0x80000007 EDX bit 8, "invariant TSC") and a check at start finds it in step with CLOCK_MONOTONIC_RAW; else
 * clock_gettime(CLOCK_MONOTONIC_RAW). A virtual clock serves APIs that simulate a device.
 *
 * Whoever waits until a time waits on the clock: a virtual one goes forward by it.
 *
 * A clock is set up once a run and read by any number of threads.
 */
#ifndef IOSWEEP_BASE_CLOCK_H
#define IOSWEEP_BASE_CLOCK_H

#include <signal.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#define CLOCK_AWAKE_NS 50000U /* how long before the time a wait is no sleep any more */

enum clock_source {
	CLOCK_SOURCE_MONOTONIC,
	CLOCK_SOURCE_TSC,
	CLOCK_SOURCE_VIRTUAL,
};

struct clock {
	enum clock_source source;
	uint64_t tsc_base, multiply; /* ns = (tsc - tsc_base) * multiply / 2^32 */
	uint64_t (*virtual_now_ns)(void *context);
	void (*virtual_wait_ns)(void *context, uint64_t ns); /* set by who has it; NULL: nobody waits on this clock */
	void *context;
	double stamp_cost_ns; /* what one clock_now_ns costs, measured at the start; 0 for a virtual clock */
};

/* Chooses and calibrates a real clock; takes about 20 ms. */
void clock_init(struct clock *clock);
void clock_init_virtual(struct clock *clock, uint64_t (*now_ns)(void *context), void *context);

/*
 * Waits until the clock shows at least until_ns, or *stop is not 0 (NULL: until then), and returns what it shows. Sleeps
 * until shortly before, then looks again and again, since waking up takes the kernel up to 50 us (timer slack, prctl(2)).
 */
uint64_t clock_wait_until(const struct clock *clock, uint64_t until_ns, const _Atomic sig_atomic_t *stop);

const char *clock_source_name(const struct clock *clock); /* "tsc", "monotonic", "virtual" */

static inline uint64_t clock_monotonic_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.tv_sec * 1000000000U + (uint64_t)ts.tv_nsec;
}

static inline uint64_t clock_read_tsc(void)
{
#if defined(__x86_64__)
	return __rdtsc();
#else
	return 0;
#endif
}

/* ns since 1970, UTC: the date of something. A virtual clock's time is its own, from 0. */
uint64_t clock_epoch_ns(const struct clock *clock);

/* ns since some fixed point. */
static inline uint64_t clock_now_ns(const struct clock *clock)
{
	if (__builtin_expect(clock->source == CLOCK_SOURCE_TSC, 1))
		return (uint64_t)((unsigned __int128)(clock_read_tsc() - clock->tsc_base) * clock->multiply >> 32);
	if (clock->source == CLOCK_SOURCE_MONOTONIC)
		return clock_monotonic_ns();
	return clock->virtual_now_ns(clock->context);
}

#endif
