#include "base/clock.h"

#include "unit/skip.h"

#include <check.h>
#include <math.h>
#include <pthread.h>

START_TEST(never_goes_back)
{
	struct clock clock;
	uint64_t last;

	clock_init(&clock);
	last = clock_now_ns(&clock);
	for (int i = 0; i < 1000000; i++) {
		uint64_t now = clock_now_ns(&clock);

		if (now < last)
			ck_abort_msg("%llu ns back", (unsigned long long)(last - now));
		last = now;
	}
}
END_TEST

struct hop {
	const struct clock *clock;
	uint64_t stamp;
};

static void *stamp_elsewhere(void *arg)
{
	struct hop *hop = arg;

	hop->stamp = clock_now_ns(hop->clock);
	return NULL;
}

/* A stamp of another thread, wherever it ran, lies between the stamps around it. */
START_TEST(threads_agree)
{
	struct clock clock;

	clock_init(&clock);
	for (int i = 0; i < 200; i++) {
		uint64_t before = clock_now_ns(&clock);
		struct hop hop = { .clock = &clock };
		pthread_t thread;

		ck_assert_int_eq(pthread_create(&thread, NULL, stamp_elsewhere, &hop), 0);
		pthread_join(thread, NULL);
		ck_assert_uint_ge(hop.stamp, before);
		ck_assert_uint_le(hop.stamp, clock_now_ns(&clock));
	}
}
END_TEST

struct pair {
	uint64_t clock_ns, kernel_ns;
};

/* Both clocks at one moment: the try in which the least time has passed, since any of them may be interrupted. */
static struct pair read_pair(const struct clock *clock)
{
	struct pair best = { 0, 0 };
	uint64_t tightest = UINT64_MAX;

	for (int i = 0; i < 1000; i++) {
		uint64_t before = clock_monotonic_ns(), now = clock_now_ns(clock), after = clock_monotonic_ns();

		if (after - before < tightest) {
			tightest = after - before;
			best = (struct pair){ now, before + (after - before) / 2 };
		}
	}
	return best;
}

START_TEST(runs_as_fast_as_the_kernels)
{
	struct clock clock;
	struct pair from, to;
	double ratio;

	clock_init(&clock);
	from = read_pair(&clock);
	do
		to = read_pair(&clock);
	while (to.kernel_ns < from.kernel_ns + 50000000);
	ratio = (double)(to.clock_ns - from.clock_ns) / (double)(to.kernel_ns - from.kernel_ns);
	ck_assert_msg(fabs(ratio - 1) < 0.001, "%s runs at %.6f of the kernel's clock", clock_source_name(&clock),
		ratio);
}
END_TEST

/* The conversion must not wrap within the life of a run: a counter that is years on gives years. */
START_TEST(counts_for_years)
{
	const uint64_t year_ns = 365ULL * 86400 * 1000000000;
	struct clock clock;
	uint64_t ticks, now;

	clock_init(&clock);
	if (clock.source != CLOCK_SOURCE_TSC)
		skip_test("the time-stamp counter is not used here");
	now = clock_now_ns(&clock);
	ticks = (uint64_t)((double)year_ns * 4294967296.0 / (double)clock.multiply);
	clock.tsc_base -= ticks;
	ck_assert_double_lt(fabs((double)(clock_now_ns(&clock) - now) / (double)year_ns - 1), 1e-6);
}
END_TEST

START_TEST(a_stamp_has_a_cost)
{
	struct clock clock;

	clock_init(&clock);
	ck_assert_double_gt(clock.stamp_cost_ns, 0);
	ck_assert_double_lt(clock.stamp_cost_ns, 1e6);
}
END_TEST

static uint64_t standing(void *context)
{
	return *(uint64_t *)context;
}

static uint64_t add_seven(void *context)
{
	return *(uint64_t *)context += 7;
}

START_TEST(a_virtual_clock_is_asked)
{
	uint64_t now = 100;
	struct clock clock;

	clock_init_virtual(&clock, add_seven, &now);
	ck_assert_uint_eq(clock_now_ns(&clock), 107);
	ck_assert_uint_eq(clock_epoch_ns(&clock), 114);
	ck_assert_double_eq(clock.stamp_cost_ns, 0);
	ck_assert_str_eq(clock_source_name(&clock), "virtual");
}
END_TEST

static void wait_or_less(void *context, uint64_t ns)
{
	*(uint64_t *)context += ns > 1000 ? 1000 : ns;
}

START_TEST(waiting_moves_a_virtual_clock)
{
	_Atomic sig_atomic_t stop = 0;
	uint64_t now = 100;
	struct clock clock;

	clock_init_virtual(&clock, standing, &now);
	clock.virtual_wait_ns = wait_or_less;
	ck_assert_uint_eq(clock_wait_until(&clock, 4567, &stop), 4567);
	ck_assert_uint_eq(clock_wait_until(&clock, 4567, NULL), 4567);
	ck_assert_uint_eq(clock_wait_until(&clock, 3, &stop), 4567);
	stop = SIGTERM;
	ck_assert_uint_eq(clock_wait_until(&clock, 9999, &stop), 4567);
}
END_TEST

/* Not a nanosecond too early, whether it is time enough to sleep or not. */
START_TEST(waiting_ends_when_it_is_time)
{
	static const uint64_t waits[] = { 1, 1000, CLOCK_AWAKE_NS, CLOCK_AWAKE_NS + 1, 2000000, 60000000 };
	struct clock clock;

	clock_init(&clock);
	for (size_t i = 0; i < sizeof(waits) / sizeof(*waits); i++) {
		uint64_t until = clock_now_ns(&clock) + waits[i], now = clock_wait_until(&clock, until, NULL);

		ck_assert_uint_ge(now, until);
		ck_assert_uint_ge(clock_now_ns(&clock), now);
	}
}
END_TEST

START_TEST(dates_are_those_of_the_wall)
{
	struct timespec before, after;
	struct clock clock;
	uint64_t now;

	clock_init(&clock);
	clock_gettime(CLOCK_REALTIME, &before);
	now = clock_epoch_ns(&clock);
	clock_gettime(CLOCK_REALTIME, &after);
	ck_assert_uint_ge(now, (uint64_t)before.tv_sec * 1000000000U + (uint64_t)before.tv_nsec);
	ck_assert_uint_le(now, (uint64_t)after.tv_sec * 1000000000U + (uint64_t)after.tv_nsec);
}
END_TEST

Suite *suite_clock(void)
{
	Suite *suite = suite_create("clock");
	TCase *tcase = tcase_create("clock");

	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, never_goes_back);
	tcase_add_test(tcase, threads_agree);
	tcase_add_test(tcase, runs_as_fast_as_the_kernels);
	tcase_add_test(tcase, counts_for_years);
	tcase_add_test(tcase, a_stamp_has_a_cost);
	tcase_add_test(tcase, a_virtual_clock_is_asked);
	tcase_add_test(tcase, waiting_moves_a_virtual_clock);
	tcase_add_test(tcase, waiting_ends_when_it_is_time);
	tcase_add_test(tcase, dates_are_those_of_the_wall);
	suite_add_tcase(suite, tcase);
	return suite;
}
