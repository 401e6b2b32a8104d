#include "sweep/plan.h"

#include "api/fault.h"
#include "base/err.h"
#include "base/permutation.h"
#include "base/rng.h"
#include "base/units.h"

#include <assert.h>
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

static void close_session(const struct plan_test *t)
{
	assert(t->api);
	if (t->run.api != t->api)
		fault_unwrap(t->run.session);
	if (t->api->session_close)
		t->api->session_close(t->session);
}

static int open_session(const struct plan *plan, struct plan_test *t, struct err *err)
{
	const struct io_session_config config = {
		.sim_model = plan->config->sim_model,
		.seed = plan->config->seed,
	};

	if (t->api->session_open && t->api->session_open(&config, &t->session, err))
		return -1;
	t->run.api = t->api;
	t->run.session = t->session;
	if (!plan->fault || !fault_wrap(t->api, t->session, plan->fault, &t->run.api, &t->run.session))
		return 0;
	close_session(t);
	return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "%s", t->api->name);
}

/* The test before this one with the same API, whose session it shares; NULL: none. */
static const struct plan_test *same_api(const struct plan *plan, size_t i)
{
	for (size_t earlier = 0; earlier < i; earlier++) {
		if (plan->tests[earlier].api == plan->tests[i].api)
			return &plan->tests[earlier];
	}
	return NULL;
}

static int resolve_session(const struct plan *plan, size_t i, struct err *err)
{
	const struct plan_test *earlier = same_api(plan, i);
	struct plan_test *t = &plan->tests[i];

	if (!earlier)
		return open_session(plan, t, err);
	t->session = earlier->session;
	t->run.api = earlier->run.api;
	t->run.session = earlier->run.session;
	return 0;
}

static int resolve_test(struct plan *plan, size_t i, struct err *err)
{
	const struct test *test = &plan->config->tests[i];
	const struct io_api *first = plan->tests[0].api;
	struct plan_test *t = &plan->tests[i];

	t->run = (struct group_test){ .test = test, .start_offset = PATTERN_FROM_START };
	t->run.pattern = pattern_find(test->pattern);
	if (!t->run.pattern)
		return err_set(err, ERR_USAGE, "%s: no such test", test->pattern);
	if (resolve_api(test, &t->api, err))
		return -1;
	assert(!i || first);
	if (i && (t->api->flags ^ first->flags) & IO_API_VIRTUAL)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: only one of them has real files",
			       first->name, t->api->name);
	if (i && (t->api->flags & IO_API_VIRTUAL) && t->api != first)
		return err_set(err, ERR_USAGE, "%s and %s cannot be measured in one run: each has a device of its own",
			       first->name, t->api->name);
	return resolve_session(plan, i, err);
}

static int make_fault(struct plan *plan, struct err *err)
{
	struct fault_spec spec;

	if (!plan->config->fault)
		return 0;
	if (fault_parse(plan->config->fault, &spec, err))
		return -1;
	plan->fault = fault_new(&spec);
	return plan->fault ? 0 : err_sys(err, ERR_ENVIRONMENT, ENOMEM, "fault");
}

/* Those of all tests with one file size, record size and number of jobs. */
static void count_cells_at(struct plan *plan, const struct plan_group *at)
{
	for (size_t i = 0; i < plan->tests_n; i++) {
		uint64_t depths = plan_test_has_depth(&plan->tests[i], 1) ? plan->config->depth.n : 1;

		if (!plan->tests[i].in_mode[at->mode])
			continue;
		if (plan_is_skipped(plan, at, i))
			plan->skipped += depths;
		else
			plan->cells += depths;
	}
}

static void count_cells(struct plan *plan)
{
	const struct config *c = plan->config;
	size_t pairs = c->file_sizes.n * c->records.n;

	for (size_t i = 0; i < MODES_N * pairs * c->jobs.n; i++) {
		const struct plan_group at = {
			.mode = (enum mode)(i % MODES_N),
			.r = i / MODES_N % c->records.n,
			.f = i / MODES_N % pairs / c->records.n,
			.j = i / MODES_N / pairs,
		};

		if (config_has_cell(c, c->file_sizes.v[at.f], c->records.v[at.r], (unsigned)c->jobs.v[at.j]))
			count_cells_at(plan, &at);
	}
}

int plan_resolve(const struct config *config, struct plan *plan, struct err *err)
{
	int ret;

	*plan = (struct plan){ .config = config };
	strbuf_init(&plan->remarks);
	plan->tests = calloc(config->tests_n, sizeof(*plan->tests));
	if (!plan->tests)
		return err_sys(err, ERR_ENVIRONMENT, ENOMEM, "plan");
	ret = make_fault(plan, err);
	while (!ret && plan->tests_n < config->tests_n) {
		ret = resolve_test(plan, plan->tests_n, err);
		plan->tests_n += !ret;
	}
	if (ret)
		plan_release(plan);
	return ret;
}

/* Whether no test before it goes through the same API. */
static bool is_first_of_api(const struct plan *plan, size_t i)
{
	for (size_t earlier = 0; earlier < i; earlier++) {
		if (!strcmp(plan->config->tests[earlier].api, plan->config->tests[i].api))
			return false;
	}
	return true;
}

