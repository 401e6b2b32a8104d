/* Workers do the same step at the same time, as threads and as processes. */
#include "measure/team.h"

#include "suites.h"

#include <check.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define WORKERS 5

struct slot {
	struct team *team;
	unsigned steps;
	pid_t pid, tid;
	int cpu;
	_Atomic unsigned *inside; /* workers that have come to the meeting */
	unsigned seen; /* how many had when this one left it */
};

static const bool kinds[] = { false, true }; /* processes */

static struct team *new_team(unsigned workers, bool processes)
{
	const struct team_config config = {
		.workers = workers,
		.processes = processes,
		.slot_size = sizeof(struct slot),
	};
	struct team *team;

	ck_assert_int_eq(team_new(&config, &team), 0);
	return team;
}

static void count_step(void *memory)
{
	struct slot *slot = memory;

	slot->steps++;
	slot->pid = getpid();
	slot->tid = gettid();
}

START_TEST(every_worker_does_every_step)
{
	struct team *team = new_team(WORKERS, kinds[_i]);

	for (unsigned step = 1; step <= 100; step++) {
		ck_assert_int_eq(team_step(team, count_step, NULL), 0);
		for (unsigned i = 0; i < WORKERS; i++)
			ck_assert_uint_eq(((struct slot *)team_slot(team, i))->steps, step);
	}
	team_end(team);
}
END_TEST

START_TEST(workers_are_of_the_kind_that_was_asked_for)
{
	struct team *team = new_team(WORKERS, kinds[_i]);

	ck_assert_int_eq(team_step(team, count_step, NULL), 0);
	for (unsigned i = 0; i < WORKERS; i++) {
		const struct slot *a = team_slot(team, i);

		ck_assert_int_eq(a->pid == getpid(), !kinds[_i]);
		ck_assert_int_ne(a->tid, gettid());
		for (unsigned j = 0; j < i; j++)
			ck_assert_int_ne(a->tid, ((struct slot *)team_slot(team, j))->tid);
	}
	team_end(team);
}
END_TEST

START_TEST(one_worker_is_the_caller)
{
	struct team *team = new_team(1, kinds[_i]);

	ck_assert_int_eq(team_step(team, count_step, NULL), 0);
	ck_assert_int_eq(((struct slot *)team_slot(team, 0))->tid, gettid());
	team_end(team);
}
END_TEST

static void meet_step(void *memory)
{
	struct slot *slot = memory;

	atomic_fetch_add(slot->inside, 1);
	team_meet(slot->team);
	slot->seen = atomic_load(slot->inside);
}

START_TEST(nobody_leaves_a_meeting_before_all_have_come)
{
	_Atomic unsigned *inside = team_alloc(sizeof(*inside)); /* before the processes, or they would not have it */
	struct team *team = new_team(WORKERS, kinds[_i]);

	for (unsigned round = 0; round < 50; round++) {
		atomic_store(inside, 0);
		for (unsigned i = 0; i < WORKERS; i++) {
			struct slot *slot = team_slot(team, i);

			slot->team = team;
			slot->inside = inside;
		}
		ck_assert_int_eq(team_step(team, meet_step, NULL), 0);
		for (unsigned i = 0; i < WORKERS; i++)
			ck_assert_uint_eq(((struct slot *)team_slot(team, i))->seen, WORKERS);
	}
	team_end(team);
	team_free(inside, sizeof(*inside));
}
END_TEST

static void die_step(void *memory)
{
	struct slot *slot = memory;

	if (slot->steps)
		kill(getpid(), SIGKILL);
	team_meet(slot->team);
}

START_TEST(a_process_that_dies_is_named_and_nobody_waits_for_it)
{
	struct team *team = new_team(WORKERS, true);
	unsigned died = WORKERS;

	for (unsigned i = 0; i < WORKERS; i++)
		((struct slot *)team_slot(team, i))->team = team;
	((struct slot *)team_slot(team, 3))->steps = 1;
	ck_assert_int_eq(team_step(team, die_step, &died), -ECHILD);
	ck_assert_uint_eq(died, 3);
	team_end(team);
}
END_TEST

static void cpu_step(void *memory)
{
	((struct slot *)memory)->cpu = sched_getcpu();
}

START_TEST(workers_run_on_the_cpus_that_are_named)
{
	cpu_set_t allowed;
	int cpus[2], n = 0;
	struct team_config config = {
		.workers = WORKERS, .processes = kinds[_i], .slot_size = sizeof(struct slot), .cpus = cpus };
	struct team *team;

	ck_assert_int_eq(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
	for (int cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++) {
		if (CPU_ISSET((size_t)cpu, &allowed))
			cpus[n++] = cpu;
	}
	config.cpus_n = (size_t)n;
	ck_assert_int_eq(team_new(&config, &team), 0);
	ck_assert_int_eq(team_step(team, cpu_step, NULL), 0);
	for (unsigned i = 0; i < WORKERS; i++)
		ck_assert_int_eq(((struct slot *)team_slot(team, i))->cpu, cpus[i % (unsigned)n]);
	team_end(team);
	cpus[0] = CPU_SETSIZE;
	ck_assert_int_eq(team_new(&config, &team), -EINVAL);
}
END_TEST

Suite *suite_team(void)
{
	Suite *suite = suite_create("team");
	TCase *tc = tcase_create("team");

	tcase_add_loop_test(tc, every_worker_does_every_step, 0, 2);
	tcase_add_loop_test(tc, workers_are_of_the_kind_that_was_asked_for, 0, 2);
	tcase_add_loop_test(tc, one_worker_is_the_caller, 0, 2);
	tcase_add_loop_test(tc, nobody_leaves_a_meeting_before_all_have_come, 0, 2);
	tcase_add_test(tc, a_process_that_dies_is_named_and_nobody_waits_for_it);
	tcase_add_loop_test(tc, workers_run_on_the_cpus_that_are_named, 0, 2);
	tcase_set_timeout(tc, 30);
	suite_add_tcase(suite, tc);
	return suite;
}
