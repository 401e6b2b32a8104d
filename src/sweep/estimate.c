#include "sweep/estimate.h"

#include "measure/engine.h"
#include "sweep/standing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE (8U << 20)
#define SMALL_RECORD 4096U
#define LARGE_RECORD (1U << 20)
#define SAMPLE_NS 30000000U
#define FLUSH_NS 1000000.0
#define FIT_MOST_NS 600000000000U

static const uint32_t records[] = { SMALL_RECORD, LARGE_RECORD };

/* Time for each operation, and what the flush and the preparations took, at one record size. */
struct trial {
	double operation_ns, flush_ns, setup_ns;
	double bytes; /* of a repetition */
	bool ok;
};

/* Two points on the line cost = operation + byte * size. A cost below nothing is a trial that was disturbed. */
static struct estimate_cost fit(const struct trial *small, const struct trial *large)
{
	struct estimate_cost cost = { 0 };

	if (!small->ok || !large->ok)
		return cost;
	cost.byte_ns = fmax(0, (large->operation_ns - small->operation_ns) / (double)(LARGE_RECORD - SMALL_RECORD));
	cost.operation_ns = fmax(0, small->operation_ns - cost.byte_ns * SMALL_RECORD);
	cost.flush_ns = fmin(small->flush_ns, large->flush_ns);
	cost.flush_bytes = fmin(small->bytes, large->bytes);
	cost.setup_ns = fmin(small->setup_ns, large->setup_ns);
	return cost;
}

static struct trial trial_of(const struct sample *s)
{
	struct trial t = { .ok = sample_ok(s) && s->operations > 0 };

	if (!t.ok)
		return t;
	t.operation_ns = (double)s->clocked_ns / (double)s->operations;
	t.bytes = (double)s->bytes / (double)s->repetitions;
	t.flush_ns = s->flush_ns == SAMPLE_ABSENT ? 0 : (double)s->flush_ns / (double)s->repetitions;
	t.setup_ns = (double)s->setup_ns / (double)s->repetitions;
	return t;
}

struct trials {
	const struct plan *plan;
	const struct group_setting *setting;
	struct trial *all; /* [index of the cost * 2 + which record] */
	size_t *indexes; /* tests_n */
	struct group_test *tests;
	struct sample *samples;
};

/* The trial's records may be larger than the run's, for which the buffer was made. */
static unsigned depth_within(const struct buffer *buffer, unsigned depth, uint32_t record)
{
	while (depth > 1 && engine_buffer_size(record, depth) > buffer->size)
		depth /= 2;
	return depth;
}

/* The first or the last of the depths and of the numbers of jobs: which of them is a bit of the corner. */
static bool most_depth(size_t corner)
{
	return corner & 1;
}

static bool most_jobs(size_t corner)
{
	return corner & 2;
}

/* Without a second value on an axis the run has no such corner. */
static bool has_corner(const struct config *config, size_t corner)
{
	return (!most_depth(corner) || config->depth.n > 1) && (!most_jobs(corner) || config->jobs.n > 1);
}

static size_t cost_index(const struct plan *plan, size_t corner, enum mode mode, size_t test)
{
	return (corner * MODES_N + (size_t)mode) * plan->tests_n + test;
}

/* Which tests are tried: all but those that the first depth has told enough of. */
static size_t select_tests(const struct trials *t, size_t corner, enum mode mode, bool new_file)
{
	size_t n = 0;

	for (size_t i = 0; i < t->plan->tests_n; i++) {
		const struct plan_test *test = &t->plan->tests[i];

		if (test->in_mode[mode] && new_file == !!(test->run.pattern->flags & PATTERN_NEW_FILE) &&
		    plan_test_has_depth(test, most_depth(corner)))
			t->indexes[n++] = i;
	}
	return n;
}

struct try_at {
	size_t corner;
	enum mode mode;
	bool new_file;
	size_t which; /* record */
};

