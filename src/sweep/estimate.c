#include "sweep/estimate.h"

#include "sweep/estimate_internal.h"

#include <math.h>
#include <stdlib.h>

#define FIT_MOST_NS 600000000000U

void estimate_release(struct estimate *estimate)
{
	free(estimate->costs);
	*estimate = (struct estimate){ 0 };
}

/* One repetition of a test: what is clocked, and what comes on top of it, as a whole and for each byte. */
struct once {
	double clocked_ns, fixed_ns, byte_ns;
	double bytes;
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

/* How far a value is from one to the other, on a logarithmic scale; outside of them 0 or 1. */
static double place_between(double first, double last, double value)
{
	return last > first ? fmin(1, fmax(0, log(value / first) / log(last / first))) : 0;
}

static double place_in(const struct size_list *list, size_t i)
{
	return place_between((double)list->v[0], (double)list->v[list->n - 1], (double)list->v[i]);
}

struct estimate_between estimate_between(const struct estimate *e, uint64_t file_size)
{
	struct estimate_between b = { e->sizes_n, e->sizes_n, 0 };

	for (size_t i = 0; i < e->sizes_n; i++) {
		uint64_t size = e->sizes[i].file_size;

		if (size <= file_size && (b.low == e->sizes_n || size > e->sizes[b.low].file_size))
			b.low = i;
		if (size >= file_size && (b.high == e->sizes_n || size < e->sizes[b.high].file_size))
			b.high = i;
	}
	b.low = b.low == e->sizes_n ? b.high : b.low;
	b.high = b.high == e->sizes_n ? b.low : b.high;
	b.part = place_between((double)e->sizes[b.low].file_size, (double)e->sizes[b.high].file_size, (double)file_size);
	return b;
}

/* By logarithms. What one of them does not know the other has to tell. */
static double blend(double low, double high, double part)
{
	if (!(low > 0) || !(high > 0))
		return fmax(low, high);
	return exp((1 - part) * log(low) + part * log(high));
}

static void add_cost(struct estimate_cost *sum, const struct estimate_cost *cost, double weight)
{
	for (int i = 0; i < ESTIMATE_RECORDS; i++)
		sum->operation_ns[i] += weight * cost->operation_ns[i];
	sum->flush_ns += weight * cost->flush_ns;
	sum->flush_byte_ns += weight * cost->flush_byte_ns;
	sum->setup_ns += weight * cost->setup_ns;
	sum->cache_byte_ns += weight * cost->cache_byte_ns;
	sum->verify_byte_ns += weight * cost->verify_byte_ns;
}

/* Between the corners that were tried with a file size. A test that has no depth was tried at the first one only. */
static struct estimate_cost cost_of(const struct estimate *e, size_t size, const struct plan_group *g, size_t test)
{
	const struct plan *plan = e->plan;
	bool deep = plan_test_has_depth(&plan->tests[test], 1);
	double depth = deep ? place_in(&plan->config->depth, g->d) : 0, jobs = place_in(&plan->config->jobs, g->j);
	struct estimate_cost cost = { 0 };

	for (size_t corner = 0; corner < ESTIMATE_CORNERS; corner++) {
		double weight = (estimate_most_depth(corner) ? depth : 1 - depth) * (estimate_most_jobs(corner) ? jobs : 1 - jobs);

		add_cost(&cost, &e->costs[estimate_cost_index(plan, size, corner, g->mode, test)], weight);
	}
	return cost;
}

/* On the straight lines through what was tried; larger records cost no less, and no more than in proportion. */
static double operation_ns(const struct estimate_size *size, const struct estimate_cost *cost, double record)
{
	double x, y, slope = 0;
	int at = 0;

	while (at + 2 < ESTIMATE_RECORDS && record > size->records[at + 1] && size->records[at + 2] > size->records[at + 1])
		at++;
	x = size->records[at];
	y = cost->operation_ns[at];
	if (size->records[at + 1] > size->records[at])
		slope = (cost->operation_ns[at + 1] - y) / ((double)size->records[at + 1] - x);
	return fmax(0, y + fmin(fmax(0, slope), y / x) * (record - x));
}

/* The work of all jobs in one repetition, as trials of one file size tell it: without a pace, and as if it were not cut. */
static struct once once_by(const struct estimate *e, size_t size, const struct plan_group *g, size_t test,
			   const struct load *load)
{
	const struct estimate_cost cost = cost_of(e, size, g, test);
	double record = (double)e->plan->config->records.v[g->r];

	return (struct once){
		.clocked_ns = load->operations * operation_ns(&e->sizes[size], &cost, record),
		.fixed_ns = cost.setup_ns + cost.flush_ns + load->bytes * cost.cache_byte_ns,
		.byte_ns = cost.flush_byte_ns + cost.verify_byte_ns,
	};
}

static struct once estimate_once(const struct estimate *e, const struct plan_group *g, size_t test,
				 const struct estimate_between *b)
{
	const struct config *c = e->plan->config;
	double file_size = (double)c->file_sizes.v[g->f], record = (double)c->records.v[g->r];
	unsigned files = config_files_of(c, (unsigned)c->jobs.v[g->j]);
	const struct load load = {
		.operations = ceil(file_size / record) * files,
		.bytes = file_size * files,
		.jobs = (double)c->jobs.v[g->j],
		.depth = plan_test_has_depth(&e->plan->tests[test], 1) ? (double)c->depth.v[g->d] : 1,
	};
	const struct once low = once_by(e, b->low, g, test, &load), high = once_by(e, b->high, g, test, &load);
	struct once once = {
		.clocked_ns = paced_ns(&c->pace, &load, blend(low.clocked_ns, high.clocked_ns, b->part)),
		.fixed_ns = blend(low.fixed_ns, high.fixed_ns, b->part),
		.byte_ns = blend(low.byte_ns, high.byte_ns, b->part),
		.bytes = load.bytes,
	};
	bool may_cut = e->max_time_ns && (g->mode == MODE_DEVICE || e->max_time_cuts_cached);

	if (may_cut && once.clocked_ns > (double)e->max_time_ns) {
		once.bytes *= (double)e->max_time_ns / once.clocked_ns;
		once.clocked_ns = (double)e->max_time_ns;
	}
	return once;
}

static double wall_ns(const struct once *once)
{
	return once->clocked_ns + once->fixed_ns + once->bytes * once->byte_ns;
}

static bool in_group(const struct plan_test *t, const struct plan_group *g)
{
	return t->in_mode[g->mode] && g->new_file == !!(t->run.pattern->flags & PATTERN_NEW_FILE) &&
	       plan_test_has_depth(t, g->d);
}

static struct estimate_sum group_by(const struct estimate *e, const struct plan_group *g, const struct estimate_between *b)
{
	const struct config *c = e->plan->config;
	struct estimate_sum sum = { 0 };
	double repetitions = 1, tests = 0, limit_ns = (double)group_wall_limit_ns(e->max_time_ns);

