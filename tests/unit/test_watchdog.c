/* The watchdog names what does not end, keeps quiet otherwise, and takes the signals that a stuck thread cannot. */
#include "measure/watchdog.h"

#include "suites.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_NS 20000000U
#define NEWS_MAX 64

/* What was told, in order. */
struct told {
	pthread_mutex_t lock;
	unsigned n;
	struct {
		enum watchdog_news news;
		char test[TEST_NAME_LEN], step[32];
		uint64_t offset, ns;
		unsigned job, others;
	} events[NEWS_MAX];
};

static _Atomic sig_atomic_t stop;

static void listen(void *context, const struct watchdog_event *event)
{
	struct told *told = context;

	pthread_mutex_lock(&told->lock);
	ck_assert_uint_lt(told->n, NEWS_MAX);
	told->events[told->n].news = event->news;
	snprintf(told->events[told->n].test, sizeof(told->events[0].test), "%s", event->place->test);
	snprintf(told->events[told->n].step, sizeof(told->events[0].step), "%s", event->step);
	told->events[told->n].offset = event->offset;
	told->events[told->n].ns = event->ns;
	told->events[told->n].job = event->job;
	told->events[told->n].others = event->others;
	told->n++;
	pthread_mutex_unlock(&told->lock);
}

static unsigned count(struct told *told)
{
	unsigned n;

	pthread_mutex_lock(&told->lock);
	n = told->n;
	pthread_mutex_unlock(&told->lock);
	return n;
}

static void pause_ms(long ms)
{
	const struct timespec ts = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&ts, NULL);
}

/* Until so many have been told, for 5 s at most. */
static void wait_for(struct told *told, unsigned n)
{
	for (int i = 0; i < 5000 && count(told) < n; i++)
		pause_ms(1);
	ck_assert_uint_ge(count(told), n);
}

struct fixture {
	struct clock clock;
	struct told told;
	struct watchdog *dog;
	struct watch *watches;
};

static void raise_stop(int signum)
{
	stop = signum;
}

static void start(struct fixture *f, uint64_t limit_ns, void (*signalled)(int signum))
{
	struct watchdog_config config = {
		.clock = &f->clock,
		.stuck_after_ns = limit_ns,
		.stop = &stop,
		.signalled = signalled,
		.tell = listen,
		.context = &f->told,
	};
	const struct watchdog_place place = { .mode = "cached", .test = "randread", .jobs = 2 };

	stop = 0;
	memset(&f->told, 0, sizeof(f->told));
	pthread_mutex_init(&f->told.lock, NULL);
	clock_init(&f->clock);
	ck_assert_int_eq(watchdog_start(&config, &f->dog), 0);
	f->watches = watch_new(2, 4);
	ck_assert_ptr_nonnull(f->watches);
	watchdog_set(f->dog, f->watches, 2);
	watchdog_go(f->dog, &place);
}

static void end(struct fixture *f)
{
	watchdog_end(f->dog);
	watch_free(f->watches, 2, 4);
}

START_TEST(the_oldest_is_named_until_it_ends)
{
	struct fixture f;
	uint64_t ns, offset;

	start(&f, LIMIT_NS, NULL);
	ck_assert(!watchdog_longest(f.dog, &ns, &offset));
	watch_step(&f.watches[1], "read");
	watch_begin(&f.watches[1].io[3], clock_now_ns(&f.clock), 4096);
	pause_ms(1);
	watch_begin(&f.watches[1].io[0], clock_now_ns(&f.clock), 8192);
	wait_for(&f.told, 2); /* a second time when the age has doubled */
	ck_assert_int_eq(f.told.events[0].news, WATCHDOG_STUCK);
	ck_assert_str_eq(f.told.events[0].test, "randread");
	ck_assert_str_eq(f.told.events[0].step, "read");
	ck_assert_uint_eq(f.told.events[0].offset, 4096);
	ck_assert_uint_eq(f.told.events[0].job, 1);
	ck_assert_uint_ge(f.told.events[0].ns, LIMIT_NS);
	ck_assert_uint_ge(f.told.events[1].ns, 2 * f.told.events[0].ns);
	ck_assert_uint_eq(f.told.events[1].others, 1);
	watch_end(&f.watches[1].io[0]);
	watch_end(&f.watches[1].io[3]);
	while (f.told.events[count(&f.told) - 1].news != WATCHDOG_WENT_ON)
		pause_ms(1);
	ck_assert(watchdog_longest(f.dog, &ns, &offset));
	ck_assert_uint_ge(ns, f.told.events[1].ns);
	ck_assert_uint_eq(offset, 4096);
	watchdog_go(f.dog, &(struct watchdog_place){ .test = "" });
	ck_assert(!watchdog_longest(f.dog, &ns, &offset));
	end(&f);
}
END_TEST