static int try_group(struct trials *t, const struct try_at *try, const struct standing *standing)
{
	const struct config *c = t->plan->config;
	size_t n = select_tests(t, try->corner, try->mode, try->new_file);
	unsigned depth = most_depth(try->corner) ? config_most_depth(c) : (unsigned)c->depth.v[0];
	const struct group group = {
		.mode = try->mode,
		.file_size = standing->file_size,
		.record_size = records[try->which],
		.depth = depth_within(t->setting->buffers, depth, records[try->which]),
		.seed = c->seed,
		.jobs = most_jobs(try->corner) ? config_most_jobs(c) : (unsigned)c->jobs.v[0],
		.files = c->job_files,
		.stride = c->stride,
		.mixed_in_order = c->mixed_in_order,
		.standing_files = standing->ids,
		.tests = t->tests,
		.tests_n = n,
	};
	int ret;

	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++) {
		t->tests[i] = t->plan->tests[t->indexes[i]].run;
		sample_init(&t->samples[i]);
	}
	ret = group_measure(t->setting, &group, t->samples);
	for (size_t i = 0; i < n; i++) {
		size_t at = cost_index(t->plan, try->corner, try->mode, t->indexes[i]) * 2 + try->which;

		if (!ret)
			t->all[at] = trial_of(&t->samples[i]);
		sample_release(&t->samples[i]);
	}
	return ret;
}

static int try_all(struct trials *t, const struct standing *standing)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < ESTIMATE_CORNERS * MODES_N * 2 * 2; i++) {
		const struct try_at try = {
			.corner = i / (MODES_N * 4),
			.mode = (enum mode)(i / 4 % MODES_N),
			.which = i / 2 % 2,
			.new_file = i % 2 == 0,
		};

		if (has_corner(t->plan->config, try.corner))
			ret = try_group(t, &try, standing);
	}
	return ret;
}

/* Large enough for each of the jobs that share it to have a record. */
static uint64_t trial_file_size(const struct config *config)
{
	uint64_t shared = (uint64_t)(config_most_jobs(config) / config_files(config)) * LARGE_RECORD;

	return shared > FILE_SIZE ? shared : FILE_SIZE;
}

static int with_standing_files(struct trials *t)
{
	const struct config *config = t->plan->config;
	struct standing standing = { .setting = t->setting, .plan = t->plan, .file_size = trial_file_size(config) };
	int ret = -ENOMEM;

	/* A file that is there is not made larger for that. */
	if (target_is_file(t->setting->target) && target_file_size(t->setting->target) < standing.file_size)
		return -ENOSPC;
	standing.ids = calloc(config_files(config), sizeof(*standing.ids));
	if (standing.ids)
		ret = standing_create(&standing);
	if (!ret) {
		ret = try_all(t, &standing);
		standing_retire(&standing);
	}
	free(standing.ids);
	target_purge(t->setting->target);
	return ret;
}

/*
 * Part of a flush is for the data, part for making it known, and trials of one size cannot tell them apart. In device
 * mode the data is there before: its flush is the second part. Without device mode that is taken for a millisecond.
 */
static void split_flushes(const struct estimate *e)
{
	size_t n = e->plan->tests_n;

	for (size_t i = 0; i < ESTIMATE_CORNERS * n; i++) {
		const struct estimate_cost *device = &e->costs[cost_index(e->plan, i / n, MODE_DEVICE, i % n)];
		struct estimate_cost *cached = &e->costs[cost_index(e->plan, i / n, MODE_CACHED, i % n)];
		double fixed = fmin(cached->flush_ns, device->flush_bytes > 0 ? device->flush_ns : FLUSH_NS);

		if (cached->flush_bytes > 0)
			cached->flush_byte_ns = (cached->flush_ns - fixed) / cached->flush_bytes;
		cached->flush_ns = fixed;
	}
}

