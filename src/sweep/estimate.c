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
	cost.flush_byte_ns = 0;
	if (small->flush_ns > large->flush_ns && small->bytes > large->bytes)
		cost.flush_byte_ns = (small->flush_ns - large->flush_ns) / (small->bytes - large->bytes);
	else if (large->flush_ns > small->flush_ns && large->bytes > small->bytes)
		cost.flush_byte_ns = (large->flush_ns - small->flush_ns) / (large->bytes - small->bytes);
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
	struct trial *all; /* [(mode * tests_n + test) * 2 + which record] */
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

static int try_group(struct trials *t, enum mode mode, bool new_file, size_t which, const struct standing *standing)
{
	size_t n = plan_select(t->plan, mode, new_file, t->indexes);
	const struct group group = {
		.mode = mode,
		.file_size = standing->file_size,
		.record_size = records[which],
		.depth = depth_within(t->setting->buffers, t->plan->config->depth, records[which]),
		.seed = t->plan->config->seed,
		.jobs = t->plan->config->jobs,
		.files = t->plan->config->job_files,
		.stride = t->plan->config->stride,
		.mixed_in_order = t->plan->config->mixed_in_order,
		.standing_files = standing->ids,
		.tests = t->tests,
		.tests_n = n,
	};
	int ret;

	for (size_t i = 0; i < n; i++) {
		t->tests[i] = t->plan->tests[t->indexes[i]].run;
		sample_init(&t->samples[i]);
	}
	ret = group_measure(t->setting, &group, t->samples);
	for (size_t i = 0; i < n; i++) {
		size_t at = (mode * t->plan->tests_n + t->indexes[i]) * 2 + which;

		if (!ret)
			t->all[at] = trial_of(&t->samples[i]);
		sample_release(&t->samples[i]);
	}
	return ret;
}

static int try_all(struct trials *t, const struct standing *standing)
{
	int ret;

	for (int mode = 0; mode < MODES_N; mode++) {
		for (size_t which = 0; which < 2; which++) {
			ret = try_group(t, (enum mode)mode, true, which, standing);
			if (!ret)
				ret = try_group(t, (enum mode)mode, false, which, standing);
			if (ret)
				return ret;
		}
	}
	return 0;
}

/* Large enough for each of the jobs that share it to have a record. */
static uint64_t trial_file_size(const struct config *config)
{
	uint64_t shared = (uint64_t)(config->jobs / config_files(config)) * LARGE_RECORD;

	return shared > FILE_SIZE ? shared : FILE_SIZE;
}

static int with_standing_files(struct trials *t)
{
	const struct config *config = t->plan->config;
	struct standing standing = { .setting = t->setting, .plan = t->plan, .file_size = trial_file_size(config) };
	int ret = -ENOMEM;

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

int estimate_measure(const struct plan *plan, const struct group_setting *setting, struct estimate *e)
{
	struct group_setting brief = *setting;
	size_t n = plan->tests_n, slots = n * MODES_N;
	struct trials t = { .plan = plan, .setting = &brief };
	int ret = -ENOMEM;

	*e = (struct estimate){
		.plan = plan,
		.min_time_ns = setting->min_time_ns,
		.max_time_ns = setting->max_time_ns,
		.max_time_cuts_cached = setting->max_time_cuts_cached,
	};
	brief.verify = false;
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

/* What the pace makes of work by all jobs that would take so long without one. */
static double paced_ns(const struct config *c, double operations, double bytes, double ns)
{
	const struct pace *p = &c->pace;

	if (p->bytes_per_s)
		ns = fmax(ns, bytes / ((double)p->bytes_per_s * c->jobs) * 1e9);
	if (p->operations_per_s)
		ns = fmax(ns, operations / ((double)p->operations_per_s * c->jobs) * 1e9);
	return ns + operations / c->jobs / c->depth * (double)p->think_ns;
}

static struct once estimate_once(const struct estimate *e, enum mode mode, size_t test, uint64_t file_size,
				 uint64_t record_size)
{
	const struct estimate_cost *cost = &e->costs[(size_t)mode * e->plan->tests_n + test];
	unsigned files = config_files(e->plan->config);
	double operations = ceil((double)file_size / (double)record_size) * files;
	struct once once = { .bytes = (double)file_size * files };
	bool may_cut = e->max_time_ns && (mode == MODE_DEVICE || e->max_time_cuts_cached);

	once.clocked_ns = paced_ns(e->plan->config, operations, once.bytes,
				   operations * cost->operation_ns + once.bytes * cost->byte_ns);
	if (may_cut && once.clocked_ns > (double)e->max_time_ns) {
		once.bytes *= (double)e->max_time_ns / once.clocked_ns;
		once.clocked_ns = (double)e->max_time_ns;
	}
	once.wall_ns = once.clocked_ns + cost->setup_ns + cost->flush_ns + once.bytes * cost->flush_byte_ns;
	return once;
}

struct estimate_sum estimate_group(const struct estimate *e, enum mode mode, bool new_file, uint64_t file_size,
				   uint64_t record_size)
{
	struct estimate_sum sum = { 0 };
	double repetitions = 1, limit_ns = (double)group_wall_limit_ns(e->max_time_ns);

	for (size_t i = 0; i < e->plan->tests_n; i++) {
		struct once once;

		if (!e->plan->tests[i].in_mode[mode] ||
		    new_file != !!(e->plan->tests[i].run.pattern->flags & PATTERN_NEW_FILE))
			continue;
		once = estimate_once(e, mode, i, file_size, record_size);
		if (once.clocked_ns > 0)
			repetitions = fmax(repetitions, ceil((double)e->min_time_ns / once.clocked_ns));
		sum.ns += once.wall_ns;
		sum.bytes += once.bytes;
	}
	if (sum.ns > 0)
		repetitions = fmin(repetitions, ceil(limit_ns / sum.ns));
	sum.ns *= repetitions;
	sum.bytes *= repetitions;
	return sum;
}

/* What a file size costs beside its cells: the standing file is written once. */
static struct estimate_sum standing_cost(const struct estimate *e, uint64_t file_size)
{
	double byte_ns = 0, bytes;

	for (size_t i = 0; i < e->plan->tests_n * MODES_N; i++)
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
	struct estimate_sum sum = { 0 };

	for (size_t f = 0; f < c->file_sizes.n; f++) {
		add_sum(&sum, standing_cost(e, c->file_sizes.v[f]));
		for (size_t at = 0; at < c->records.n * MODES_N * 2; at++) {
			uint64_t record = c->records.v[at / MODES_N / 2];

			if (config_has_cell(c, c->file_sizes.v[f], record))
				add_sum(&sum, estimate_group(e, (enum mode)(at / 2 % MODES_N), at % 2,
							     c->file_sizes.v[f], record));
		}
	}
	return sum;
}