START_TEST(the_callers_own_work_is_seen)
{
	struct fixture f;

	start(&f, LIMIT_NS, NULL);
	watch_step_begin(watchdog_own(f.dog), "remove files", clock_now_ns(&f.clock));
	wait_for(&f.told, 1);
	ck_assert_str_eq(f.told.events[0].step, "remove files");
	ck_assert_uint_eq(f.told.events[0].offset, UINT64_MAX);
	watch_step_end(watchdog_own(f.dog));
	end(&f);
}
END_TEST

/* What goes on is not stuck, however often it is seen under way. */
START_TEST(what_goes_on_is_not_named)
{
	struct fixture f;

	start(&f, 400000000, NULL);
	for (int i = 0; i < 300; i++) {
		watch_begin(&f.watches[0].io[0], clock_now_ns(&f.clock), 0);
		pause_ms(2);
	}
	ck_assert_uint_eq(count(&f.told), 0);
	end(&f);
}
END_TEST

START_TEST(without_a_limit_nothing_is_named)
{
	struct fixture f;

	start(&f, 0, NULL);
	watch_begin(&f.watches[0].io[0], 1, 0); /* as old as can be */
	pause_ms(600);
	ck_assert_uint_eq(count(&f.told), 0);
	end(&f);
}
END_TEST

/* In a process of its own, since the signals are the whole process's. */
static int take_signal(void)
{
	struct fixture f;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL); /* as if it was stuck in the kernel */
	signal(SIGTERM, raise_stop);
	start(&f, 0, raise_stop);
	kill(getpid(), SIGTERM);
	for (int i = 0; i < 3000 && !stop; i++)
		pause_ms(1);
	end(&f);
	return stop == SIGTERM ? 0 : 1;
}

START_TEST(a_signal_is_taken_for_one_who_cannot)
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(take_signal());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

static void ignore(int signum)
{
	(void)signum;
}

/* An I/O that a signal can interrupt ends when the run is to end; reading from a pipe stands for it. */
START_TEST(a_waiting_io_is_interrupted)
{
	const struct sigaction action = { .sa_handler = ignore };
	struct fixture f;
	int pipes[2];
	char byte;

	ck_assert_int_eq(pipe(pipes), 0);
	sigaction(WATCH_NUDGE, &action, NULL);
	start(&f, 0, NULL);
	watch_step(&f.watches[0], "read");
	watch_begin(&f.watches[0].io[0], clock_now_ns(&f.clock), 0);
	stop = SIGINT;
	ck_assert_int_eq(read(pipes[0], &byte, 1), -1);
	ck_assert_int_eq(errno, EINTR);
	end(&f);
	close(pipes[0]);
	close(pipes[1]);
}
END_TEST

Suite *suite_watchdog(void)
{
	Suite *suite = suite_create("watchdog");
	TCase *names = tcase_create("names"), *signals = tcase_create("signals");

	tcase_add_test(names, the_oldest_is_named_until_it_ends);
	tcase_add_test(names, the_callers_own_work_is_seen);
	tcase_add_test(names, what_goes_on_is_not_named);
	tcase_add_test(names, without_a_limit_nothing_is_named);
	tcase_add_test(signals, a_signal_is_taken_for_one_who_cannot);
	tcase_add_test(signals, a_waiting_io_is_interrupted);
	suite_add_tcase(suite, names);
	suite_add_tcase(suite, signals);
	return suite;
}