static void choose_modes(struct plan *plan, size_t i)
{
	struct plan_test *t = &plan->tests[i];

	for (int mode = 0; mode < MODES_N; mode++)
		t->in_mode[mode] = plan->config->modes[mode];
	if (t->in_mode[MODE_DEVICE] && (t->run.api->flags & IO_API_CACHED_ONLY)) {
		t->in_mode[MODE_DEVICE] = false;
		if (is_first_of_api(plan, i))
			strbuf_addf(&plan->remarks, "%s is left out of mode device: it always goes through the page cache\n",
				    t->run.test->api);
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

/* Those that cannot have the depths of the run, beside others that can. */
static void remark_synchronous(struct plan *plan)
{
	const char *separator = "";

	for (size_t i = 0; i < plan->tests_n; i++) {
		if (!is_first_of_api(plan, i) || plan_test_has_depth(&plan->tests[i], 1))
			continue;
		strbuf_addf(&plan->remarks, "%s%s", separator, plan->tests[i].api->name);
		separator = ", ";
	}
	if (*separator)
		strbuf_addstr(&plan->remarks, ": one I/O in flight whatever --depth says, so the cells have depth 1\n");
}

static void list_odd(const struct plan *plan, const struct size_list *sizes, const char *what, struct strbuf *text)
{
	char size[UNITS_TEXT_LEN];
	const char *separator = what;

	for (size_t i = 0; i < sizes->n; i++) {
		if (sizes->v[i] % plan->direct_align == 0)
			continue;
		strbuf_addf(text, "%s %s", separator, units_format_size_exact(sizes->v[i], size));
		separator = ",";
	}
	if (separator != what)
		strbuf_addstr(text, "; ");
}

static void remark_skipped(struct plan *plan)
{
	const struct config *c = plan->config;

	if (!plan->skipped)
		return;
	strbuf_addf(&plan->remarks, "%llu cell%s of mode device %s skipped: direct I/O needs multiples of %u bytes here (",
		    (unsigned long long)plan->skipped, plan->skipped == 1 ? "" : "s", plan->skipped == 1 ? "is" : "are",
		    plan->direct_align);
	list_odd(plan, &c->file_sizes, "file", &plan->remarks);
	list_odd(plan, &c->records, "record", &plan->remarks);
	strbuf_setlen(&plan->remarks, plan->remarks.len - strlen("; "));
	strbuf_addstr(&plan->remarks, ")\n");
}

/* What does not mean what it seems to. */
static void remark(struct plan *plan)
{
	if (config_most_depth(plan->config) > 1)
		remark_synchronous(plan);
	if (config_most_depth(plan->config) > 1 && uses(plan, "libaio", MODE_CACHED))
		strbuf_addstr(&plan->remarks, "libaio does each I/O while it is submitted unless it is direct: in mode cached "
					      "its depth is in effect 1\n");
	if (plan->config->io.uring_sqpoll)
		remark_sqpoll(plan);
}

int plan_finish(struct plan *plan, struct err *err)
{
	const struct config *config = plan->config;

	if (config_most_jobs(config) > 1 && (plan->tests[0].api->flags & IO_API_VIRTUAL) && plan->tests[0].api->virt->now_ns)
		return err_set(err, ERR_USAGE, "--jobs: %s has one clock and takes one job", plan->tests[0].api->name);
	for (size_t i = 0; i < plan->tests_n; i++)
		choose_modes(plan, i);
	remark(plan);
	count_cells(plan);
	remark_skipped(plan);
	if (!plan->cells && plan->skipped)
		return err_set(err, ERR_USAGE, "nothing to measure: direct I/O needs sizes that are multiples of %u bytes here, "
					       "and --mode device has no others", plan->direct_align);
	if (!plan->cells)
		return err_set(err, ERR_USAGE,
			       "nothing to measure: no test runs in this mode with a record that fits a file");
	/* See sweep.h: what is kept and the file in use never exceed the largest file together. */
	plan->space_bytes = config->file_sizes.v[config->file_sizes.n - 1] * config_files(config);
	return 0;
}

void plan_release(struct plan *plan)
{
	for (size_t i = plan->tests_n; i-- > 0;) {
		if (!same_api(plan, i))
			close_session(&plan->tests[i]);
	}
	free(plan->tests);
	fault_free(plan->fault);
	strbuf_release(&plan->remarks);
	*plan = (struct plan){ 0 };
}

void plan_arm_fault(const struct plan *plan)
{
	if (plan->fault)
		fault_arm(plan->fault);
}

const struct io_api *plan_virtual_api(const struct plan *plan, void **session)
{
	const struct plan_test *first = &plan->tests[0];

	if (!(first->api->flags & IO_API_VIRTUAL))
		return NULL;
	*session = first->session;
	return first->api;
}

static bool runs_in(const struct plan_test *test, enum mode mode, bool new_file)
{
	bool makes_file = test->run.pattern->flags & PATTERN_NEW_FILE;

	return test->in_mode[mode] && makes_file == new_file;
}

bool plan_is_skipped(const struct plan *plan, const struct plan_group *group, size_t test)
{
	const struct config *c = plan->config;

	if (group->mode != MODE_DEVICE || plan->direct_align <= 1 || (plan->tests[test].api->flags & IO_API_NO_DIRECT))
		return false;
	return c->file_sizes.v[group->f] % plan->direct_align || c->records.v[group->r] % plan->direct_align;
}

bool plan_test_has_depth(const struct plan_test *test, size_t d)
{
	return !d || !(test->api->flags & IO_API_SYNCHRONOUS);
}

size_t plan_select(const struct plan *plan, const struct plan_group *group, size_t *indexes)
{
	const struct config *c = plan->config;
	size_t n = 0;

	if (!config_has_cell(c, c->file_sizes.v[group->f], c->records.v[group->r], (unsigned)c->jobs.v[group->j]))
		return 0;
	for (size_t i = 0; i < plan->tests_n; i++) {
		if (runs_in(&plan->tests[i], group->mode, group->new_file) &&
		    plan_test_has_depth(&plan->tests[i], group->d))
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
