#include "sweep/plan_internal.h"

#include "base/err.h"
#include "base/rng.h"

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

static void choose_modes(struct plan *plan, size_t i)
{
	struct plan_test *t = &plan->tests[i];

	for (int mode = 0; mode < MODES_N; mode++)
		t->in_mode[mode] = plan->config->modes[mode];
	if (t->in_mode[MODE_DEVICE] && (t->run.api->flags & IO_API_CACHED_ONLY)) {
		t->in_mode[MODE_DEVICE] = false;
		if (plan_is_first_of_api(plan, i))
			strbuf_addf(&plan->remarks, "%s is left out of mode device: it always goes through the page cache\n",
				    t->run.test->api);
	}
}

int plan_finish(struct plan *plan, struct err *err)
{
	const struct config *config = plan->config;

	if (config_most_jobs(config) > 1 && (plan->tests[0].api->flags & IO_API_VIRTUAL) && plan->tests[0].api->virt->now_ns)
		return err_set(err, ERR_USAGE, "--jobs: %s has one clock and takes one job", plan->tests[0].api->name);
	for (size_t i = 0; i < plan->tests_n; i++)
		choose_modes(plan, i);
	plan_remark_settings(plan);
	count_cells(plan);
	plan_remark_skipped(plan);
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

size_t plan_groups_n(const struct plan *plan)
{
	const struct config *c = plan->config;

	return c->records.n * c->depth.n * c->jobs.n * MODES_N * 2;
}

struct plan_group plan_group_at(const struct plan *plan, size_t f, size_t i)
{
	const struct config *c = plan->config;
	size_t at = i / 2 / MODES_N;

	return (struct plan_group){
		.mode = (enum mode)(i / 2 % MODES_N),
		.new_file = i % 2,
		.f = f,
		.r = at / c->jobs.n / c->depth.n,
		.d = at / c->jobs.n % c->depth.n,
		.j = at % c->jobs.n,
	};
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
