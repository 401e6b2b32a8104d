#include "sweep/plan.h"

#include "base/err.h"
#include "base/permutation.h"
#include "base/rng.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static int resolve_api(const struct test *test, const struct io_api **api, struct err *err)
{
	struct strbuf reason;
	int ret = 0;

	*api = io_api_find(test->api);
	if (!*api)
		return err_set(err, ERR_USAGE, "%s: no such API", test->api);
	strbuf_init(&reason);
	if (!io_api_usable(*api, &reason))
		ret = err_set(err, ERR_ENVIRONMENT, "API %s cannot be used here: %s", test->api, reason.buf);
	strbuf_release(&reason);
	return ret;
}

/* The session of an API that an earlier test has opened, or a new one. */
static int resolve_session(const struct plan *plan, size_t upto, struct group_test *run, struct err *err)
{
	const struct io_session_config config = {
		.sim_model = plan->config->sim_model,
		.seed = plan->config->seed,
	};

	for (size_t i = 0; i < upto; i++) {
		if (plan->tests[i].run.api == run->api) {
			run->session = plan->tests[i].run.session;
			return 0;
		}
	}
	run->session = NULL;
	return run->api->session_open ? run->api->session_open(&config, &run->session, err) : 0;
}

static int resolve_test(struct plan *plan, size_t i, struct err *err)
{
	const struct test *test = &plan->config->tests[i];
	struct plan_test *t = &plan->tests[i];

	t->run = (struct group_test){ .test = test, .start_offset = PATTERN_FROM_START };
	t->run.pattern = pattern_find(test->pattern);
	if (!t->run.pattern)
		return err_set(err, ERR_USAGE, "%s: no such test", test->pattern);
	if (resolve_api(test, &t->run.api, err))
		return -1;
	if ((t->run.api->flags ^ plan->tests[0].run.api->flags) & IO_API_VIRTUAL)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: only one of them has real files",
			       plan->tests[0].run.api->name, t->run.api->name);
	if ((t->run.api->flags & IO_API_VIRTUAL) && t->run.api != plan->tests[0].run.api)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: each has a device of its own",
			       plan->tests[0].run.api->name, t->run.api->name);
	return resolve_session(plan, i, &t->run, err);
}

static uint64_t count_cells(const struct plan *plan)
{
	const struct config *c = plan->config;
	uint64_t pairs = 0, tests = 0;

	for (size_t f = 0; f < c->file_sizes.n; f++) {
		for (size_t r = 0; r < c->records.n; r++)
			pairs += plan_fits(c->file_sizes.v[f], c->records.v[r]);
	}
	for (size_t i = 0; i < plan->tests_n; i++)
		tests += (uint64_t)plan->tests[i].in_mode[MODE_DEVICE] + plan->tests[i].in_mode[MODE_CACHED];
	return pairs * tests;
}

int plan_resolve(const struct config *config, struct plan *plan, struct err *err)
{
	*plan = (struct plan){ .config = config };
	strbuf_init(&plan->remarks);
	plan->tests = calloc(config->tests_n, sizeof(*plan->tests));
	if (!plan->tests)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "plan");
	for (; plan->tests_n < config->tests_n; plan->tests_n++) {
		if (resolve_test(plan, plan->tests_n, err)) {
			plan_release(plan);
			return -1;
		}
	}
	return 0;
}

static void choose_modes(struct plan *plan, struct plan_test *t)
{
	for (int mode = 0; mode < MODES_N; mode++)
		t->in_mode[mode] = plan->config->modes[mode];
	if (t->in_mode[MODE_DEVICE] && (t->run.api->flags & IO_API_CACHED_ONLY)) {
		t->in_mode[MODE_DEVICE] = false;
		strbuf_addf(&plan->remarks, "%s is left out of device mode: %s always goes through the page cache\n",
			    t->run.test->name, t->run.api->name);
	}
}

static bool uses(const struct plan *plan, const char *api, enum mode mode)
{
	for (size_t i = 0; i < plan->tests_n; i++) {
		if (plan->tests[i].in_mode[mode] && !strcmp(plan->tests[i].run.api->name, api))
			return true;
	}
	return false;
}

/* Processors that this process may run on; 0: not known. */
static int processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 0 : CPU_COUNT(&set);
}

static void remark_sqpoll(struct plan *plan)
{
	if (!uses(plan, "io_uring", MODE_DEVICE) && !uses(plan, "io_uring", MODE_CACHED))
		strbuf_addstr(&plan->remarks, "--uring-sqpoll is not used: no test goes through io_uring\n");
	else if (processors() == 1)
		strbuf_addstr(&plan->remarks, "--uring-sqpoll takes a processor of its own, and there is only one: the thread "
					      "that polls and the tests wait for each other\n");
}

/* What does not mean what it seems to. */
static void remark(struct plan *plan)
{
	if (plan->config->depth > 1 && uses(plan, "libaio", MODE_CACHED))
		strbuf_addstr(&plan->remarks, "libaio does each I/O while it is submitted unless it is direct: in mode cached "
					      "its depth is in effect 1\n");
	if (plan->config->io.uring_sqpoll)
		remark_sqpoll(plan);
}

int plan_finish(struct plan *plan, struct err *err)
{
	const struct config *config = plan->config;

	for (size_t i = 0; i < plan->tests_n; i++)
		choose_modes(plan, &plan->tests[i]);
	remark(plan);
	plan->cells = count_cells(plan);
	if (!plan->cells)
		return err_set(err, ERR_USAGE,
			       "nothing to measure: no test runs in this mode with a record that fits a file");
	/* See sweep.h: what is kept and the file in use never exceed the largest file together. */
	plan->space_bytes = config->file_sizes.v[config->file_sizes.n - 1];
	return 0;
}

static void close_session(struct plan *plan, size_t i)
{
	const struct group_test *run = &plan->tests[i].run;

	for (size_t earlier = 0; earlier < i; earlier++) {
		if (plan->tests[earlier].run.api == run->api)
			return;
	}
	if (run->api->session_close)
		run->api->session_close(run->session);
}

void plan_release(struct plan *plan)
{
	for (size_t i = plan->tests_n; i-- > 0;)
		close_session(plan, i);
	free(plan->tests);
	strbuf_release(&plan->remarks);
	*plan = (struct plan){ 0 };
}

const struct io_api *plan_virtual_api(const struct plan *plan, void **session)
{
	const struct group_test *first = &plan->tests[0].run;

	if (!(first->api->flags & IO_API_VIRTUAL))
		return NULL;
	*session = first->session;
	return first->api;
}

size_t plan_select(const struct plan *plan, enum mode mode, bool new_file, size_t *indexes)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->tests_n; i++) {
		bool makes_file = plan->tests[i].run.pattern->flags & PATTERN_NEW_FILE;

		if (plan->tests[i].in_mode[mode] && makes_file == new_file)
			indexes[n++] = i;
	}
	return n;
}

void plan_shuffle(const struct config *config, uint64_t pass, uint64_t key, size_t *order, size_t n)
{
	uint64_t state = config->seed;
	struct rng rng;

	state = rng_splitmix64(&state) ^ pass;
	state = rng_splitmix64(&state) ^ key;
	rng_init(&rng, state);
	for (size_t i = 0; i < n; i++) {
		size_t j = (size_t)(rng_uniform(&rng) * (double)(i + 1));

		order[i] = order[j];
		order[j] = i;
	}
}