int estimate_measure(const struct plan *plan, const struct group_setting *setting, struct estimate *e)
{
	struct group_setting brief = *setting;
	size_t n = plan->tests_n, slots = ESTIMATE_CORNERS * MODES_N * n;
	struct trials t = { .plan = plan, .setting = &brief };
	int ret = -ENOMEM;

	*e = (struct estimate){
		.plan = plan,
		.settle_ns = setting->settle_ns,
		.min_time_ns = setting->min_time_ns,
		.max_time_ns = setting->max_time_ns,
		.max_time_cuts_cached = setting->max_time_cuts_cached,
	};
	brief.verify = false;
	brief.settle_ns = 0;
	brief.min_time_ns = 1;
	brief.max_time_ns = SAMPLE_NS;
	brief.max_time_cuts_cached = true;
	brief.pace = NULL; /* what it costs is known */
	e->costs = calloc(slots, sizeof(*e->costs));
	t.all = calloc(slots * 2, sizeof(*t.all));
	t.indexes = calloc(n, sizeof(*t.indexes));
	t.tests = calloc(n, sizeof(*t.tests));
	t.samples = calloc(n, sizeof(*t.samples));
	if (e->costs && t.all && t.indexes && t.tests && t.samples)
		ret = with_standing_files(&t);
	for (size_t i = 0; !ret && i < slots; i++)
		e->costs[i] = fit(&t.all[2 * i], &t.all[2 * i + 1]);
	if (!ret)
		split_flushes(e);
	free(t.all);
	free(t.indexes);
	free(t.tests);
	free(t.samples);
	if (ret)
		estimate_release(e);
	return ret;
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->costs);
	*estimate = (struct estimate){ 0 };
}

/* One repetition of a test: its clocked time, and all of its time. */
struct once {
	double clocked_ns, wall_ns, bytes;
};

/* What all jobs do in one repetition, and with how many I/Os in flight each. */
struct load {
	double operations, bytes, jobs, depth;
};

/* What the pace makes of work by all jobs that would take so long without one. */
static double paced_ns(const struct pace *p, const struct load *load, double ns)
{
	if (p->bytes_per_s)
		ns = fmax(ns, load->bytes / ((double)p->bytes_per_s * load->jobs) * 1e9);
	if (p->operations_per_s)
		ns = fmax(ns, load->operations / ((double)p->operations_per_s * load->jobs) * 1e9);
	return ns + load->operations / load->jobs / load->depth * (double)p->think_ns;
}

/* How far a value is from the first to the last of the list, on a logarithmic scale. */
static double place_between(const struct size_list *list, double value)
{
	double first = (double)list->v[0], last = (double)list->v[list->n - 1];

	return list->n > 1 ? log(value / first) / log(last / first) : 0;
}

static void add_cost(struct estimate_cost *sum, const struct estimate_cost *cost, double weight)
{
	sum->operation_ns += weight * cost->operation_ns;
	sum->byte_ns += weight * cost->byte_ns;
	sum->flush_ns += weight * cost->flush_ns;
	sum->flush_byte_ns += weight * cost->flush_byte_ns;
	sum->setup_ns += weight * cost->setup_ns;
}

/* Between the corners that were tried. A test that has no depth was tried at the first one only. */
static struct estimate_cost cost_of(const struct estimate *e, const struct plan_group *g, size_t test)
{
	const struct plan *plan = e->plan;
	const struct config *c = plan->config;
	bool deep = plan_test_has_depth(&plan->tests[test], 1);
	double depth = deep ? place_between(&c->depth, (double)c->depth.v[g->d]) : 0;
	double jobs = place_between(&c->jobs, (double)c->jobs.v[g->j]);
	struct estimate_cost cost = { 0 };

	for (size_t corner = 0; corner < ESTIMATE_CORNERS; corner++) {
		double weight = (most_depth(corner) ? depth : 1 - depth) * (most_jobs(corner) ? jobs : 1 - jobs);

		add_cost(&cost, &e->costs[cost_index(plan, corner, g->mode, test)], weight);
	}
	return cost;
}

static struct once estimate_once(const struct estimate *e, const struct plan_group *g, size_t test)
{
	const struct config *c = e->plan->config;
	const struct estimate_cost cost = cost_of(e, g, test);
	double file_size = (double)c->file_sizes.v[g->f], record = (double)c->records.v[g->r];
	unsigned files = config_files_of(c, (unsigned)c->jobs.v[g->j]);
	const struct load load = {
		.operations = ceil(file_size / record) * files,
		.bytes = file_size * files,
		.jobs = (double)c->jobs.v[g->j],
		.depth = plan_test_has_depth(&e->plan->tests[test], 1) ? (double)c->depth.v[g->d] : 1,
	};
	struct once once = { .bytes = load.bytes };
	bool may_cut = e->max_time_ns && (g->mode == MODE_DEVICE || e->max_time_cuts_cached);