	if (!config_has_cell(c, c->file_sizes.v[g->f], c->records.v[g->r], (unsigned)c->jobs.v[g->j]))
		return sum;
	for (size_t i = 0; i < e->plan->tests_n; i++) {
		struct once once;

		if (!in_group(&e->plan->tests[i], g) || plan_is_skipped(e->plan, g, i))
			continue;
		once = estimate_once(e, g, i, b);
		tests++;
		if (once.clocked_ns > 0)
			repetitions = fmax(repetitions, ceil((double)e->min_time_ns / once.clocked_ns));
		sum.ns += wall_ns(&once);
		sum.bytes += once.bytes;
	}
	if (sum.ns > 0)
		repetitions = fmin(repetitions, ceil(limit_ns / sum.ns));
	sum.ns = sum.ns * repetitions + tests * (double)e->settle_ns;
	sum.bytes *= repetitions;
	return sum;
}

struct estimate_sum estimate_group(const struct estimate *e, const struct plan_group *g)
{
	const struct estimate_between between = estimate_between(e, e->plan->config->file_sizes.v[g->f]);

	return group_by(e, g, &between);
}

struct estimate_sum estimate_file(const struct estimate *e, uint64_t file_size)
{
	const struct estimate_between b = estimate_between(e, file_size);
	const struct estimate_size *low = &e->sizes[b.low], *high = &e->sizes[b.high];
	double ns = blend(low->file_ns, high->file_ns, b.part);

	/* Beyond the trials in proportion. */
	if (file_size > high->file_size)
		ns *= (double)file_size / (double)high->file_size;
	return (struct estimate_sum){ .ns = ns, .bytes = (double)file_size * config_files(e->plan->config) };
}

static void add_sum(struct estimate_sum *sum, struct estimate_sum one)
{
	sum->ns += one.ns;
	sum->bytes += one.bytes;
}

/* *standing: something runs on the standing files. */
static struct estimate_sum groups_by(const struct estimate *e, size_t f, const struct estimate_between *between,
				     bool *standing)
{
	struct estimate_sum sum = { 0 };

	*standing = false;
	for (size_t i = 0; i < plan_groups_n(e->plan); i++) {
		const struct plan_group group = plan_group_at(e->plan, f, i);
		const struct estimate_sum one = group_by(e, &group, between);

		*standing = *standing || (!group.new_file && one.bytes > 0);
		add_sum(&sum, one);
	}
	return sum;
}

struct estimate_sum estimate_groups(const struct estimate *e, size_t f, const struct estimate_between *between)
{
	bool standing;

	return groups_by(e, f, between, &standing);
}

struct estimate_sum estimate_pass(const struct estimate *e)
{
	const struct size_list *sizes = &e->plan->config->file_sizes;
	struct estimate_sum sum = { 0 };

	for (size_t f = 0; f < sizes->n; f++) {
		const struct estimate_between between = estimate_between(e, sizes->v[f]);
		bool standing;

		add_sum(&sum, groups_by(e, f, &between, &standing));
		if (standing)
			add_sum(&sum, estimate_file(e, sizes->v[f]));
	}
	return sum;
}

struct estimate_sum estimate_run(const struct estimate *e, double passes)
{
	const struct config *c = e->plan->config;
	struct estimate_sum sum = estimate_pass(e);

	sum.ns *= passes;
	sum.bytes *= passes;
	if (c->precondition)
		add_sum(&sum, estimate_file(e, c->file_sizes.v[c->file_sizes.n - 1]));
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
