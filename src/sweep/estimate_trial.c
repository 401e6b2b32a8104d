/* The trials of an estimate: what each test of the run costs here, found by doing a little of it. */
#include "sweep/estimate.h"

#include "measure/content.h"
#include "measure/engine.h"
#include "sweep/estimate_internal.h"
#include "sweep/estimate_trials.h"
#include "sweep/standing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE (8U << 20) /* of the first trial */
#define SAMPLE_NS 30000000U
#define LEAST_NS 3000000U /* of a sample, where a file is small */
#define SHARE 0.04 /* of the run's time for the trials behind the first one */
#define MOST_NS 20e9 /* that these take */

static uint64_t now_ns(const struct trials *t)
{
	return clock_now_ns(t->setting->clock);
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

static struct timing since(const struct timing *now, const struct timing *before)
{
	struct timing t;

	for (int i = 0; i < TIMING_PARTS_N; i++)
		t.ns[i] = now->ns[i] - before->ns[i];
	return t;
}

static struct group group_of(const struct trials *t, const struct try_at *try, size_t n)
{
	const struct config *c = t->plan->config;
	unsigned depth = estimate_most_depth(try->corner) ? config_most_depth(c) : (unsigned)c->depth.v[0];

	return (struct group){
		.mode = try->mode,
		.file_size = t->size->file_size,
		.record_size = t->size->records[try->record],
		.depth = depth,
		.seed = c->seed,
		.jobs = estimate_most_jobs(try->corner) ? config_most_jobs(c) : (unsigned)c->jobs.v[0],
		.files = c->job_files,
		.stride = c->stride,
		.mixed_in_order = c->mixed_in_order,
		.standing_files = t->ids,
		.contents = try->new_file ? NULL : t->contents,
		.tests = t->tests,
		.tests_n = n,
	};
}

static int try_group(struct trials *t, const struct try_at *try)
{
	size_t n = select_tests(t, try->corner, try->mode, try->new_file);
	const struct group group = group_of(t, try, n);
	const struct timing before = *t->setting->timing;
	struct timing spent;
	int ret;

	if (!n || (try->record && group.record_size == t->size->records[try->record - 1]))
		return 0;
	for (size_t i = 0; i < n; i++) {
		t->tests[i] = t->plan->tests[t->indexes[i]].run;
		sample_init(&t->samples[i]);
	}
	ret = group_measure(t->setting, &group, t->samples);
	spent = since(t->setting->timing, &before);
	for (size_t i = 0; i < n && !ret; i++)
		trials_note_sample(t, try, t->indexes[i], &t->samples[i]);
	if (!ret)
		trials_note_group(t, try, &spent, n);
	for (size_t i = 0; i < n; i++)
		sample_release(&t->samples[i]);
	return ret;
}

static int try_mode(struct trials *t, enum mode mode, bool new_file)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < (size_t)ESTIMATE_CORNERS * ESTIMATE_RECORDS; i++) {
		const struct try_at try = { i / ESTIMATE_RECORDS, mode, new_file, (int)(i % ESTIMATE_RECORDS) };

		if (has_corner(t->plan->config, try.corner))
			ret = try_group(t, &try);
	}
	return ret;
}

static bool has_standing(const struct trials *t, enum mode mode)
{
	return select_tests(t, 0, mode, false) > 0;
}

static void enter_mode(const struct trials *t, const struct standing *standing, enum mode mode)
{
	uint64_t start = now_ns(t);

	if (!has_standing(t, mode))
		return;
	/* Neither is needed for a right result. */
	if (mode == MODE_DEVICE || t->setting->drop_cache)
		standing_drop(standing);
	else
		standing_warm(standing);
	t->size->file_ns += (double)(now_ns(t) - start);
}

static int try_standing(struct trials *t)
{
	struct standing standing = {
		.setting = t->setting,
		.plan = t->plan,
		.file_size = t->size->file_size,
		.ids = t->ids,
		.contents = t->contents,
	};
	uint64_t start = now_ns(t);
	int ret = standing_create(&standing);

	t->size->file_ns = (double)(now_ns(t) - start);
	for (int mode = 0; mode < MODES_N && !ret; mode++) {
		enter_mode(t, &standing, (enum mode)mode);
		ret = try_mode(t, (enum mode)mode, false);
	}
	start = now_ns(t);
	standing_retire(&standing);
	target_purge(t->setting->target);
	t->size->file_ns += (double)(now_ns(t) - start);
	return ret;
}

static bool is_aligned(const struct trials *t, uint64_t record)
{
	return !t->plan->config->modes[MODE_DEVICE] || record % t->setting->direct.offset_align == 0;
}

/* How many jobs have to find room in one file. */
static unsigned sharers(const struct config *config)
{
	return config_most_jobs(config) / config_files(config);
}