	once.clocked_ns = paced_ns(&c->pace, &load, load.operations * cost.operation_ns + load.bytes * cost.byte_ns);
	if (may_cut && once.clocked_ns > (double)e->max_time_ns) {
		once.bytes *= (double)e->max_time_ns / once.clocked_ns;
		once.clocked_ns = (double)e->max_time_ns;
	}
	once.wall_ns = once.clocked_ns + cost.setup_ns + cost.flush_ns + once.bytes * cost.flush_byte_ns;
	return once;
}

static bool in_group(const struct plan_test *t, const struct plan_group *g)
{
	return t->in_mode[g->mode] && g->new_file == !!(t->run.pattern->flags & PATTERN_NEW_FILE) &&
	       plan_test_has_depth(t, g->d);
}

struct estimate_sum estimate_group(const struct estimate *e, const struct plan_group *g)
{
	const struct config *c = e->plan->config;
	struct estimate_sum sum = { 0 };
	double repetitions = 1, tests = 0, limit_ns = (double)group_wall_limit_ns(e->max_time_ns);

	if (!config_has_cell(c, c->file_sizes.v[g->f], c->records.v[g->r], (unsigned)c->jobs.v[g->j]))
		return sum;
	for (size_t i = 0; i < e->plan->tests_n; i++) {
		struct once once;

		if (!in_group(&e->plan->tests[i], g))
			continue;
		once = estimate_once(e, g, i);
		tests++;
		if (once.clocked_ns > 0)
			repetitions = fmax(repetitions, ceil((double)e->min_time_ns / once.clocked_ns));
		sum.ns += once.wall_ns;
		sum.bytes += once.bytes;
	}
	if (sum.ns > 0)
		repetitions = fmin(repetitions, ceil(limit_ns / sum.ns));
	sum.ns = sum.ns * repetitions + tests * (double)e->settle_ns;
	sum.bytes *= repetitions;
	return sum;
}

struct estimate_sum estimate_file(const struct estimate *e, uint64_t file_size)
{
	double byte_ns = 0, bytes;

	for (size_t i = 0; i < ESTIMATE_CORNERS * MODES_N * e->plan->tests_n; i++)
		byte_ns = fmax(byte_ns, e->costs[i].byte_ns + e->costs[i].flush_byte_ns);
	bytes = (double)file_size * config_files(e->plan->config);
	return (struct estimate_sum){ .ns = byte_ns * bytes, .bytes = bytes };
}

static void add_sum(struct estimate_sum *sum, struct estimate_sum one)
{
	sum->ns += one.ns;
	sum->bytes += one.bytes;
}

struct estimate_sum estimate_pass(const struct estimate *e)
{
	const struct config *c = e->plan->config;
	size_t inner = c->depth.n * c->jobs.n;
	struct estimate_sum sum = { 0 };

	for (size_t f = 0; f < c->file_sizes.n; f++) {
		add_sum(&sum, estimate_file(e, c->file_sizes.v[f]));
		for (size_t at = 0; at < c->records.n * inner * MODES_N * 2; at++) {
			const struct plan_group group = {
				.mode = (enum mode)(at / 2 % MODES_N),
				.new_file = at % 2,
				.f = f,
				.r = at / 2 / MODES_N / inner,
				.d = at / 2 / MODES_N / c->jobs.n % c->depth.n,
				.j = at / 2 / MODES_N % c->jobs.n,
			};

			add_sum(&sum, estimate_group(e, &group));
		}
	}
	return sum;
}

uint64_t estimate_fit(struct estimate *e, double pass_ns)
{
	uint64_t low = e->min_time_ns ? e->min_time_ns : 1, high = FIT_MOST_NS > low ? FIT_MOST_NS : low;

	e->max_time_cuts_cached = true;
	e->max_time_ns = high;
	while (high - low > low / 100 + 1) {
		/* Times are sought on a logarithmic scale. */
		uint64_t middle = (uint64_t)sqrt((double)low * (double)high);

		middle = middle > low ? middle : low + 1;
		e->max_time_ns = middle;
		if (estimate_pass(e).ns > pass_ns)
			high = middle;
		else
			low = middle;
	}
	e->max_time_ns = low;
	return low;
}
