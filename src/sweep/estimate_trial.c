/* The trials of an estimate: what each test of the run costs here, found by doing a little of it. */
#include "sweep/estimate.h"

#include "measure/content.h"
#include "measure/engine.h"
#include "sweep/estimate_corner.h"
#include "sweep/standing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE (8U << 20)
#define SMALL_RECORD 4096U
#define LARGE_RECORD (1U << 20) /* or what there is room for */
#define SAMPLE_NS 30000000U
#define FLUSH_NS 1000000.0

/* Time for each operation, and what the flush and the preparations took, at one record size. */
struct trial {
	double operation_ns, flush_ns, setup_ns;
	double verify_ns; /* for each operation */
	double bytes; /* of a repetition */
	bool ok;
};

/* Two points on the line cost = operation + byte * size. A cost below nothing is a trial that was disturbed. */
static struct estimate_cost fit(const struct trial *small, const struct trial *large, uint32_t large_record)
{
	struct estimate_cost cost = { 0 };

	if (!small->ok || !large->ok)
		return cost;
	cost.byte_ns = fmax(0, (large->operation_ns - small->operation_ns) / (double)(large_record - SMALL_RECORD));
	cost.operation_ns = fmax(0, small->operation_ns - cost.byte_ns * SMALL_RECORD);
	cost.flush_ns = fmin(small->flush_ns, large->flush_ns);
	cost.flush_bytes = fmin(small->bytes, large->bytes);
	cost.setup_ns = fmin(small->setup_ns, large->setup_ns);
	cost.verify_byte_ns = fmax(0, (large->verify_ns - small->verify_ns) / (double)(large_record - SMALL_RECORD));
	cost.verify_operation_ns = fmax(0, small->verify_ns - cost.verify_byte_ns * SMALL_RECORD);
	return cost;
}

static struct trial trial_of(const struct sample *s, double verify_ns)
{
	struct trial t = { .ok = sample_ok(s) && s->operations > 0 };

	if (!t.ok)
		return t;
	t.operation_ns = (double)s->clocked_ns / (double)s->operations;
	t.bytes = (double)s->bytes / (double)s->repetitions;
	t.flush_ns = s->flush_ns == SAMPLE_ABSENT ? 0 : (double)s->flush_ns / (double)s->repetitions;
	t.setup_ns = (double)s->setup_ns / (double)s->repetitions;
	t.verify_ns = verify_ns;
	return t;
}

struct trials {
	const struct plan *plan;
	const struct group_setting *setting;
	uint64_t file_size;
	uint32_t records[2];
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

/* Without a second value on an axis the run has no such corner. */
static bool has_corner(const struct config *config, size_t corner)
{
	return (!estimate_most_depth(corner) || config->depth.n > 1) && (!estimate_most_jobs(corner) || config->jobs.n > 1);
}

/* Which tests are tried: all but those that the first depth has told enough of. */
static size_t select_tests(const struct trials *t, size_t corner, enum mode mode, bool new_file)
{
	size_t n = 0;

	for (size_t i = 0; i < t->plan->tests_n; i++) {
		const struct plan_test *test = &t->plan->tests[i];

		if (test->in_mode[mode] && new_file == !!(test->run.pattern->flags & PATTERN_NEW_FILE) &&
		    plan_test_has_depth(test, estimate_most_depth(corner)))
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

/* What all tests of a group took together. */
static double for_each_operation(const struct sample *samples, size_t n, uint64_t ns)
{
	uint64_t operations = 0;

	for (size_t i = 0; i < n; i++)
		operations += sample_ok(&samples[i]) ? samples[i].total_operations : 0;
	return operations ? (double)ns / (double)operations : 0;
}

static int try_group(struct trials *t, const struct try_at *try, const struct standing *standing)
{
	const struct config *c = t->plan->config;
	size_t n = select_tests(t, try->corner, try->mode, try->new_file);
	unsigned depth = estimate_most_depth(try->corner) ? config_most_depth(c) : (unsigned)c->depth.v[0];
	const struct group group = {
		.mode = try->mode,
		.file_size = standing->file_size,
		.record_size = t->records[try->which],
		.depth = depth_within(t->setting->buffers, depth, t->records[try->which]),
		.seed = c->seed,
		.jobs = estimate_most_jobs(try->corner) ? config_most_jobs(c) : (unsigned)c->jobs.v[0],
		.files = c->job_files,
		.stride = c->stride,
		.mixed_in_order = c->mixed_in_order,
		.standing_files = standing->ids,
		.contents = standing->contents,
		.tests = t->tests,
		.tests_n = n,
	};
	uint64_t *verifying = &t->setting->timing->ns[TIMING_VERIFYING], before = *verifying;
	double verify_ns;
	int ret;

	if (!n)
		return 0;
	for (size_t i = 0; i < n; i++) {
		t->tests[i] = t->plan->tests[t->indexes[i]].run;
		sample_init(&t->samples[i]);
	}
	ret = group_measure(t->setting, &group, t->samples);
	verify_ns = for_each_operation(t->samples, n, *verifying - before);
	for (size_t i = 0; i < n; i++) {
		size_t at = estimate_cost_index(t->plan, try->corner, try->mode, t->indexes[i]) * 2 + try->which;

		if (!ret)
			t->all[at] = trial_of(&t->samples[i], verify_ns);
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

/*
 * The standing files and new ones beside them must have room in what the run takes at most; and each of the jobs that
 * share a file, a record. 0, or -ENOSPC where that is not to be had.
 */
static int choose_sizes(struct trials *t)
{
	const struct config *config = t->plan->config;
	unsigned files = config_files(config), sharing = config_most_jobs(config) / files;
	uint64_t room = t->setting->space_bytes / (2 * files);

	t->records[0] = SMALL_RECORD;
	t->records[1] = LARGE_RECORD;
	t->file_size = (uint64_t)sharing * LARGE_RECORD;
	if (t->file_size < FILE_SIZE)
		t->file_size = FILE_SIZE;
	while (t->file_size > room) {
		t->file_size /= 2;
		if (t->file_size < (uint64_t)sharing * t->records[1])
			t->records[1] /= 2;
	}
	return t->records[1] > SMALL_RECORD ? 0 : -ENOSPC;
}

static int with_standing_files(struct trials *t)
{
	const struct config *config = t->plan->config;
	struct standing standing = { .setting = t->setting, .plan = t->plan };
	int ret = choose_sizes(t);

	if (ret)
		return ret;
	standing.file_size = t->file_size;
	/* A file that is there is not made larger for that. */
	if (target_is_file(t->setting->target) && target_file_size(t->setting->target) < standing.file_size)
		return -ENOSPC;
	standing.ids = calloc(config_files(config), sizeof(*standing.ids));
	standing.contents = t->setting->verify ? calloc(config_files(config), sizeof(*standing.contents)) : NULL;
	ret = standing.ids && (standing.contents || !t->setting->verify) ? standing_create(&standing) : -ENOMEM;
	if (!ret) {
		ret = try_all(t, &standing);
		standing_retire(&standing);
	}
	free(standing.ids);
	free(standing.contents);
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
		const struct estimate_cost *device = &e->costs[estimate_cost_index(e->plan, i / n, MODE_DEVICE, i % n)];
		struct estimate_cost *cached = &e->costs[estimate_cost_index(e->plan, i / n, MODE_CACHED, i % n)];
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
		e->costs[i] = fit(&t.all[2 * i], &t.all[2 * i + 1], t.records[1]);
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