/* Of the run's that the file has room for and device mode can take, or the first of them: the same distances apart. */
static void choose_records(const struct trials *t, struct estimate_size *size)
{
	const struct size_list *list = &t->plan->config->records;
	uint64_t most = size->file_size / sharers(t->plan->config);
	size_t n = 0, from = 0;

	while (from + 1 < list->n && !is_aligned(t, list->v[from]) && list->v[from + 1] <= most)
		from++;
	while (from + n < list->n && list->v[from + n] <= most)
		n++;
	for (size_t i = 0; i < ESTIMATE_RECORDS; i++) {
		size_t at = from + (n ? (i * (n - 1) + ESTIMATE_RECORDS / 2) / (ESTIMATE_RECORDS - 1) : 0);

		while (at > from && !is_aligned(t, list->v[at]))
			at--;
		size->records[i] = (uint32_t)list->v[at];
	}
}

static int try_size(struct trials *t, uint64_t file_size)
{
	uint64_t start = now_ns(t);
	int ret = 0;

	t->size = &t->estimate->sizes[t->estimate->sizes_n];
	*t->size = (struct estimate_size){ .file_size = file_size };
	choose_records(t, t->size);
	for (int mode = 0; mode < MODES_N && !ret; mode++)
		ret = try_mode(t, (enum mode)mode, true);
	target_purge(t->setting->target);
	if (!ret && (has_standing(t, MODE_DEVICE) || has_standing(t, MODE_CACHED) || t->plan->config->precondition))
		ret = try_standing(t);
	if (!ret) {
		trials_end_size(t);
		t->estimate->sizes_n++;
	}
	t->last_ns = now_ns(t) - start;
	t->spent_ns += t->last_ns;
	return ret;
}

/* New files are gone before the standing ones are made, and have room in what the run takes at most, as these have. */
static uint64_t room(const struct trials *t)
{
	return t->setting->space_bytes / config_files(t->plan->config);
}

/* Large enough for each of the jobs that share it to have a record. 0: there is no room for that. */
static uint64_t first_size(const struct trials *t)
{
	const struct config *config = t->plan->config;
	uint64_t least = sharers(config) * config->records.v[0], size = least > FILE_SIZE ? least : FILE_SIZE;

	while (size > room(t))
		size /= 2;
	return size >= least ? size : 0;
}

/* How long trials may go on. A model's time is nobody's. */
static double allowed_ns(const struct trials *t)
{
	const struct config *c = t->plan->config;
	double run_ns = estimate_pass(t->estimate).ns * (c->precision > 0 ? 1 : c->passes);

	if (target_is_virtual(t->setting->target) && !c->time_budget_ns)
		return INFINITY;
	if (c->time_budget_ns)
		run_ns = (double)c->time_budget_ns;
	return fmin(SHARE * run_ns, MOST_NS);
}

static int try_sizes(struct trials *t)
{
	struct estimate_allowance allowance;
	double first_ns;
	uint64_t size = first_size(t);
	int ret;

	/* A file that is there is not made larger for that. */
	if (!size || (target_is_file(t->setting->target) && target_file_size(t->setting->target) < size))
		return -ENOSPC;
	ret = try_size(t, size);
	first_ns = (double)t->spent_ns;
	while (!ret && !*t->setting->stop) {
		allowance = (struct estimate_allowance){
			.left_ns = allowed_ns(t) - ((double)t->spent_ns - first_ns),
			.last_ns = (double)t->last_ns,
			.last_file_ns = t->size->file_ns,
			.room = room(t),
		};
		size = estimate_next_size(t->estimate, &allowance);
		if (!size)
			break;
		ret = try_size(t, size);
	}
	target_purge(t->setting->target);
	/* What a further one could not do the sweep will find out. */
	return t->estimate->sizes_n && ret != -EINTR && ret != -ENOMEM ? 0 : ret;
}

int estimate_measure(const struct plan *plan, const struct group_setting *setting, struct estimate *e)
{
	struct group_setting brief = *setting;
	struct trials t = { .plan = plan, .setting = &brief, .estimate = e };
	size_t n = plan->tests_n, files = config_files(plan->config);
	int ret = -ENOMEM;

	*e = (struct estimate){
		.plan = plan,
		.settle_ns = setting->settle_ns,
		.min_time_ns = setting->min_time_ns,
		.max_time_ns = setting->max_time_ns,
		.max_time_cuts_cached = setting->max_time_cuts_cached,
	};
	brief.settle_ns = 0;
	brief.min_time_ns = LEAST_NS;
	brief.max_time_ns = SAMPLE_NS;
	brief.max_time_cuts_cached = true;
	brief.pace = NULL; /* what it costs is known */
	e->costs = calloc((size_t)ESTIMATE_SIZES * ESTIMATE_CORNERS * MODES_N * n, sizeof(*e->costs));
	t.indexes = calloc(n, sizeof(*t.indexes));
	t.tests = calloc(n, sizeof(*t.tests));
	t.samples = calloc(n, sizeof(*t.samples));
	t.ids = calloc(files, sizeof(*t.ids));
	if (setting->verify)
		t.contents = calloc(files, sizeof(*t.contents));
	if (e->costs && t.indexes && t.tests && t.samples && t.ids && (t.contents || !setting->verify))
		ret = try_sizes(&t);
	free(t.indexes);
	free(t.tests);
	free(t.samples);
	free(t.ids);
	free(t.contents);
	if (ret)
		estimate_release(e);
	return ret;
}
